import { timeText } from '@foyer/gateway';
import { digits, type Locale } from '@foyer/messages';
import { LANGUAGES } from '@foyer/model';
import { renderToStaticMarkup } from 'react-dom/server';
import type { View } from './content-view.ts';
import { FindingList } from './FindingList.tsx';
import { PREVIEW_TEXTS } from './preview-texts.ts';
import type { ShownFindings } from './shown-finding.ts';

/** The addresses of the preview itself. */
export const PREVIEW_PATH = '/_preview';
export const STYLE_PATH = `${PREVIEW_PATH}/bar.css`;
export const SCRIPT_PATH = `${PREVIEW_PATH}/bar.js`;

interface BarProps {
  locale: Locale;
  view: View;
  timeZone: string;
  /** Path and query of the page. */
  address: string;
  /** The page in the other editions. */
  others: readonly { locale: Locale; address: string }[];
  findings: ShownFindings;
  /** Whether there is a page with the findings of the site. */
  hasFindingsPage: boolean;
  /** Of a reviewer, who sees this page alone: until when. */
  reviewUntil?: number;
  /** Of the stylesheet. */
  nonce: string;
}

/** The last element of a page's body: the link to its content stays the first one. React skips an element that it does not know when it hydrates the body. */
export const barHtml = (props: BarProps): string => renderToStaticMarkup(<PreviewBar {...props} />);

function PreviewBar(props: BarProps) {
  const { locale, timeZone, address, nonce, reviewUntil } = props;
  const texts = PREVIEW_TEXTS[locale];
  const { at } = props.view;
  return (
    <foyer-preview lang={locale}>
      <link rel="stylesheet" href={STYLE_PATH} nonce={nonce} />
      <script src={SCRIPT_PATH} defer />
      <section aria-label={texts.preview}>
        <p>
          <strong>{texts.preview}</strong>{' '}
          <span>{at === undefined ? texts.everything : texts.asOf(timeText(at, locale, timeZone))}</span>
        </p>
        {reviewUntil === undefined ? (
          <EditorTools {...props} />
        ) : (
          <p>{texts.reviewUntil(timeText(reviewUntil, locale, timeZone))}</p>
        )}
        <form method="post" action={`${PREVIEW_PATH}/end`}>
          <input type="hidden" name="to" value={address} />
          <button type="submit">{texts.end}</button>
        </form>
      </section>
    </foyer-preview>
  );
}

/** What an editor can do beside looking at the page. */
function EditorTools({ locale, view: { at }, timeZone, address, others, findings, hasFindingsPage }: BarProps) {
  const texts = PREVIEW_TEXTS[locale];
  return (
    <>
      <details name="foyer-preview">
        <summary>{texts.chooseTime}</summary>
        <div>
          <form method="post" action={`${PREVIEW_PATH}/view`}>
            <input type="hidden" name="to" value={address} />
            <label htmlFor="foyer-preview-at">{texts.timeField}</label>
            <input
              id="foyer-preview-at"
              type="datetime-local"
              name="at"
              required
              defaultValue={fieldTime(at ?? Date.now(), timeZone)}
              aria-describedby="foyer-preview-zone"
            />
            <small id="foyer-preview-zone">{texts.zoneHint(timeZone)}</small>
            <button type="submit">{texts.show}</button>
          </form>
          {at !== undefined && (
            <form method="post" action={`${PREVIEW_PATH}/view`}>
              <input type="hidden" name="to" value={address} />
              <button type="submit">{texts.showEverything}</button>
            </form>
          )}
        </div>
      </details>
      <details name="foyer-preview">
        <summary>{findingsSummary(findings, locale)}</summary>
        <div>
          {typeof findings !== 'string' && findings.length > 0 && <FindingList findings={findings} />}
          {hasFindingsPage && (
            <a href={`${PREVIEW_PATH}/findings?to=${encodeURIComponent(address)}`}>{texts.allFindings}</a>
          )}
        </div>
      </details>
      {others.length > 0 && (
        <nav aria-label={texts.otherLanguages}>
          {others.map((other) => (
            <a key={other.locale} href={other.address} hrefLang={other.locale} lang={other.locale}>
              {LANGUAGES[other.locale].name}
            </a>
          ))}
        </nav>
      )}
      <details name="foyer-preview">
        <summary>{texts.reviewLink}</summary>
        <div>
          <form method="post" action={`${PREVIEW_PATH}/link`}>
            <input type="hidden" name="to" value={address} />
            <label htmlFor="foyer-preview-days">{texts.reviewDays}</label>
            <input id="foyer-preview-days" type="number" name="days" min={1} max={30} required defaultValue={7} />
            <button type="submit">{texts.makeLink}</button>
          </form>
        </div>
      </details>
    </>
  );
}

/** A line about how many findings there are, or why that is not known. */
export function findingsSummary(findings: ShownFindings, locale: Locale): string {
  const texts = PREVIEW_TEXTS[locale];
  if (findings === 'pending') return texts.findingsPending;
  if (findings === 'failed') return texts.findingsFailed;
  return findings.length === 0 ? texts.noFindings : digits(locale, texts.findings(findings.length));
}

/** A time as a field of the type datetime-local has it, in the site's time zone. */
const fieldTime = (timeMs: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .format(timeMs)
    .replace(' ', 'T');

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'foyer-preview': { lang: string; children: React.ReactNode };
    }
  }
}
