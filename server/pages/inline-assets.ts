import { createHash } from 'node:crypto';
import type { RootData } from '../../shared/document/root.ts';
import type { Config } from '../config.ts';
import { contentSecurityPolicy } from '../http/security-headers.ts';
import { themeCss } from './accent-theme.ts';
import type { Manifest } from './manifest.ts';

/** What every page has inline, its styles and a script, and the content security policy that allows just these. */
export class InlineAssets {
  /** The text of the script (client/start-scripts.ts). */
  readonly start: string;
  readonly #siteCss: string;
  readonly #policy: ReturnType<typeof contentSecurityPolicy>;
  readonly #startSource: string;
  /** Of the last accent: a site has one. */
  #styles?: { accent: string | undefined; css: string; source: string };

  constructor(config: Config, { css, start }: Manifest) {
    this.start = start;
    this.#siteCss = css;
    this.#policy = contentSecurityPolicy(config);
    this.#startSource = hashSource(start);
  }

  /** The text of a page's styles: those of all pages, then the tints of the site's accent. */
  css({ accent }: RootData): string {
    return this.#stylesFor(accent).css;
  }

  /** The Content-Security-Policy of a page. @param nonce of a streamed page: of the scripts by which React moves blocks into place */
  policy({ accent }: RootData, nonce?: string): string {
    return this.#policy({
      styles: [this.#stylesFor(accent).source],
      scripts: [this.#startSource, ...(nonce ? [`'nonce-${nonce}'`] : [])],
    });
  }

  #stylesFor(accent: string | undefined) {
    if (!this.#styles || this.#styles.accent !== accent) {
      const css = this.#siteCss + themeCss(accent);
      this.#styles = { accent, css, source: hashSource(css) };
    }
    return this.#styles;
  }
}

/** What allows an inline element with this text. */
const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
