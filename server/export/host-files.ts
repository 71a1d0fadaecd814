import type { Config } from '@foyer/config';
import { lookup } from 'mrmime';
import { mediaHeaders } from '../http/media-headers.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { type Layout, notFoundFile } from './file-layout.ts';
import type { ExportedRedirect } from './redirects.ts';

/* What hosts need beside the files: redirects, pages that are gone, headers. */

const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Pages and answers change with the next export: a browser asks whether its copy is still the one. */
const REVALIDATED = 'public, max-age=0, must-revalidate';
/** Feed readers and search engines embed pictures in their own pages. */
const PICTURES = ['Cross-Origin-Resource-Policy', 'cross-origin'] as const;

export interface Host {
  config: Config;
  /** The Content-Security-Policy of the pages. */
  policy: string;
  /** Of addresses without a file, in every edition. */
  redirects: readonly ExportedRedirect[];
  layout: Layout;
  /** Of the files of `media/`, as they are written, without a dot. */
  mediaExtensions: readonly string[];
}

/** The texts of the files by their names. */
export const hostFiles = (host: Host): Record<string, string> => ({
  _headers: headersFile(host),
  _redirects: redirectsFile(host),
  '.foyer/nginx.conf': nginxFile(host),
});

type Header = readonly [name: string, value: string];

/** What a file of `media/` has, and no other. */
const ownHeaders = (extension: string): Header[] => Object.entries(mediaHeaders(`.${extension}`));

function headersOf({ config, policy }: Host): Header[] {
  const flat = securityHeaders(config, policy);
  return flat.flatMap((name, index): Header[] => (index % 2 === 0 ? [[name, flat[index + 1] ?? '']] : []));
}

