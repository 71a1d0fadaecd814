import type { MediaFiles } from '@foyer/folder';
import type { MarkdownResult } from './html-to-markdown.ts';
import type { Fields } from './item-parser.ts';
import type { Report } from './report.ts';

export interface WriterOptions {
  media: MediaFiles;
  /** Of each placeholder. */
  markdown: ReadonlyMap<string, MarkdownResult>;
  locationOf(address: string): string | undefined;
  report: Report;
}

/** Facts about a file that the folder finds by itself. */
const FILE_FACTS = ['mime', 'size', 'width', 'height'] as const;
const NUMERIC_ID = /^(?:0|[1-9]\d{0,14})$/;

/** Returns a function that turns the fields of an item into those that its file has: Markdown, and locations in the folder. */
export function createFieldWriter({ media, markdown, locationOf, report }: WriterOptions) {
  function written(value: unknown, label: string): unknown {
    if (Array.isArray(value)) return value.map((element) => written(element, label));
    if (typeof value === 'string') return writtenText(value, label);
    if (typeof value !== 'object' || value === null) return value;
    return writtenFields(value, label);
  }

  function writtenText(value: string, label: string): string {
    const text = markdown.get(value);
    if (text?.fault) report.add(label, '', text.fault);
    return text?.markdown ?? locationOf(value) ?? value;
  }

  function writtenFields(value: object, label: string): Fields {
    const fields: Fields = Object.fromEntries(
      Object.entries(value).map(([name, field]) => [name, written(field, label)]),
    );
    if (typeof fields.id === 'string' && NUMERIC_ID.test(fields.id)) fields.id = Number(fields.id);
    return typeof fields.location === 'string' ? withoutFacts(fields, fields.location) : fields;
  }

  /** A file of the folder has its facts, and Foyer scales it: the CMS's smaller pictures are not needed. */
  function withoutFacts(file: Fields, location: string): Fields {
    const facts = media.factsOf(location);
    if (!facts) return file;
    const { sources: _, ...rest } = file;
    for (const name of FILE_FACTS) if (rest[name] === facts[name]) delete rest[name];
    return rest;
  }

  return (fields: Fields, label: string): Fields => writtenFields(fields, label);
}
