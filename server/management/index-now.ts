import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '@foyer/config';
import { codeOf, openAgent } from '@foyer/runtime';
import type { Logger } from 'pino';
import { request } from 'undici';
import * as z from 'zod';
import { textOfXml } from '../http/xml-text.ts';

/** An editor who saves five files causes one call. */
const GATHER_MS = 2_000;
/** Changes without a purge are found after this; what has failed is sent again. */
const ROUND_MS = 600_000;
/** The sitemap of a slow CMS is not complete at the start. */
const INCOMPLETE_MS = 60_000;
const TIMEOUT_MS = 10_000;
/** Of the protocol: the most addresses in one call. */
const MAX_ADDRESSES = 10_000;
/** An entry of our own sitemap. */
const ENTRY = /<loc>([^<]+)<\/loc>(?:<lastmod>([^<]+)<\/lastmod>)?/g;

/** When each page changed last, by its address; empty: the sitemap does not say it. */
type Pages = Record<string, string>;
const storedPages = z.record(z.string(), z.string());

interface IndexNowOptions {
  /** Where this site is reached from here. */
  url: string;
  config: Pick<Config, 'outgoing' | 'site'>;
  log: Logger;
}

/**
 * Submits the addresses of new, changed and removed pages by IndexNow: those by which the sitemap differs from the one that was submitted
 * last, or from that of the first start. With DATA_DIR also those that have changed while the process was not there.
 */
export class IndexNow {
  readonly #to: NonNullable<Config['indexNow']>;
  readonly #options: IndexNowOptions;
  readonly #agent;
  readonly #closing = new AbortController();
  #submitted?: Pages;
  #hasChanged = false;
  #pause = new AbortController();
  readonly #running: Promise<void>;

  constructor(to: NonNullable<Config['indexNow']>, options: IndexNowOptions) {
    this.#to = to;
    this.#options = options;
    this.#agent = openAgent({ headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS }, options.config.outgoing);
    this.#running = this.#run();
  }

  /** Some content has changed. */
  changed(): void {
    this.#hasChanged = true;
    this.#pause.abort();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#agent.destroy();
    await this.#running;
  }

  async #run(): Promise<void> {
    this.#submitted = await this.#read();
    while (!this.#closing.signal.aborted) {
      this.#hasChanged = false;
      const isComplete = await this.#submit().catch((err: unknown) => {
        if (!this.#closing.signal.aborted)
          this.#options.log.warn({ err }, 'IndexNow: changed pages are submitted later');
        return true;
      });
      this.#pause = new AbortController();
      const pauseMs = isComplete ? ROUND_MS : INCOMPLETE_MS;
      const signal = AbortSignal.any([this.#closing.signal, this.#pause.signal]);
      if (!this.#hasChanged) await wait(pauseMs, undefined, { signal }).catch(() => {});
      await wait(GATHER_MS, undefined, { signal: this.#closing.signal }).catch(() => {});
    }
  }

  /** Throws if search engines do not take the call. @returns false if the sitemap is not complete yet */
  async #submit(): Promise<boolean> {
    const pages = await this.#pagesNow();
    if (!pages) return false;
    const before = this.#submitted;
    if (before) {
      const addresses = [...new Set([...Object.keys(before), ...Object.keys(pages)])];
      // One page of an earlier SITE_URL, which is another host, would have the whole call refused.
      const changed = addresses.filter(
        (address) => before[address] !== pages[address] && new URL(address).origin === this.#options.config.site.origin,
      );
      for (let from = 0; from < changed.length; from += MAX_ADDRESSES)
        await this.#send(changed.slice(from, from + MAX_ADDRESSES));
      if (changed.length === 0) return true;
      this.#options.log.info({ pages: changed.length }, 'IndexNow: changed pages are submitted');
    }
    this.#submitted = pages;
    await this.#store(pages);
    return true;
  }

  async #pagesNow(): Promise<Pages | undefined> {
    const { statusCode, headers, body } = await request(new URL('/sitemap.xml', this.#options.url), {
      signal: this.#closing.signal,
    });
    const xml = await body.text();
    if (statusCode !== 200 || headers['cache-control'] === 'no-store') return undefined;
    return Object.fromEntries(
      [...xml.matchAll(ENTRY)].map(([, address = '', changedAt = '']) => [textOfXml(address), changedAt]),
    );
  }

  async #send(urlList: readonly string[]): Promise<void> {
    const { origin } = this.#options.config.site;
    const { url, key } = this.#to;
    const { statusCode, body } = await request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': this.#options.config.outgoing.userAgent },
      body: JSON.stringify({ host: new URL(origin).host, key, keyLocation: `${origin}/${key}.txt`, urlList }),
      dispatcher: this.#agent,
    });
    await body.dump();
    if (statusCode >= 300) throw new Error(`status ${statusCode}`);
  }

  async #read(): Promise<Pages | undefined> {
    const { file } = this.#to;
    if (file === undefined) return undefined;
    try {
      return storedPages.parse(JSON.parse(await readFile(file, 'utf8')));
    } catch (err) {
      if (codeOf(err) !== 'ENOENT')
        this.#options.log.warn(
          { err, file },
          'IndexNow: which pages were submitted is not known: this start submits nothing',
        );
      return undefined;
    }
  }

  async #store(pages: Pages): Promise<void> {
    const { file } = this.#to;
    if (file === undefined) return;
    try {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(`${file}.new`, JSON.stringify(pages));
      await rename(`${file}.new`, file);
    } catch (err) {
      this.#options.log.warn({ err, file }, 'IndexNow: the next start submits these pages again');
    }
  }
}
