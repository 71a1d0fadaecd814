import { Byline } from '../../ui/Byline.tsx';
import { LazyImage } from '../../ui/LazyImage.tsx';
import css from './BlogCards.module.css';
import type { BlogCard } from './card.ts';

/** Blogs as cards in a grid. `heading` is the level of their names below the heading before them. */
export function BlogCards({ blogs, heading: Name = 'h3' }: { blogs: BlogCard[]; heading?: 'h2' | 'h3' }) {
  return (
    <ul className={css.cards}>
      {blogs.map(({ id, name, picture, author, created_at, created_at_text, lang }) => (
        <li key={id}>
          <article className={css.card}>
            <LazyImage file={picture} sizes="(min-width: 60rem) 24rem, (min-width: 40rem) 50vw, 100vw" />
            <Name lang={lang}>
              <a href={`/blogs/${id}`}>{name}</a>
            </Name>
            <Byline author={author} date={created_at} text={created_at_text} />
          </article>
        </li>
      ))}
    </ul>
  );
}
