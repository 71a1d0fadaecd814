import { AsyncLocalStorage } from 'node:async_hooks';
import { setShowsUnpublished } from '@foyer/gateway';
import { setContentClock } from '@foyer/model';
import type { LoadedPage } from '../pages/page-loader.ts';

/** What a preview shows. */
export interface View {
  /** The time, in milliseconds, as of which the site is shown as the public will see it. Undefined: everything is shown now. */
  at?: number;
}

/** A request of the preview: its view, and the page that answers it. */
interface PreviewRequest {
  view: View;
  page?: LoadedPage;
}

const requests = new AsyncLocalStorage<PreviewRequest>();

/** Has content follow the views of this thread: the clock, and what is shown. Outside of a view it is shown as to the public. */
export function followViews(): void {
  setContentClock(() => requests.getStore()?.view.at ?? Date.now());
  setShowsUnpublished(() => {
    const request = requests.getStore();
    return request !== undefined && request.view.at === undefined;
  });
}

/** Runs something, and all that it starts, in a view. */
export const inView = <Result>(view: View, run: (request: PreviewRequest) => Result): Result => {
  const request: PreviewRequest = { view };
  return requests.run(request, () => run(request));
};

/** Runs something, and all that it starts, in no view: content is that of the public now, whichever request has started it. */
export const outsideViews = <Result>(run: () => Result): Result => requests.exit(run);

/** Notes the page by which the current request is answered. */
export function notePage(page: LoadedPage): void {
  const request = requests.getStore();
  if (request) request.page = page;
}

/** The headers of a call that asks for a view (docs/content-api.md). */
export const viewHeaders = ({ at }: View): Record<string, string> => ({
  'x-preview': '1',
  ...(at !== undefined && { 'x-preview-at': new Date(at).toISOString() }),
});
