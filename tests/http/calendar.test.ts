import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calendarFile } from '../../server/routes/calendar-file.ts';
import { exportPlace } from '../support/export.ts';
import { type Folder, makeFolder, validFiles } from '../support/folder.ts';
import { startSite, type TestSite } from '../support/site.ts';
import { data, failure } from '../support/upstream.ts';

/* The days that content is about: as a page, as files for programs for calendars, and for search engines. */

const FILES = {
  ...validFiles,
  'notice/agm.md': `---
id: 4
name: General meeting of 2098
created_at: 2026-01-01
dates:
  - { name: General meeting, date: 2041-05-01 }
  - { name: Questions in writing, date: "2041-04-20 17:00" }
  - { name: Register closed, date: 2020-04-20 }
---
Come.
`,
  'career/clerk.md': '---\nid: 2\nname: Clerk\ndeadline: 2041-05-31\n---\nWork.\n',
  'events.yaml': `- { id: 1, name: "Fair; of milk, and more", date: 2032-06-15, ends: 2032-06-16, place: Town hall, summary: "Bring bags" }
- { id: 2, name: Old fair, date: 2020-06-15 }
`,
  'events.ne.yaml': '- { id: 1, name: मेला }\n- { id: 2, name: पुरानो मेला }\n',
};
const get = (site: TestSite, path: string) => supertest(site.app).get(path).set('User-Agent', 'Googlebot/2.1');
const names = (html: string) => [...html.matchAll(/<h3>.*?<span[^>]*>(.*?)<\/span>/g)].map(([, name]) => name);
/** What a page tells search engines of events. */
const eventsOf = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)]
    .flatMap(([, json = '']) => JSON.parse(json))
    .flatMap((node) => node['@graph'] ?? node)
    .filter((node) => node['@type'] === 'Event');

