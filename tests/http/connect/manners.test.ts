import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connectApi } from '../../../tools/connect/src/connect-api.ts';
import { runCommand } from '../../support/commands.ts';
import { type ForeignApi, only, startForeignApi } from '../../support/foreign-api.ts';
import { data, raw } from '../../support/upstream.ts';

/* What connect proposes for the manners of one vendor's platform: ids with the name of their kind, objects inside, pages of an app. */

let api: ForeignApi;
let dir: string;
beforeEach(async () => {
  api = await startForeignApi();
  dir = await mkdtemp(join(tmpdir(), 'foyer-connect-test-'));
});
afterEach(async () => {
  await api.close();
  await rm(dir, { recursive: true });
});

const connect = async (...args: string[]) =>
  (await runCommand(connectApi, [api.url, ...args], { DATA_DIR: join(dir, 'data') })).stdout;
const proposal = async () => JSON.parse(await connect('--json')).proposal;

it('a news_id is the id of news', async () => {
  const item = { news_id: 5, name: 'Results' };
  api.answer = only({ news: data([item]), 'news/5': data(item), faq: data([]) });
  expect(await proposal()).toMatchObject({ usable: 3, mapping: { calls: { news: { fields: { id: 'news_id' } } } } });
});

it('a blog_id is the id of a blog that has a slug as well', async () => {
  const item = { blog_id: 5, slug: 'results', name: 'Results' };
  api.answer = only({ blogs: data([item]), 'blogs/5': data(item), faq: data([]) });
  expect((await proposal()).mapping.calls).toEqual({ blogs: { fields: { id: 'blog_id' } } });
});

it('an id that the paths of items want is named as the API has it', async () => {
  const item = { id: 5, uuid: 'a1b2', name: 'Results' };
  api.answer = only({ blogs: data([item]), 'blogs/a1b2': data(item), faq: data([]) });
  expect((await proposal()).mapping.calls).toEqual({ blogs: { fields: { id: 'uuid' } } });
});

it('the one object in data is the item, whatever lists are beside it', async () => {
  const related = [{ id: 9, title: 'Another' }];
  api.answer = only({
    site: data({ setting: { site_name: 'Himal' }, socials: [{ url: 'https://social.example/himal' }] }),
    contact: data({ info: { office: 'Naxal', telephone: '01-4220000' } }),
    notice: data([{ id: 4, title: 'Auction' }]),
    'notice/4': data({ detail: { id: 4, title: 'Auction', body: '<p>Soon.</p>' }, related }),
  });
  const { usable, mapping } = await proposal();
  expect(usable).toBe(4);
  expect(mapping.calls).toEqual({
    site: { content: 'setting', fields: { name: 'site_name' } },
    contact: { content: 'info', fields: { phones: '[telephone]' } },
    notice: { fields: { name: 'title', description: 'body' } },
    'notice/{id}': { content: 'detail' },
  });
});

it('a call in whose place is a page of HTML is none; of an item, that is only possible', async () => {
  const page = raw(200, 'text/html', '<!doctype html><title>Our app</title>');
  api.answer = only(
    { site: data({ site: { name: 'Himal' } }), category: data([{ slug: 'tenders', name: 'Tenders' }]) },
    page,
  );
  const { yaml, mapping, usable, all } = await proposal();
  expect(mapping.calls).toMatchObject({ album: 'none', companyInfo: 'none' });
  expect(mapping.calls).not.toHaveProperty(['category/{slug}']);
  expect([usable, all]).toEqual([2, 3]);
  expect(load(yaml)).toEqual(mapping);
  expect(yaml).toContain('# "category/{slug}": none');
  const text = await connect();
  expect(text).toContain(`  ${api.url}category/tenders answers with a page of HTML`);
  expect(text).not.toContain('Http');
});
