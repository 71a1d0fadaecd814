import type { FolderSource } from '@foyer/folder';
import type { Gateway } from '@foyer/gateway';
import type { Locale } from '@foyer/messages';
import { type CallPath, ContentError, type Locales, type Parameters } from '@foyer/model';
import type { DocumentTexts } from './document-texts.ts';

/** What the search reads. */
export interface ContentReader {
  /** The editions, the default one first. */
  readonly locales: Locales;
  /** The data of a call's answer. Rejects with a ContentError; with a StaleAnswerError if there is only an earlier answer, as the CMS has failed. */
  read(call: CallPath, parameters: Parameters, locale: Locale, signal: AbortSignal): Promise<object>;
  /** A hash of everything that a content folder shows, by locale, kind and id. None: a CMS, which has to be read to know what has changed. */
  revisions?(): Promise<ReadonlyMap<string, string>>;
  /** The text of a document. Never rejects. None: documents are not searched. */
  readDocument?(href: string, signal: AbortSignal): Promise<DocumentText>;
}

export interface DocumentText {
  text?: string;
  /** Nothing is known of the document: it could not be had. */
  isUnavailable: boolean;
}

/** The CMS has failed, and the gateway has an earlier answer. */
export class StaleAnswerError extends ContentError {
  constructor() {
    super(502, 'the upstream has failed to answer again');
  }
}

interface ReaderParts {
  gateway: Gateway;
  /** None: a CMS. */
  folder?: Pick<FolderSource, 'revisions'>;
  documentTexts?: Pick<DocumentTexts, 'textOf' | 'isUnavailable'>;
}

/** Reads through the gateway of the site: what both ask for is asked of the CMS once. */
export function readerOf({ gateway, folder, documentTexts }: ReaderParts): ContentReader {
  return {
    locales: gateway.locales,
    async read(call, parameters, locale, signal) {
      let isStale = false;
      const answer = await gateway.get(call, parameters, {
        priority: 'inventory',
        locale,
        revalidate: true,
        signal,
        onResult(result) {
          isStale = result.etag !== undefined && result.hasFailedRevalidation;
        },
      });
      if (isStale) throw new StaleAnswerError();
      return answer;
    },
    ...(folder && { revisions: () => folder.revisions() }),
    ...(documentTexts && {
      readDocument: async (href, signal) => ({
        text: await documentTexts.textOf(href, signal),
        isUnavailable: documentTexts.isUnavailable(href),
      }),
    }),
  };
}
