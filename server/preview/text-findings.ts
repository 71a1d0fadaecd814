import { findingsOfHtml } from '@foyer/check';
import type { ShownFinding } from './shown-finding.ts';

/** Texts beyond this are shown as plain text. */
const MAX_TEXT_CHARACTERS = 400_000;
const TAG = /<[a-z]/i;

/** The findings of the HTML texts in a CMS's answer about one item, as it sent them: sanitised ones hide what is missing. */
export function textFindings(address: string, body: Uint8Array, videoOrigins: readonly string[]): ShownFinding[] {
  return itemsOf(body).flatMap((item) =>
    Object.entries(item).flatMap(([field, text]) =>
      typeof text === 'string' && TAG.test(text) && text.length <= MAX_TEXT_CHARACTERS
        ? findingsOfHtml(text, videoOrigins).map(({ message, level }) => ({
            place: `${address} ${field}`,
            message,
            level,
          }))
        : [],
    ),
  );
}

/** The objects in the data of an answer; lists have their items' texts in part. None if it is no answer: the normaliser reports that. */
function itemsOf(body: Uint8Array): object[] {
  try {
    const envelope: unknown = JSON.parse(Buffer.from(body).toString());
    const data = isObject(envelope) && 'data' in envelope ? envelope.data : undefined;
    return isObject(data) ? Object.values(data).filter((value) => isObject(value) && !Array.isArray(value)) : [];
  } catch {
    return [];
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
