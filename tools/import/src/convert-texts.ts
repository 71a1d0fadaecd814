import type { Progress } from '@foyer/command-line';
import { createMarkdownConverter, type MediaFiles, UnreadableFileError } from '@foyer/folder';
import { parseHtml } from '@foyer/gateway';
import type { Locale } from '@foyer/messages';
import { TimeSlice } from '@foyer/runtime';
import type { Element, Root } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { createHtmlConverter, type MarkdownResult } from './html-to-markdown.ts';
import type { SourceText } from './import-context.ts';

export interface ConvertOptions {
  media: MediaFiles;
  /** As the gateway sanitises what the folder sends in an edition. */
  sanitiserOf(locale: Locale): (html: string) => string;
  locationOf(address: string): string | undefined;
  progress: Pick<Progress, 'done'>;
  signal: AbortSignal;
}

/** The Markdown of each placeholder. It yields to the event loop between texts. Rejects with the signal's reason. */
export async function convertTexts(
  texts: ReadonlyMap<string, SourceText>,
  { media, sanitiserOf, locationOf, progress, signal }: ConvertOptions,
): Promise<Map<string, MarkdownResult>> {
  const converters = new Map<Locale, (html: string) => MarkdownResult>();
  const converterOf = (locale: Locale) => {
    const converter =
      converters.get(locale) ??
      createHtmlConverter({
        toHtml: createMarkdownConverter(media),
        sanitise: sanitiserOf(locale),
        sizeOf: (src) => media.factsOf(src),
        readData: (location) => dataOf(media, location),
      });
    converters.set(locale, converter);
    return converter;
  };
  const results = new Map<string, MarkdownResult>();
  const slice = new TimeSlice();
  for (const [placeholder, { html, locale }] of texts) {
    signal.throwIfAborted();
    results.set(placeholder, converterOf(locale)(withLocations(html, locationOf)));
    progress.done();
    if (slice.isUsedUp) await slice.end();
  }
  return results;
}

function dataOf(media: MediaFiles, location: string): string | undefined {
  try {
    return media.factsOf(location) && media.readText(location).text;
  } catch (error) {
    if (error instanceof UnreadableFileError) return undefined;
    throw error;
  }
}

/** HTML in which addresses of fetched files are those of the folder. */
function withLocations(html: string, locationOf: (address: string) => string | undefined): string {
  const tree = parseHtml(html);
  let isChanged = false;
  const replace = (parent: Root | Element) => {
    for (const child of parent.children) {
      if (child.type !== 'element') continue;
      for (const name of ['src', 'href'] as const) {
        const address = child.properties[name];
        const location = typeof address === 'string' ? locationOf(address) : undefined;
        if (location === undefined) continue;
        child.properties[name] = location;
        isChanged = true;
      }
      replace(child);
    }
  };
  replace(tree);
  return isChanged ? toHtml(tree) : html;
}