/** Of Netlify and Cloudflare Pages. Where two rules have a header, the browser gets both values, and obeys both policies, or the later one. */
function headersFile(host: Host): string {
  const rule = (path: string, headers: readonly Header[]) =>
    [path, ...headers.map(([name, value]) => `  ${name}: ${value}`)].join('\n');
  return `${[
    rule('/*', headersOf(host)),
    rule('/assets/*', [['Cache-Control', IMMUTABLE]]),
    rule('/media/@*', [['Cache-Control', IMMUTABLE], PICTURES]),
    ...host.mediaExtensions.map((extension) => rule(`/media/*.${extension}`, ownHeaders(extension))),
  ].join('\n')}\n`;
}

/** Of Netlify and Cloudflare Pages; the latter knows no 410, and ignores those lines. */
const redirectsFile = ({ redirects }: Host): string =>
  redirects.map((redirect) => `${sourceOf(redirect)} ${targetOf(redirect)}\n`).join('');

const sourceOf = ({ from, isPrefix, query }: ExportedRedirect): string =>
  [isPrefix ? `${literal(from).replace(/\/$/, '')}/*` : literal(from), ...(query === '' ? [] : query.split('&'))].join(
    ' ',
  );
const targetOf = ({ to, isPrefix }: ExportedRedirect): string => {
  if (to === undefined) return '/404.html 410';
  return `${isPrefix && REST.test(to) ? `${literal(to.replace(REST, ''))}/:splat` : literal(to)} 301`;
};
/** The end of the target of a prefix that stands for what is below it. */
const REST = /\/\*$/;

/** An address without placeholders: those hosts would take `*` and `:name` for some. */
function literal(address: string): string {
  const [scheme = ''] = /^[a-z]+:/i.exec(address) ?? [];
  return (
    scheme +
    address
      .slice(scheme.length)
      .replaceAll('*', '%2A')
      .replaceAll(/:(?=[a-z])/gi, '%3A')
  );
}

/** One address for each page: without the extension of its file. What begins with two slashes, or with what browsers take for some, would lead to another host. */
const WITHOUT_EXTENSION = [
  '  if ($request_uri ~ ^(/(?:[^/\\x5c?][^?]*/)?)index\\.html(\\?.*)?$) { return 301 $1$2; }',
  '  if ($request_uri ~ ^(/[^/\\x5c?][^?]*)\\.html(\\?.*)?$) { return 301 $1$2; }',
];

/** What a `server` of nginx includes. */
function nginxFile(host: Host): string {
  const { locales } = host.config.site;
  const others = locales.slice(1).map((locale) => `/${locale}`);
  const common = headersOf(host);
  const headers = (more: readonly Header[], base = common) => addHeaders([...base, ...more]);
  const page = host.layout === 'files' ? '$uri.html' : '$uri/index.html';
  const pages = (path: string, prefix: string, otherwise = '=404') => [
    `location ${path} {`,
    `  error_page 404 410 /${notFoundFile(prefix)};`,
    ...WITHOUT_EXTENSION,
    `  try_files $uri ${page} ${otherwise};`,
    ...headers([['Cache-Control', REVALIDATED]]),
    '}',
  ];
  // Everything below an edition has a location already, which a redirect of all of it joins.
  const movedBelow = new Map(
    host.redirects.flatMap(({ from, isPrefix }, index) =>
      isPrefix ? [[decodeURIComponent(from), `@moved${index}`]] : [],
    ),
  );
  return `${[
    '# Written by the export: include it in a server of nginx, whose root is the folder of the export (docs/exporting.md).',
    'absolute_redirect off;',
    'charset utf-8;',
    'charset_types text/plain text/csv text/calendar text/xml application/json application/xml application/atom+xml application/manifest+json;',
    'gzip_static on;',
    'types {',
    ...typesOf(host).map(([type, names]) => `  ${type} ${names};`),
    '}',
    'default_type application/octet-stream;',
    `error_page 404 410 /${notFoundFile('')};`,
    ...headers([]).map((line) => line.trim()),
    '# One address for each page: without a slash at its end.',
    'rewrite ^(/[^/\\x5c].*)/$ $1 permanent;',
    'if ($request_method !~ ^(GET|HEAD)$) { return 405; }',
    ...host.redirects.flatMap((redirect, index) => {
      const { from, to, isPrefix, query } = redirect;
      const answer = to === undefined ? 'return 410;' : `return 301 ${quoted(to.replaceAll('$', '%24'))};`;
      const path = decodeURIComponent(from);
      if (query !== '') return `if ($request_uri = ${quoted(`${from}?${query}`)}) { ${answer} }`;
      if (!isPrefix) return `location = ${quoted(path)} { ${answer} }`;
      const prefix = others.find((other) => path.startsWith(`${other}/`)) ?? '';
      const isOfEdition = others.includes(path);
      return [
        ...(isOfEdition ? [] : pages(`^~ ${quoted(`${path.replace(/\/$/, '')}/`)}`, prefix, `@moved${index}`)),
        `location @moved${index} { ${answerOfPrefix(redirect, answer)} }`,
      ];
    }),
    ...pages('/', ''),
    ...others.flatMap((prefix) => [
      `location = ${prefix} { try_files ${host.layout === 'files' ? `${prefix}.html` : `${prefix}/index.html`} =404;`,
      ...headers([['Cache-Control', REVALIDATED]]),
      '}',
      ...pages(`${prefix}/`, prefix, movedBelow.get(prefix)),
    ]),
    'location = / {',
    '  try_files /index.html =404;',
    ...headers([['Cache-Control', REVALIDATED]]),
    '}',
    'location /assets/ {',
    ...headers([['Cache-Control', IMMUTABLE]]),
    '}',
    ...mediaLocation(host, common),
    'location /media/@ {',
    ...headers(
      [['Cache-Control', IMMUTABLE], PICTURES],
      common.filter(([name]) => /^(strict-transport|x-content)/i.test(name)),
    ),
    '}',
    'location ~ /\\.(?!well-known/) { return 404; }',
  ].join('\n')}\n`;
}

/** A file without an extension is downloaded; those of an extension are sent as on the server. */
function mediaLocation({ mediaExtensions }: Host, common: readonly Header[]): string[] {
  const pageHeaders = common.filter(([name]) => name.toLowerCase() !== 'content-security-policy');
  const location = (matching: string, own: readonly Header[]) => [
    `location ${matching} {`,
    // The type of an extension cannot be replaced otherwise.
    ...(own.some(([name]) => name === 'Content-Type') ? ['  types { }'] : []),
    ...addHeaders([...pageHeaders, ['Cache-Control', REVALIDATED], ...own.filter(([name]) => name !== 'Content-Type')]),
  ];
  const byHeaders = new Map<string, string[]>();
  for (const extension of mediaExtensions) {
    const key = JSON.stringify(ownHeaders(extension));
    byHeaders.set(key, [...(byHeaders.get(key) ?? []), extension]);
  }
  return [
    ...location('/media/', ownHeaders('')),
    ...[...byHeaders.values()].flatMap((extensions) => [
      ...location(`~* \\.(?:${extensions.join('|')})$`, ownHeaders(extensions[0] ?? '')),
      '}',
    ]),
    '}',
  ];
}

const addHeaders = (headers: readonly Header[]): string[] =>
  headers.map(([name, value]) => `  add_header ${name} ${quoted(value)} always;`);

/** What is below a prefix, for a target that keeps it. */
function answerOfPrefix({ from, to }: ExportedRedirect, answer: string): string {
  if (to === undefined || !REST.test(to)) return answer;
  const below = decodeURIComponent(from)
    .replace(/\/$/, '')
    .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return `rewrite ${quoted(`^${below}(/.*)?$`)} ${quoted(`${decodeURIComponent(to).replace(REST, '').replaceAll('$', '%24')}$1`)} permanent;`;
}

/** A parameter of a directive. Within quotes nothing else has a meaning, but variables in those that have any. */
const quoted = (text: string): string => `"${text.replaceAll(/[\\"]/g, '\\$&')}"`;

/** Types with their extensions. nginx knows no others, and no upper case: a file of `media/` that has none cannot be played or shown. */
function typesOf({ mediaExtensions }: Host): [type: string, names: string][] {
  const listed = Object.entries(TYPES);
  const known = new Set(listed.flatMap(([, names]) => names.split(' ')));
  const others = new Set(mediaExtensions.map((extension) => extension.toLowerCase()));
  return [
    ...listed,
    ...[...others].flatMap((extension): [string, string][] => {
      const type = lookup(extension);
      return type === undefined || known.has(extension) ? [] : [[type, extension]];
    }),
  ];
}

const TYPES = {
  'text/html': 'html',
  'text/css': 'css',
  'text/plain': 'txt',
  'text/csv': 'csv',
  'text/calendar': 'ics',
  'text/javascript': 'js',
  'application/json': 'json',
  'application/xml': 'xml',
  'application/manifest+json': 'webmanifest',
  'image/svg+xml': 'svg',
  'image/png': 'png',
  'image/jpeg': 'jpg jpeg',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
  'image/x-icon': 'ico',
  'font/woff2': 'woff2',
  'application/pdf': 'pdf',
  'video/mp4': 'mp4',
  // Those of the server that `lookup` does not know.
  'video/x-m4v': 'm4v',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.ms-powerpoint': 'ppt',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
};
