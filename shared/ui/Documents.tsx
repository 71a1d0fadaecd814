import type { File } from '../schema/file.ts';
import css from './Documents.module.css';

/** Documents to be read or taken away; each link says what it leads to. */
export function Documents({ files, of }: { files: File[]; of?: string }) {
  if (files.length === 0) return null;
  return (
    <ul className={css.documents}>
      {files.map((file) => (
        <li key={file.location}>
          <a href={file.location} type={file.mime}>
            {`${file.name ?? of ?? nameOf(file)} `}
            <small>{`(${describe(file)})`}</small>
          </a>
        </li>
      ))}
    </ul>
  );
}

const nameOf = ({ location }: File) => location.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? location;

const KINDS: Record<string, string> = { doc: 'Word', docx: 'Word', xls: 'Excel', xlsx: 'Excel', jpeg: 'JPG' };

/** Its type and size: 'PDF, 1.2 MB'. */
export function describe(file: File): string {
  const ending = /\.(\w{2,5})$/.exec(nameOf(file))?.[1]?.toLowerCase() ?? file.mime?.split('/').at(-1) ?? 'file';
  const kind = KINDS[ending] ?? ending.toUpperCase();
  return file.size === undefined ? kind : `${kind}, ${sizeText(file.size)}`;
}

function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
