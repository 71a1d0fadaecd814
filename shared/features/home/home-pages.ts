import { type Answer, derived } from '@foyer/model';
import { defer } from '../../deferred.ts';
import { page } from '../../page.ts';
import { newsLists } from './news-lists.ts';

export const home = page({
  path: '/',
  id: 'Home',
  maxAge: 60,
  view: () => import('./Home.tsx'),
  load({ api, view }) {
    const homeCall = api('home');
    // Sliders and blogs have calls of their own. If one of those fails, the list in the home call's answer replaces it.
    const sliders = api('sliders').catch(() => homeCall);
    const blogs = api('blogs').catch(() => homeCall);
    const lists = newsLists(api);
    // Without any other block the page is an error, so that this one fails with them. The first page is hydrated without the module.
    const selection = Promise.any([homeCall, sliders, blogs]).then(() => import('./home-news.ts'));
    return {
      sliders: defer(sliders.then(slidersOf)),
      tasks: defer(homeCall.then(tasksOf)),
      news: defer(Promise.all([selection, ...lists]).then(([{ homeNews }, ...answers]) => homeNews(...answers))),
      home: defer(Promise.all([homeCall, view]).then(([answer, { shownHome }]) => shownHome(answer))),
      blogs: defer(Promise.all([blogs, view]).then(([answer, { latestBlogs }]) => latestBlogs(answer.blogs))),
    };
  },
});

/* Also what needs no computing is derived: the server writes its JSON once. */

const slidersOf = derived(({ sliders }: Pick<Answer<'sliders'>, 'sliders'>) => sliders);
const tasksOf = derived(({ tasks }: Answer<'home'>) => tasks);
