import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { Parameters } from '../../model/src/content-api.ts';
import { listPages } from '../src/list-pages.ts';

/* How a list is read to its end, whatever its paginator says. */

/** Reads the news of a list. @returns the ids, the pages that were asked for, and the log */
async function read(page: (number: number) => { ids: string[]; last: number }) {
  const asked: Parameters[] = [];
  const lines: unknown[] = [];
  const log = pino({ base: undefined, timestamp: false }, { write: (line) => void lines.push(JSON.parse(line)) });
  const get = async (parameters: Parameters) => {
    asked.push(parameters);
    const { ids, last } = page(asked.length);
    const pagination = { current_page: asked.length, last_page: last, per_page: 50, total: last * 50 };
    return { news: ids.map((id) => ({ id })), pagination };
  };
  const ids: (string | undefined)[] = [];
  for await (const { items } of listPages('news', { get, isPolite: false, log }))
    ids.push(...items.map(({ id }) => id));
  return { ids, asked, lines };
}

it('asks for page after page, with as many items as a call allows', async () => {
  const { ids, asked } = await read((number) => ({ ids: [`${number}a`, `${number}b`], last: 3 }));
  expect(ids).toEqual(['1a', '1b', '2a', '2b', '3a', '3b']);
  expect(asked).toEqual([{ per_page: '50' }, { per_page: '50', page: '2' }, { per_page: '50', page: '3' }]);
});

it('ends with a list that repeats itself', async () => {
  const { ids, asked } = await read((number) => ({ ids: [String(Math.min(number, 3))], last: 1_000 }));
  expect(ids).toEqual(['1', '2', '3']);
  expect(asked).toHaveLength(4);
});

it('reads a thousand pages of a list without an end, and says so once', async () => {
  const { ids, asked, lines } = await read((number) => ({ ids: [String(number)], last: 1_000_000 }));
  expect([ids.length, asked.length]).toEqual([1_000, 1_000]);
  expect(lines).toEqual([expect.objectContaining({ call: 'news', last_page: 1_000_000, read: 1_000, level: 40 })]);
});

it('follows a paginator that shrinks on the way', async () => {
  const { asked } = await read((number) => ({ ids: [String(number)], last: number === 1 ? 5 : 2 }));
  expect(asked).toHaveLength(2);
});
