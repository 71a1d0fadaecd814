import { screenSummary } from '@foyer/model';
import type { Page } from '../page.ts';
import { useMessages, useRoot, useTextLang } from '../shown-page.ts';
import css from './ItemText.module.css';

/** What the site says of a screen in a sentence or two. */
export function useScreenSummary({ path }: Page): string | undefined {
  return screenSummary(path, useRoot().site);
}

/** The name of a screen, and what the site says of it. */
export function ScreenHeading({ page }: { page: Page }) {
  const m = useMessages();
  const langOf = useTextLang();
  const summary = useScreenSummary(page);
  return (
    <>
      <h1>{page.label && m[page.label]}</h1>
      {summary && (
        <p className={css.summary} lang={langOf(summary)}>
          {summary}
        </p>
      )}
    </>
  );
}