describe('the calendar', () => {
  let folder: Folder;
  let site: TestSite;
  beforeAll(async () => {
    folder = await makeFolder(FILES);
    site = await startSite({
      CONTENT_DIR: folder.dir,
      SEARCH: 'off',
      LOCALES: 'en,ne',
      SITE_TIME_ZONE: 'Asia/Kathmandu',
    });
  });
  afterAll(async () => {
    await site.close();
    await folder.remove();
  });

  it('has what is ahead in order, by months, and what has passed on a page that is not indexed', async () => {
    const ahead = await get(site, '/calendar').expect(200);
    expect(names(ahead.text)).toEqual(['Fair; of milk, and more', 'Questions in writing', 'General meeting', 'Clerk']);
    expect([...ahead.text.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, month]) => month)).toEqual([
      'June 2032',
      'April 2041',
      'May 2041',
    ]);
    expect(ahead.text).toContain('Last day to apply: ');
    expect(ahead.headers['cache-control']).toContain('s-maxage=60');
    const past = await get(site, '/calendar?past=1').expect(200);
    expect(names(past.text)).toEqual(['Old fair', 'Register closed']);
    expect(past.text).toContain('noindex');
  });

  it('says in Nepali the months of Bikram Sambat, and the hour by the part of the day', async () => {
    const { text } = await get(site, '/ne/calendar').expect(200);
    expect(text).toContain('२०४१ अप्रिल २०, बेलुका ५ बजे</time>');
    expect(text).toMatch(/<h2>[०-९]{4} \p{L}[\p{L}\p{M}]*<\/h2>/u);
  });

  it('is a file with all dates, and one for each item', async () => {
    const all = await get(site, '/calendar.ics').expect(200);
    expect(all.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'public, max-age=600',
    });
    const unfolded = all.text.replaceAll('\r\n ', '');
    expect(unfolded.match(/^BEGIN:VEVENT/gm)).toHaveLength(6);
    expect(unfolded).toContain(
      'DTSTART;VALUE=DATE:20320615\r\nDTEND;VALUE=DATE:20320617\r\nSUMMARY:Fair\\; of milk\\, and more',
    );
    // 17:00 in Kathmandu.
    expect(unfolded).toContain('DTSTART:20410420T111500Z');
    expect(unfolded).toContain('URL:https://www.himal.example/notice/4\r\n');
    const one = await get(site, '/calendar/notice-4.ics').expect(200);
    expect(one.headers['content-disposition']).toBe('attachment; filename="notice-4.ics"');
    expect(one.text.match(/^UID:.*/gm)).toEqual([
      'UID:notice-4-20410501@www.himal.example',
      'UID:notice-4-20410420@www.himal.example',
      'UID:notice-4-20200420@www.himal.example',
    ]);
    expect((await get(site, '/ne/calendar/event-1.ics').expect(200)).text).toContain(
      'URL:https://www.himal.example/ne/calendar#event-1',
    );
    const { text: deadline } = await get(site, '/calendar/career-2.ics').expect(200);
    expect(deadline).toContain('SUMMARY:Last day to apply: Clerk');
    expect(deadline).toMatch(/^DTSTART;VALUE=DATE:\d{8}\r$/m);
  });

  it('says when an event ends: after its last day, and not before it has begun', async () => {
    const FAIRS = [
      ['date: "2041-04-20 17:00", ends: 2041-04-22', '20410420T111500Z', 'DTEND:20410422T181500Z', '2041-04-22'],
      ['date: "2041-04-20 17:00", ends: 2041-04-20', '20410420T111500Z', 'DTEND:20410420T181500Z', '2041-04-20'],
      ['date: "2041-04-20 17:00", ends: "2041-04-20 19:00"', '20410420T111500Z', 'DTEND:20410420T131500Z', 'T19:00'],
      ['date: "2041-04-20 17:00", ends: "2041-04-20 16:00"', '20410420T111500Z', undefined, undefined],
      ['date: 2041-04-20, ends: "2041-04-21 16:00"', ';VALUE=DATE:20410420', 'DTEND;VALUE=DATE:20410422', 'T16:00'],
      ['date: 2041-04-20, ends: 2020-04-21', ';VALUE=DATE:20410420', undefined, undefined],
    ] as const;
    const fairs = FAIRS.map(([dates], index) => `- { id: ${index}, name: Fair ${index}, ${dates} }\n`);
    const itsFolder = await makeFolder({ ...FILES, 'events.yaml': fairs.join(''), 'events.ne.yaml': '[]\n' });
    const itsSite = await startSite({
      CONTENT_DIR: itsFolder.dir,
      SEARCH: 'off',
      SITE_TIME_ZONE: 'Asia/Kathmandu',
    });
    const { text } = await get(itsSite, '/calendar').expect(200);
    for (const [index, [dates, begins, end, endDate]] of FAIRS.entries()) {
      const file = (await get(itsSite, `/calendar/event-${index}.ics`).expect(200)).text;
      expect(file, dates).toContain(begins);
      expect(/^DTEND.*(?=\r)/m.exec(file)?.[0], dates).toBe(end);
      const described = eventsOf(text).find(({ name }) => name === `Fair ${index}`);
      if (endDate) expect(described?.endDate, dates).toContain(endDate);
      else expect(described, dates).not.toHaveProperty('endDate');
    }
    // The hour that content wrote is on the page.
    const timesOf = (index: number) =>
      [
        ...(new RegExp(`<li id="event-${index}"><p[^>]*>(.*?)</p>`).exec(text)?.[1] ?? '').matchAll(
          /<time[^>]*>(.*?)</g,
        ),
      ].map(([, shown]) => shown);
    expect(timesOf(0)).toEqual(['April 20th 2041, 17:00', 'April 22nd 2041']);
    expect(timesOf(2)).toEqual(['April 20th 2041, 17:00']);
    expect(timesOf(5)).toEqual(['April 20th 2041']);
    // One date for what takes one day.
    const shown = [...text.matchAll(/<li id="event-(\d)"><p[^>]*>(.*?)<small>/g)];
    expect(Object.fromEntries(shown.map(([, id, dates = '']) => [id, dates.match(/<time/g)?.length]))).toEqual({
      0: 2,
      1: 1,
      2: 1,
      3: 1,
      4: 2,
      5: 1,
    });
    await itsSite.close();
    await itsFolder.remove();
  });

  it.each(['notice-1', 'notice-99', 'event-9', 'x-1', 'notice', 'constructor-1'])('has no file %s', async (name) => {
    expect((await get(site, `/calendar/${name}.ics`)).status).toBe(404);
  });

  it('is linked from a notice, which describes its coming days for search engines', async () => {
    const { text } = await get(site, '/notice/4').expect(200);
    expect(text).toContain('href="/calendar/notice-4.ics"');
    expect((await get(site, '/career/2/show')).text).toContain('href="/calendar/career-2.ics"');
    expect(eventsOf(text).map(({ startDate }) => startDate)).toEqual([
      '2041-05-01',
      expect.stringContaining('2041-04-20T17:00:00'),
    ]);
  });
});

