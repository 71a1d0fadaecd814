import { PassThrough, type Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { preload, preloadModule } from 'react-dom';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { Hydration } from '../../shared/hydration.tsx';
import { createHydrationData } from '../../shared/hydration-data.ts';
import type { Manifest } from './manifest.ts';
import { createStaticRouter, type StaticHandlerContext, StaticRouterProvider } from './router.ts';

export interface RenderOptions {
  context: StaticHandlerContext;
  manifest: Manifest;
  /** Whether the browser hydrates the page. False for addresses that React Router cannot parse. */
  hydrate: boolean;
}

const DEVANAGARI = /[\u0900-\u097f]/;

function view({ context, manifest, hydrate }: RenderOptions, bufferedAddress?: string) {
  const screens = context.matches.flatMap(({ route }) => manifest.screens[route.handle?.chunk ?? route.id ?? ''] ?? []);
  const { script, style } = manifest;
  const data = hydrate ? createHydrationData({ script, style }, context) : undefined;
  const { latin, devanagari } = manifest.fonts;
  const fonts = DEVANAGARI.test(data?.json ?? '') ? [...latin, ...devanagari] : latin;
  const modules = hydrate ? [script, ...manifest.preload, ...screens] : [];
  return (
    <Hydration value={{ assets: { script, style }, data, bufferedAddress }}>
      <Preloads fonts={fonts} modules={modules} />
      {/* The matches contain their routes. With the route table React Router would convert all of it for each page. */}
      <StaticRouterProvider router={createStaticRouter([], context)} context={context} hydrate={false} />
    </Hydration>
  );
}

function Preloads({ fonts, modules }: { fonts: string[]; modules: string[] }) {
  for (const font of fonts) preload(font, { as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' });
  for (const address of modules) preloadModule(address);
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
    const html = renderToString(view(options));
    if (!html.includes(FAILED_BLOCK)) return Buffer.from(`<!DOCTYPE html>${html}`);
  } catch {
    // The stream fails too, and reports the error.
  }
  return renderWithErrors(options, onError);
}

function renderWithErrors(options: RenderOptions, onError: (error: unknown) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const stream = renderToPipeableStream(view(options), {
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
    const stream = renderToPipeableStream(view(options, options.bufferedAddress), {
      nonce: options.nonce,
      onShellReady: () => resolve(stream),
      onShellError: reject,
      onError,
    });
  });
}
