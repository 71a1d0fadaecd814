import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type GatheredTable, TableFiles } from '../src/table-files.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'table-files-'));
});
afterEach(() => rm(dir, { recursive: true }));

const version = 'v';
const tableOf = (name: string, at: number, value: string): GatheredTable => ({
  fields: { name },
  parts: { 2026: { at, rows: [['2026-08-09', value]] } },
});

it('have the same table for another process until it is gathered again', () => {
  const [writer, reader] = [new TableFiles(dir), new TableFiles(dir)];
  writer.set('nav', { version, tables: [tableOf('a', 1, '10'), tableOf('b', 1, '20')] });
  const [a, b] = reader.get('nav', version)?.tables ?? [];
  writer.set('nav', { version, tables: [tableOf('a', 1, '10'), tableOf('b', 2, '20.5')] });
  const [sameA, newB] = reader.get('nav', version)?.tables ?? [];
  expect(sameA).toBe(a);
  expect(newB).not.toBe(b);
  expect(newB).toEqual(tableOf('b', 2, '20.5'));
});

it('have what was written without reading it', () => {
  const files = new TableFiles(dir);
  const file = { version, tables: [tableOf('a', 1, '10')] };
  files.set('nav', file);
  expect(files.get('nav', version)).toBe(file);
  expect(files.get('nav', 'another')).toBeUndefined();
});
