import type { Answer, Slider, Task } from '@foyer/model';
import type { Deferred } from '../../deferred.ts';
import type { AlbumCard } from '../albums/album-card.ts';
import type { ArticleCard } from '../articles/article-card.ts';
import type { ShownFigure } from './home-entries.tsx';
import type { homeNews } from './home-news.ts';
import type { OwnSection } from './own-section.ts';

/* What sections show, block by block. */

export type HomeBlock = Pick<Answer<'home'>, 'awareness' | 'communications' | 'virtue' | 'virtues'> & {
  figures: ShownFigure[];
  news?: ArticleCard[];
  albums?: AlbumCard[];
  /** Those that say by themselves what they show, in their order. */
  own?: OwnSection[];
};

export interface HomeData {
  sliders: Deferred<Slider[]>;
  tasks: Deferred<Task[]>;
  news: Deferred<ReturnType<typeof homeNews>>;
  home: Deferred<HomeBlock>;
  blogs: Deferred<ArticleCard[]>;
}
