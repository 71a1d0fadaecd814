import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSite, type TestSite } from '../../support/site.ts';
import { data, failure } from '../../support/upstream.ts';

/* A CMS without some of the calls, as its mapping says: the site does without their screens. */

const MAPPING = 'calls: { notice: none, bod: none, "services/{slug}": none, events: none, "career/{id}": none }\n';
const MENU = ['/notice', '/report', '/bod', '/services/demat', '/calendar', '/career'].map((href) => ({
  label: `To ${href}`,
  href,
}));

let dir: string;
let site: TestSite;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'foyer-absent-calls-test-'));
  const mapping = join(dir, 'mapping.yaml');
  await writeFile(mapping, MAPPING);
  site = await startSite({ FRONTAPI_MAPPING: mapping, SEARCH: 'off' });
  site.upstream.answer('site', data({ site: { name: 'Himal', menu: MENU, screens: [{ screen: 'faq', off: true }] } }));
});
afterAll(async () => {
  await site.close();
  await rm(dir, { recursive: true });
});

const visit = (path: string) => request(site.app).get(path).set('User-Agent', 'Googlebot/2.1');
const menuOf = (html: string) => [...html.matchAll(/href="([^"]+)"[^>]*>To /g)].map(([, href]) => href);

it.each(['/notice', '/notice?page=2', '/notice/7', '/bod', '/services/demat', '/faq'])(
  '%s is not found',
  async (path) => {
    const { status, text } = await visit(path);
    expect(status).toBe(404);
    expect(text).toContain('Content Not Available');
  },
);

it('no menu and no sitemap leads to them, and their calls are not made', async () => {
  const { text } = await visit('/report');
  expect([...new Set(menuOf(text))]).toEqual(['/report', '/calendar', '/career']);
  const { text: sitemap } = await visit('/sitemap.xml');
  expect(sitemap).toContain('/report<');
  expect(sitemap).not.toMatch(/\/(?:notice|bod|services|faq)\b/);
  expect(site.upstream.calls.filter(({ address }) => /^(?:notice|bod|services|events)\b/.test(address))).toEqual([]);
});

it('a screen that has other content stays', async () => {
  // The list of vacancies, and the dates of others.
  for (const path of ['/career', '/calendar', '/report']) expect((await visit(path)).status, path).toBe(200);
});

it('the site of a CMS that has none is without them as well', async () => {
  site.upstream.answer('site', failure(404));
  await site.gateway.purge();
  const { text } = await visit('/report');
  expect(text).toContain('href="/report"');
  expect(text).not.toContain('href="/notice"');
  expect((await visit('/notice')).status).toBe(404);
});
