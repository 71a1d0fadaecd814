import { createHash } from 'node:crypto';
import type { Config } from '@foyer/config';
import type { RootData } from '../../shared/document/root.ts';
import { type InlineStyle, leanOf } from '../../shared/hydration.tsx';
import { screenOf } from '../../shared/page.ts';
import type { ShownPage } from '../../shared/shown-page.ts';
import { contentSecurityPolicy } from '../http/security-headers.ts';
import type { Manifest } from './manifest.ts';
import { themeCss } from './theme-css.ts';

/** An inline style, its text as it is sent, and what allows it. */
export type EncodedStyle = InlineStyle & { bytes: Buffer; source: string };

/** The name of the styles of a page's screen. */
export function screenStylesOf({ page, data, root, error }: ShownPage): string {
  const screen = screenOf(page);
  return error === undefined && page.loadedView?.isLean?.(data, root.site) ? leanOf(screen) : screen;
}

/** What every page has inline, its styles and a script, and the content security policy that allows just these. */
export class InlineAssets {
  /** The text of the script (client/start-scripts.ts). */
  readonly start: string;
  readonly #frame: InlineStyle;
  readonly #screens: Map<string, EncodedStyle>;
  readonly #policy: ReturnType<typeof contentSecurityPolicy>;
  readonly #startSource: string;
  /** The frame in the last looks: a site has one. The key is all of the brand on which they depend: not its icon. */
  #branded?: { key: string; style: EncodedStyle };

  constructor(config: Config, { styles, start }: Pick<Manifest, 'styles' | 'start'>) {
    this.start = start;
    this.#frame = { precedence: 'frame', href: styles.version, css: styles.frame };
    const lean = Object.entries(styles.lean).map(([screen, css]) => [leanOf(screen), css] as const);
    this.#screens = new Map(
      [...Object.entries(styles.screens), ...lean].map(([href, css]) => [
        href,
        encoded({ precedence: 'screen', href, css }),
      ]),
    );
    this.#policy = contentSecurityPolicy(config);
    this.#startSource = hashSource(start);
  }

  /** The styles of a page: those of every page, with the site's brand, and those of its screen. */
  styles(root: RootData, screen: string): EncodedStyle[] {
    const ofScreen = this.#screens.get(screen);
    return [this.#frameFor(root), ...(ofScreen ? [ofScreen] : [])];
  }

  /** The Content-Security-Policy of a page. @param nonce of a streamed page: of the scripts by which React moves blocks into place */
  policy(root: RootData, screen: string, nonce?: string): string {
    return this.#policy({
      // Those of later screens are files.
      styles: ["'self'", ...this.styles(root, screen).map(({ source }) => source)],
      scripts: [this.#startSource, ...(nonce ? [`'nonce-${nonce}'`] : [])],
    });
  }

  #frameFor({ brand = {} }: RootData): EncodedStyle {
    const { accent, accent_second, theme } = brand;
    const looks = { accent, accent_second, theme };
    const key = JSON.stringify(looks);
    if (this.#branded?.key !== key)
      this.#branded = { key, style: encoded({ ...this.#frame, css: this.#frame.css + themeCss(looks) }) };
    return this.#branded.style;
  }
}

const encoded = (style: InlineStyle): EncodedStyle => ({
  ...style,
  bytes: Buffer.from(style.css),
  source: hashSource(style.css),
});

/** What allows an inline element with this text. */
const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
