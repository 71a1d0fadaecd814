import { existsSync } from 'node:fs';
import type { z } from 'zod';
import { blog } from '../../shared/contract/blog.ts';
import { object, optional, type Reading } from '../../shared/contract/fields.ts';
import { awareness, communications, slider, virtue, virtueHeading } from '../../shared/contract/home.ts';
import { site } from '../../shared/contract/site.ts';
import { ITEM_NAME } from '../frontapi/address.ts';
import { createReading } from '../frontapi/reading.ts';
import type { Fault } from './faults.ts';
import { faultsOf, type MarkdownSource, readMarkdownFolder, readYaml, type Source } from './files.ts';
import { markdown } from './markdown.ts';
import { Media } from './media.ts';

export type Content = Awaited<ReturnType<typeof loadContent>>['content'];

/** What each file last held that was without fault. */
type Good = ReadonlyMap<string, unknown>;

/**
 * Reads a content folder. A fault is reported and what it stands in left out, or, where `last` has it, shown as it last
 * was without fault; the rest is served.
 */
export async function loadContent(dir: string, timeZone: string, last: Good = new Map()) {
  const faults: Fault[] = existsSync(dir)
    ? []
    : [{ file: '.', line: 1, column: 1, message: 'there is no such folder' }];
  const good = new Map<string, unknown>();
  const media = new Media(dir);
  const toHtml = markdown(media);
  const read: Reading = {
    ...createReading({ timeZone, videoOrigins: [], dropped: () => {} }),
    strict: true,
    // The gateway sanitises and cuts, as for every upstream; this text is for search alone.
    html: (value) => value,
    excerpt: (html) => html.replace(/<[^>]*>/g, ' '),
  };

  /** A file's value; where it has faults, the last good one if there is any. */
  function settle<T>(source: Source, own: readonly Fault[], value: T): T {
    faults.push(...own);
    if (own.length === 0) good.set(source.file, value);
    else if (last.has(source.file)) {
      const before = last.get(source.file) as T;
      good.set(source.file, before);
      return before;
    }
    return value;
  }

  function check<T extends z.ZodType>(
    source: Source,
    schema: T,
    value: unknown,
    own: Fault[],
    base: PropertyKey[] = [],
  ) {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    own.push(...faultsOf(source, result.error, base));
    return undefined;
  }

  async function whole<T extends z.ZodType>(file: string, schema: T): Promise<z.output<T> | undefined> {
    const source = await readYaml(dir, file);
    if (!source) return undefined;
    const own = [...source.faults];
    const value = source.faults.length > 0 ? undefined : check(source, schema, withPictures(source.value, media), own);
    return settle(source, own, value);
  }

  async function list<T extends z.ZodType>(file: string, schema: T): Promise<z.output<T>[]> {
    const source = await readYaml(dir, file);
    if (!source) return [];
    const own = [...source.faults];
    if (source.value !== undefined && source.value !== null && !Array.isArray(source.value)) {
      own.push(fault(source, [], 'expected a list: lines that begin with "- "'));
    }
    const elements: unknown[] = Array.isArray(source.value) ? source.value : [];
    const value = elements.flatMap((element, index) => {
      const item = check(source, schema, withPictures(element, media), own, [index]);
      return item === undefined ? [] : [item];
    });
    return settle(source, own, value);
  }

  async function items<T extends z.ZodType>(folder: string, schema: T): Promise<z.output<T>[]> {
    const sources = await readMarkdownFolder(dir, folder);
    const seen = new Map<string, string>();
    return sources.flatMap((source) => {
      const own = [...source.faults];
      const given = record(source, source.value, own);
      const fields = withPictures({ id: source.slug, ...given, slug: source.slug, ...text(source) }, media);
      const id = String(fields.id);
      const other = seen.get(id);
      if (!ITEM_NAME.test(id)) own.push(fault(source, ['id'], `id: expected letters, digits, - and _, not ${id}`));
      else if (other) own.push(fault(source, ['id'], `id: ${id} is that of ${other} already`));
      seen.set(id, source.file);
      const value = own.length > 0 ? undefined : check(source, schema, fields, own);
      const settled = settle(source, own, value);
      return settled === undefined ? [] : [settled];
    });
  }

  const text = (source: MarkdownSource) => ({ description: toHtml(source.body) });

  const home = object(read, {
    awareness: optional(read, awareness(read)),
    communications: optional(read, communications({ ...read, html: toHtml })),
    virtue: optional(read, virtueHeading(read)),
  });
  const content = {
    site: await whole('site.yaml', site(read)),
    home: await whole('home.yaml', home),
    sliders: await list('sliders.yaml', slider(read)),
    virtues: await list('virtues.yaml', virtue(read)),
    blogs: await items('blogs', blog(read)),
  };
  return { content, faults, good };
}

function record(source: Source, value: unknown, own: Fault[]): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  if (value !== undefined && value !== null) own.push(fault(source, [], 'expected fields: lines like "name: …"'));
  return {};
}

function fault(source: Source, path: PropertyKey[], message: string): Fault {
  return { file: source.file, ...source.place(path), message };
}

/** The value with, beside each location below `/media/`, what is known of that file. What the editor wrote wins. */
function withPictures<T>(value: T, media: Media): T {
  if (Array.isArray(value)) return value.map((element) => withPictures(element, media)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, withPictures(field, media)]);
  const known = 'location' in value && typeof value.location === 'string' ? media.picture(value.location) : undefined;
  return { ...known, ...Object.fromEntries(fields) };
}
