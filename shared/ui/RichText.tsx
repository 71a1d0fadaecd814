import css from './RichText.module.css';

/** Text of an editor; the server has sanitised its HTML. */
export function RichText({ html, lang }: { html: string; lang?: string }) {
  return <div className={css.text} lang={lang} dangerouslySetInnerHTML={{ __html: html }} />;
}
