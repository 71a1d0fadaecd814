import type { File } from '../schema/file.ts';
import css from './Documents.module.css';

/** Links to documents, with type and size. @param defaultName for files without a name */
export function Documents({ files, defaultName }: { files: File[]; defaultName?: string }) {
  if (files.length === 0) return null;
  return (
    <ul className={css.documents}>
      {files.map((file) => (
        <li key={file.location}>
          <a href={file.location} type={file.mime}>
            {`${file.name ?? defaultName ?? fileName(file)} `}
            <small>{`(${describe(file)})`}</small>
          </a>
        </li>
      ))}
    </ul>
  );
}

const fileName = ({ location }: File) => location.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? location;

const TYPE_NAMES: Record<string, string> = { doc: 'Word', docx: 'Word', xls: 'Excel', xlsx: 'Excel', jpeg: 'JPG' };

/** Type and size: 'PDF, 1.2 MB'. */
export function describe(file: File): string {
  const ending = /\.(\w{2,5})$/.exec(fileName(file))?.[1]?.toLowerCase() ?? file.mime?.split('/').at(-1) ?? 'file';
  const type = TYPE_NAMES[ending] ?? ending.toUpperCase();
  return file.size === undefined ? type : `${type}, ${sizeText(file.size)}`;
}

function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
