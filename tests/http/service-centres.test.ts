import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import nepal from '../../shared/features/service-centers/nepal.svg';
import { startSite, type TestSite } from '../support/site.ts';
import { data } from '../support/upstream.ts';

/* The example's service centres: the map, and the order by the distance from a district that visitors name. */

let site: TestSite;
beforeAll(async () => {
  site = await startSite({ CONTENT_DIR: 'content', LOCALES: 'en,ne' });
});
afterAll(() => site.close());

const get = (path: string) => request(site.app).get(path).set('User-Agent', 'Googlebot/2.1');
const page = async (path: string): Promise<string> => (await get(path).expect(200)).text;
const textOf = (html: string) => html.replace(/<[^>]+>/g, '');
/** The ids of the centres, as listed. */
const listed = (html: string) => [...html.matchAll(/<li id="center-(\d+)"/g)].map(([, id]) => Number(id));

it('shows a map: provinces lead to their centres, points to their entries', async () => {
  const html = await page('/service-center');
  expect(html).toContain('<title>Map of Nepal with the service centres</title>');
  expect(html).toContain(
    `<a href="/service-center?province=Bagmati" aria-label="Bagmati (2)"><use href="${nepal}#bagmati"`,
  );
  const points = [...html.matchAll(/<a href="#center-(\d+)" aria-label="[^"]+"><title>/g)].map(([, id]) => Number(id));
  expect(points.sort()).toEqual(listed(html).sort());
});

it('shows the map of a province, in either language', async () => {
  const whole = /viewBox="0 0 1016 592"/;
  expect(await page('/service-center')).toMatch(whole);
  for (const path of ['/service-center?province=Bagmati', `/ne/service-center?province=${encodeURI('बागमती')}`]) {
    const html = await page(path);
    expect(html).not.toMatch(whole);
    expect(html).toMatch(/<use href="[^"]*#bagmati" data-selected="true"/);
    expect(listed(html)).toEqual([1, 6]);
  }
});

it('orders the list by distance', async () => {
  const html = await page('/service-center?near=33700');
  expect(textOf(html)).toContain('Distances from Kaski, in a straight line.');
  expect(listed(html)).toEqual([2, 11, 6, 5, 1, 4, 9, 12, 8, 7, 3, 10]);
  // In the district itself a distance would say nothing.
  expect(textOf(html)).toMatch(/Pokhara (?! *\d+ km).*Baglung\s+39 km/);
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(html).toMatch(/<title>Service centres, near Kaski/);
  expect(html).toContain('<link rel="canonical" href="http');
});

it('understands Nepali, and answers in it', async () => {
  const html = await page(`/ne/service-center?near=${encodeURI('३३७००')}`);
  expect(textOf(html)).toContain('कास्की सदरमुकामबाट');
  expect(listed(html).slice(0, 2)).toEqual([2, 11]);
});

it('combines it with a filter', async () => {
  const html = await page('/service-center?province=Madhesh&near=Kathmandu');
  expect(listed(html)).toEqual([4, 8]);
  expect(html).toContain('<option value="Madhesh" selected="">');
});

it('searches for what is no district, and offers the most similar one', async () => {
  const street = await page('/service-center?near=lazimpat');
  expect(listed(street)).toEqual([1]);
  expect(street).toMatch(/<title>Service centres, “lazimpat” \|/);
  const guess = await page('/service-center?near=Kasky');
  expect(textOf(guess)).toContain('Did you mean Kaski?');
  expect(guess).toContain('<a href="/service-center?near=Kaski">Kaski</a>');
  const unknown = await page('/service-center?near=qqqqqqqqqq');
  for (const html of [guess, unknown]) {
    expect(textOf(html)).toContain('No service centres match this.');
    expect(listed(html)).toEqual([]);
  }
});

it('has one box, and the hours of each centre without a click', async () => {
  const html = await page('/service-center');
  const main = html.slice(html.indexOf('<main'));
  expect(main.match(/<input[^>]*>/g)).toEqual([expect.stringContaining('name="near"')]);
  expect(textOf(html.replace(/<details>.*?<\/details>/gs, ''))).toContain('Sunday to Thursday, 10:00 to 17:00');
});

it('shows hours that never close, and days without any', async () => {
  const own = await startSite({ SEARCH: 'off' });
  const hours = [{ days: 'Every day', open: '24 hours' }, { days: 'Holidays' }];
  own.upstream.answer('service-center', data({ service_centers: [{ id: 1, name: 'ATM', address: 'Ilam', hours }] }));
  const { text } = await request(own.app).get('/service-center').set('User-Agent', 'Googlebot/2.1').expect(200);
  expect(textOf(text)).toContain('Every day, 24 hours');
  expect(textOf(text)).toContain('Holidays, closed');
  await own.close();
});

it('names the points of its map, none over another', async () => {
  const names = [...(await page('/service-center')).matchAll(/<text [^>]*>([^<]+)</g)].map(([, name]) => name);
  expect(names).toContain('Kathmandu');
  expect(names).toContain('Pokhara');
  expect(new Set(names).size).toBe(names.length);
});

it('escapes what was asked', async () => {
  expect(await page('/service-center?near=%3Cscript%3Ealert(1)')).not.toContain('<script>alert(1)');
});

it('refuses values out of range', async () => {
  await get(`/service-center?near=${'k'.repeat(101)}`).expect(400);
  await get('/service-center?near=Kaski&near=Dang').expect(400);
  await get('/service-center?near=Kaski&page=2').expect(404);
});

it('has one cached answer for all spellings of a district, and none for anything else', async () => {
  const api = (near: string) => get(`/frontapi/en/service-center?per_page=50&near=${encodeURIComponent(near)}`);
  const { headers } = await api('Dang').expect(200);
  expect(headers['cache-status']).toMatch(/fwd=miss/);
  expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=60');
  for (const near of ['dang', '22400', 'दाङ', 'Ghorahi']) {
    const { headers, body } = await api(near).expect(200);
    expect(headers['cache-status']).toMatch(/hit/);
    expect(body.data.near).toEqual({ name: 'Dang', is_guess: false });
    expect(body.data.service_centers[0]).toMatchObject({ name: 'Nepalgunj', distance_km: expect.any(Number) });
  }
  await get('/frontapi/en/service-center?per_page=50').expect(200);
  // A search that visitors invent is no call to keep.
  await api('zzzzzzzzzz').expect(200);
});

it('does not log where visitors are', () => {
  expect(JSON.stringify([site.log, site.requests])).not.toMatch(/33700|Kaski|Kasky|qqqq/);
});
