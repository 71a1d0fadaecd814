import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replacements } from '../../../scripts/build/replacements.mjs';

const run = promisify(execFile);

/** Runs a script as the build would bundle it, and as it is. @returns what each has written to stdout, as JSON */
async function both(
  names: string[],
  source: string,
): Promise<{ replaced: unknown; original: unknown; bytes: { replaced: number; original: number } }> {
  const [replaced, original] = await Promise.all([bundled(source, names), bundled(source, [])]);
  const [first, second] = await Promise.all([replaced, original].map(({ file }) => run(process.execPath, [file])));
  return {
    replaced: JSON.parse(first?.stdout ?? ''),
    original: JSON.parse(second?.stdout ?? ''),
    bytes: { replaced: replaced.bytes, original: original.bytes },
  };
}

let dir = '';
beforeAll(async () => {
  // Inside the project, as what a bundle leaves out is imported from its packages.
  dir = await mkdtemp('node_modules/.replacements-');
});
afterAll(() => rm(dir, { recursive: true }));

let count = 0;
async function bundled(contents: string, replaced: string[]): Promise<{ file: string; bytes: number }> {
  count += 1;
  const file = join(dir, `${count}.mjs`);
  const { metafile } = await build({
    stdin: { contents, resolveDir: process.cwd(), sourcefile: 'script.ts', loader: 'ts' },
    outfile: file,
    bundle: true,
    format: 'esm',
    platform: 'node',
    metafile: true,
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    plugins: [replacements(replaced)],
  });
  return { file, bytes: Object.values(metafile.outputs)[0]?.bytes ?? 0 };
}

describe('a replaced module', () => {
  it('reads the body of a request in the encodings of the web as Express does with its own', async () => {
    const { replaced, original, bytes } = await both(
      ['undici', 'iconv-lite', 'mime-db', 'qs'],
      `
      import express from 'express';
      import { request } from 'undici';
      const app = express();
      app.use(express.json(), express.text({ defaultCharset: 'utf-8' }), (request, response) => response.json(request.body ?? null));
      app.use((error, _request, response, _next) => response.status(error.status ?? 500).json(error.type ?? error.message));
      const server = app.listen(0, '127.0.0.1', async () => {
        const url = 'http://127.0.0.1:' + server.address().port;
        const answers = [];
        for (const [type, bytes] of [
          ['application/json', '{"नाम":"फोयर"}'],
          ['application/json; charset=utf-16', Buffer.from('\\ufeff{"a":"नेपाल"}', 'utf16le')],
          ['application/json', '{'],
          ['text/plain; charset=iso-8859-1', Buffer.from([0x63, 0x61, 0x66, 0xe9])],
          ['text/plain; charset=utf-8', Buffer.from('a\\u0928\\u0947')],
          ['text/plain; charset=nothing', 'x'],
        ]) {
          const { statusCode, body } = await request(url, { method: 'POST', body: bytes, headers: { 'content-type': type } });
          answers.push([type, statusCode, await body.json()]);
        }
        console.log(JSON.stringify(answers));
        process.exit();
      });
    `,
    );
    expect(replaced).toEqual(original);
    expect(replaced).toContainEqual(['application/json; charset=utf-16', 200, { a: 'नेपाल' }]);
    expect(bytes.replaced).toBeLessThan(bytes.original / 2);
  });

  it('knows the type of each ending and the ending of each type that has one, as mime-types does with its own', async () => {
    const { replaced, original } = await both(
      ['mime-db'],
      `
      import mime from 'mime-types';
      const types = Object.values(mime.types);
      console.log(JSON.stringify([mime.types, mime.extensions, types.map((type) => mime.contentType(type))]));
    `,
    );
    expect(replaced).toEqual(original);
  });

  it('sends the requests of undici: addresses, methods, bodies, headers and a dispatcher', async () => {
    const requests: string[] = [];
    const upstream = createServer((request, response) => {
      requests.push(`${request.method} ${request.url} ${request.headers.accept}`);
      response.setHeader('X-From', 'upstream').end('{"a":1}');
    });
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
    try {
      const { replaced, original } = await both(
        ['undici'],
        `
        import { Agent, request } from 'undici';
        const dispatcher = new Agent({ connections: 1 });
        const seen = [];
        for (const [address, options] of [
          ['${url}/a?b=%20c', { dispatcher, headers: { accept: 'x/y' } }],
          [new URL('${url}'), { method: 'HEAD', dispatcher }],
          ['${url}/b', { method: 'POST', body: 'x' }],
          ['${url}/c', { body: 'x' }],
          ['${url}/d'],
        ]) {
          const { statusCode, headers, body } = await request(address, options);
          seen.push([statusCode, headers['x-from'], await body.text()]);
        }
        for (const address of ['no address', 'ftp://127.0.0.1/'])
          try { await request(address); } catch (error) { seen.push([error.code, error.message]); }
        console.log(JSON.stringify(seen));
        process.exit();
      `,
      );
      expect(replaced).toEqual(original);
      expect(requests.toSorted()).toEqual(
        ['GET /a?b=%20c x/y', 'HEAD / undefined', 'POST /b undefined', 'PUT /c undefined', 'GET /d undefined']
          .flatMap((line) => [line, line])
          .toSorted(),
      );
    } finally {
      upstream.close();
    }
  });

  it("has node:http's exports and does not load Node's own undici", async () => {
    const { replaced } = await both(
      ['node:http'],
      `
      import http, { createServer, IncomingMessage } from 'node:http';
      console.log(JSON.stringify([
        createServer === http.createServer && IncomingMessage === http.IncomingMessage,
        process.moduleLoadList.some((name) => name.includes('deps/undici')),
      ]));
    `,
    );
    expect(replaced).toEqual([true, false]);
  });
});

it('names in a line a module that a bundle does not have any more', async () => {
  const lines: string[] = [];
  await build({
    stdin: { contents: "export { request } from 'undici';", resolveDir: process.cwd(), sourcefile: 'script.ts' },
    bundle: true,
    write: false,
    platform: 'node',
    logLevel: 'silent',
    plugins: [replacements(['undici', 'qs'], (line) => lines.push(line))],
  });
  expect(lines).toEqual(['qs is not bundled: see scripts/build/replacements.mjs']);
});
