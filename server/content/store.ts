import { existsSync } from 'node:fs';
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
import { faultsOf, type MarkdownSource, readMarkdownFolder, readYaml, type Source } from './files.ts';
import { markdown } from './markdown.ts';
import { Media } from './media.ts';

export type Loaded = Awaited<ReturnType<typeof loadContent>>;
export type Content = Loaded['content'];

/** What each file last held that was without fault. */
type Good = ReadonlyMap<string, unknown>;

export interface ContentOptions {
  dir: string;
  timeZone: string;
  /** Items with `draft: true` are shown too, marked as drafts. */
  drafts?: boolean;
}

/**
 * Reads a content folder. A fault is reported and what it stands in left out, or, where `last` has it, shown as it last
 * was without fault; the rest is served.
 */
export async function loadContent({ dir, timeZone, drafts = false }: ContentOptions, last: Good = new Map()) {
  const faults: Fault[] = existsSync(dir)
    ? []
    : [{ file: '.', line: 1, column: 1, message: 'there is no such folder' }];
  const sources: (Source | MarkdownSource)[] = [];
  const good = new Map<string, unknown>();
  const media = new Media(dir);
  const read: Reading = {
    ...createReading({ timeZone, videoOrigins: [], dropped: () => {} }),
    strict: true,
    // The gateway sanitises and cuts, as for every upstream; the excerpt is for search alone.
    html: markdown(media),
    excerpt: (html) => html.replace(/<[^>]*>/g, ' '),
  };

  /** A file's value; where it has faults, the last good one if there is any. */
  function settle<T>(source: Source, own: readonly Fault[], value: T): T {
    sources.push(source);
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
    const value = source.faults.length > 0 ? undefined : check(source, schema, withFiles(source.value, media), own);
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
    const names = new Names();
    const value = elements.flatMap((element, index) => {
      const fields = withFiles(shown(source, element, own, [index]), media);
      if (fields === undefined) return [];
      names.claim(source, fields, own, [index]);
      const item = check(source, schema, fields, own, [index]);
      return item === undefined ? [] : [item];
    });
    return settle(source, own, value);
  }

  async function items<T extends z.ZodType>(folder: string, schema: T): Promise<z.output<T>[]> {
    const names = new Names();
    return (await readMarkdownFolder(dir, folder)).flatMap((source) => {
      const own = [...source.faults];
      const given = shown(source, record(source, own), own);
      if (given === undefined) return [];
      const fields = { id: source.slug, slug: source.slug, ...given, description: source.body };
      names.claim(source, fields, own);
      const readable = source.value !== undefined || source.faults.length === 0;
      const value = readable ? check(source, schema, withFiles(fields, media), own) : undefined;
      const settled = settle(source, own, own.length > 0 ? undefined : value);
      return settled === undefined ? [] : [settled];
    });
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
  const content = {
    site: await whole('site.yaml', site(read)),
    home: await whole('home.yaml', home),
    sliders: await list('sliders.yaml', slider(read)),
    virtues: await list('virtues.yaml', virtue(read)),
    blogs: await items('blogs', article(read)),
    news: await items('news', article(read)),
    notice: await items('notice', notice(read)),
    album: await items('album', album(read)),
    career: await items('career', career(read)),
    department: await items('department', department(read)),
    services: await items('services', service(read)),
    page: await items('page', page(read)),
    bod: await items('bod', member(read)),
    management: await items('management', member(read)),
    downloads: await list('downloads.yaml', download(read)),
    report: await list('report.yaml', report(read)),
    faq: await list('faq.yaml', faq(read)),
    serviceCenters: await list('service-center.yaml', serviceCenter(read)),
    contact: await whole('contact.yaml', contact(read)),
    company: await whole('companyInfo.yaml', company(read)),
    redirects: await list('redirects.yaml', redirect(read)),
  };
  return { content, faults, good, sources, media };
}

/** The ids and slugs of a folder or a list: an address leads to one item. */
class Names {
  readonly #taken = { id: new Map<string, string>(), slug: new Map<string, string>() };

  claim(source: Source, fields: object, own: Fault[], base: PropertyKey[] = []): void {
    for (const [kind, taken] of Object.entries(this.#taken)) {
      const given = (fields as Record<string, unknown>)[kind];
      // What an item is called by its file is said once.
      if (given === undefined || given === null || (kind === 'slug' && 'id' in fields && fields.id === given)) continue;
      const name = String(given);
      const other = taken.get(name);
      const path = [...base, kind];
      if (!ITEM_NAME.test(name)) {
        own.push(fault(source, path, `expected letters, digits, - and _, not ${name}`));
      } else if (other !== undefined) own.push(fault(source, path, `${name} is that of ${other} already`));
      const { line } = source.place(base);
      taken.set(name, base.length > 0 ? `line ${line}` : source.file);
    }
  }
}

function record(source: Source, own: Fault[]): object {
  const { value } = source;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  if (value !== undefined && value !== null) own.push(fault(source, [], 'expected fields: lines like "name: …"'));
  return {};
}

function fault(source: Source, path: PropertyKey[], message: string): Fault {
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
