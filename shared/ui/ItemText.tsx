import type { ReactNode } from 'react';
import type { File } from '../schema/file.ts';
import css from './ItemText.module.css';
import { IMAGE_SIZES } from './image-sizes.ts';
import { Picture } from './Picture.tsx';
import { RichText } from './RichText.tsx';

interface ItemTextProps {
  name: string;
  lang?: string;
  summary?: string;
  /** The item's text as HTML. */
  description?: string;
  picture?: File;
  /** Above the name: the item's state or category. */
  above?: ReactNode;
  /** Below the summary: author and date. */
  meta?: ReactNode;
  /** Between picture and text. */
  before?: ReactNode;
  /** Below the text. */
  children?: ReactNode;
}

/** An item in one column: name, summary, picture and text. */
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
      {picture && <Picture file={picture} sizes={IMAGE_SIZES.item} isFirst />}
      {before}
      {description && <RichText html={description} lang={lang} />}
      {children}
    </article>
  );
}
