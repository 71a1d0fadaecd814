import type { Answer } from '../../content-api.ts';
import type { Deferred } from '../../deferred.ts';
import { organisation } from '../../json-ld.ts';
import type { Slider } from '../../kinds/sliders.ts';
import type { Head, HeadContext, ScreenProps } from '../../page.ts';
import { useRoot } from '../../shown-page.ts';
import { Block } from '../../ui/Block.tsx';
import { Carousel } from '../../ui/Carousel.tsx';
import { IMAGE_SIZES } from '../../ui/image-sizes.ts';
import { Picture } from '../../ui/Picture.tsx';
import { ArticleCards } from '../articles/ArticleCards.tsx';
import type { ArticleCard } from '../articles/article-card.ts';
import css from './Home.module.css';
import { Awareness, Communications, Virtues } from './home-sections.tsx';

export { latestBlogs } from '../articles/article-card.ts';

interface HomeData {
  sliders: Deferred<Slider[]>;
  home: Deferred<Pick<Answer<'home'>, 'awareness' | 'communications' | 'virtue' | 'virtues'>>;
  blogs: Deferred<ArticleCard[]>;
}

export const head = (_: HomeData, { site, origin }: HeadContext): Head => ({
  description: site.tagline,
  canonical: '/',
  jsonLd: [
    { '@type': 'WebSite', name: site.name, url: `${origin}/` },
    { ...organisation(site, origin), sameAs: site.social.map(({ href }) => href) },
  ],
});

export function Screen({ data }: ScreenProps<HomeData>) {
  const { site } = useRoot();
  return (
    <>
      <h1 className="visually-hidden">{site.name}</h1>
      <Block name="sliders" data={data.sliders}>
        {(sliders) => sliders.length > 0 && <Carousel label="Highlights" slides={sliders.map(slide)} />}
      </Block>
      <Block name="home" data={data.home}>
        {({ awareness, communications, virtue, virtues }) => (
          <>
            {awareness && <Awareness {...awareness} />}
            {communications && <Communications {...communications} />}
            {virtues.length > 0 && <Virtues heading={virtue?.name} virtues={virtues} />}
          </>
        )}
      </Block>
      <Block name="blogs" data={data.blogs}>
        {(blogs) =>
          blogs.length > 0 && (
            <section className={css.section} aria-labelledby="our-blogs">
              <h2 id="our-blogs">Our Blogs</h2>
              <ArticleCards articles={blogs} />
              <p className={css.more}>
                <a className="button" href="/blogs">
                  View more..
                </a>
              </p>
            </section>
          )
        }
      </Block>
    </>
  );
}

function slide({ id, type, title, description, files }: Slider, index: number) {
  return {
    key: id ?? String(index),
    title,
    content: (
      <div className={css.slide} data-type={type}>
        <div className={css.words}>
          <h2>{title}</h2>
          {description && <p>{description}</p>}
          <p>
            <a className="button" href="/about">
              {type === 1 ? 'Know More' : 'Read more...'}
            </a>
          </p>
        </div>
        {files[0] && <Picture file={files[0]} sizes={IMAGE_SIZES.slide} isFirst={index === 0} />}
      </div>
    ),
  };
}
