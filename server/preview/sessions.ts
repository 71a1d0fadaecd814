import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import type { View } from './content-view.ts';

/** An editor who may see the preview until a time, and what is shown. The cookie has all of it: there is nothing to store. */
export interface Session {
  /** In milliseconds since the epoch. */
  until: number;
  view: View;
  /** Of a reviewer: the path of the one page that is shown. */
  only?: string;
}

const COOKIE = 'foyer_preview';
const SESSION_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** A longer Cookie header is not read. */
const MAX_COOKIE_CHARACTERS = 4_096;

const sessionSchema = z.object({
  until: z.number(),
  view: z.object({ at: z.number().optional() }),
  only: z.string().optional(),
});

/** Opens and reads sessions. Their key is derived from the token: a new token ends all of them. */
export class Sessions {
  readonly #token: string;
  readonly #key: Buffer;

  constructor(token: string) {
    this.#token = token;
    this.#key = createHmac('sha256', token).update('session of the preview').digest();
  }

  /** A new session, which shows everything; undefined for any other text than the token. */
  open(token: string): Session | undefined {
    return isSecret(token, this.#token) ? { until: Date.now() + SESSION_MS, view: {} } : undefined;
  }

  /** A session of a reviewer, who sees one page, as a text for a link. */
  link(only: string, view: View, days: number): { link: string; until: number } {
    const until = Date.now() + days * DAY_MS;
    return { link: this.#signed({ until, view, only }), until };
  }

  /** The session of a link; undefined for any other text, and once it is over. */
  follow(link: string): Session | undefined {
    const session = this.#verified(link);
    return session?.only !== undefined && session.until > Date.now() ? session : undefined;
  }

  /** The session of a Cookie header; undefined if it has none, if another key has signed it, or if it is over. */
  read(header: string | undefined): Session | undefined {
    if (!header || header.length > MAX_COOKIE_CHARACTERS) return undefined;
    for (const pair of header.split(';')) {
      const [name, value = ''] = pair.trim().split('=', 2);
      if (name !== COOKIE) continue;
      const session = this.#verified(value);
      if (session && session.until > Date.now()) return session;
    }
    return undefined;
  }

  /** The value of Set-Cookie. @param isSecure the browser may send it over https only */
  cookie(session: Session, isSecure: boolean): string {
    const seconds = Math.max(0, Math.ceil((session.until - Date.now()) / 1000));
    return cookieOf(this.#signed(session), seconds, isSecure);
  }

  #signed(session: Session): string {
    const body = Buffer.from(JSON.stringify(session)).toString('base64url');
    return `${body}.${this.#sign(body)}`;
  }

  #verified(value: string): Session | undefined {
    const [body = '', signature = ''] = value.split('.', 2);
    if (!isSecret(signature, this.#sign(body))) return undefined;
    return sessionSchema.parse(JSON.parse(Buffer.from(body, 'base64url').toString()));
  }

  #sign(body: string): string {
    return createHmac('sha256', this.#key).update(body).digest('base64url');
  }
}

/** The value of Set-Cookie that ends a session. */
export const endedCookie = (isSecure: boolean): string => cookieOf('', 0, isSecure);

const cookieOf = (value: string, seconds: number, isSecure: boolean): string =>
  `${COOKIE}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;

/** Compares a text with a secret in a time that depends on neither. */
const isSecret = (text: string, secret: string): boolean => timingSafeEqual(digest(text), digest(secret));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
