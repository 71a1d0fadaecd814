import { type Finding, filesOfCall } from '@foyer/check';
import type { PlainConfig } from '@foyer/config';
import { type FolderWatch, scheduleNextChange, watchFolder } from '@foyer/folder';
import { splitPath } from '@foyer/model';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { LoadedPage } from '../pages/page-loader.ts';
import { type CheckedFolder, checkFolder } from './check-folder.ts';
import { outsideViews } from './content-view.ts';
import { LatestCheck } from './latest-check.ts';
import type { ShownFinding, ShownFindings } from './shown-finding.ts';
import { textFindings } from './text-findings.ts';

/** Answers of a CMS of which the findings are remembered, until they are called again. */
const MAX_ANSWERS = 500;

/**
 * What an editor should look at, drafts included. A folder is checked when it has changed, and not before a page asks; of a CMS
 * the texts are checked that a page has called.
 */
export class PreviewFindings {
  readonly #config: PlainConfig;
  readonly #log: Logger;
  /** Of the folder. All editors see its result: it does not depend on the view of the one who asks first. */
  readonly #check: LatestCheck<CheckedFolder>;
  #watch?: FolderWatch;
  #cancelNextChange?: () => void;
  /** By the call's address. */
  readonly #ofAnswers = new LRUCache<string, readonly ShownFinding[]>({ max: MAX_ANSWERS });

  constructor(config: PlainConfig, log: Logger) {
    this.#config = config;
    this.#log = log;
    this.#check = new LatestCheck(() => outsideViews(() => this.#checkFolder()), log);
  }

  /** Whether there are findings of the site as a whole. */
  get areOfSite(): boolean {
    return this.#config.upstream === undefined;
  }

  /** A CMS has answered a call. */
  noteAnswer(address: string, body: Uint8Array): void {
    this.#ofAnswers.set(address, textFindings(address, body, this.#config.videoOrigins));
  }

  /** Of what a page shows. */
  async ofPage(page: LoadedPage): Promise<ShownFindings> {
    const addresses = page.calls.map(({ address }) => address);
    if (!this.areOfSite) return addresses.flatMap((address) => this.#ofAnswers.get(address) ?? []);
    const checked = await this.#check.result();
    if (typeof checked === 'string') return checked;
    const files = new Set(
      addresses.flatMap((address) => {
        const { locale, path } = splitPath(`/${address}`, this.#config.site.locales);
        return filesOfCall(checked.loaded, path.slice(1), locale);
      }),
    );
    return checked.findings.filter(({ file }) => files.has(file)).map(shown);
  }

  /** Of all files. */
  async ofSite(): Promise<ShownFindings> {
    if (!this.areOfSite) return [];
    const checked = await this.#check.result();
    return typeof checked === 'string' ? checked : checked.findings.map(shown);
  }

  close(): void {
    this.#watch?.close();
    this.#cancelNextChange?.();
  }

  async #checkFolder(): Promise<CheckedFolder> {
    const renew = () => this.#check.renew();
    // The site warns of a folder that cannot be watched.
    const silent = this.#log.child({}, { level: 'silent' });
    // Not the folders of the preview: they are open after the first page, and not with a faulty site.yaml.
    this.#watch ??= watchFolder(this.#config.contentDir, renew, silent);
    const checked = await checkFolder(this.#config);
    this.#cancelNextChange?.();
    this.#cancelNextChange = scheduleNextChange(checked.loaded.content, renew);
    return checked;
  }
}

const shown = ({ file, line, message, level }: Finding): ShownFinding => ({
  place: `${file}:${line}`,
  message,
  level,
});
