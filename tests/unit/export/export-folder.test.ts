import * as fs from 'node:fs/promises';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CommandError } from '../../../packages/command-line/src/command-error.ts';
import { ExportFolder } from '../../../server/export/export-folder.ts';

vi.mock('node:fs/promises', { spy: true });

const PAGE = Buffer.from(`<!doctype html><title>A</title>${'<p>Some text.</p>'.repeat(100)}`);
const RECORD = { key: 'k', links: [], files: ['a.html'] };
const VIDEO = 'media/film.mp4';

describe('the folder of an export', () => {
  let parent: string;
  let dir: string;
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'foyer-export-folder-'));
    dir = join(parent, 'site');
  });
  afterEach(async () => {
    vi.mocked(fs.link).mockRestore();
    await rm(parent, { recursive: true });
  });

  const streamOf = async function* (...parts: string[]) {
    for (const part of parts) yield Buffer.from(part);
  };

  /** An export of a page and a film, of which it takes over what it can. @returns files that were written */
  async function exportOnce(film = ['one', 'two']): Promise<number> {
    const folder = await ExportFolder.open(dir);
    const last = folder.lastPage('/a');
    if (last) await folder.reusePage('/a', last);
    else {
      await folder.write('a.html', PAGE);
      folder.notePage('/a', RECORD);
    }
    await folder.writeStream(VIDEO, streamOf(...film), '"tag"');
    return (await folder.finish('2999-01-01T00:00:00.000Z')).written;
  }

  const timeOf = async (file: string) => (await stat(join(dir, file))).mtimeMs;
  const filesOf = async () => (await readdir(dir, { recursive: true })).sort();

  it('has what was written, compressed too, and links what has not changed', async () => {
    expect(await exportOnce()).toBe(2);
    const files = await filesOf();
    expect(files).toEqual(
      ['.foyer', '.foyer/manifest.json', 'a.html', 'a.html.br', 'a.html.gz', 'media', VIDEO].sort(),
    );
    expect(await readFile(join(dir, VIDEO), 'utf8')).toBe('onetwo');
    const { ino } = await stat(join(dir, VIDEO));
    expect(await exportOnce()).toBe(0);
    expect((await stat(join(dir, VIDEO))).ino).toBe(ino);
    expect(await filesOf()).toEqual(files);
    expect(await readdir(parent)).toEqual(['site']);
    expect(await exportOnce(['three'])).toBe(1);
    expect(await readFile(join(dir, VIDEO), 'utf8')).toBe('three');
  });

  it('has no file that was not written', async () => {
    const folder = await ExportFolder.open(dir);
    for (const name of ['constructor', 'toString', '__proto__']) expect(folder.has(name), name).toBe(false);
    await folder.abort();
  });

  it('knows the ETag of what was copied', async () => {
    await exportOnce();
    const folder = await ExportFolder.open(dir);
    expect(folder.lastEtag(VIDEO)).toBe('"tag"');
    expect(folder.lastEtag('a.html')).toBeUndefined();
    await folder.abort();
  });

  it.each(['a.html', 'a.html.br', 'a.html.gz'])(
    'writes %s again if it was deleted or changed by hand',
    async (file) => {
      await exportOnce();
      const contents = await readFile(join(dir, file));
      await rm(join(dir, file));
      expect(await exportOnce()).toBe(1);
      expect(await readFile(join(dir, file))).toEqual(contents);
      // Of the same length.
      await writeFile(join(dir, file), Buffer.alloc(contents.length));
      await utimes(join(dir, file), new Date(), new Date(0));
      expect(await exportOnce()).toBe(1);
      expect(await readFile(join(dir, file))).toEqual(contents);
      await rm(join(dir, file));
      await mkdir(join(dir, file));
      expect(await exportOnce()).toBe(1);
      expect(await readFile(join(dir, file))).toEqual(contents);
    },
  );

  it('copies a film again that was changed by hand', async () => {
    await exportOnce();
    await writeFile(join(dir, VIDEO), 'broken');
    await utimes(join(dir, VIDEO), new Date(), new Date(0));
    const folder = await ExportFolder.open(dir);
    expect(folder.lastEtag(VIDEO)).toBeUndefined();
    expect(await folder.reuse(VIDEO)).toBe(false);
    expect(await folder.reuseAll((file) => file.startsWith('media/'))).toBe(false);
    await folder.abort();
    expect(await exportOnce()).toBe(1);
    expect(await readFile(join(dir, VIDEO), 'utf8')).toBe('onetwo');
  });

  it('takes over what a copy of the folder has given another time', async () => {
    await exportOnce();
    for (const file of ['a.html', 'a.html.br', 'a.html.gz', VIDEO]) await utimes(join(dir, file), 1000, 1000);
    expect(await exportOnce()).toBe(0);
    expect(await timeOf('a.html')).toBe(1_000_000);
  });

  it('exports all of it anew if its manifest is not what was written', async () => {
    await exportOnce();
    await writeFile(join(dir, '.foyer/manifest.json'), '{"format":');
    expect(await exportOnce()).toBe(2);
  });

  it.each(['EPERM', 'EXDEV', 'EMLINK'])('copies where there are no links: %s', async (code) => {
    await exportOnce();
    const [film, page] = [await timeOf(VIDEO), await timeOf('a.html')];
    await wait(20);
    // The lock of the folder is a link, too.
    const { link } = await vi.importActual<typeof fs>('node:fs/promises');
    vi.mocked(fs.link).mockImplementation((from, to) =>
      String(to).endsWith('.lock') ? link(from, to) : Promise.reject(Object.assign(new Error('no links'), { code })),
    );
    expect(await exportOnce()).toBe(0);
    expect(Math.round(await timeOf(VIDEO))).toBe(Math.round(film));
    expect(Math.round(await timeOf('a.html'))).toBe(Math.round(page));
    expect(await readFile(join(dir, VIDEO), 'utf8')).toBe('onetwo');
    expect(await exportOnce()).toBe(0);
  });

  it('leaves nothing of a film that ends early', async () => {
    await exportOnce();
    const folder = await ExportFolder.open(dir);
    const broken = async function* () {
      yield Buffer.from('half');
      throw new Error('the connection broke');
    };
    await expect(folder.writeStream(VIDEO, broken())).rejects.toThrow('the connection broke');
    expect(folder.has(VIDEO)).toBe(false);
    expect(await readdir(`${dir}.next/media`)).toEqual([]);
    await folder.abort();
    expect(await readFile(join(dir, VIDEO), 'utf8')).toBe('onetwo');
    expect(await readdir(parent)).toEqual(['site']);
  });

  it('keeps the last export if the new one cannot take its place', async () => {
    await exportOnce();
    const folder = await ExportFolder.open(dir);
    await folder.write('b.html', PAGE);
    const { rename } = await vi.importActual<typeof fs>('node:fs/promises');
    vi.mocked(fs.rename)
      .mockImplementationOnce(rename)
      .mockRejectedValueOnce(Object.assign(new Error('busy'), { code: 'EBUSY' }));
    await expect(folder.finish('')).rejects.toThrow('name a folder inside of it');
    await folder.abort();
    expect(await readdir(parent)).toEqual(['site']);
    expect(await filesOf()).toContain('a.html');
  });

  it('is put back if the last export ended between its two renames', async () => {
    await exportOnce();
    await fs.rename(dir, `${dir}.previous`);
    await mkdir(`${dir}.next/a`, { recursive: true });
    await writeFile(`${dir}.next/.lock`, String(process.pid));
    expect(await exportOnce()).toBe(0);
    expect(await readdir(parent)).toEqual(['site']);
  });

  it('is tidied up if the last export ended after its two renames', async () => {
    await exportOnce();
    await fs.cp(dir, `${dir}.previous`, { recursive: true });
    await writeFile(join(dir, '.lock'), String(process.pid));
    expect(await exportOnce()).toBe(0);
    expect(await readdir(parent)).toEqual(['site']);
    expect(await filesOf()).not.toContain('.lock');
  });

  describe.each(['.previous', '.next'])('that somebody else has named %s', (suffix) => {
    it('is left alone, be it a copy of an export', async () => {
      await exportOnce();
      await fs.cp(dir, dir + suffix, { recursive: true });
      await expect(ExportFolder.open(dir)).rejects.toThrow(`site${suffix} is not left by an export`);
      expect(await readdir(parent)).toEqual(['site', `site${suffix}`]);
      expect(await readdir(dir + suffix)).toContain('a.html');
    });

    it('is left alone where there is no export', async () => {
      await mkdir(dir + suffix);
      await writeFile(join(dir + suffix, 'mine.txt'), 'mine');
      await expect(ExportFolder.open(dir)).rejects.toThrow(`site${suffix} is not left by an export`);
      expect(await readdir(parent)).toEqual([`site${suffix}`]);
      await mkdir(dir);
      await writeFile(join(dir, 'mine.txt'), 'mine');
      await expect(ExportFolder.open(dir)).rejects.toThrow(CommandError);
      expect(await readdir(dir + suffix)).toEqual(['mine.txt']);
    });
  });

  it('is written by one export at a time', async () => {
    // Another process: the one that runs the tests.
    await mkdir(`${dir}.next`);
    await writeFile(`${dir}.next/.lock`, String(process.ppid));
    await expect(ExportFolder.open(dir)).rejects.toThrow(/^Another export writes /);
    expect(await readdir(`${dir}.next`)).toEqual(['.lock']);
  });

  it('is none of something else, and says if the disk is full', async () => {
    await mkdir(dir);
    await writeFile(join(dir, 'mine.txt'), 'mine');
    await expect(ExportFolder.open(dir)).rejects.toThrow('is not empty, and no earlier export');
    expect(await readdir(parent)).toEqual(['site']);
    const folder = await ExportFolder.open(join(parent, 'other'));
    vi.mocked(fs.writeFile).mockRejectedValueOnce(Object.assign(new Error('full'), { code: 'ENOSPC' }));
    const failure = await folder.write('a.html', PAGE).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CommandError);
    expect(String(failure)).toContain('The disk is full');
    await folder.abort();
  });
});
