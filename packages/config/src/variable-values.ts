import type { Locale } from '@foyer/messages';
import { isLocale } from '@foyer/model';
import proxyAddress from 'proxy-addr';
import * as z from 'zod';

/* What an environment variable may have as its value. */

/** Digits alone: neither 0x50 nor 1e3, which JavaScript would take. */
export const whole = (least: number, most: number) => {
  const digits = z.string().regex(/^\d+$/).transform(Number);
  return digits.pipe(z.number().min(least).max(most));
};
/** Ten minutes at most: Node's timers end at once beyond 24 days. */
export const milliseconds = (least: number) => whole(least, 600_000);
export const port = whole(0, 65_535);
/** A year: caches take longer times as that. */
export const seconds = whole(0, 31_536_000);
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
/** What a header can contain. */
export const authorization = z.string().regex(/^[\t\x20-\x7e\x80-\xff]+$/);
/** An address that browsers report to: a service's key in its query is public. None that would end a directive. */
export const reportUrl = z.url({ protocol: /^https?$/ }).regex(/^https?:\/\/[^/?#@]+(\/[^\s;,"#]*)?$/i);
/** One header of a request; what a header can contain. */
export const header = z.string().regex(/^[\w-]+:[\t\x20-\x7e\x80-\xff]+$/);
/** JSON in which `{tags}` stands for a list. */
export const jsonWithTags = z
  .string()
  .refine((text) => z.json().safeParse(parsed(text.replaceAll('{tags}', '[]'))).success);
/** Those before the current one stay valid in addresses that are out. */
export const imageKeys = z
  .string()
  .transform((value) => value.split(/\s+/))
  .pipe(z.array(z.string().min(16)));
/** Of the protocol. It is the name of a file of the site. */
export const indexNowKey = z.string().regex(/^[A-Za-z0-9-]{8,128}$/);
export const timeZone = z.string().refine(isTimeZone);

/**
 * An http(s) address without what may be a secret: a user name, a password, a query or a fragment would be in the log and in error
 * messages, and would not be sent.
 */
export const httpUrl = z.url({ protocol: /^https?$/ }).regex(/^https?:\/\/[^/?#@*]+(\/[^?#]*)?$/i);
/** Whether a text may be an address with a secret in it, valid or not. */
export const mayHaveSecret = (text = ''): boolean => /[@?#]/.test(text);
export const origin = httpUrl.regex(/^[^/]+\/\/[^/]+\/?$/).transform((value) => new URL(value).origin);
export const origins = listOf(origin);
/** A proxy takes a user name and a password. */
export const proxyUrl = z.url({ protocol: /^https?$/ }).regex(/^https?:\/\/([^/?#]*@)?[^/?#@]+\/?$/i);
/** Redis's client takes a user name and a password, and a number of a database. */
export const redisUrl = z.url({ protocol: /^rediss?$/ }).regex(/^rediss?:\/\/([^/?#]*@)?[^/?#@]+(\/\d*)?$/i);

export const localeList = z
  .string()
  .transform(words)
  .pipe(z.tuple([z.custom<Locale>(isLocale)], z.custom<Locale>(isLocale)))
  .refine((values) => new Set(values).size === values.length);
/** Directives of the content security policy that get further hosts. The others are Foyer's own. */
const DIRECTIVES = ['connect-src', 'font-src', 'frame-src', 'img-src', 'media-src', 'script-src', 'style-src'] as const;
export type CspSources = ReadonlyMap<(typeof DIRECTIVES)[number], readonly string[]>;
/** A host; with a wildcard, one below a name that somebody owns: neither *.org nor *.com.np. Keywords as 'unsafe-inline' are none. */
const cspSource = z
  .string()
  .regex(/^(https?|wss?):\/\/(\*\.[a-z\d-]+\.)?[a-z\d-]+(\.[a-z\d-]+)*(:\d+)?$/i)
  .refine((source) => !/\/\/\*\.(com?|org|net|edu|gov|go|mil|ac|or|ne)\.[a-z]{2}(:|$)/i.test(source));
const cspDirective = z.tuple([z.enum(DIRECTIVES), cspSource], cspSource);
export const cspSources = z
  .string()
  .transform((value) =>
    value
      .split(';')
      .map(words)
      .filter(({ length }) => length > 0),
  )
  .pipe(z.array(cspDirective))
  .refine((directives) => new Set(directives.map(([name]) => name)).size === directives.length)
  .transform((directives): CspSources => new Map(directives.map(([name, ...sources]) => [name, sources])));

export const trust = z.string().refine(isTrust);

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** A list of values, separated by spaces or commas. */
function listOf<Item extends z.ZodType<string, string>>(item: Item) {
  return z.string().transform(words).pipe(z.array(item));
}

function words(value: string): string[] {
  return value.split(/[\s,]+/).filter(Boolean);
}

/** Whether the X-Forwarded-For of a proxy is trusted, by its address and its distance in hops. The values are Express's. */
export function trustOf(value: string): (address: string, hop: number) => boolean {
  if (value === 'true' || value === 'false') return () => value === 'true';
  if (/^\d+$/.test(value)) return (_, hop) => hop < Number(value);
  return proxyAddress.compile(value.split(',').map((part) => part.trim()));
}

function isTrust(value: string): boolean {
  try {
    trustOf(value);
    return true;
  } catch {
    return false;
  }
}

function isTimeZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}
