/** With its fraction and its exponent: a part of a number is none. */
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const MAY_HAVE_LONG_NUMBER = /\d{16}/;

/**
 * Undefined for what is not JSON. A byte order mark is none of it: some servers send one. A whole number beyond 2^53, as the id
 * of some databases, is a text: as a number it would be another one.
 */
export function parseJson(json: string | Uint8Array): unknown {
  const text = (typeof json === 'string' ? json : Buffer.from(json).toString()).replace(/^\uFEFF/, '');
  try {
    const value: unknown = JSON.parse(text);
    return MAY_HAVE_LONG_NUMBER.test(text) ? JSON.parse(withLongNumbersAsTexts(text)) : value;
  } catch {
    return undefined;
  }
}

/** @param json valid JSON: each quote in it begins or ends a text, or is escaped */
function withLongNumbersAsTexts(json: string): string {
  let isInText = false;
  const parts = json.split('"').map((part) => {
    const isText = isInText;
    if (!isText || !endsInEscape(part)) isInText = !isInText;
    return isText ? part : part.replace(NUMBER, asText);
  });
  return parts.join('"');
}

/** Whether a quote behind a part of a text is escaped. */
function endsInEscape(part: string): boolean {
  let end = part.length;
  while (part[end - 1] === '\\') end -= 1;
  return (part.length - end) % 2 === 1;
}

const asText = (number: string): string =>
  /[.eE]/.test(number) || Number.isSafeInteger(Number(number)) ? number : `"${number}"`;
