import type { Answer } from '../../content-api.ts';
import { type Deferred, defer, page } from '../../page.ts';
import type { ArticleCard } from '../articles/card.ts';

export interface HomeData {
  sliders: Deferred<Answer<'sliders'>['sliders']>;
  home: Deferred<Pick<Answer<'home'>, 'awareness' | 'communications' | 'virtue' | 'virtues'>>;
  blogs: Deferred<ArticleCard[]>;
}

export const home = page<HomeData, typeof import('./Home.tsx')>({
  path: '/',
  id: 'Home',
  maxAge: 60,
  load({ api, view }) {
    const whole = api('home');
    // Each list has a call of its own; what came with the home call serves when that one fails.
    const sliders = api('sliders').catch(() => whole);
    const blogs = api('blogs').catch(() => whole);
    return {
      sliders: defer(sliders.then((answer) => answer.sliders)),
      home: defer(
        whole.then(({ awareness, communications, virtue, virtues }) => ({
          awareness,
          communications: communications && { ...communications, description: undefined },
          virtue,
          virtues,
        })),
      ),
      blogs: defer(Promise.all([blogs, view]).then(([answer, { latest }]) => latest(answer.blogs))),
    };
  },
  view: () => import('./Home.tsx'),
});
