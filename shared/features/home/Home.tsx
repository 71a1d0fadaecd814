import { type Answer, isScreenOff, type Slider, type Task } from '@foyer/model';
import type { Deferred } from '../../deferred.ts';
import { absoluteUrl, organisation } from '../../json-ld.ts';
import type { Head, HeadContext, ScreenProps } from '../../page.ts';
import { useHref, useMessages, useRoot } from '../../shown-page.ts';
import { useStaticPart } from '../../static-part.tsx';
import { Block } from '../../ui/Block.tsx';
import { Carousel } from '../../ui/Carousel.tsx';
import { IMAGE_SIZES } from '../../ui/image-sizes.ts';
import { Picture } from '../../ui/Picture.tsx';
import { ArticleCards } from '../articles/ArticleCards.tsx';
import type { ArticleCard } from '../articles/article-card.ts';
import css from './Home.module.css';
import { Figures, News, type ShownFigure, Tasks } from './home-entries.tsx';
import type { homeNews } from './home-news.ts';
import { Awareness, Communications, Virtues } from './home-sections.tsx';

export { latestBlogs } from '../articles/article-card.ts';

interface HomeData {
  sliders: Deferred<Slider[]>;
  tasks: Deferred<Task[]>;
  news: Deferred<ReturnType<typeof homeNews>>;
  home: Deferred<
    Pick<Answer<'home'>, 'awareness' | 'communications' | 'virtue' | 'virtues'> & { figures: ShownFigure[] }
  >;
  blogs: Deferred<ArticleCard[]>;
}

export const head = (_: HomeData, { site, origin, href, isSearchOff }: HeadContext): Head => ({
  description: site.tagline,
  canonical: '/',
  jsonLd: [
    {
      '@type': 'WebSite',
      name: site.name,
      url: absoluteUrl(href('/'), origin),
      ...(!isSearchOff && {
        potentialAction: {
          '@type': 'SearchAction',
          target: {
            '@type': 'EntryPoint',
            urlTemplate: `${absoluteUrl(href('/search'), origin)}?q={search_term_string}`,
          },
          'query-input': 'required name=search_term_string',
        },
      }),
    },
    { ...organisation(site, origin), sameAs: site.social.map(({ href }) => href) },
  ],
});

export function Screen({ data }: ScreenProps<HomeData>) {
  const { site } = useRoot();
  const m = useMessages();
  const href = useHref();
  const blogs = !isScreenOff('/blogs', site) && (
    <Block name="blogs" data={data.blogs}>
      {(blogs) =>
        blogs.length > 0 && (
          <section className={css.section} aria-labelledby="our-blogs">
            <h2 id="our-blogs">{m.ourBlogs}</h2>
            <ArticleCards articles={blogs} />
            <p className={css.more}>
              <a className="button" href={href('/blogs')}>
                {m.viewMore}
              </a>
            </p>
          </section>
        )
      }
    </Block>
  );
  const sections = (
    <Block name="home" data={data.home} next={blogs}>
      {({ figures, awareness, communications, virtue, virtues }) => (
        <>
          {figures.length > 0 && <Figures figures={figures} />}
          {awareness && <Awareness awareness={awareness} />}
          {communications && <Communications communications={communications} />}
          {virtues.length > 0 && <Virtues heading={virtue?.name} virtues={virtues} />}
        </>
      )}
    </Block>
  );
  const news = (
    <Block name="news" data={data.news} next={sections}>
      {({ notices, dates, reports }) => (
        <div className={css.band}>
          <News heading={m.notices} path="/notice" entries={notices} />
          <News heading={m.nextDates} entries={dates} />
          <News heading={m.lastReport} path="/report" entries={reports} />
        </div>
      )}
    </Block>
  );
  const tasks = (
    <Block name="tasks" data={data.tasks} next={news}>
      {(tasks) => tasks.length > 0 && <Tasks tasks={tasks} />}
    </Block>
  );
  return (
    <>
      <h1 className="visually-hidden">{site.name}</h1>
      <Block name="sliders" data={data.sliders} next={tasks}>
        {(sliders) =>
          sliders.length > 0 && (
            <Carousel
              label={m.highlights}
              slides={sliders.map((slider, index) => ({
                key: slider.id ?? String(index),
                title: slider.title,
                content: <Slide slider={slider} isFirst={index === 0} />,
              }))}
            />
          )
        }
      </Block>
    </>
  );
}

function Slide({ slider, isFirst }: { slider: Slider; isFirst: boolean }) {
  const { type, title, description, href: target, action, files } = slider;
  const m = useMessages();
  const href = useHref();
  const part = useStaticPart();
  const { site } = useRoot();
  return (
    <div
      className={css.slide}
      data-type={type}
      {...part('slide', isFirst ? undefined : slider, () => (
        <>
          <div className={css.words}>
            <h2>{title}</h2>
            {description && <p>{description}</p>}
            {(target || !isScreenOff('/about', site)) && (
              <p>
                <a className="button" href={target ?? href('/about')}>
                  {action ?? (type === 1 ? m.knowMore : m.readMore)}
                </a>
              </p>
            )}
          </div>
          {files[0] && <Picture file={files[0]} sizes={IMAGE_SIZES.slide} isFirst={isFirst} />}
        </>
      ))}
    />
  );
}
