import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { album } from '../../shared/contract/album.ts';
import { article } from '../../shared/contract/article.ts';
import { career } from '../../shared/contract/career.ts';
import { company } from '../../shared/contract/company.ts';
import { contact } from '../../shared/contract/contact.ts';
import { department } from '../../shared/contract/department.ts';
import { download, report } from '../../shared/contract/document.ts';
import { faq } from '../../shared/contract/faq.ts';
import { object, optional, type Reading } from '../../shared/contract/fields.ts';
import { awareness, communications, slider, virtue, virtueHeading } from '../../shared/contract/home.ts';
import { member } from '../../shared/contract/member.ts';
import { notice } from '../../shared/contract/notice.ts';
import { page } from '../../shared/contract/page.ts';
import { redirect } from '../../shared/contract/redirect.ts';
import { service } from '../../shared/contract/service.ts';
import { serviceCenter } from '../../shared/contract/service-center.ts';
import { site } from '../../shared/contract/site.ts';
import { ITEM_NAME } from '../frontapi/address.ts';
import { createReading } from '../frontapi/reading.ts';
import type { Fault } from './faults.ts';
import { faultsOf, type MarkdownSource, markdownFiles, readMarkdown, readYaml, type Source, stampOf } from './files.ts';
import { markdown } from './markdown.ts';
import { type Asked, Media } from './media.ts';
import { resting } from './resting.ts';
import { Texts } from './texts.ts';
import { WordIndex } from './word-index.ts';

type ContentFolder = ReturnType<typeof openContent>;
export type Loaded = Awaited<ReturnType<ContentFolder['load']>>;
export type Content = Loaded['content'];

export interface ContentOptions {
  dir: string;
  timeZone: string;
  /** Items with `draft: true` are shown too, marked as drafts. */
  drafts?: boolean;
  /** Told of each file that is read and shown. */
  told?: (source: Source | MarkdownSource) => void;
}

/** What a file holds. */
interface Read<T> {
  faults: Fault[];
  /** What can be shown of it. */
  value?: T;
}

/** A file as it was last read. */
interface Held<R> {
  stamp: string;
  asked: Asked;
  /** Nothing where it is not to be shown. */
  read?: R;
  /** What it last was without fault. */
  good?: R;
}

/** Reads a content folder once. */
export const loadContent = (options: ContentOptions) => openContent(options).load();

/**
 * Reads a content folder, and again those of its files that have changed. A fault is reported and what it stands in left
 * out, or, where it has been without fault before, shown as it last was; the rest is served. One load at a time.
 */
