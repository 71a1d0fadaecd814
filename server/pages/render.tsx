import { PassThrough, type Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { preload } from 'react-dom';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { Site } from '../../shared/document/Site.tsx';
import { Hydration, type InlineStyle } from '../../shared/hydration.tsx';
import { createHydrationData } from '../../shared/hydration-data.ts';
import { screenOf } from '../../shared/page.ts';
import type { ShownPage } from '../../shared/shown-page.ts';
import { StaticHtml } from '../../shared/static-part.tsx';
import { BrandHead } from './BrandHead.tsx';
import { type EncodedStyle, type InlineAssets, screenStylesOf } from './inline-assets.ts';
import type { Manifest } from './manifest.ts';
import type { StaticParts } from './static-parts.tsx';
import { preloadedFont } from './theme-css.ts';

export interface RenderOptions {
  shown: ShownPage;
  manifest: Manifest;
  inline: InlineAssets;
  /** Undefined: every part is rendered. */
  staticParts?: StaticParts;
  /** Whether the browser hydrates the page. False for addresses that React Router cannot parse. */
  hydrate: boolean;
}

const stylesOf = ({ shown, inline }: RenderOptions) => inline.styles(shown.root, screenStylesOf(shown));

/** @param bufferedAddress of a streamed page */
function view(
  { shown, manifest, inline, staticParts, hydrate }: RenderOptions,
  styles: InlineStyle[],
  bufferedAddress?: string,
) {
  const { page, root } = shown;
  const screen = screenOf(page);
  const messages = manifest.messages[root.locale];
  const modules = [manifest.script, ...manifest.imported, messages, manifest.screens[screen]].filter(
    (address) => address !== undefined,
  );
  const scripts = hydrate ? { data: createHydrationData(shown), start: inline.start, modules } : undefined;
  return (
    <Hydration value={{ styles, scripts, bufferedAddress }}>
      <StaticHtml value={staticParts?.htmlOf}>
        <FontPreload address={preloadedFont(root.brand, manifest.displayFont)} />
        <BrandHead {...root} />
        <Site shown={shown} />
      </StaticHtml>
    </Hydration>
  );
}

/** Headings are shown in a font of the device until theirs is there, so the first image goes first. */
function FontPreload({ address }: { address: string | undefined }) {
  if (address) preload(address, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous', fetchPriority: 'low' });
  return null;
}

/** React's mark of a block that failed to render, and is left to the browser. */
const FAILED_BLOCK = '<!--$!-->';

/**
 * Renders a page whose data has arrived: nothing suspends, so there is no inline script. renderToString takes a third of a
 * stream's time, but does not report errors: a page with a failed block is rendered again as a stream.
 */
export async function renderBuffered(options: RenderOptions, onError: (error: unknown) => void): Promise<Buffer> {
  try {
    const styles = stylesOf(options);
    const places = styles.map((style) => ({ ...style, css: placeOf(style) }));
    const html = `<!DOCTYPE html>${renderToString(view(options, places))}`;
    if (!html.includes(FAILED_BLOCK)) return encode(html, styles);
  } catch {
    // The stream fails too, and reports the error.
  }
  return renderWithErrors(options, onError);
}

/** Stands for a style. This text cannot occur earlier in a page: React escapes `&`. */
const placeOf = ({ precedence }: InlineStyle): string => `"&${precedence}"`;

/** Puts the styles into a page, encoded once: a string of more than 64,000 characters, one of them Devanagari, takes V8 a millisecond more. */
function encode(html: string, styles: readonly EncodedStyle[]): Buffer {
  let rest = html;
  const parts = styles.flatMap((style) => {
    const place = placeOf(style);
    const at = rest.indexOf(place);
    if (at < 0) throw new Error(`the page has no place for the styles of the ${style.precedence}`);
    const before = rest.slice(0, at);
    rest = rest.slice(at + place.length);
    return [Buffer.from(before), style.bytes];
  });
  return Buffer.concat([...parts, Buffer.from(rest)]);
}

function renderWithErrors(options: RenderOptions, onError: (error: unknown) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const stream = renderToPipeableStream(view(options, stylesOf(options)), {
      progressiveChunkSize: 1e9,
      onAllReady: () => resolve(buffer(stream.pipe(new PassThrough()))),
      onShellError: reject,
      onError,
    });
  });
}

interface StreamOptions extends RenderOptions {
  nonce: string;
  /** Address of the buffered page, for browsers without scripts. */
  bufferedAddress: string;
}

/**
 * Renders a page whose blocks follow when their data arrives. Resolves when the shell is ready. `pipe` writes it and every
 * block directly to the response: so compression flushes together with React, and a closed response aborts the render.
 */
export function renderStreamed(options: StreamOptions, onError: (error: unknown) => void) {
  return new Promise<{ pipe(destination: Writable): void; abort(): void }>((resolve, reject) => {
    const stream = renderToPipeableStream(view(options, stylesOf(options), options.bufferedAddress), {
      nonce: options.nonce,
      onShellReady: () => resolve(stream),
      onShellError: reject,
      onError,
    });
  });
}
