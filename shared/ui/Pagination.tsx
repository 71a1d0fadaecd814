import type { Pagination as PaginationData } from '@foyer/model';
import { useMessages } from '../shown-page.ts';
import css from './Pagination.module.css';

interface PaginationProps {
  pagination: PaginationData;
  /** The address of a page of the list, in the edition. */
  href: (page: number) => string;
}

/** Links to the pages of a list; nothing for a single page. */
export function Pagination({ pagination, href }: PaginationProps) {
  const m = useMessages();
  const { current_page: current, last_page: last } = pagination;
  if (last <= 1) return null;
  return (
    <nav className={css.pagination} aria-label={m.pages}>
      <ul>
        {current > 1 && (
          <li>
            <a href={href(current - 1)} rel="prev">
              {m.previous}
            </a>
          </li>
        )}
        {shownPages(current, last).map((page) => (
          <li key={page}>
            <a href={href(page)} aria-label={m.page({ page })} aria-current={page === current ? 'page' : undefined}>
              {m.number({ number: page })}
            </a>
          </li>
        ))}
        {current < last && (
          <li>
            <a href={href(current + 1)} rel="next">
              {m.next}
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
