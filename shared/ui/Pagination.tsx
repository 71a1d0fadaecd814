import type { Pagination as PaginationData } from '../schema/pagination.ts';
import css from './Pagination.module.css';

interface PaginationProps {
  pagination: PaginationData;
  /** The address of a page of the list. */
  href: (page: number) => string;
}

/** Links to the pages of a list; nothing for a single page. */
export function Pagination({ pagination, href }: PaginationProps) {
  const { current_page: current, last_page: last } = pagination;
  if (last <= 1) return null;
  return (
    <nav className={css.pagination} aria-label="Pages">
      <ul>
        {current > 1 && (
          <li>
            <a href={href(current - 1)} rel="prev">
              Previous
            </a>
          </li>
        )}
        {shownPages(current, last).map((page) => (
          <li key={page}>
            <a href={href(page)} aria-label={`Page ${page}`} aria-current={page === current ? 'page' : undefined}>
              {page}
            </a>
          </li>
        ))}
        {current < last && (
          <li>
            <a href={href(current + 1)} rel="next">
              Next
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}

/** The first page, the last page, and up to two on each side of the current page. */
export function shownPages(current: number, last: number): number[] {
  const near = [current - 2, current - 1, current, current + 1, current + 2];
  const pages = new Set([1, ...near.filter((page) => page >= 1 && page <= last), last]);
  return [...pages].sort((a, b) => a - b);
}
