import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importContent } from '../../../tools/import/src/import-content.ts';
import { importPlace, runCommand, spawnCommand } from '../../support/commands.ts';
import { type Behaviour, data, onlyFor, raw, startUpstream, withHeaders } from '../../support/upstream.ts';

/* Pictures and documents: what an editor does with them, their names, and the manners of their requests. */

const place = importPlace();
const { importAll, read } = place;

/** One item with these files. */
function serve(...locations: string[]): void {
  const one = { id: 1, name: 'One', slug: 'one', files: locations.map((location) => ({ location })) };
  place.upstream.answer('news', data({ news: [one] }));
  place.upstream.answer('news/1', data({ news: one }));
}

const picture = (text: string, headers: Record<string, string> = {}): Behaviour =>
  withHeaders(200, { 'content-type': 'image/jpeg', 'content-length': String(text.length), ...headers }, text);

describe('a file that an editor has changed', () => {
  it('with the same size stays, and the changed one of the CMS is put beside it', async () => {
    serve('/storage/a.jpg');
    place.upstream.picture('/storage/a.jpg', picture('first', { etag: '"1"' }));
    await importAll();
    await writeFile(join(place.dir, 'media/a.jpg'), 'ours!');
    place.upstream.picture('/storage/a.jpg', picture('third', { etag: '"2"' }));
    const { code, stdout } = await importAll();
    expect(await read('media/a.jpg')).toBe('ours!');
    expect(await read('.import/conflicts/media/a.jpg')).toBe('third');
    expect(stdout).toMatch(/Conflicts[^\n]*:\n {2}media\/a\.jpg\n/);
    expect(code).toBe(1);
    await writeFile(join(place.dir, 'media/a.jpg'), 'third');
    const next = await importAll();
    expect(next.stdout).not.toContain('Conflicts');
    expect(await readdir(join(place.dir, '.import/conflicts/media'))).toEqual([]);
    expect(next.code).toBe(0);
  });

  it('is no conflict any more when the editor has deleted the copy, until the CMS changes it again', async () => {
    serve('/storage/a.jpg');
    place.upstream.picture('/storage/a.jpg', picture('first', { etag: '"1"' }));
    await importAll();
    await writeFile(join(place.dir, 'media/a.jpg'), 'ours!');
    place.upstream.picture('/storage/a.jpg', picture('third', { etag: '"2"' }));
    await importAll();
    expect((await importAll()).code).toBe(1);
    await rm(join(place.dir, '.import/conflicts/media/a.jpg'));
    for (let run = 0; run < 2; run += 1) {
      const { code, stdout } = await importAll();
      expect(stdout).not.toContain('Conflicts');
      expect(code).toBe(0);
    }
    expect(await read('media/a.jpg')).toBe('ours!');
    place.upstream.picture('/storage/a.jpg', picture('fifth', { etag: '"3"' }));
    expect((await importAll()).stdout).toContain('Conflicts');
    expect(await read('.import/conflicts/media/a.jpg')).toBe('fifth');
  });

  it('stays without a conflict if the CMS has the old one', async () => {
    serve('/storage/a.jpg');
    place.upstream.picture('/storage/a.jpg', picture('first', { etag: '"1"' }));
    await importAll();
    await writeFile(join(place.dir, 'media/a.jpg'), 'ours!');
    const { code } = await importAll();
    expect(await read('media/a.jpg')).toBe('ours!');
    expect(code).toBe(0);
  });
});

