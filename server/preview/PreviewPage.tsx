import type { Locale } from '@foyer/messages';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { FindingList } from './FindingList.tsx';
import { findingsSummary, PREVIEW_PATH, STYLE_PATH } from './PreviewBar.tsx';
import { PREVIEW_TEXTS } from './preview-texts.ts';
import type { ShownFindings } from './shown-finding.ts';

/* The preview's own pages, complete documents. */

/** There is no session: what to do, and a form for who has the token. @param problem with the token that was entered */
export function closedPage(locale: Locale, to: string, problem?: string): string {
  const texts = PREVIEW_TEXTS[locale];
  return page(
    locale,
    texts.closed,
    <>
      <p>{texts.closedText}</p>
      <form method="post" action={PREVIEW_PATH}>
        <input type="hidden" name="to" value={to} />
        <label htmlFor="token">{texts.token}</label>
        <input
          id="token"
          type="password"
          name="token"
          autoComplete="off"
          required
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem && 'problem'}
        />
        {problem && (
          <p id="problem" role="alert">
            {problem}
          </p>
        )}
        <button type="submit">{texts.open}</button>
      </form>
    </>,
  );
}

export const endedPage = (locale: Locale, publicUrl: string): string => {
  const texts = PREVIEW_TEXTS[locale];
  return page(
    locale,
    texts.ended,
    <>
      <p>{texts.endedText}</p>
      <p>
        <a href={publicUrl}>{texts.toSite}</a>
      </p>
    </>,
  );
};

/** A sentence, and the way back to the page. */
export const messagePage = (locale: Locale, title: string, text: string, to: string): string =>
  page(
    locale,
    title,
    <>
      <p>{text}</p>
      <BackLink locale={locale} to={to} />
    </>,
  );

interface ReviewLink {
  address: string;
  until: string;
  to: string;
}

/** The link for a reviewer, to be copied. */
export function linkPage(locale: Locale, { address, until, to }: ReviewLink): string {
  const texts = PREVIEW_TEXTS[locale];
  return page(
    locale,
    texts.reviewLink,
    <>
      <p>{texts.reviewLinkText(until)}</p>
      <p>
        <a href={address}>{address}</a>
      </p>
      <BackLink locale={locale} to={to} />
    </>,
  );
}

export function findingsPage(locale: Locale, findings: ShownFindings, to: string): string {
  const texts = PREVIEW_TEXTS[locale];
  return page(
    locale,
    texts.findingsOfSite,
    <>
      {typeof findings !== 'string' && findings.length > 0 ? (
        <FindingList findings={findings} />
      ) : (
        <p>{findingsSummary(findings, locale)}</p>
      )}
      <BackLink locale={locale} to={to} />
    </>,
  );
}

function BackLink({ locale, to }: { locale: Locale; to: string }) {
  return (
    <p>
      <a href={to}>{PREVIEW_TEXTS[locale].backToPage}</a>
    </p>
  );
}

const page = (locale: Locale, title: string, children: ReactNode): string =>
  `<!DOCTYPE html>${renderToStaticMarkup(
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${title} – ${PREVIEW_TEXTS[locale].preview}`}</title>
        <link rel="stylesheet" href={STYLE_PATH} />
      </head>
      <body className="foyer-preview-page">
        <main>
          <h1>{title}</h1>
          {children}
        </main>
      </body>
    </html>,
  )}`;
