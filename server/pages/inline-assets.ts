import { createHash } from 'node:crypto';
import type { Config } from '@foyer/config';
import type { RootData } from '../../shared/document/root.ts';
import { contentSecurityPolicy } from '../http/security-headers.ts';
import type { Manifest } from './manifest.ts';
import { themeCss } from './theme-css.ts';

/** What every page has inline, its styles and a script, and the content security policy that allows just these. */
export class InlineAssets {
  /** The text of the script (client/start-scripts.ts). */
  readonly start: string;
  readonly #siteCss: string;
  readonly #policy: ReturnType<typeof contentSecurityPolicy>;
  readonly #startSource: string;
  /** Of the last looks: a site has one. The key is all of the brand on which they depend: not its icon. */
  #styles?: { key: string; css: string; bytes: Buffer; source: string };

  constructor(config: Config, { css, start }: Manifest) {
    this.start = start;
    this.#siteCss = css;
    this.#policy = contentSecurityPolicy(config);
    this.#startSource = hashSource(start);
  }

  /** The text of a page's styles: those of all pages, then those of the site's brand. */
  css(root: RootData): string {
    return this.#stylesFor(root).css;
  }

  cssBytes(root: RootData): Buffer {
    return this.#stylesFor(root).bytes;
  }

  /** The Content-Security-Policy of a page. @param nonce of a streamed page: of the scripts by which React moves blocks into place */
  policy(root: RootData, nonce?: string): string {
    return this.#policy({
      styles: [this.#stylesFor(root).source],
      scripts: [this.#startSource, ...(nonce ? [`'nonce-${nonce}'`] : [])],
    });
  }

  #stylesFor({ brand = {} }: RootData) {
    const { accent, accent_second, theme } = brand;
    const looks = { accent, accent_second, theme };
    const key = JSON.stringify(looks);
    if (this.#styles?.key !== key) {
      const css = this.#siteCss + themeCss(looks);
      this.#styles = { key, css, bytes: Buffer.from(css), source: hashSource(css) };
    }
    return this.#styles;
  }
}

/** What allows an inline element with this text. */
const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
