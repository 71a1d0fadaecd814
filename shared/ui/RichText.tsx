import { useTextNumber } from '../hydration.tsx';
import { useTrustedHtml } from '../trusted-html.ts';
import css from './RichText.module.css';

/** Text of an editor; the server has sanitised its HTML. */
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
