import { Block } from '../../ui/Block.tsx';
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx';
import { Byline } from '../../ui/Byline.tsx';
import { LazyImage } from '../../ui/LazyImage.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { RichText } from '../../ui/RichText.tsx';
import css from './Blog.module.css';
import { BlogCards } from './BlogCards.tsx';
import type { BlogCard } from './card.ts';
import { type BlogData, OTHERS } from './pages.ts';

export function Blog({ data: { blog, others } }: { data: BlogData }) {
  const [first, ...rest] = blog.files;
  return (
    <>
      <article className={css.blog}>
        <header>
          <Breadcrumbs trail={[{ label: 'Blogs', href: '/blogs' }]} />
          <h1 lang={blog.lang}>{blog.name}</h1>
          {blog.summary && (
            <p className={css.summary} lang={blog.lang}>
              {blog.summary}
            </p>
          )}
          <Byline author={blog.created_by?.name} date={blog.created_at} text={blog.created_at_text} />
        </header>
        {first && <Picture file={first} sizes="(min-width: 60rem) 56rem, 100vw" first />}
        {blog.description && <RichText html={blog.description} lang={blog.lang} />}
        {rest.map((file) => (
          <LazyImage key={file.location} file={file} sizes="(min-width: 60rem) 42rem, 100vw" />
        ))}
      </article>
      <Block name="others" of={others}>
        {(blogs) => <Others blogs={blogs.filter(({ id }) => id !== blog.id).slice(0, OTHERS)} />}
      </Block>
    </>
  );
}

function Others({ blogs }: { blogs: BlogCard[] }) {
  if (blogs.length === 0) return null;
  return (
    <aside className={css.others} aria-labelledby="others">
      <h2 id="others">Our Blogs</h2>
      <BlogCards blogs={blogs} />
    </aside>
  );
}