export function openContent({ dir, timeZone, drafts = false, told }: ContentOptions) {
  const media = new Media(dir);
  const toHtml = markdown(media);
  const texts = new Texts(toHtml);
  const index = new WordIndex((item) => texts.html(item));
  // The gateway sanitises and cuts, as for every upstream; the excerpt is for search alone.
  const read: Reading = {
    ...createReading({ timeZone, videoOrigins: [], dropped: () => {} }),
    strict: true,
    html: toHtml,
    excerpt: (html) => html.replace(/<[^>]*>/g, ' '),
  };
  let faults: Fault[] = [];
  const rest = resting();

  /** Reads files, each only if it is not as it was, or what it says of the media is not. */
  function reader<R extends Read<unknown>>(readFile: (file: string) => R | undefined) {
    let known = new Map<string, Held<R>>();
    return async (files: readonly string[]): Promise<Held<R>[]> => {
      const last = known;
      known = new Map();
      for (const file of files) {
        const stamp = stampOf(join(dir, file));
        if (stamp === undefined) continue;
        let held = last.get(file);
        if (held?.stamp !== stamp || !media.isSame(held.asked)) {
          const { result, asked } = media.whileAsking(() => readFile(file));
          held = { stamp, asked, read: result, good: result && held?.good };
        }
        known.set(file, held);
        await rest();
      }
      return [...known.values()];
    };
  }

  /**
   * What is shown of a file: where it has faults, the last good version if there is any.
   * @param among faults that it has among the others, not by itself
   */
  function settle<T>(held: Held<Read<T>>, among: readonly Fault[] = []): T | undefined {
    if (!held.read) return undefined;
    faults.push(...held.read.faults, ...among);
    if (held.read.faults.length + among.length === 0) held.good = held.read;
    if (held.good || among.length > 0) return held.good?.value;
    return held.read.value;
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

  function whole<T extends z.ZodType>(file: string, schema: T) {
    const readAll = reader((file): Read<z.output<T>> => {
      const source = readYaml(dir, file);
      told?.(source);
      const own = [...source.faults];
      const value = own.length > 0 ? undefined : check(source, schema, withFiles(source.value, media), own);
      return { faults: own, value };
    });
    return async () => {
      const [held] = await readAll([file]);
      return held && settle(held);
    };
  }

  function list<T extends z.ZodType>(file: string, schema: T) {
    const readAll = reader((file): Read<z.output<T>[]> => {
      const source = readYaml(dir, file);
      told?.(source);
      const own = [...source.faults];
      if (source.value !== undefined && source.value !== null && !Array.isArray(source.value)) {
        own.push(fault(source, [], 'expected a list: lines that begin with "- "'));
      }
      const elements: unknown[] = Array.isArray(source.value) ? source.value : [];
      const names = new Names();
      const value = elements.flatMap((element, index) => {
        const fields = withFiles(shown(source, element, own, [index]), media);
        if (fields === undefined) return [];
        own.push(...names.claim(source, namesOf(fields), [index]));
        const item = check(source, schema, fields, own, [index]);
        return item === undefined ? [] : [item];
      });
      return { faults: own, value };
    });
    return async () => {
      const [held] = await readAll([file]);
      return (held && settle(held)) ?? [];
    };
  }

  function items<T extends z.ZodType<object>>(folder: string, schema: T) {
    const readAll = reader((file) => {
      const source = readMarkdown(dir, file);
      const own = [...source.faults];
      const given = shown(source, record(source, own), own);
      if (given === undefined) return undefined;
      told?.(source);
      const text = source.body.trim();
      // The text is nothing that a schema could find fault with, unless there are but blanks.
      const fields = { id: source.slug, slug: source.slug, ...given, description: text ? undefined : source.body };
      const readable = source.value !== undefined || source.faults.length === 0;
      const item = readable ? check(source, schema, withFiles(fields, media), own) : undefined;
      if (item) texts.set(item, text);
      return { file, names: namesOf(fields), faults: own, value: own.length > 0 ? undefined : item };
    });
    return async () => {
      const names = new Names();
      const claim = ({ file, names: own }: { file: string; names: NamesOf }) =>
        names.claim({ file, place: (path) => readMarkdown(dir, file).place(path) }, own);
      return (await readAll(markdownFiles(dir, folder))).flatMap((held) => {
        const item = settle(held, held.read && claim(held.read));
        return item === undefined ? [] : [item];
      });
    };
  }

  /** An item without its draft mark; nothing where drafts are not to be shown. */
  function shown(source: Source, item: unknown, own: Fault[], base: PropertyKey[] = []): object | undefined {
    if (typeof item !== 'object' || item === null || !('draft' in item)) return item as object;
    const { draft, ...fields } = item;
    if (typeof draft !== 'boolean') own.push(fault(source, [...base, 'draft'], 'expected true or false'));
    if (!draft) return fields;
    const title = 'question' in fields ? 'question' : 'name';
    return drafts ? { ...fields, [title]: `Draft: ${(fields as Record<string, unknown>)[title]}` } : undefined;
  }

  const home = object(read, {
    awareness: optional(read, awareness(read)),
    communications: optional(read, communications(read)),
    virtue: optional(read, virtueHeading(read)),
  });
  const kinds = {
    site: whole('site.yaml', site(read)),
    home: whole('home.yaml', home),
    sliders: list('sliders.yaml', slider(read)),
    virtues: list('virtues.yaml', virtue(read)),
    blogs: items('blogs', article(read)),
    news: items('news', article(read)),
    notice: items('notice', notice(read)),
    album: items('album', album(read)),
    career: items('career', career(read)),
    department: items('department', department(read)),
    services: items('services', service(read)),
    page: items('page', page(read)),
    bod: items('bod', member(read)),
    management: items('management', member(read)),
    downloads: list('downloads.yaml', download(read)),
    report: list('report.yaml', report(read)),
    faq: list('faq.yaml', faq(read)),
    serviceCenters: list('service-center.yaml', serviceCenter(read)),
    contact: whole('contact.yaml', contact(read)),
    company: whole('companyInfo.yaml', company(read)),
    redirects: list('redirects.yaml', redirect(read)),
  };
  type Kinds = typeof kinds;
  return {
    async load() {
      media.renew();
      faults = existsSync(dir) ? [] : [{ file: '.', line: 1, column: 1, message: 'there is no such folder' }];
      const content: Record<string, unknown> = {};
      for (const [kind, load] of Object.entries(kinds)) content[kind] = await load();
      return {
        content: content as { [Kind in keyof Kinds]: Awaited<ReturnType<Kinds[Kind]>> },
        faults,
        texts,
        index,
        media,
      };
    },
  };
}

type Place = Pick<Source, 'file' | 'place'>;

const NAMES = ['id', 'slug'] as const;
type NamesOf = Partial<Record<(typeof NAMES)[number], string>>;

/** What an item is called by its file is said once. */
function namesOf(fields: object): NamesOf {
  const id = 'id' in fields ? fields.id : undefined;
  const slug = 'slug' in fields && fields.slug !== id ? fields.slug : undefined;
  return { id: id?.toString(), slug: slug?.toString() };
}

/** The ids and slugs of a folder or a list: an address leads to one item. */
class Names {
  readonly #taken = { id: new Map<string, () => string>(), slug: new Map<string, () => string>() };

  claim(source: Place, names: NamesOf, base: PropertyKey[] = []): Fault[] {
    return NAMES.flatMap((kind) => {
      const name = names[kind];
      if (name === undefined) return [];
      const taken = this.#taken[kind];
      const other = taken.get(name);
      taken.set(name, () => (base.length > 0 ? `line ${source.place(base).line}` : source.file));
      const path = [...base, kind];
      if (!ITEM_NAME.test(name)) return [fault(source, path, `expected letters, digits, - and _, not ${name}`)];
      return other ? [fault(source, path, `${name} is that of ${other()} already`)] : [];
    });
  }
}

function record(source: Source, own: Fault[]): object {
  const { value } = source;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  if (value !== undefined && value !== null) own.push(fault(source, [], 'expected fields: lines like "name: …"'));
  return {};
}

function fault(source: Place, path: PropertyKey[], message: string): Fault {
  const name = path.length > 0 ? `${path.join('.')}: ` : '';
  return { file: source.file, ...source.place(path), message: name + message };
}

/** The value with, beside each location below `/media/`, what is known of that file. What the editor wrote wins. */
function withFiles<T>(value: T, media: Media): T {
  if (Array.isArray(value)) return value.map((element) => withFiles(element, media)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, withFiles(field, media)]);
  const known = 'location' in value && typeof value.location === 'string' ? media.file(value.location) : undefined;
  return { ...known, ...Object.fromEntries(fields) };
}
