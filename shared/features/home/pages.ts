import { defer, type Load, page } from '../../page.ts';
import { latest } from '../blogs/card.ts';

function load({ api }: Load) {
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
    blogs: defer(blogs.then((answer) => latest(answer.blogs))),
  };
}

export type HomeData = ReturnType<typeof load>;

export const home = page<HomeData>({
  path: '/',
  id: 'Home',
  maxAge: 60,
  load,
  head: (_, { site, origin }) => ({
    description: site.tagline,
    canonical: '/',
    jsonLd: [
      { '@type': 'WebSite', name: site.name, url: `${origin}/` },
      {
        '@type': 'Organization',
        name: site.name,
        url: `${origin}/`,
        logo: site.logo && new URL(site.logo.location, origin).href,
        sameAs: site.social.map(({ href }) => href),
      },
    ],
  }),
  screen: async () => (await import('./Home.tsx')).Home,
});
