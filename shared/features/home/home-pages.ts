import { defer } from '../../deferred.ts';
import { page } from '../../page.ts';

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
    return {
      sliders: defer(sliders.then((answer) => answer.sliders)),
      home: defer(
        homeCall.then(({ awareness, communications, virtue, virtues }) => ({
          awareness,
          communications: communications && { ...communications, description: undefined },
          virtue,
          virtues,
        })),
      ),
      blogs: defer(Promise.all([blogs, view]).then(([answer, { latestBlogs }]) => latestBlogs(answer.blogs))),
    };
  },
});
