import type { File } from '@foyer/model';
import type { ReactNode } from 'react';
import css from './ItemText.module.css';
import { IMAGE_SIZES } from './image-sizes.ts';
import { LanguageNotice } from './LanguageMark.tsx';
import { LazyImage } from './LazyImage.tsx';
import { RichText } from './RichText.tsx';
import { type Heading, hasContents, TableOfContents } from './TableOfContents.tsx';

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
  /** The headings of the text. */
  contents?: Heading[];
  /** Below the text. */
  children?: ReactNode;
}

/** An item in one column: name, summary, picture and text; beside it the contents of a long text. */
export function ItemText({
  name,
  lang,
  summary,
  description,
  picture,
  above,
  meta,
  before,
  contents = [],
  children,
}: ItemTextProps) {
  const isLong = hasContents(contents);
  return (
    <article className={css.item} data-long={isLong || undefined}>
      <header>
        {above && <p>{above}</p>}
        <h1 lang={lang}>{name}</h1>
        {summary && (
          <p className={css.summary} lang={lang}>
            {summary}
          </p>
        )}
        {meta}
        <LanguageNotice lang={lang} />
      </header>
      {picture && <LazyImage file={picture} sizes={IMAGE_SIZES.item} isFirst />}
      {before}
      {isLong && <TableOfContents headings={contents} lang={lang} />}
      {description && <RichText html={description} lang={lang} />}
      {children}
    </article>
  );
}
