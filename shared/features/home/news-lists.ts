import type { Api } from '@foyer/model';
import { orNothing } from '../../or-nothing.ts';

/** The lists of which sections show the newest notices, the next dates and the latest report. */
export const newsLists = (api: Api) =>
  [orNothing(api('notice')), orNothing(api('career')), orNothing(api('report')), orNothing(api('dataset'))] as const;