describe('a file whose server sends neither ETag nor Last-Modified', () => {
  const sized = (text: string): Behaviour => picture(text);
  const unsized = (text: string): Behaviour => withHeaders(200, { 'content-type': 'image/jpeg' }, text);

  it.each([
    ['whose size differs', sized, 'second one'],
    ['whose size it does not say', unsized, 'third'],
  ])('is brought over once it is another one %s', async (_, answer, text) => {
    serve('/storage/a.jpg');
    place.upstream.picture('/storage/a.jpg', answer('first'));
    await importAll();
    expect((await importAll()).stdout).toMatch(/^Pictures and documents: 0 fetched/m);
    place.upstream.picture('/storage/a.jpg', answer(text));
    expect((await importAll()).stdout).toMatch(/^Pictures and documents: 1 fetched/m);
    expect(await read('media/a.jpg')).toBe(text);
    await writeFile(join(place.dir, 'media/a.jpg'), 'ours!');
    place.upstream.picture('/storage/a.jpg', answer('another one'));
    expect((await importAll()).code).toBe(1);
    expect(await read('media/a.jpg')).toBe('ours!');
    expect(await read('.import/conflicts/media/a.jpg')).toBe('another one');
  });

  it('is not read where its size is the same, also if only GET says it', async () => {
    const getOnly = (text: string): Behaviour => {
      const answer = sized(text);
      return (response, request) =>
        request.method === 'HEAD' ? void response.writeHead(405).end() : answer(response, request);
    };
    serve('/storage/a.jpg');
    place.upstream.picture('/storage/a.jpg', getOnly('first'));
    await importAll();
    // What is not read is not compared.
    place.upstream.picture('/storage/a.jpg', getOnly('other'));
    expect((await importAll()).stdout).toMatch(/^Pictures and documents: 0 fetched/m);
    expect(await read('media/a.jpg')).toBe('first');
  });
});

it('a file of the API’s origin is requested with the headers of mapping.yaml, and one of another is not', async () => {
  const other = await startUpstream();
  const asked: (string | undefined)[] = [];
  const noting: Behaviour = (response, request) => {
    asked.push(String(request.headers['x-api-key']));
    return picture('first')(response, request);
  };
  place.upstream.picture('/storage/a.jpg', noting);
  other.picture('/storage/b.jpg', noting);
  serve('/storage/a.jpg', `${other.origin}/storage/b.jpg`);
  const mapping = `${place.dir}.yaml`;
  await writeFile(mapping, 'headers:\n  X-Api-Key: secret\n');
  await runCommand(importContent, [place.upstream.url, place.dir], {
    FRONTAPI_MAPPING: mapping,
    MEDIA_ORIGINS: `${place.upstream.origin},${other.origin}`,
  });
  await rm(mapping);
  await other.close();
  expect(new Set(asked)).toEqual(new Set(['secret', 'undefined']));
  expect(await read('media/a.jpg')).toBe('first');
});

it('a file that an editor has deleted stays deleted, under the name that it had', async () => {
  serve('/storage/logo.svg');
  await importAll();
  await rm(join(place.dir, 'media/logo.svg'));
  const { code, stdout } = await importAll();
  expect(await readdir(join(place.dir, 'media'))).not.toContain('logo.svg');
  expect(await readdir(join(place.dir, 'media'))).not.toContain('logo-2.svg');
  expect(await read('news/one.md')).toContain('location: /media/logo.svg');
  expect(stdout).toMatch(/Changed by an editor, and not on the CMS[^\n]*:\n {2}media\/logo\.svg\n/);
  expect(code).toBe(0);
});

it('a file that is there already, of an import that has left no manifest, is that file', async () => {
  serve('/storage/large.jpg');
  place.upstream.picture('/storage/large.jpg', picture('x'.repeat(8_000_000), { etag: '"1"' }));
  await importAll();
  await rm(join(place.dir, '.import/manifest.json'));
  const again = await importAll();
  expect(again.stdout).toMatch(/^Pictures and documents: \d+ fetched \(0 MB\), 1 as they were$/m);
  expect(again.stdout).not.toContain('not fetched');
  expect((await readdir(join(place.dir, 'media'))).filter((name) => name.startsWith('large'))).toEqual(['large.jpg']);
  const manifest = JSON.parse(await read('.import/manifest.json'));
  expect(Object.values(manifest.media)).toContainEqual(
    expect.objectContaining({ file: 'media/large.jpg', etag: '"1"', size: 8_000_000 }),
  );
});

