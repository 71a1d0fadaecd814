import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isNotFound } from '@foyer/gateway';
import type { Locale } from '@foyer/messages';
import { ContentError, editionPath, RENDITIONS_PATH } from '@foyer/model';
import { SEARCH_PATH } from '../../shared/document/root.ts';
import { servedAddress } from '../../shared/exported-address.ts';
import { hasFile } from '../../shared/file-path.ts';
import { pages as allPages } from '../../shared/routes.ts';
import { listAllPages } from '../pages/inventory.ts';
import { readAddress } from '../pages/page-address.ts';
import type { PageTarget } from '../pages/page-loader.ts';
import { completeAnswer } from './complete-answers.ts';
import { isCompressible } from './compressed-files.ts';
import type { ExportFolder } from './export-folder.ts';
import { ExportQueue } from './export-queue.ts';
import { ALL_ITEMS, INDEX_PATH } from './exported-files.ts';
import type { ExportedSource, SiteExportOptions } from './exported-source.ts';
import { fileOfPage, filePath, notFoundFile } from './file-layout.ts';
import { hostFiles } from './host-files.ts';
import { LinkRegister } from './link-register.ts';
import type { PageAnswers } from './page-answers.ts';
import { PageExport } from './page-export.ts';
import { exportedRedirects } from './redirects.ts';
import { searchFiles } from './search-files.ts';
import { AS_IS, isComplete, MOVED, NOWHERE } from './site-response.ts';

/* Asks the site for everything that it has, as a visitor would, and writes the answers. */

export interface ExportResult {
  /** Pages of the site, and those that were made anew. */
  pages: number;
  rendered: number;
  /** Pages and files that could not be made, with the reason. */
  failures: Map<string, string>;
  /** Addresses that lead nowhere, with a page that has them. */
  deadLinks: Map<string, string>;
  /** When the content changes by itself, in ms since 1970; infinite if it does not. */
  changesAt: number;
}

/** Files that no page need name, as far as there are any. */
const WELL_KNOWN = [
  '/robots.txt',
  '/site.webmanifest',
  '/favicon.ico',
  '/apple-touch-icon.png',
  '/icon-192.png',
  '/icon-512.png',
  '/icon-maskable.png',
  '/.well-known/security.txt',
];
/** The server shows its page of a 404 for it, and finds no words in it. */
const NO_PAGE = '/-';
const SITEMAP = '/sitemap.xml';
/** Of the redirects, as the output names it. */
const REDIRECTS = '/_redirects';
/** Addresses in files that are neither HTML nor answers. */
const LINKS_OF_FILES: Record<string, (text: string) => string[]> = {
  '/site.webmanifest': (text) => [...text.matchAll(/"src":\s*"([^"]+)"/g)].map(([, src = '']) => src),
};
/** Of a file: paths of pages have no extension. */
const FILE = /^\/media\/|\.[A-Za-z0-9]{2,11}$/;

/** One export of a site into a folder. The caller finishes or aborts the folder. */
export class SiteExport {
  readonly #source: ExportedSource;
  readonly #folder: ExportFolder;
  readonly #options: SiteExportOptions;
  readonly #queue: ExportQueue;
  /** Links of pages, as they are written. */
  readonly #seenLinks = new Set<string>();
  readonly #links = new LinkRegister(SITEMAP);
  readonly #pages: PageExport;