it('has the dates of one day in the order of their hours, each with its hour, as the lists of what comes', async () => {
  const day = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
  const notice = (id: number, name: string, time: string) =>
    `---\nid: ${id}\nname: ${name}\ncreated_at: 2026-01-01\nexpires_at: "${day} 18:30"\ndates: [{ name: ${name} day, date: "${day}${time}" }]\n---\nCome.\n`;
  const folder = await makeFolder({
    ...validFiles,
    'notice/vote.md': notice(1, 'Vote', ' 16:00'),
    'notice/talk.md': notice(2, 'Talk', ' 09:30'),
    'notice/feast.md': notice(3, 'Feast', ''),
    'career/clerk.md': `---\nid: 2\nname: Clerk\ndeadline: "${day} 17:00"\n---\nWork.\n`,
    'career/driver.md': `---\nid: 3\nname: Driver\ndeadline: ${day}\n---\nWork.\n`,
  });
  const site = await startSite({ CONTENT_DIR: folder.dir, SEARCH: 'off', LOCALES: 'en', SITE_TIME_ZONE: 'UTC' });
  const page = async (path: string) => (await get(site, path).expect(200)).text;
  const hours = (html: string) =>
    [...html.matchAll(new RegExp(`<time dateTime="${day}[^>]*>[^<]*?(?:, ([^<]*))?</time>`, 'g'))].map(
      ([, hour]) => hour,
    );
  const calendar = await page('/calendar');
  expect(names(calendar)).toEqual(['Feast day', 'Talk day', 'Vote day', 'Clerk', 'Driver']);
  expect(hours(calendar)).toEqual([undefined, '09:30', '16:00', '17:00', undefined]);
  expect(hours(await page('/'))).toEqual([undefined, '09:30', '16:00']);
  expect(hours(await page('/notice/1'))).toEqual(['16:00', '18:30']);
  expect(hours(await page('/notice')).sort()).toEqual(['09:30', '16:00', '18:30', '18:30', '18:30', undefined]);
  expect(hours(await page('/career/2/show'))).toEqual(['17:00', '17:00']);
  expect(hours(await page('/career')).sort()).toEqual(['17:00', undefined]);
  await site.close();
  await folder.remove();
});

it('is gone with its files and links if the site does without it', async () => {
  const folder = await makeFolder({ ...FILES, 'screens.yaml': '- { screen: calendar, off: true }\n' });
  const site = await startSite({ CONTENT_DIR: folder.dir, SEARCH: 'off' });
  for (const path of ['/calendar', '/calendar.ics', '/calendar/notice-4.ics', '/frontapi/en/events'])
    expect((await get(site, path)).status, path).toBe(404);
  expect((await get(site, '/notice/4')).text).not.toMatch(/href="[^"]*\.ics/);
  await site.close();
  await folder.remove();
});

