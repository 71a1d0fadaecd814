import { readdir, readFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { extname, join, relative } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/*
 * What a host of static sites does: files in brotli, those with hashed names for ever. Pictures are the CMS's. The pages that
 * are rendered for each request have the Node adapter's own server.
 */

const ROOT = 'build/client';
/** @type {Record<string, string>} */
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** @type {Map<string, { body: Buffer, headers: import('node:http').OutgoingHttpHeaders }>} */
const answers = new Map();
for (const entry of await readdir(ROOT, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const file = join(entry.parentPath, entry.name);
  const address = `/${relative(ROOT, file)}`.replace(/\/index\.html$/, '') || '/';
  answers.set(address, await answerOf(file));
}

createServer((incoming, response) => {
  const { pathname } = new URL(incoming.url ?? '/', 'http://localhost');
  const answer = answers.get(pathname);
  if (answer) response.writeHead(200, answer.headers).end(answer.body);
  else if (pathname.startsWith('/media/')) forward(incoming, response);
  else response.writeHead(404).end();
}).listen(Number(process.env.PORT), process.env.HOST);

/** @param {string} file */
async function answerOf(file) {
  const type = TYPES[extname(file)] ?? 'application/octet-stream';
  const bytes = await readFile(file);
  // A font is compressed as it is.
  const isText = !type.startsWith('font/');
  const body = isText ? brotliCompressSync(bytes) : bytes;
  const headers = {
    'Content-Type': type,
    'Content-Length': body.length,
    'Cache-Control': file.includes('/_astro/') ? 'public, max-age=31536000, immutable' : 'public, max-age=0',
    ...(isText && { 'Content-Encoding': 'br', Vary: 'Accept-Encoding' }),
  };
  return { body, headers };
}

/** @param {import('node:http').IncomingMessage} incoming @param {import('node:http').ServerResponse} response */
function forward({ url = '/', headers }, response) {
  request(new URL(url, process.env.FRONTAPI_URL), { headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  })
    .on('error', () => response.writeHead(502).end())
    .end();
}
