import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@foyer/config';
import type { FolderSource } from '@foyer/folder';
import type { Gateway } from '@foyer/gateway';
import type { ApiFiles } from '@foyer/images';
import { ContentError, editionPath } from '@foyer/model';
import type { Logger } from 'pino';
import { SEARCH_PATH } from '../../shared/document/root.ts';
import { exportedAddress, servedAddress } from '../../shared/exported-address.ts';
import { hasFile } from '../../shared/file-path.ts';
import { pages as allPages } from '../../shared/routes.ts';
import { listAllPages } from '../pages/inventory.ts';
import { BUFFERED_PARAMETER, readAddress } from '../pages/page-address.ts';
import type { PageTarget } from '../pages/page-loader.ts';
import type { Pages } from '../pages/pages.ts';
import { completeAnswer } from './complete-answers.ts';
import { ExportFolder } from './export-folder.ts';
import { ExportQueue, type ExportQueueOptions } from './export-queue.ts';
import { ALL_ITEMS, INDEX_PATH } from './exported-files.ts';
import { fileOfPage, filePath, notFoundFile, pageFile } from './file-layout.ts';
import { hostFiles } from './host-files.ts';
import { filesInJson, linksIn, replaceLinks } from './html-links.ts';
import { LinkRegister } from './link-register.ts';
import type { ExportOptions } from './options.ts';
import { answersOf, type PageAnswers } from './page-answers.ts';
import { movePolicyOfStyles } from './page-policy.ts';
import { exportedRedirects } from './redirects.ts';
import { searchFiles } from './search-files.ts';

/* Asks the site for everything that it has, as a visitor would, and writes the answers. */

export interface ExportedSource {
  config: Config;
  gateway: Gateway;
  pages: Pages;
  log: Logger;
  /** Of the site's own server, on loopback. */
  url: string;
  /** The folder of the built browser files. */
  clientDir: string;
  /** None: a CMS. */
  content?: FolderSource;
  /** The script that reads PDFs. */
  pdfThread: string;
  /** Of a CMS. */
  api?: ApiFiles;
}

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

