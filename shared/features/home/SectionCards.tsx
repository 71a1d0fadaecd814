import { DEFAULT_SECTIONS, isScreenOff, type Section, type Slider } from '@foyer/model';
import type { ReactNode } from 'react';
import { useHref, useIsRenamed, useMessages, useRoot, useTextLang } from '../../shown-page.ts';
import { useStaticPart } from '../../static-part.tsx';
import { Block } from '../../ui/Block.tsx';
import { Carousel } from '../../ui/Carousel.tsx';
import { IMAGE_SIZES } from '../../ui/image-sizes.ts';
import { Picture } from '../../ui/Picture.tsx';
import { AlbumCards } from '../albums/AlbumCards.tsx';
import { ArticleCards } from '../articles/ArticleCards.tsx';
import type { ArticleCard } from '../articles/article-card.ts';
import css from './Home.module.css';
import type { HomeBlock, HomeData } from './home-data.ts';
import { Figures, News, Tasks } from './home-entries.tsx';
import { Awareness, Communications, Virtues } from './home-texts.tsx';
import { isOwn, type OwnSection } from './own-section.ts';
import { ownSectionsOnDemand } from './section-card.ts';

export { sectionBlocks } from './section-card.ts';

/** The block of the page's data that each section is made of. */
const BLOCKS = {
  carousel: 'sliders',
  tasks: 'tasks',
  notices: 'news',
  figures: 'home',
  awareness: 'home',
  communications: 'home',
  virtues: 'home',
  news: 'home',
  albums: 'home',
  text: 'home',
  hero: 'home',
  dataset: 'home',
  dates: 'news',
  blogs: 'blogs',
} as const satisfies Record<Section['section'], keyof HomeData>;

/** Of the lists that sections show. */
const PATHS: Partial<Record<Section['section'], string>> = { blogs: '/blogs', news: '/news', albums: '/album' };

interface SectionCardsProps {
  /** None: those of a home page that names none. */
  sections: readonly Section[];
  /** The blocks that they are made of. */
  data: Partial<HomeData>;
  /** Nothing stands above them. */
  isTop?: boolean;
}

/** The sections of a page, one below the other, without those of screens that the site does without. */
export function SectionCards({ sections, data, isTop = false }: SectionCardsProps) {
  const { site } = useRoot();
  const all = sections.length > 0 ? sections : DEFAULT;
  const hasDates = all.some(({ section }) => section === 'dates');
  const placed = all.map(
    (section, index): PlacedSection => ({
      ...section,
      index,
      isFirst: isTop && index === 0,
      own: all.slice(0, index).filter(isOwn).length,
      // They are a section by themselves.
      hasDates: section.section === 'dates' || !hasDates,
    }),
  );
  return <Sections sections={placed.filter(({ section }) => !isScreenOff(PATHS[section] ?? '/', site))} data={data} />;
}

const DEFAULT: Section[] = DEFAULT_SECTIONS.map((section) => ({ section }));

interface PlacedSection extends Section {
  /** On the page. */
  index: number;
  /** It is directly below the header. */
  isFirst: boolean;
  /** Among those that say by themselves what they show. */
  own: number;
  hasDates: boolean;
}

interface SectionsProps {
  sections: PlacedSection[];
  data: Partial<HomeData>;
  /** Blocks above: the page has their data already. */
  above?: readonly (keyof HomeData)[];
}

/** Each waits for those above it. Neighbours of one block are shown together. */
function Sections({ sections, data, above = [] }: SectionsProps) {
  const m = useMessages();
  const ourBlogs = useIsRenamed('/blogs') ? m.blogs : m.ourBlogs;
  const [first] = sections;
  if (!first) return null;
  const block = BLOCKS[first.section];
  const end = sections.findIndex(({ section }) => BLOCKS[section] !== block);
  const own = end < 0 ? sections : sections.slice(0, end);
  const next = end < 0 ? null : <Sections sections={sections.slice(end)} data={data} above={[...above, block]} />;
  const name = above.includes(block) ? undefined : block;
  switch (block) {
    case 'sliders':
      return data.sliders ? (
        <Block name={name} data={data.sliders} next={next}>
          {(sliders) => sliders.length > 0 && <Slides sliders={sliders} isTop={first.isFirst} />}
        </Block>
      ) : (
        next
      );
    case 'tasks':
      return data.tasks ? (
        <Block name={name} data={data.tasks} next={next}>
          {(tasks) => tasks.length > 0 && <Tasks tasks={tasks} />}
        </Block>
      ) : (
        next
      );
    case 'news':
      return data.news ? (
        <Block name={name} data={data.news} next={next}>
          {({ notices, dates, reports }) =>
            own.map(({ section, name: heading, hasDates }) => (
              <div key={section} className={css.band}>
                {section === 'notices' && <News heading={heading ?? m.notices} path="/notice" entries={notices} />}
                {hasDates && <News heading={(section === 'dates' && heading) || m.nextDates} entries={dates} />}
                {section === 'notices' && <News heading={m.lastReport} path="/report" entries={reports} />}
              </div>
            ))
          }
        </Block>
      ) : (
        next
      );
    case 'blogs':
      return data.blogs ? (
        <Block name={name} data={data.blogs} next={next}>
          {(blogs) => (
            <Articles path="/blogs" heading={first.name ?? ourBlogs} articles={blogs.slice(0, first.count)} />
          )}
        </Block>
      ) : (
        next
      );
    default:
      return data.home ? (
        <Block name={name} data={data.home} next={next}>
          {(home) => own.map((section) => <HomeSection key={section.index} {...section} home={home} />)}
        </Block>
      ) : (
        next
      );
  }
}

