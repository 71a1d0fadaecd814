import type { ReactNode } from 'react';
import type { File } from '../schema/file.ts';
import css from './ItemText.module.css';
import { Picture } from './Picture.tsx';
import { PLACES } from './places.ts';
import { RichText } from './RichText.tsx';

interface ItemTextProps {
  name: string;
  lang?: string;
  summary?: string;
  /** The item's text as HTML. */
  description?: string;
  picture?: File;
  /** What stands above the name: its state. */
  above?: ReactNode;
  /** What stands below the summary: who and when. */
  meta?: ReactNode;
  /** Between head and text. */
  before?: ReactNode;
  /** Below the text. */
  children?: ReactNode;
}

/** An item to be read: its name, what is said of it, its picture and its text in one column. */
export function ItemText({ name, lang, summary, description, picture, above, meta, before, children }: ItemTextProps) {
  return (
    <article className={css.item}>
      <header>
        {above && <p>{above}</p>}
        <h1 lang={lang}>{name}</h1>
        {summary && (
          <p className={css.summary} lang={lang}>
            {summary}
          </p>
        )}
        {meta}
      </header>
      {picture && <Picture file={picture} place={PLACES.item} first />}
      {before}
      {description && <RichText html={description} lang={lang} />}
      {children}
    </article>
  );
}
