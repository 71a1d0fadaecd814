import type { CallOptions } from '@foyer/gateway';
import { blocksOf } from '../../shared/deferred.ts';
import type { LoadedPage, PageTarget } from '../pages/page-loader.ts';
import { Pages } from '../pages/pages.ts';
import { notePage } from './content-view.ts';

/** The pages of a preview: they are complete before they are sent, so that each can have the bar, and the bar knows their calls. */
export class PreviewPages extends Pages {
  override async load(target: PageTarget, options?: CallOptions): Promise<LoadedPage> {
    const loaded = await super.load(target, options);
    await Promise.all(blocksOf(loaded.shown.data).map(([, { promise }]) => promise));
    notePage(loaded);
    return loaded;
  }
}
