import { quoted } from '@foyer/gateway';

/** A page of HTML in the place of an answer. */
export interface HtmlPage {
  /** ` titled “…”`, or nothing. */
  titled: string;
  isLogin: boolean;
}

/** Of a body, in which the title and a password field are looked for. */
const MAX_HTML_BYTES = 65_536;
const LOGIN_PATH = /\/(?:login|log-in|signin|sign-in|sso)\b/i;
const LOGIN_TITLE = /\b(?:log|sign)[ -]?in\b|लग ?इन/i;
const PASSWORD_FIELD = /<input\b[^<>]*\btype\s*=\s*["']?password\b/i;

/** The page of a response that is HTML; undefined for any other. */
export function htmlPage(url: URL, body: Uint8Array, contentType = ''): HtmlPage | undefined {
  const text = beginningOf(body).trim();
  if (!/^<(?!\?xml|rss\b|feed\b)/i.test(text) && !(/^text\/html\b/i.test(contentType) && !/^[[{]/.test(text)))
    return undefined;
  const title = quoted(decoded(/<title\b[^<>]*>([^<]*)/i.exec(text)?.[1] ?? ''));
  return {
    titled: title && ` titled “${title}”`,
    isLogin: LOGIN_PATH.test(url.pathname) || LOGIN_TITLE.test(title) || PASSWORD_FIELD.test(text),
  };
}

/** As much of a body as says what it is. */
export const beginningOf = (body: Uint8Array): string =>
  Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, MAX_HTML_BYTES))
    .toString('utf8')
    .replace(/^\uFEFF/, '');

const ENTITIES = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#039': "'" }));
const decoded = (text: string) => text.replace(/&(#?\w+);/g, (entity, name) => ENTITIES.get(name) ?? entity);
