import type { Messages } from '@foyer/messages';
import type { File } from '@foyer/model';
import { useMessages, useTextLang } from '../shown-page.ts';
import css from './Documents.module.css';

interface DocumentsProps {
  files: File[];
  /** For files without a name. */
  defaultName?: string;
  /** Of their item, if it is not that of the page. */
  lang?: string;
  /** Small, beside each other: for the rows of a list. */
  inline?: boolean;
}

/** Links to documents, with type and size. */
export function Documents({ files, defaultName, lang, inline }: DocumentsProps) {
  if (files.length === 0) return null;
  return (
    <ul className={css.documents} data-inline={inline}>
      {files.map((file) => (
        <li key={file.location}>
          <DocumentLink file={file} name={file.name ?? defaultName ?? fileName(file)} lang={lang} />
        </li>
      ))}
    </ul>
  );
}

interface DocumentLinkProps {
  file: File;
  name: string;
  lang?: string;
  /** The name stands beside the link: it is for screen readers. */
  isNamed?: boolean;
}

/** A link to a document: name, type and size. */
export function DocumentLink({ file, name, lang, isNamed }: DocumentLinkProps) {
  const m = useMessages();
  const langOf = useTextLang();
  const description = describe(file, m);
  return (
    <a className={css.link} href={file.location} type={file.mime}>
      <span className={isNamed ? 'visually-hidden' : undefined} lang={langOf(name, lang)}>
        {name}
      </span>
      {isNamed ? (
        ` ${description}`
      ) : (
        <>
          {' '}
          <small>{`(${description})`}</small>
        </>
      )}
    </a>
  );
}

const fileName = ({ location }: File) => location.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? location;

/** By ending, which may be any word, or by the subtype of an address without one. */
const TYPE_NAMES = new Map([
  ['doc', 'Word'],
  ['docx', 'Word'],
  ['xls', 'Excel'],
  ['xlsx', 'Excel'],
  ['jpeg', 'JPG'],
  ['msword', 'Word'],
  ['vnd.openxmlformats-officedocument.wordprocessingml.document', 'Word'],
  ['vnd.ms-excel', 'Excel'],
  ['vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'Excel'],
  ['vnd.ms-powerpoint', 'PPT'],
  ['vnd.openxmlformats-officedocument.presentationml.presentation', 'PPTX'],
]);

/** Type and size: 'PDF, 1.2 MB'. */
export function describe(file: File, m: Messages): string {
  const type = fileType(file) ?? m.file;
  return file.size === undefined ? type : `${type}, ${sizeText(file.size, m)}`;
}

export function fileType(file: File): string | undefined {
  const ending = /\.(\w{2,5})$/.exec(fileName(file))?.[1];
  // Without its parameters: text/plain; charset=utf-8.
  const type = (ending ?? /\/([^;\s]+)/.exec(file.mime ?? '')?.[1])?.toLowerCase();
  return type && (TYPE_NAMES.get(type) ?? (/^\w{2,5}$/.test(type) ? type.toUpperCase() : undefined));
}

export function sizeText(bytes: number, m: Messages): string {
  if (bytes < 1_000_000) return m.sizeInKb({ size: Math.max(1, Math.round(bytes / 1000)) });
  return m.sizeInMb({ size: (bytes / 1_000_000).toFixed(1) });
}