  constructor(source: ExportedSource, folder: ExportFolder, options: SiteExportOptions) {
    this.#source = source;
    this.#folder = folder;
    this.#options = options;
    this.#queue = new ExportQueue(options);
    this.#pages = new PageExport({
      ...options,
      source,
      folder,
      register: this.#links,
      onLinks: (links, foundOn) => this.#planLinks(links, foundOn),
      onPage: (target, made) => this.#planListsOf(target, made),
    });
  }

  async run(): Promise<ExportResult> {
    await this.#pages.readCommonKeys();
    this.#planSeeds();
    await this.#planInventory();
    await this.#planRedirects();
    await this.#queue.idle();
    await this.#keepLast();
    await this.#planSearchIndex();
    // By now every list has been read.
    this.#planFile(SITEMAP, () => this.#folder.reuse(SITEMAP.slice(1)));
    await this.#queue.idle();
    this.#queue.throwIfStopped();
    await this.#writeHostFiles();
    return {
      ...this.#pages.figures,
      failures: this.#queue.failures,
      deadLinks: this.#links.dead,
    };
  }

  /** What need not be named by a page. */
  #planSeeds(): void {
    const { config, clientDir } = this.#source;
    const { locales } = config.site;
    for (const locale of locales) {
      const edition = { locale, locales };
      const prefix = locale === locales[0] ? '' : `/${locale}`;
      for (const { path } of allPages)
        if (!path.includes(':') && !(path === SEARCH_PATH && config.search === 'off'))
          this.#planPage(editionPath(path, edition));
      const notFound = notFoundFile(prefix);
      this.#queue.plan(
        `${prefix}/404`,
        () => this.#pages.exportNotFound(editionPath(NO_PAGE, edition), notFound),
        () => this.#folder.reuse(notFound),
      );
      const site = `frontapi/${locale}/site.json`;
      this.#queue.plan(
        `/${site}`,
        async () => this.#folder.write(site, await this.#siteAnswer(locale)),
        () => this.#folder.reuse(site),
      );
    }
    for (const address of WELL_KNOWN) this.#planFile(address);
    this.#queue.plan('/assets', () => exportAssets(clientDir, this.#folder));
  }

  /** Browsers ask for it on the way to another edition. Of a CMS without a site it is the one that the pages show. */
  async #siteAnswer(locale: Locale): Promise<Buffer> {
    const { gateway } = this.#source;
    try {
      return (await gateway.answer('site', {}, { locale })).body;
    } catch (error) {
      if (!isNotFound(error)) throw error;
      const { site } = await gateway.site({ locale });
      return bodyOf({ site });
    }
  }

  async #planInventory(): Promise<void> {
    const { gateway, log } = this.#source;
    const isComplete = await listAllPages({
      gateway,
      log,
      signal: this.#options.signal,
      onPage: ({ path }) => this.#planPage(path, SITEMAP),
      onOtherPath: (path) => this.#planPage(path),
    });
    if (!isComplete) this.#queue.failures.set(SITEMAP, 'not every list could be read');
  }

  /** A redirect may lead to what no page names. */
  async #planRedirects(): Promise<void> {
    const redirects = await exportedRedirects(this.#source.gateway, () => false);
    this.#planLinks(
      // `/*` stands for any address below.
      redirects.flatMap(({ to }) => (to === undefined || to.endsWith('/*') ? [] : to)),
      REDIRECTS,
    );
  }

  /** After a failure: the pages that only a missing list would name, and the lists as a whole. */
  async #keepLast(): Promise<void> {
    if (!this.#options.keepGoing || this.#queue.failures.size === 0) return;
    for (const address of this.#folder.lastPages) this.#planPage(address);
    await this.#queue.idle();
    await this.#folder.reuseAll((file) => file.endsWith(`${ALL_ITEMS}.json`));
  }

  /** Of the same pages and documents it is the same. */
  async #planSearchIndex(): Promise<void> {
    if (this.#source.config.search === 'off') return;
    const reuse = () => this.#folder.reuseAll((file) => `/${file}`.startsWith(`${INDEX_PATH}/`));
    if (this.#pages.figures.rendered === 0 && !this.#folder.hasWritten && (await reuse())) return;
    this.#queue.plan(
      INDEX_PATH,
      async () => {
        for (const [address, data] of await searchFiles(this.#source)) await this.#writeAnswer(address, data);
      },
      reuse,
    );
  }

  /** @param foundOn the page with the link; none: the page need not exist */
  #planPage(address: string, foundOn?: string): void {
    const target = this.#targetOf(address);
    const canonical = target?.address ?? address;
    if (foundOn !== undefined) this.#links.note(canonical, foundOn);
    if (!target || target.page.path === '*') this.#queue.plan(canonical, () => this.#noteMissing(canonical));
    else if (hasFile(target.query))
      this.#queue.plan(
        canonical,
        () => this.#pages.export(target),
        () => this.#pages.reuse(canonical),
      );
  }

  #planFile(address: string, reuse: () => Promise<unknown> = () => this.#folder.reuse(filePath(address))): void {
    this.#queue.plan(address, () => this.#exportFile(address), reuse);
  }

  #planLinks(links: Iterable<string>, foundOn: string): void {
    const { locales } = this.#source.config.site;
    for (const link of links) {
      if (this.#seenLinks.has(link)) continue;
      this.#seenLinks.add(link);
      const address = servedAddress(link.split('#', 1)[0] ?? '', locales);
      if (!address.startsWith('/') || address.startsWith('/assets/')) continue;
      if (FILE.test(pathOf(address))) {
        this.#links.note(address, foundOn);
        this.#planFile(address);
      } else this.#planPage(address, foundOn);
    }
  }

  /** Undefined for an address that the server refuses. */
  #targetOf(address: string): PageTarget | undefined {
    try {
      const { path, search } = readAddress(address);
      return this.#source.pages.match(path, search);
    } catch (error) {
      if (error instanceof ContentError) return undefined;
      throw error;
    }
  }

  /** Plans what belongs to a page: its filtered lists, and its lists as a whole, which the browser filters. */
  #planListsOf({ address, locale }: PageTarget, { filtered, lists }: PageAnswers): void {
    for (const other of filtered) this.#planPage(other, address);
    for (const list of lists)
      this.#queue.plan(list.address + ALL_ITEMS, async () => {
        const data = await completeAnswer(list.path, list.parameters, locale, this.#source);
        await this.#writeAnswer(list.address + ALL_ITEMS, data);
      });
  }

  /** Notes an address without a page or file, unless it has moved. */
  async #noteMissing(address: string): Promise<void> {
    const redirect = await this.#source.gateway.redirect(pathOf(address));
    if (redirect?.to === undefined) this.#links.noteDead(address);
  }

  async #exportFile(address: string): Promise<void> {
    const file = filePath(address);
    if (this.#folder.has(file)) return;
    const isRendition = address.startsWith(RENDITIONS_PATH);
    // Its name has the version of its picture.
    if (isRendition && (await this.#folder.reuse(file))) return;
    const lastEtag = this.#folder.lastEtag(file);
    const request = {
      redirect: 'manual',
      signal: this.#options.signal,
      headers: { ...AS_IS, ...(lastEtag && { 'if-none-match': lastEtag }) },
    } as const;
    let response = await fetch(this.#source.url + address, request);
    // One that fails leads to the placeholder, which would be exported as the picture, and taken over by later exports.
    if (response.status === 302 && isRendition && !isComplete(response)) throw new Error('the picture cannot be shown');
    // A picture that cannot be scaled: its original takes its place.
    if (response.status === 302)
      response = await fetch(new URL(response.headers.get('location') ?? '', response.url), request);
    const { status, body, headers } = response;
    if (status === 304 && (await this.#folder.reuse(file))) return;
    if (status !== 200 || !body || !isComplete(response)) {
      await body?.cancel();
      if (NOWHERE.includes(status)) this.#links.noteDead(address);
      if (NOWHERE.includes(status) || MOVED.includes(status)) return;
      throw new Error(status === 200 ? 'it is not complete' : `the server answered ${status}`);
    }
    if (!isCompressible(file)) return this.#folder.writeStream(file, body, headers.get('etag') ?? undefined);
    const contents = Buffer.from(await response.arrayBuffer());
    await this.#folder.write(file, contents);
    this.#planLinks(LINKS_OF_FILES[address]?.(String(contents)) ?? [], address);
  }

  async #writeAnswer(address: string, data: object): Promise<void> {
    await this.#folder.write(filePath(`${address}.json`), bodyOf(data));
  }

  async #writeHostFiles(): Promise<void> {
    const { gateway, config } = this.#source;
    const { layout } = this.#options;
    const isExported = (path: string) => this.#folder.has(path) || this.#folder.has(fileOfPage(path, layout));
    const redirects = await exportedRedirects(gateway, isExported);
    const mediaExtensions = extensionsOf(this.#folder.files.filter((file) => file.startsWith('media/')));
    const files = hostFiles({ config, policy: this.#pages.policy, redirects, layout, mediaExtensions });
    for (const [file, text] of Object.entries(files)) await this.#folder.write(file, Buffer.from(text));
  }
}

/** The built files, with those that are compressed already. */
async function exportAssets(clientDir: string, folder: ExportFolder): Promise<void> {
  for (const name of await readdir(clientDir))
    await folder.write(`assets/${name}`, await readFile(join(clientDir, name)));
}

/** Those that are in the names of files as they stand: hosts know no others. In order, whatever has been written first. */
const extensionsOf = (files: readonly string[]): string[] =>
  [...new Set(files.flatMap((file) => /\.([A-Za-z0-9]{1,16})$/.exec(file)?.[1] ?? []))].sort();

/** An answer in the form of our API. */
const bodyOf = (data: object): Buffer => Buffer.from(JSON.stringify({ error: false, data }));

const pathOf = (address: string): string => address.split('?', 1)[0] ?? '';
