import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestSearch, type TestSearch } from '../../../tests/support/search.ts';
import { data, failure, startUpstream, type TestUpstream } from '../../../tests/support/upstream.ts';

/* Content that is too long for the index. */

let upstream: TestUpstream;
let search: TestSearch;
beforeEach(async () => {
  upstream = await startUpstream();
  for (const name of ['blogs', 'news', 'album', 'career', 'department', 'downloads', 'report', 'services'])
    upstream.answer(name, failure(404));
});
afterEach(async () => {
  await search.close();
  await upstream.close();
});

const ITEMS = 8;
const CHARACTERS = 5_000;
const items = Array.from({ length: ITEMS }, (_, index) => ({
  id: index + 1,
  name: `Zebra number ${index + 1}`,
  summary: `Stripes ${index + 1}`,
  description: `<p>${'filler '.repeat(CHARACTERS / 7)} giraffe</p>`,
  created_at: '2024-01-01',
}));
function publish(some: typeof items) {
  upstream.answer('notice', data({ notices: some.map(({ description: _, ...rest }) => rest) }));
  for (const item of items)
    upstream.answer(`notice/${item.id}`, some.includes(item) ? data({ notice: item }) : failure(404));
}
const warnings = () => search.log.filter(({ msg }) => msg.startsWith('the content is too long'));

describe('content beyond the bound', () => {
  it('is found by names and summaries, with one warning', async () => {
    publish(items);
    search = await startTestSearch({ FRONTAPI_URL: upstream.url }, { maxCharacters: 4 * CHARACTERS });
    const { results } = await search.search('zebra', { per_page: '50' });
    expect(results).toHaveLength(ITEMS);
    expect(await search.found('stripes', { per_page: '50' })).toHaveLength(ITEMS);
    const complete = await search.found('giraffe', { per_page: '50' });
    expect(complete.length).toBeGreaterThan(0);
    expect(complete.length).toBeLessThan(ITEMS);
    expect(search.service.status.shortened).toBeGreaterThanOrEqual(ITEMS - complete.length);
    expect(warnings()).toHaveLength(1);
    await search.purge();
    expect(warnings()).toHaveLength(1);
    expect(await search.found('zebra', { per_page: '50' })).toHaveLength(ITEMS);
  });

  it('has room again when other content is removed', async () => {
    publish(items);
    search = await startTestSearch({ FRONTAPI_URL: upstream.url }, { maxCharacters: 4 * CHARACTERS });
    const all = items.map(({ id }) => `notice/${id}`);
    const complete = await search.found('giraffe', { per_page: '50' });
    const lasting = items.filter(({ id }) => !complete.includes(`notice/${id}`)).slice(0, 2);
    expect(all.length - complete.length).toBeGreaterThan(1);
    publish(lasting);
    await search.purge();
    await search.purge();
    expect((await search.found('giraffe')).toSorted()).toEqual(lasting.map(({ id }) => `notice/${id}`).toSorted());
    expect(search.service.status.shortened).toBe(0);
  });

  it('is none if everything has room', async () => {
    publish(items);
    search = await startTestSearch({ FRONTAPI_URL: upstream.url }, { maxCharacters: 100 * CHARACTERS });
    expect(await search.found('giraffe', { per_page: '50' })).toHaveLength(ITEMS);
    expect(search.service.status.shortened).toBe(0);
    expect(warnings()).toEqual([]);
  });
});