export type SiteExportOptions = ExportQueueOptions & Pick<ExportOptions, 'layout'>;

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
const NOWHERE = [404, 410];
/** The host has the redirect, too. */
const MOVED = [301, 308];
/** Of the redirects, as the output names it. */
const REDIRECTS = '/_redirects';
/** Compressed by the folder. */
const AS_IS = { 'accept-encoding': 'identity' };
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
  readonly #internedLinks = new Map<string, string>();
  /** Links of pages, as they are written. */
  readonly #seenLinks = new Set<string>();
  readonly #links = new LinkRegister(SITEMAP);
  /** The Content-Security-Policy of every page: hosts send one. */
  #policy?: string;
  /** What every page is made from, by its edition. */
  #commonKeys: Record<string, string> = {};
  #pages = 0;
  #rendered = 0;
  #changesAt = Number.POSITIVE_INFINITY;

  constructor(source: ExportedSource, folder: ExportFolder, options: SiteExportOptions) {
    this.#source = source;
    this.#folder = folder;
    this.#options = options;
    this.#queue = new ExportQueue(options);
  }

  async run(): Promise<ExportResult> {
    await this.#readCommonKeys();
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
      pages: this.#pages,
      rendered: this.#rendered,
      failures: this.#queue.failures,
      deadLinks: this.#links.dead,
      changesAt: this.#changesAt,
    };
  }

  /** The release, the day, of which pages say how many are left until a date, and what all pages show of the site. */
  async #readCommonKeys(): Promise<void> {
    const { config, gateway, clientDir } = this.#source;
    const { origin, locales, timeZone, indexable } = config.site;
    const manifest = await readFile(join(clientDir, '../server/manifest.json'));
    const today = new Intl.DateTimeFormat('sv', { timeZone }).format(new Date());
    const keys = locales.map(async (locale) => {
      const site = await gateway.answer('site', {}, { locale }).catch(() => undefined);
      const settings = [this.#options.layout, origin, locales, indexable].join();
      return [locale, hashOf(manifest, settings, today, site?.etag ?? '')];
    });
    this.#commonKeys = Object.fromEntries(await Promise.all(keys));
  }

  /** What need not be named by a page. */
  #planSeeds(): void {
    const { config, gateway, clientDir } = this.#source;
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
        () => this.#exportNotFound(editionPath(NO_PAGE, edition), notFound),
        () => this.#folder.reuse(notFound),
      );
      const site = `frontapi/${locale}/site.json`;
      this.#queue.plan(
        `/${site}`,
        async () => this.#folder.write(site, (await gateway.answer('site', {}, { locale })).body),
        () => this.#folder.reuse(site),
      );
    }
    for (const address of WELL_KNOWN) this.#planFile(address);
    this.#queue.plan('/assets', () => exportAssets(clientDir, this.#folder));
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
    if (this.#rendered === 0 && !this.#folder.hasWritten && (await reuse())) return;
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
        () => this.#exportPage(target),
        () => this.#reusePage(canonical),
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

  /** The same string for each page, and not a part of the HTML of one, which would stay in memory with it. */
  #interned(link: string): string {
    const known = this.#internedLinks.get(link);
    if (known !== undefined) return known;
    const copy = Buffer.from(link).toString();
    this.#internedLinks.set(copy, copy);
    return copy;
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

  async #exportPage(target: PageTarget): Promise<void> {
    const { address, locale } = target;
    const made = await answersOf(target, this.#source.gateway);
    for (const { changesAt = Number.POSITIVE_INFINITY } of made.answers)
      this.#changesAt = Math.min(this.#changesAt, changesAt);
    // A page changes with the time, too: a vacancy closes.
    const tags = made.answers.map(({ address, etag, changesAt = '' }) => address + etag + changesAt);
    const key = hashOf(this.#commonKeys[locale] ?? '', ...tags);
    const last = this.#folder.lastPage(address);
    const isSame = last?.key === key;
    if (isSame) await this.#folder.reusePage(address, last);
    const links = isSame ? last.links : await this.#renderPage(address, key, made);
    if (!links) return;
    this.#pages += 1;
    this.#planLinks(links, address);
    for (const filtered of made.filtered) this.#planPage(filtered, address);
    for (const list of made.lists)
      this.#queue.plan(list.address + ALL_ITEMS, async () => {
        const data = await completeAnswer(list.path, list.parameters, locale, this.#source);
        await this.#writeAnswer(list.address + ALL_ITEMS, data);
      });
  }

  async #reusePage(address: string): Promise<void> {
    const last = this.#folder.lastPage(address);
    if (!last) return;
    await this.#folder.reusePage(address, last);
    this.#planLinks(last.links, address);
  }

  /** Notes an address without a page or file, unless it has moved. */
  async #noteMissing(address: string): Promise<void> {
    const redirect = await this.#source.gateway.redirect(pathOf(address));
    if (redirect?.to === undefined) this.#links.noteDead(address);
  }

  /** @returns the page's links; undefined if there is no page */
  async #renderPage(address: string, key: string, { answers }: PageAnswers): Promise<string[] | undefined> {
    const { url, config } = this.#source;
    const { origin } = config.site;
    const { layout, signal } = this.#options;
    const buffered = `${address}${address.includes('?') ? '&' : '?'}${BUFFERED_PARAMETER}=1`;
    const response = await fetch(url + buffered, { redirect: 'manual', signal, headers: AS_IS });
    const html = await response.text();
    const { status } = response;
    if (NOWHERE.includes(status)) this.#links.noteDead(address);
    if (NOWHERE.includes(status) || MOVED.includes(status)) return undefined;
    if (status !== 200 || !isComplete(response))
      throw new Error(status === 200 ? 'a part of the page is missing' : `the server answered ${status}`);
    const file = await this.#writeHtml(pageFile(this.#addressInExport(address), layout), html, response);
    const files = [file];
    for (const answer of answers) {
      await this.#folder.write(filePath(answer.address), answer.body);
      files.push(filePath(answer.address));
    }
    const inAnswers = answers.flatMap(({ body }) => filesInJson(String(body)));
    const links = [...new Set([...linksIn(html, origin), ...inAnswers].map((link) => this.#interned(link)))];
    this.#folder.notePage(address, { key, links, files });
    this.#rendered += 1;
    return links;
  }

  async #exportNotFound(address: string, file: string): Promise<void> {
    const { url, config } = this.#source;
    const response = await fetch(url + address, { signal: this.#options.signal });
    const html = await response.text();
    if (response.status !== 404) throw new Error(`the server answered ${response.status}`);
    await this.#writeHtml(file, html, response);
    const links = linksIn(html, config.site.origin);
    links.delete(address);
    this.#planLinks(links, address);
  }

  /** Links to pages of lists lead to their files. */
  async #writeHtml(file: string, received: string, { headers }: Response): Promise<string> {
    const { html, policy } = movePolicyOfStyles(received, headers.get('content-security-policy') ?? '');
    this.#policy ??= policy;
    if (policy !== this.#policy) throw new Error('its content security policy is not that of the other pages');
    const { origin } = this.#source.config.site;
    const replaced = replaceLinks(html, origin, (address) => this.#addressInExport(address));
    await this.#folder.write(file, Buffer.from(replaced));
    return file;
  }

  #addressInExport(address: string): string {
    return exportedAddress(address, this.#source.config.site.locales);
  }

  async #exportFile(address: string): Promise<void> {
    const file = filePath(address);
    if (this.#folder.has(file)) return;
    // The name of a rendition has the version of its picture.
    if (address.startsWith('/media/@') && (await this.#folder.reuse(file))) return;
    const lastEtag = this.#folder.lastEtag(file);
    const request = {
      redirect: 'manual',
      signal: this.#options.signal,
      headers: { ...AS_IS, ...(lastEtag && { 'if-none-match': lastEtag }) },
    } as const;
    let response = await fetch(this.#source.url + address, request);
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
    if (!ExportFolder.isCompressed(file)) return this.#folder.writeStream(file, body, headers.get('etag') ?? undefined);
    const contents = Buffer.from(await response.arrayBuffer());
    await this.#folder.write(file, contents);
    this.#planLinks(LINKS_OF_FILES[address]?.(String(contents)) ?? [], address);
  }

  async #writeAnswer(address: string, data: object): Promise<void> {
    await this.#folder.write(filePath(`${address}.json`), Buffer.from(JSON.stringify({ error: false, data })));
  }

  async #writeHostFiles(): Promise<void> {
    const { gateway, config } = this.#source;
    const { layout } = this.#options;
    const isExported = (path: string) => this.#folder.has(path) || this.#folder.has(fileOfPage(path, layout));
    const redirects = await exportedRedirects(gateway, isExported);
    const mediaExtensions = extensionsOf(this.#folder.files.filter((file) => file.startsWith('media/')));
    const files = hostFiles({ config, policy: this.#policy ?? '', redirects, layout, mediaExtensions });
    for (const [file, text] of Object.entries(files)) await this.#folder.write(file, Buffer.from(text));
  }
}

/** The server has sent everything that it should: what it sends instead is stored by no cache. */
const isComplete = ({ headers }: Response): boolean => !/no-store/.test(headers.get('cache-control') ?? '');

/** The built files, with those that are compressed already. */
async function exportAssets(clientDir: string, folder: ExportFolder): Promise<void> {
  for (const name of await readdir(clientDir))
    await folder.write(`assets/${name}`, await readFile(join(clientDir, name)));
}

/** Those that are in the names of files as they stand: hosts know no others. In order, whatever has been written first. */
const extensionsOf = (files: readonly string[]): string[] =>
  [...new Set(files.flatMap((file) => /\.([A-Za-z0-9]{1,16})$/.exec(file)?.[1] ?? []))].sort();

const pathOf = (address: string): string => address.split('?', 1)[0] ?? '';

function hashOf(...parts: (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('base64url');
}
