import { Block } from '../../ui/Block.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { BlogCards } from './BlogCards.tsx';
import css from './BlogList.module.css';
import type { BlogListData } from './pages.ts';

export function BlogList({ data }: { data: BlogListData }) {
  return (
    <section className={css.list}>
      <h1>Blogs</h1>
      <Block name="list" of={data.list}>
        {({ blogs, pagination }) => (
          <>
            {blogs.length > 0 ? <BlogCards blogs={blogs} heading="h2" /> : <p>There are no blogs yet.</p>}
            <Pagination pages={pagination} href={(number) => (number === 1 ? '/blogs' : `/blogs?page=${number}`)} />
          </>
        )}
      </Block>
    </section>
  );
}
