import { join } from 'node:path';
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
import { createReading } from '../content-api/field-parsers.ts';
import { MarkdownError } from './bounded-markdown.ts';
import type { ContentFile, MarkdownFile } from './content-files.ts';
import type { Fault } from './faults.ts';
import { listFolder, pathExists, UnreadableFileError } from './file-system.ts';
import { folder, list, type Readers, whole } from './kind-readers.ts';
import { createMarkdownConverter } from './markdown-converter.ts';
import { MarkdownTexts } from './markdown-texts.ts';
import { MediaFiles } from './media-files.ts';
import { plainTextToHtml, stripTags } from './plain-text.ts';
import { WordIndex } from './word-index.ts';

type ContentFolder = ReturnType<typeof openContent>;
export type Loaded = Awaited<ReturnType<ContentFolder['load']>>;
export type Content = Loaded['content'];

export interface ContentOptions {
  dir: string;
  timeZone: string;
  /** Items with `draft: true` are shown too, marked as drafts. */
  drafts?: boolean;
  /** A folder where the last valid site.yaml outlives the process. */
  storedSiteDir?: string;
  /** Whether there must be a site.yaml: beside an upstream there need not. */
  needsSite?: boolean;
  /** Called with each file that is read and not a draft. */
  onFileRead?: (source: ContentFile | MarkdownFile) => void;
}

/** Reads a content folder once. */
export const loadContent = (options: ContentOptions) => openContent(options).load();

export const SITE = 'site.yaml';

/** Where the site's own description came from: nothing is served without one. */
export type SiteOrigin =
  | 'valid'
  /** Parts that do not fit were left out, or it is as it last was while this process ran. */
  | 'faulty'
  /** It is as it last was before this process started. */
  | 'stored'
  | 'none';

/**
 * Reads a content folder, and again those of its files that have changed. A fault is reported and what it stands in left
 * out, or, where it was without fault before, shown as it last was; the rest is served. One load at a time.
 */
export function openContent({
  dir,
  timeZone,
  drafts = false,
  storedSiteDir,
  needsSite = true,
  onFileRead,
}: ContentOptions) {
  const media = new MediaFiles(dir);
  const toHtml = createMarkdownConverter(media);
  const texts = new MarkdownTexts(toHtml);
  const index = new WordIndex((item) => texts.htmlOf(item));
  const unconverted: { text: string; message: string }[] = [];
  // The gateway sanitises and cuts, as for every upstream; the excerpt is for search alone.
  const read: Reading = {
    ...createReading({ timeZone, videoOrigins: [], dropped: () => {} }),
    strict: true,
    html(text) {
      try {
        return toHtml(text);
      } catch (error) {
        if (!(error instanceof MarkdownError)) throw error;
        unconverted.push({ text, message: error.faultMessage });
        return plainTextToHtml(text);
      }
    },
    excerpt: (html) => stripTags(html, ' '),
  };
  let faults: Fault[] = [];
  const readers: Readers = {
    dir,
    media,
    texts,
    drafts,
    onFileRead,
    takeUnconverted: () => unconverted.splice(0),
    report: (more) => {
      for (const fault of more) faults.push(fault);
    },
  };

  const home = object(read, {
    awareness: optional(read, awareness(read)),
    communications: optional(read, communications(read)),
    virtue: optional(read, virtueHeading(read)),
  });
  const kinds = {
    site: whole(readers, SITE, site(read)),
    home: whole(readers, 'home.yaml', home),
    sliders: list(readers, 'sliders.yaml', slider(read)),
    virtues: list(readers, 'virtues.yaml', virtue(read)),
    blogs: folder(readers, 'blogs', article(read)),
    news: folder(readers, 'news', article(read)),
    notice: folder(readers, 'notice', notice(read)),
    album: folder(readers, 'album', album(read)),
    career: folder(readers, 'career', career(read)),
    department: folder(readers, 'department', department(read)),
    services: folder(readers, 'services', service(read)),
    page: folder(readers, 'page', page(read)),
    bod: folder(readers, 'bod', member(read)),
    management: folder(readers, 'management', member(read)),
    downloads: list(readers, 'downloads.yaml', download(read)),
    report: list(readers, 'report.yaml', report(read)),
    faq: list(readers, 'faq.yaml', faq(read)),
    serviceCenters: list(readers, 'service-center.yaml', serviceCenter(read)),
    contact: whole(readers, 'contact.yaml', contact(read)),
    company: whole(readers, 'companyInfo.yaml', company(read)),
    redirects: list(readers, 'redirects.yaml', redirect(read)),
  };
  type Kinds = typeof kinds;
  type Held = { [Kind in keyof Kinds]: Awaited<ReturnType<Kinds[Kind]>> };
  let last: Held | undefined;
  let origin: SiteOrigin = 'none';

  async function loadKinds(): Promise<Held> {
    const content: Record<string, unknown> = {};
    for (const [kind, load] of Object.entries(kinds)) content[kind] = await load();
    return content as Held;
  }

  /** The site's description, from wherever it can be had. */
  async function siteOf(given: Held['site'], isFaulty: boolean): Promise<Held['site']> {
    if (given) {
      origin = isFaulty ? 'faulty' : 'valid';
      return given;
    }
    if (last?.site) {
      if (origin === 'valid') origin = 'faulty';
      return last.site;
    }
    const stored = storedSiteDir !== undefined && isFaulty ? await readStored(storedSiteDir) : undefined;
    origin = stored ? 'stored' : 'none';
    return stored;
  }

  async function readStored(storedDir: string): Promise<Held['site']> {
    const found: Fault[] = [];
    const stored = {
      ...readers,
      dir: storedDir,
      onFileRead: undefined,
      report: (more: readonly Fault[]) => found.push(...more),
    };
    const value = await whole(stored, SITE, site(read))();
    return found.length > 0 ? undefined : value;
  }

  return {
    async load() {
      media.refresh();
      faults = [];
      const lost = folderFault(dir);
      // A folder that is away for a moment takes nothing away.
      const content = lost && last ? last : await loadKinds();
      if (lost) faults = [lost];
      else if (needsSite && !pathExists(join(dir, SITE))) {
        faults.push({ file: SITE, line: 1, column: 1, message: 'there is no such file' });
      }
      const grave = lost ? faults : faults.filter(({ file }) => file === SITE);
      last = { ...content, site: await siteOf(lost ? undefined : content.site, !lost && grave.length > 0) };
      return {
        content: last,
        faults,
        texts,
        index,
        media,
        siteOrigin: origin,
        /** Because of these nothing can be served; none: it can. */
        unusable: last.site ? [] : grave,
      };
    },
  };
}

/** What is wrong with the folder as a whole. */
function folderFault(dir: string): Fault | undefined {
  const fault = (message: string) => ({ file: '.', line: 1, column: 1, message });
  try {
    const names = listFolder(dir);
    if (!names) return fault('there is no such folder');
    return names.length === 0 ? fault('the folder is empty') : undefined;
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    return fault(error.message);
  }
}
