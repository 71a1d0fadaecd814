import { orNothing } from '../../or-nothing.ts';
import { page } from '../../page.ts';

/** Items of a list that are read for their dates: the newest, as many as a call gives. */
export const DATED_ITEMS = { per_page: '50' };

export const calendar = page({
  path: '/calendar',
  id: 'Calendar',
  label: 'calendar',
  entries: { call: 'events', elementId: 'event-' },
  parameters: ['past'],
  maxAge: 60,
  view: () => import('./Calendar.tsx'),
  async load({ api, query, view }) {
    const [events, notices, careers, datasets, { selectDates }] = await Promise.all([
      api('events'),
      orNothing(api('notice', DATED_ITEMS)),
      orNothing(api('career', DATED_ITEMS)),
      orNothing(api('dataset', DATED_ITEMS)),
      view,
    ]);
    return { entries: selectDates({ events, notices, careers, datasets }, query.past === '1') };
  },
});
