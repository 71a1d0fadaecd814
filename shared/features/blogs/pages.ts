import type { Answer } from '../../contract/calls.ts';
import { arrived, type Deferred, defer, type Load, page } from '../../page.ts';
import { card } from './card.ts';

const toList = ({ blogs, pagination }: Answer<'blogs'>) => ({ blogs: blogs.map(card), pagination });
export interface BlogListData {
  list: Deferred<ReturnType<typeof toList>>;
}

export const blogs = page<BlogListData>({
  path: '/blogs',
  id: 'BlogList',
  label: 'Blogs',
  parameters: ['page'],
  maxAge: 60,
  async load({ api, query }) {
    const answer = api('blogs', query).then(toList);
    // Whether there is such a page decides the status; the first is always there.
    return { list: query.page === undefined ? defer(answer) : arrived(await answer) };
  },
  head: (_, { site, query }) => ({
    title: beyondFirst(query.page) ? `Blogs, page ${query.page}` : 'Blogs',
    description: `Blogs of ${site.name}`,
    canonical: beyondFirst(query.page) ? `/blogs?page=${query.page}` : '/blogs',
  }),
  screen: async () => (await import('./BlogList.tsx')).BlogList,
});

const beyondFirst = (number: string | undefined) => number !== undefined && number !== '1';

/** Below a blog; one more is loaded, for the blog itself may be among them. */
export const OTHERS = 3;

async function loadBlog({ api, params }: Load) {
  const others = defer(api('blogs').then((answer) => answer.blogs.slice(0, OTHERS + 1).map(card)));
  const { blog } = await api('blogs/{id}', params);
  return { blog, others };
}
export type BlogData = Awaited<ReturnType<typeof loadBlog>>;

export const blog = page<BlogData>({
  path: '/blogs/:id',
  id: 'Blog',
  maxAge: 300,
  load: loadBlog,
  head: ({ blog }, { site, origin }) => ({
    title: blog.name,
    description: blog.summary ?? blog.description_text,
    canonical: `/blogs/${blog.id}`,
    picture: blog.files[0],
    type: 'article',
    jsonLd: [
      {
        '@type': 'BlogPosting',
        headline: blog.name,
        datePublished: blog.published_at ?? blog.created_at,
        dateModified: blog.updated_at,
        author: blog.created_by && { '@type': 'Person', name: blog.created_by.name },
        publisher: { '@type': 'Organization', name: site.name, url: `${origin}/` },
        image: blog.files[0] && new URL(blog.files[0].location, origin).href,
        mainEntityOfPage: `${origin}/blogs/${blog.id}`,
        inLanguage: blog.lang ?? 'en',
      },
    ],
  }),
  screen: async () => (await import('./Blog.tsx')).Blog,
});
