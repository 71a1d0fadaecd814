import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { arrangeInTurns, findItem, type NamedItem } from '../../../server/content-folder/answer-parts.ts';
import { ContentError } from '../../../shared/content-error.ts';

const DAY_MS = 86_400_000;
const MANY = 60_000;
const FIRST_PAGE = { page: 1, perPage: 3, filters: {} };
const LIST = { filters: [] };

/** Each has a day of its own, in no order. @param onRead called when the date of an item is read */
function manyItems(onRead = () => {}): NamedItem[] {
  return Array.from({ length: MANY }, (_, place) => {
    const published = new Date(Date.UTC(1940, 0, 1) + ((place * 7919) % MANY) * (DAY_MS / 2)).toISOString();
    return {
      id: String(place),
      slug: `item-${place}`,
      get published_at() {
        onRead();
        return published;
      },
    };
  });
}

const newestOf = (items: readonly NamedItem[]): string[] =>
  items
    .map(({ id, published_at = '' }) => ({ id, published_at }))
    .sort((a, b) => (a.published_at < b.published_at ? 1 : -1))
    .slice(0, 3)
    .map(({ id }) => id);

test('a long list is arranged in turns, once for all requests', async () => {
  let reads = 0;
  const items = manyItems(() => {
    reads += 1;
  });
  const order: string[] = [];
  const first = arrangeInTurns(items, FIRST_PAGE, LIST);
  const second = arrangeInTurns(items, { ...FIRST_PAGE, page: 2 }, LIST).then((page) => {
    order.push('list');
    return page;
  });
  const other = setImmediate().then(() => order.push('another request'));
  const [{ items: page, pagination }] = await Promise.all([first, second, other]);
  expect(order).toEqual(['another request', 'list']);
  expect(reads).toBe(MANY);
  expect(pagination.total).toBe(MANY);
  expect(page.map(({ id }) => id)).toEqual(newestOf(items));
});

const ITEMS: NamedItem[] = [
  { id: '1', slug: '2' },
  { id: '2', slug: 'two' },
  { id: '3', slug: 'two' },
  { id: '4', slug: 'later', published_at: '2999-01-01T00:00:00Z' },
];

test('an item is found by its id, and else by its slug: the first time, and when the places of all are known', async () => {
  for (const _ of ['first', 'known']) {
    expect(['1', '2', 'two'].map((name) => findItem(ITEMS, name).id)).toEqual(['1', '2', '2']);
    for (const name of ['later', 'none']) expect(() => findItem(ITEMS, name)).toThrow(ContentError);
    await setImmediate();
  }
});

test('many items are searched through only until the places of all are known', async () => {
  let reads = 0;
  const items = Array.from(
    { length: MANY },
    (_, place): NamedItem => ({
      id: String(place),
      get slug() {
        reads += 1;
        return `item-${place}`;
      },
    }),
  );
  const last = `item-${MANY - 1}`;
  expect(findItem(items, last).id).toBe(String(MANY - 1));
  const all = () => {
    reads = 0;
    return findItem(items, last) && reads;
  };
  await expect.poll(all, { timeout: 5_000 }).toBe(0);
});