describe('a name', () => {
  it('of a file that is a folder of another file', async () => {
    serve('/uploads/a.jpg', '/uploads/a.jpg/small.jpg', '/uploads/b.jpg/small.jpg', '/uploads/b.jpg');
    const { code, stdout } = await importAll();
    expect(stdout).not.toContain('not fetched');
    expect(code).toBe(0);
    const locations = (await read('news/one.md')).match(/\/media\/\S+/g) ?? [];
    expect(new Set(locations).size).toBe(4);
    for (const location of locations) expect(await read(location.slice(1))).toContain('<svg');
  });

  it('that is deep or long is cut', async () => {
    const deep = `/storage/${Array.from({ length: 20 }, (_, index) => `${'श'.repeat(20)}${index}`).join('/')}/a.jpg`;
    serve(encodeURI(deep), `/storage/${'x/'.repeat(300)}b.jpg`);
    const { code, stdout } = await importAll();
    expect(stdout).not.toContain('Does not fit');
    expect(await read('media/x/x/x/x/x/x/b.jpg')).toContain('<svg');
    expect(code).toBe(0);
  });

  it('in the place of which an editor has a file is a failure of one file', async () => {
    serve('/uploads/deep/a.jpg', '/uploads/b.jpg');
    await mkdir(join(place.dir, 'media'), { recursive: true });
    await writeFile(join(place.dir, 'media/deep'), 'ours');
    const { code, stdout } = await importAll();
    expect(stdout).toMatch(/a\.jpg: not fetched: it cannot have the name media\/deep\/a\.jpg \((?:EEXIST|ENOTDIR)\)/);
    expect(await read('media/b.jpg')).toContain('<svg');
    expect(await read('media/deep')).toBe('ours');
    expect(code).toBe(1);
  });
});

describe('--max-media-mb', () => {
  /** A file of unknown size. */
  const chunked =
    (bytes: number): Behaviour =>
    (response, request) => {
      response.writeHead(200, { 'content-type': 'image/jpeg' });
      for (let at = 0; request.method === 'GET' && at < bytes; at += 100_000) response.write(Buffer.alloc(100_000));
      response.end();
    };

  it('holds for a file of unknown size, which leaves room for others', async () => {
    serve('/storage/large.jpg');
    place.upstream.picture('/storage/large.jpg', chunked(1_500_000));
    const first = await importAll('--max-media-mb', '1');
    expect(first.stdout).toMatch(/large\.jpg: not fetched: .* more than what is left of 1 MB/);
    expect(await read('news/one.md')).toContain(`location: ${place.upstream.origin}/storage/large.jpg`);
    expect(await readdir(join(place.dir, 'media'))).not.toContain('large.jpg');
    // Nothing of the rejected file counts.
    expect(first.stdout).toMatch(/\d+ fetched \(0 MB\)/);
    expect(first.code).toBe(1);
  });
});

it('a write that fails ends the import with a sentence, and the next one goes on', async () => {
  serve('/storage/large.jpg');
  place.upstream.picture('/storage/large.jpg', raw(200, 'image/jpeg', Buffer.alloc(400_000)));
  const { code, stderr } = await spawnCommand(
    'import-content',
    [place.upstream.url, place.dir],
    {},
    { before: 'ulimit -f 200; trap "" XFSZ;' },
  );
  expect(stderr).toMatch(/A file is larger than this disk or this account allows.*run the same command again/);
  expect(code).toBe(1);
  expect(await readdir(join(place.dir, '.import'))).not.toContain('partial');
  const next = await importAll();
  expect(next.stderr).toContain('Goes on where the last import has stopped');
  expect((await readFile(join(place.dir, 'media/large.jpg'))).length).toBe(400_000);
  expect(next.code).toBe(0);
});

describe('a server of files that asks for fewer requests', () => {
  it('is waited for', async () => {
    serve('/storage/a.jpg');
    const wait = withHeaders(429, { 'retry-after': '1' });
    place.upstream.picture('/storage/a.jpg', onlyFor(2, wait, picture('first')));
    const { code, stderr } = await importAll();
    expect(stderr).toMatch(/127\.0\.0\.1:\d+ asks for fewer calls: waiting 1 s/);
    expect(await read('media/a.jpg')).toBe('first');
    expect(code).toBe(0);
  });

  it('for longer than --max-wait is named', async () => {
    serve('/storage/a.jpg');
    place.upstream.picture('/storage/a.jpg', withHeaders(503, { 'retry-after': '60' }));
    const { code, stdout } = await importAll('--max-wait', '2');
    expect(stdout).toMatch(/a\.jpg: not fetched: 127\.0\.0\.1:\d+ asks for a longer pause than --max-wait allows/);
    expect(code).toBe(1);
  });
});