/** A section that is made of the home call. */
function HomeSection({ section, name, count, isFirst, own, home }: PlacedSection & { home: HomeBlock }) {
  const m = useMessages();
  const { figures, awareness, communications, virtue, virtues, news = [], albums = [] } = home;
  switch (section) {
    case 'figures':
      return figures.length > 0 && <Figures heading={name} figures={figures} />;
    case 'awareness':
      return awareness && <Awareness awareness={awareness} />;
    case 'communications':
      return communications && <Communications communications={communications} />;
    case 'virtues':
      return virtues.length > 0 && <Virtues heading={name ?? virtue?.name} virtues={virtues} />;
    case 'text':
    case 'hero':
    case 'dataset': {
      const shown = home.own?.[own];
      return shown?.section === section && <Own own={shown} isFirst={isFirst} />;
    }
    case 'news':
      return <Articles path="/news" heading={name ?? m.news} articles={news.slice(0, count)} />;
    default:
      return (
        <Latest path="/album" heading={name ?? m.albums} isEmpty={albums.length === 0}>
          <AlbumCards albums={albums.slice(0, count)} />
        </Latest>
      );
  }
}

function Own(props: { own: OwnSection; isFirst: boolean }) {
  const { OwnSection } = ownSectionsOnDemand.useModule();
  return <OwnSection {...props} />;
}

interface ArticlesProps {
  path: '/blogs' | '/news';
  heading: string;
  articles: ArticleCard[];
}

const Articles = ({ articles, ...props }: ArticlesProps) => (
  <Latest {...props} isEmpty={articles.length === 0}>
    <ArticleCards articles={articles} />
  </Latest>
);

interface LatestProps {
  /** Of the list, in the default edition. */
  path: string;
  heading: string;
  isEmpty: boolean;
  children: ReactNode;
}

/** The latest items of a list, and a link to all of them. */
function Latest({ path, heading, isEmpty, children }: LatestProps) {
  const m = useMessages();
  const href = useHref();
  const langOf = useTextLang();
  if (isEmpty) return null;
  const id = `our-${path.slice(1)}`;
  return (
    <section className={css.section} aria-labelledby={id}>
      <h2 id={id} lang={langOf(heading)}>
        {heading}
      </h2>
      {children}
      <p className={css.more}>
        <a className="button" href={href(path)}>
          {m.viewMore}
        </a>
      </p>
    </section>
  );
}

function Slides({ sliders, isTop }: { sliders: Slider[]; isTop: boolean }) {
  const m = useMessages();
  return (
    <Carousel
      label={m.highlights}
      isBelow={!isTop}
      slides={sliders.map((slider, index) => ({
        key: slider.id ?? String(index),
        title: slider.title,
        content: <Slide slider={slider} isFirst={isTop && index === 0} />,
      }))}
    />
  );
}

function Slide({ slider, isFirst }: { slider: Slider; isFirst: boolean }) {
  const { type, title, description, href: target, action, files } = slider;
  const m = useMessages();
  const href = useHref();
  const part = useStaticPart();
  const langOf = useTextLang();
  const { site } = useRoot();
  return (
    <div
      className={css.slide}
      data-type={type}
      {...part('slide', isFirst ? undefined : slider, () => (
        <>
          <div className={css.words}>
            <h2 lang={langOf(title)}>{title}</h2>
            {description && <p lang={langOf(description)}>{description}</p>}
            {(target || !isScreenOff('/about', site)) && (
              <p>
                <a className="button" href={target ?? href('/about')} lang={langOf(action)}>
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