it('of a CMS needs no call of its own, and stays while a list fails', async () => {
  const site = await startSite({ SEARCH: 'off' });
  const notices = [{ id: 1, name: 'Hearing', dates: [{ name: 'Day', date: '2041-05-01' }] }];
  site.upstream.answer('notice', data({ notices }));
  site.upstream.answer('events', failure(404, 'no such call'));
  site.upstream.answer('career', failure(500));
  expect(names((await get(site, '/calendar').expect(200)).text)).toEqual(['Day']);
  // A file without the deadlines would look complete.
  expect((await get(site, '/calendar.ics')).status).toBe(503);
  site.upstream.answer('career', failure(404, 'no such call'));
  await site.gateway.purge();
  expect((await get(site, '/calendar.ics').expect(200)).text).toContain('SUMMARY:Day');
  await site.close();
});

it('has one heading for a month, also where a CMS writes its days of Bikram Sambat in figures', async () => {
  const site = await startSite({ SEARCH: 'off', LOCALES: 'en,ne' });
  const dates = [
    { name: 'Hearing', date: '2041-05-01', date_bs: '2098-01-18' },
    { name: 'Vote', date: '2041-05-02', date_bs: '2098-01-19' },
    { name: 'Feast', date: '2041-06-02', date_bs: '२०९८ जेठ १९' },
    { name: 'Fair', date: '2041-06-03', date_bs: '२०९८ जेठ २०' },
  ];
  site.upstream.answer('ne/notice', data({ notices: [{ id: 1, name: 'Days', dates }] }));
  const { text } = await get(site, '/ne/calendar').expect(200);
  expect([...text.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, month]) => month).slice(-2)).toEqual([
    '२०४१ मे',
    '२०९८ जेठ',
  ]);
  await site.close();
});

it('has no hour of a day that a CMS sends in UTC, and the hour of another zone', async () => {
  const site = await startSite({ SEARCH: 'off', LOCALES: 'en', SITE_TIME_ZONE: 'Asia/Kathmandu' });
  const tokyo = await startSite({ SEARCH: 'off', LOCALES: 'en', SITE_TIME_ZONE: 'Asia/Tokyo' });
  const dates = [
    { name: 'Feast', date: '2041-08-01T00:00:00.000000Z' },
    { name: 'Vote', date: '2041-08-02T11:00:00+05:45' },
    { name: 'Last day', date: '2041-08-03T23:59:59.000Z' },
  ];
  site.upstream.answer('notice', data({ notices: [{ id: 1, name: 'Days', dates }] }));
  const { text } = await get(site, '/calendar').expect(200);
  expect(text).toContain('August 1st 2041</time>');
  expect(text).toContain('August 2nd 2041, 11:00</time>');
  expect(text).toContain('August 4th 2041</time>');
  const notices = [{ id: 1, name: 'Days', dates: [{ name: 'Vote', date: '2041-08-02 09:00' }] }];
  tokyo.upstream.answer('notice', data({ notices }));
  expect((await get(tokyo, '/calendar').expect(200)).text).toContain('August 2nd 2041, 09:00</time>');
  await tokyo.close();
  await site.close();
});

it('becomes files of an exported site', async () => {
  const folder = await makeFolder(FILES);
  const place = await exportPlace({ CONTENT_DIR: folder.dir });
  expect((await place.run()).code).toBe(0);
  const files = Object.keys(await place.files());
  expect(files).toEqual(
    expect.arrayContaining(['calendar.html', 'calendar.ics', 'calendar/notice-4.ics', 'calendar/event-1.ics']),
  );
  await place.remove();
  await folder.remove();
});

it('a line of a file has at most 75 octets, and no character is cut', () => {
  const name = 'विद्यालय व्यवस्थापन समितिको बैठक '.repeat(5);
  const file = calendarFile('x', { host: 'host', timeZone: 'UTC' }, [
    { key: 'event-1', name, begins: '2041-05-01T00:00:00+05:45', url: 'https://x.example/' },
  ]);
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${name}\r\n`);
});
