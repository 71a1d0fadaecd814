import { useTextNumber } from '../hydration.tsx';
import { useTrustedHtml } from '../trusted-html.ts';
import css from './RichText.module.css';

/** HTML that an editor wrote and the server has sanitised. `data-text` is its number for the hydration data. */
export function RichText({ html, lang }: { html: string; lang?: string }) {
  return (
    <div
      className={css.text}
      lang={lang}
      data-text={useTextNumber(html)}
      suppressHydrationWarning
      dangerouslySetInnerHTML={useTrustedHtml(html)}
    />
  );
}
