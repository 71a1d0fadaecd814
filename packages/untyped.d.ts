/** Of the package, what packages/model/src/dates/bikram-sambat.ts uses: it has no types of its own. */
declare module 'bikram-sambat' {
  const bikramSambat: {
    /**
     * The day of a Gregorian date. Throws for a date outside of its table.
     * @param date YYYY-MM-DD
     */
    toBik(date: string): { year: number; month: number; day: number };
    /** The Gregorian date of a day. Throws for a day outside of its table. Months count from 1. */
    toGreg(year: number, month: number, day: number): { year: number; month: number; day: number };
    /** Throws for a month outside of its table. */
    daysInMonth(year: number, month: number): number;
  };
  export default bikramSambat;
}

/** Of the package, what tools/import/src/markdown-writer.ts uses: it has no types of its own. */
declare module '@joplin/turndown-plugin-gfm' {
  import type { Plugin } from 'turndown';
  export const tables: Plugin;
  export const strikethrough: Plugin;
}

/** The package's types on npm name Express's request and response, but it needs no more than Node's: pages are compressed without Express. */
declare module 'compression' {
  import type { IncomingMessage, ServerResponse } from 'node:http';
  import type { BrotliOptions } from 'node:zlib';
  export default function compression(options: {
    brotli: BrotliOptions;
    /** Bytes. */
    threshold: number;
  }): (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
}

/** Of the package, what packages/images/src/drawable-svg.ts uses: it has no types of its own. */
declare module 'sax' {
  namespace sax {
    interface Attribute {
      uri: string;
      local: string;
      value: string;
    }
    interface Element {
      uri: string;
      local: string;
      attributes: Record<string, Attribute>;
    }
    interface Parser {
      onerror: (error: Error) => void;
      onprocessinginstruction: (instruction: { name: string; body: string }) => void;
      ondoctype: (doctype: string) => void;
      onopentag: (element: Element) => void;
      onclosetag: () => void;
      ontext: (text: string) => void;
      oncdata: (text: string) => void;
      write(text: string): Parser;
      close(): void;
    }
    function parser(isStrict: true, options: { xmlns: true; strictEntities: true }): Parser;
  }
  export default sax;
}
