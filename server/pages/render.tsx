import { PassThrough, type Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { preload, preloadModule } from 'react-dom';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { createStaticRouter, type StaticHandlerContext, StaticRouterProvider } from 'react-router-dom';
import { Hydration } from '../../shared/hydration.tsx';
import { writeState } from '../../shared/island.ts';
import type { Manifest } from './manifest.ts';

export interface Rendering {
  context: StaticHandlerContext;
  manifest: Manifest;
  /** Whether the page comes alive in the browser; an address that no router can read is not for one. */
  hydrate: boolean;
}

const DEVANAGARI = /[\u0900-\u097f]/;

function view({ context, manifest, hydrate }: Rendering, refresh?: string) {
  const screens = context.matches.flatMap(({ route }) => manifest.screens[route.handle?.chunk ?? route.id ?? ''] ?? []);
  const { script, style } = manifest;
  const island = hydrate ? writeState({ script, style }, context) : undefined;
  const { latin, devanagari } = manifest.fonts;
  const fonts = DEVANAGARI.test(island?.json ?? '') ? [...latin, ...devanagari] : latin;
  const modules = hydrate ? [script, ...manifest.preload, ...screens] : [];
  return (
    <Hydration value={{ assets: { script, style }, island, refresh }}>
      <Preloads fonts={fonts} modules={modules} />
      {/* The matches hold their routes: to hand over the table would convert all of it for each page. */}
      <StaticRouterProvider router={createStaticRouter([], context)} context={context} hydrate={false} />
    </Hydration>
  );
}

function Preloads({ fonts, modules }: { fonts: string[]; modules: string[] }) {
  for (const font of fonts) preload(font, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' });
  for (const address of modules) preloadModule(address);
  return null;
}

/** How React marks a block that it leaves to the browser, because rendering it has failed. */
const FAILED = '<!--$!-->';

/**
 * A page in one piece, without any inline script: what has settled does not suspend. To a string, which takes a third of
 * the time that a stream does; but of faults it says nothing, so that a page with one is rendered again as a stream.
 */
export async function renderWhole(rendering: Rendering, onError: (error: unknown) => void): Promise<Buffer> {
  try {
    const html = renderToString(view(rendering));
    if (!html.includes(FAILED)) return Buffer.from(`<!DOCTYPE html>${html}`);
  } catch {
    // The stream fails as well, and tells of it.
  }
  return renderWithFaults(rendering, onError);
}

function renderWithFaults(rendering: Rendering, onError: (error: unknown) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const stream = renderToPipeableStream(view(rendering), {
      progressiveChunkSize: 1e9,
      onAllReady: () => resolve(buffer(stream.pipe(new PassThrough()))),
      onShellError: reject,
      onError,
    });
  });
}

interface Streaming extends Rendering {
  nonce: string;
  /** Where a visitor without scripts finds the page whole. */
  refresh: string;
}

/**
 * Renders a page whose blocks follow as their data comes. Resolves with the shell ready: `pipe` sends it and all that
 * follows straight into the response, so that compression flushes when React does and a closed response ends the render.
 */
export function renderStream(rendering: Streaming, onError: (error: unknown) => void) {
  return new Promise<{ pipe(destination: Writable): void; abort(): void }>((resolve, reject) => {
    const stream = renderToPipeableStream(view(rendering, rendering.refresh), {
      nonce: rendering.nonce,
      onShellReady: () => resolve(stream),
      onShellError: reject,
      onError,
    });
  });
}
