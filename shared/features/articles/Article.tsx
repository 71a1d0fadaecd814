import { type Article, largeAddress } from '@foyer/model';
import type { Deferred } from '../../deferred.ts';
import { absoluteUrl, organisation } from '../../json-ld.ts';
import type { Head, HeadContext, ScreenProps } from '../../page.ts';
import { useMessages } from '../../shown-page.ts';
import { Block } from '../../ui/Block.tsx';
import { Byline } from '../../ui/Byline.tsx';
import { CategoryLink } from '../../ui/CategoryLink.tsx';
import { dateOf } from '../../ui/DateText.tsx';
import { ItemText } from '../../ui/ItemText.tsx';
import { IMAGE_SIZES } from '../../ui/image-sizes.ts';
import { LazyImage } from '../../ui/LazyImage.tsx';
import { ShareLinks } from '../../ui/ShareLinks.tsx';
import css from './Article.module.css';
import { ArticleCards } from './ArticleCards.tsx';
import type { ArticleCard } from './article-card.ts';

export { relatedArticles } from './related-articles.ts';

interface ArticleData {
  article: Article;
  others: Deferred<ArticleCard[]>;
}

export function head({ article }: ArticleData, { site, origin, page, locale, canonicalUrl }: HeadContext): Head {
  const { id, name, summary, description_text, files, created_by, created_at, updated_at, published_at, tags } =
    article;
  const canonical = `${page.parent?.path}/${id}`;
  const published = published_at ?? created_at;
  return {
    title: name,
    description: summary ?? description_text,
    canonical,
    picture: files[0],
    published,
    modified: updated_at,
    jsonLd: [
      {
        '@type': page.id === 'News' ? 'NewsArticle' : 'BlogPosting',
        headline: name,
        description: summary ?? description_text,
        datePublished: published,
        dateModified: updated_at ?? published,
        author: created_by ? { '@type': 'Person', name: created_by.name } : organisation(site, origin),
        publisher: organisation(site, origin),
        image: files.map((file) => absoluteUrl(largeAddress(file), origin)),
        mainEntityOfPage: canonicalUrl(canonical),
        keywords: tags.length > 0 ? tags.join(', ') : undefined,
        inLanguage: article.lang ?? locale,
      },
    ],
  };
}

export function Screen({ data: { article, others }, page }: ScreenProps<ArticleData>) {
  const { id, name, lang, summary, description, files, created_by, category, tags, contents } = article;
  const m = useMessages();
  const [first, ...rest] = files;
  return (
    <>
      <ItemText
        name={name}
        lang={lang}
        summary={summary}
        description={description}
        picture={first}
        above={<CategoryLink category={category} />}
        meta={
          <Byline author={created_by?.name} date={dateOf(article, 'created_at')} minutes={article.reading_minutes} />
        }
        contents={contents}
      >
        {rest.map((file) => (
          <LazyImage key={file.location} file={file} sizes={IMAGE_SIZES.text} />
        ))}
        {tags.length > 0 && (
          <ul className={css.tags} aria-label={m.tags}>
            {tags.map((tag) => (
              <li key={tag} lang={lang}>
                {tag}
              </li>
            ))}
          </ul>
        )}
        <ShareLinks path={`${page.parent?.path}/${id}`} title={name} />
      </ItemText>
      <Block name="others" data={others}>
        {(articles) =>
          articles.length > 0 && (
            <aside className={css.others} aria-labelledby="others">
              <h2 id="others">{m.readNext}</h2>
              <ArticleCards articles={articles} />
            </aside>
          )
        }
      </Block>
    </>
  );
}
