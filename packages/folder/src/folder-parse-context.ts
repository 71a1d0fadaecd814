import { createParseContext } from '@foyer/gateway';
import type { ParseContext } from '@foyer/model';
import { MarkdownError } from './bounded-markdown.ts';
import { plainTextToHtml, stripTags } from './plain-text.ts';

/** Markdown becomes HTML here; the gateway sanitises it, as that of every upstream. The excerpt is for search only. The gateway draws, too. */
export function folderParseContext(
  timeZone: string,
  toHtml: (text: string) => string,
  {
    chartFaults,
    onMarkdownFault,
  }: {
    chartFaults(text: string): { message: string }[];
    onMarkdownFault(text: string, message: string): void;
  },
): ParseContext {
  return {
    ...createParseContext({ timeZone, videoOrigins: [], onDropped: () => {} }),
    strict: true,
    html(text) {
      for (const { message } of chartFaults(text)) onMarkdownFault(text, message);
      try {
        return toHtml(text);
      } catch (error) {
        if (!(error instanceof MarkdownError)) throw error;
        onMarkdownFault(text, error.faultMessage);
        return plainTextToHtml(text);
      }
    },
    excerpt: (html) => stripTags(html, ' '),
    chart: () => undefined,
  };
}
