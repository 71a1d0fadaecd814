import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportedAddress } from '../../shared/exported-address.ts';
import { BUFFERED_PARAMETER } from '../pages/page-address.ts';
import type { PageTarget } from '../pages/page-loader.ts';
import type { ExportFolder } from './export-folder.ts';
import type { ExportedSource, SiteExportOptions } from './exported-source.ts';
import { filePath, pageFile } from './file-layout.ts';
import { filesInJson, linksIn, replaceLinks } from './html-links.ts';
import type { LinkRegister } from './link-register.ts';
import { answersOf, type PageAnswers } from './page-answers.ts';
import { movePolicyOfStyles } from './page-policy.ts';
import { AS_IS, isComplete, MOVED, NOWHERE } from './site-response.ts';

interface PageExportOptions extends Pick<SiteExportOptions, 'layout' | 'signal'> {
  source: ExportedSource;
  folder: ExportFolder;
  register: LinkRegister;
  /** Called with the links of each page. */
  onLinks(links: Iterable<string>, foundOn: string): void;
  /** Called with each page that was exported, and what it is made from. */
  onPage(target: PageTarget, made: PageAnswers): void;
}

/** Writes the pages of an export: as HTML, and as the answers that the browser reads. A page that would be the same is taken over. */
export class PageExport {
  readonly #options: PageExportOptions;
  readonly #internedLinks = new Map<string, string>();
  /** The Content-Security-Policy of every page: hosts send one. */
  #policy?: string;
  /** What every page is made from, by its edition. */
  #commonKeys: Record<string, string> = {};
  #pages = 0;
  #rendered = 0;
  #changesAt = Number.POSITIVE_INFINITY;

  constructor(options: PageExportOptions) {
    this.#options = options;
  }

  /** The Content-Security-Policy of all pages; empty if none was rendered. */
  get policy(): string {
    return this.#policy ?? '';
  }

  /** Pages of the site, those that were made anew, and when one of them changes by itself: in ms since 1970, or infinite. */
  get figures(): { pages: number; rendered: number; changesAt: number } {
    return { pages: this.#pages, rendered: this.#rendered, changesAt: this.#changesAt };
  }

  /** Reads what every page depends on: the release, the settings, the site, and today's date, as pages count days. Before the first `export`. */
  async readCommonKeys(): Promise<void> {
    const { config, gateway, clientDir } = this.#options.source;
    const { locales, timeZone } = config.site;
    // What pages are made from beside answers, which have keys of their own.
    const settings = JSON.stringify([this.#options.layout, config.site, config.search, [...config.cspSources]]);
    const manifest = await readFile(join(clientDir, '../server/manifest.json'));
    const today = new Intl.DateTimeFormat('sv', { timeZone }).format(new Date());
    const keys = locales.map(async (locale) => {
      const answer = await gateway.answer('site', {}, { locale }).catch(() => undefined);
      // Without an answer pages show the fallback, which has the settings of a folder beside a CMS.
      const site = answer?.etag ?? JSON.stringify((await gateway.site({ locale })).site);
      return [locale, hashOf(manifest, settings, today, site)];
    });
    this.#commonKeys = Object.fromEntries(await Promise.all(keys));
  }

  /** Writes a page, or takes it over from the last export if it would be the same. */
  async export(target: PageTarget): Promise<void> {
    const { source, folder, onLinks, onPage } = this.#options;
    const { address, locale } = target;
    const made = await answersOf(target, source.gateway);
    for (const { changesAt = Number.POSITIVE_INFINITY } of made.answers)
      this.#changesAt = Math.min(this.#changesAt, changesAt);
    // A page changes with the time, too: a vacancy closes.
    const tags = made.answers.map(({ address, etag, changesAt = '' }) => address + etag + changesAt);
    const key = hashOf(this.#commonKeys[locale] ?? '', ...tags);
    const last = folder.lastPage(address);
    const isSame = last?.key === key;
    if (isSame) await folder.reusePage(address, last);
    const links = isSame ? last.links : await this.#render(address, key, made);
    if (!links) return;
    this.#pages += 1;
    onLinks(links, address);
    onPage(target, made);
  }

  /** Takes a page that cannot be made over from the last export, if that has it. */
  async reuse(address: string): Promise<void> {
    const { folder, onLinks } = this.#options;
    const last = folder.lastPage(address);
    if (!last) return;
    await folder.reusePage(address, last);
    onLinks(last.links, address);
  }

  /** @param address that has no page */
  async exportNotFound(address: string, file: string): Promise<void> {
    const { source, signal, onLinks } = this.#options;
    const response = await fetch(source.url + address, { signal });
    const html = await response.text();
    if (response.status !== 404) throw new Error(`the server answered ${response.status}`);
    await this.#writeHtml(file, html, response);
    const links = linksIn(html, source.config.site.origin);
    links.delete(address);
    onLinks(links, address);
  }

  /** @returns the page's links; undefined if there is no page */
  async #render(address: string, key: string, { answers }: PageAnswers): Promise<string[] | undefined> {
    const { source, folder, register, layout, signal } = this.#options;
    const buffered = `${address}${address.includes('?') ? '&' : '?'}${BUFFERED_PARAMETER}=1`;
    const response = await fetch(source.url + buffered, { redirect: 'manual', signal, headers: AS_IS });
    const html = await response.text();
    const { status } = response;
    if (NOWHERE.includes(status)) register.noteDead(address);
    if (NOWHERE.includes(status) || MOVED.includes(status)) return undefined;
    if (status !== 200 || !isComplete(response))
      throw new Error(status === 200 ? 'a part of the page is missing' : `the server answered ${status}`);
    const file = await this.#writeHtml(pageFile(this.#addressInExport(address), layout), html, response);
    const files = [file];
    const written = answers.filter(({ isFile }) => isFile);
    for (const answer of written) {
      await folder.write(filePath(answer.address), answer.body);
      files.push(filePath(answer.address));
    }
    const inAnswers = written.flatMap(({ body }) => filesInJson(String(body)));
    const found = [...linksIn(html, source.config.site.origin), ...inAnswers];
    const links = [...new Set(found.map((link) => this.#interned(link)))];
    folder.notePage(address, { key, links, files });
    this.#rendered += 1;
    return links;
  }

  /** Links to pages of lists lead to their files. */
  async #writeHtml(file: string, received: string, { headers }: Response): Promise<string> {
    const { source, folder } = this.#options;
    const { html, policy } = movePolicyOfStyles(received, headers.get('content-security-policy') ?? '');
    this.#policy ??= policy;
    if (policy !== this.#policy) throw new Error('its content security policy is not that of the other pages');
    const replaced = replaceLinks(html, source.config.site.origin, (address) => this.#addressInExport(address));
    await folder.write(file, Buffer.from(replaced));
    return file;
  }

  #addressInExport(address: string): string {
    return exportedAddress(address, this.#options.source.config.site.locales);
  }

  /** The same string for each page, and not a part of the HTML of one, which would stay in memory with it. */
  #interned(link: string): string {
    const known = this.#internedLinks.get(link);
    if (known !== undefined) return known;
    const copy = Buffer.from(link).toString();
    this.#internedLinks.set(copy, copy);
    return copy;
  }
}

function hashOf(...parts: (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('base64url');
}
