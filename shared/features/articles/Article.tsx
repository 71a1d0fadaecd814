import { absolute, organisation } from '../../json-ld.ts';
import type { Head, HeadContext, ScreenProps } from '../../page.ts';
import { largeAddress } from '../../picture.ts';
import type { ArticleSummary } from '../../schema/article.ts';
import { Block } from '../../ui/Block.tsx';
import { Byline } from '../../ui/Byline.tsx';
import { CategoryLink } from '../../ui/CategoryLink.tsx';
import { ItemText } from '../../ui/ItemText.tsx';
import { LazyImage } from '../../ui/LazyImage.tsx';
import { PLACES } from '../../ui/places.ts';
import css from './Article.module.css';
import { ArticleCards } from './ArticleCards.tsx';
import { type ArticleCard, card } from './card.ts';
import type { ArticleData } from './pages.ts';

/** Below an article. */
const OTHERS = 3;

/** @param asked by which the article itself was asked for */
export const others = (
  articles: ArticleSummary[],
  path: '/blogs' | '/news',
  asked: string | undefined,
): ArticleCard[] =>
  articles
    .filter(({ id, slug }) => id !== asked && slug !== asked)
    .slice(0, OTHERS)
    .map(card(path));

export function head({ article }: ArticleData, { site, origin, page }: HeadContext): Head {
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
        image: files.map((file) => absolute(largeAddress(file), origin)),
        mainEntityOfPage: absolute(canonical, origin),
        keywords: tags.length > 0 ? tags.join(', ') : undefined,
        inLanguage: article.lang ?? 'en',
      },
    ],
  };
}

export function Screen({ data: { article, others }, page }: ScreenProps<ArticleData>) {
  const { name, lang, summary, description, files, created_by, created_at, created_at_text, category, tags } = article;
  const [first, ...rest] = files;
  return (
    <>
      <ItemText
        name={name}
        lang={lang}
        summary={summary}
        description={description}
        picture={first}
        above={<CategoryLink of={category} />}
        meta={<Byline author={created_by?.name} date={created_at} text={created_at_text} />}
      >
        {rest.map((file) => (
          <LazyImage key={file.location} file={file} place={PLACES.text} />
        ))}
        {tags.length > 0 && (
          <ul className={css.tags} aria-label="Tags">
            {tags.map((tag) => (
              <li key={tag}>{tag}</li>
            ))}
          </ul>
        )}
      </ItemText>
      <Block name="others" of={others}>
        {(articles) => (
          <Others label={page.parent?.id === 'NewsList' ? 'More news' : 'Our Blogs'} articles={articles} />
        )}
      </Block>
    </>
  );
}

function Others({ label, articles }: { label: string; articles: ArticleCard[] }) {
  if (articles.length === 0) return null;
  return (
    <aside className={css.others} aria-labelledby="others">
      <h2 id="others">{label}</h2>
      <ArticleCards articles={articles} />
    </aside>
  );
}
