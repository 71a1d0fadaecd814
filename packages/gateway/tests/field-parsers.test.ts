import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { examples } from '../../../tests/support/extents.ts';
import { generalDate, parseTime } from '../../model/src/dates/dates.ts';
import { type Dated, withDateTexts } from '../../model/src/schema/dated.ts';
import { date, gate, html, object, optional, text, until } from '../../model/src/schema/fields.ts';
import { list } from '../../model/src/schema/list-field.ts';
import type { ParseContext } from '../../model/src/schema/parse-context.ts';
import { createParseContext } from '../src/field-parsers.ts';

const reading = (origin?: string) =>
  createParseContext({
    timeZone: 'Asia/Kathmandu',
    origin,
    videoOrigins: ['https://video.example'],
    onDropped: () => {},
  });
const read = reading('https://cms.example');

/** A date as an item without a language shows it. */
const shown = (value: Dated | undefined) => value && { iso: value.iso, ...value.texts() };

describe('a date', () => {
  it.each([
    ['2024-03-05 00:15:00', '2024-03-05T00:15:00+05:45', 'March 5th 2024'],
    ['2024-03-05', '2024-03-05T00:00:00+05:45', 'March 5th 2024'],
    ['2024-03-05T10:00', '2024-03-05T10:00:00+05:45', 'March 5th 2024'],
    ['2024-03-05 10:00:07.500000', '2024-03-05T10:00:07+05:45', 'March 5th 2024'],
    ['2024-03-04T18:30:00Z', '2024-03-05T00:15:00+05:45', 'March 5th 2024'],
    ['2024-03-04T18:30:00.000000Z', '2024-03-05T00:15:00+05:45', 'March 5th 2024'],
    ['2024-03-21T10:00:00+0545', '2024-03-21T10:00:00+05:45', 'March 21st 2024'],
    ['2024-02-29', '2024-02-29T00:00:00+05:45', 'February 29th 2024'],
    // "Never" of a database: no year of five digits, which nothing reads again.
    ['9999-12-31T23:59:59Z', '9999-12-30T05:45:00+05:45', 'December 30th 9999'],
    ['1024-03-05', '1024-03-05T00:00:00+05:41', 'March 5th 1024'],
  ])('%s', (value, iso, text) => expect(shown(read.date(value))).toEqual({ iso, text }));

  it.each([
    'soon',
    '2024-02-31',
    '2024-02-31T10:00:00Z',
    '2024-03-05 10:75',
    '2024-13-01',
    '2024-13-01T10:00:00Z',
    '0001-01-01T00:00:00Z',
    '0001-01-01',
    '0000-00-00 00:00:00',
    '05/03/2024',
    '2024-3-5',
    '1709596800',
    '',
  ])('is not %s', (value) => expect(read.date(value)).toBeUndefined());

  it('of a month without a day begins it, and is not over before its end', () => {
    const ofMonths = createParseContext({
      timeZone: 'Asia/Kathmandu',
      videoOrigins: [],
      dateFormats: () => ['BS MMMM YYYY'],
      onDropped: () => {},
    });
    expect(ofMonths.date('Poush 2080')?.iso).toBe('2023-12-17T00:00:00+05:45');
    expect(ofMonths.until('Poush 2080')?.iso).toBe('2024-01-14T23:59:59+05:45');
  });

  it('has a year of four digits, or is none, so that sitemap, feeds and pages can read it again', {
    tags: ['properties'],
  }, () => {
    const zones = fc.constantFrom('UTC', 'Asia/Kathmandu', 'America/Santiago', 'Pacific/Kiritimati', 'Pacific/Niue');
    const year = fc.oneof(fc.integer({ min: 0, max: 9999 }), fc.constantFrom(0, 1, 999, 1000, 9998, 9999));
    const two = (max: number) => fc.integer({ min: 0, max }).map((number) => String(number).padStart(2, '0'));
    const value = fc
      .tuple(
        year,
        two(13),
        two(32),
        fc.option(fc.tuple(two(24), two(60), fc.constantFrom('', 'Z', '+14:00', '-12:00'))),
      )
      .map(([year, month, day, time]) => {
        const written = `${String(year).padStart(4, '0')}-${month}-${day}`;
        return time ? `${written}T${time[0]}:${time[1]}${time[2]}` : written;
      });
    fc.assert(
      fc.property(zones, value, (timeZone, text) => {
        const { date: read, until } = createParseContext({ timeZone, videoOrigins: [], onDropped: () => {} });
        for (const iso of [read(text)?.iso, until(text)?.iso]) {
          if (iso === undefined) continue;
          expect(iso).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
          expect(Date.parse(iso)).not.toBeNaN();
        }
      }),
      { seed: 20_261_125, numRuns: examples(3_000) },
    );
  });

  it.each([
    ['America/Santiago', '2024-09-08', '2024-09-08T01:00:00-03:00'],
    ['Asia/Beirut', '2024-03-31', '2024-03-31T01:00:00+03:00'],
    ['America/St_Johns', '2024-03-10 02:30', '2024-03-10T03:30:00-02:30'],
    ['Australia/Lord_Howe', '2024-10-06 02:10', '2024-10-06T02:40:00+11:00'],
    // The last hour of the day is left out there.
    ['America/Nuuk', '2024-03-30 23:59:59', '2024-03-30T22:59:59-02:00'],
  ])('in %s that the clocks leave out, %s, is the nearest of its day', (zone, value, iso) => {
    const { date: read } = createParseContext({ timeZone: zone, videoOrigins: [], onDropped: () => {} });
    expect(read(value)?.iso).toBe(iso);
  });

  describe('more than fifty years ahead', () => {
    const OF_BS = 'Expected a date within fifty years: 2083-08-01 of Bikram Sambat is 2026-11-17 AD';
    const fields = (ctx: ParseContext) =>
      object(ctx, { published_at: gate(ctx, 'published_at'), deadline: optional(ctx, until(ctx)) });
    const reports: string[] = [];
    const report = (path: string, reason: string) => void reports.push(`${path}: ${reason}`);
    const options = { timeZone: 'Asia/Kathmandu', videoOrigins: [], onDropped: report, onGuessed: report };

    it.each([
      ['2083-08-01', OF_BS],
      ['2084-02-40', undefined],
      ['2084-02-11', 'Expected a date within fifty years: of Bikram Sambat, it is in 2027 or 2028 AD'],
      ['9999-12-31T23:59:59Z', 'Expected a date within fifty years: leave the field out if there is no such day'],
    ])('is a fault of a content folder: %s', (value, message) => {
      const schema = fields({ ...createParseContext(options), strict: true });
      for (const name of ['published_at', 'deadline'])
        expect(schema.safeParse({ [name]: value }).error?.issues[0]?.message).toMatch(message ?? /^Expected a date: /);
    });

    it('is dropped from an answer, unless an item would be published by that', () => {
      const schema = fields(createParseContext(options));
      reports.length = 0;
      const parsed = schema.parse({ published_at: '2083-08-01', deadline: '2083-08-01' });
      expect(parsed.published_at).toMatchObject({ iso: '2083-08-01T00:00:00+05:45' });
      expect(parsed.deadline).toBeUndefined();
      expect(reports).toEqual([
        `deadline: ${OF_BS}, received "2083-08-01"`,
        'published_at: not shown before the year 2083 AD: 2083-08-01 of Bikram Sambat is 2026-11-17 AD, and mapping.yaml needs dates: [BS YYYY-MM-DD]',
      ]);
    });
  });

  it('leaves out an item of an answer whose date of publication cannot be read, unless its year has passed', () => {
    const reports: string[] = [];
    const onDropped = (path: string, reason: string) => void reports.push(`${path}: ${reason}`);
    const ctx = createParseContext({ timeZone: 'Asia/Kathmandu', videoOrigins: [], onDropped });
    const items = list(ctx, 'news', object(ctx, { id: text, published_at: gate(ctx, 'published_at') }));
    const idsOf = (dates: unknown[]) =>
      items.parse(dates.map((published_at, index) => ({ id: index + 1, published_at }))).map(({ id }) => Number(id));
    const year = new Date().getUTCFullYear();
    const unread = [
      'soon',
      'TBD',
      '-',
      `31/12/${year}`,
      `12/31/${year + 1}`,
      `${year}-13-45`,
      '32 December',
      20991231000000,
      true,
    ];
    expect(idsOf(unread)).toEqual([]);
    expect(reports).toEqual(unread.map((_, index) => expect.stringMatching(`^news\\[${index}\\]: published_at: `)));
    reports.length = 0;
    const passed = [
      '31/12/2019',
      '5 Jan 2020',
      '2019-13-45',
      '0000-00-00 00:00:00',
      '0001-01-01T00:00:00Z',
      'चैत ३२, २०७५',
      1500000000,
    ];
    expect(idsOf(passed)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(idsOf([null, '', undefined, '2020-01-01'])).toEqual([1, 2, 3, 4]);
    expect(reports).toHaveLength(passed.length);
  });

  it('is the same time in every zone, and its wall clock reads as itself', { tags: ['properties'] }, () => {
    const zones = ['UTC', 'Asia/Kathmandu', 'Europe/London', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia'];
    const seconds = fc.integer({ min: 0, max: Date.UTC(2100, 0) / 1000 });
    fc.assert(
      fc.property(fc.constantFrom(...zones), seconds, (timeZone, second) => {
        const { date: read } = createParseContext({ timeZone, videoOrigins: [], onDropped: () => {} });
        const iso = read(new Date(second * 1000).toISOString())?.iso ?? '';
        expect(Date.parse(iso)).toBe(second * 1000);
        const [year, month, day, hour, minute] = new Intl.DateTimeFormat('en-US', {
          timeZone,
          hourCycle: 'h23',
          year: 'numeric',
          month: '2-digit',
          day: '2-digit',
          hour: '2-digit',
          minute: '2-digit',
        })
          .formatToParts(second * 1000)
          .filter(({ type }) => type !== 'literal')
          .map(({ value }) => value)
          .reduce<string[]>(
            (parts, value, index) => Object.assign(parts, { [[1, 2, 0, 3, 4][index] ?? 5]: value }),
            [],
          );
        expect(iso.slice(0, 16)).toBe(`${year}-${month}-${day}T${hour}:${minute}`);
        // The hour that a change of the clocks repeats has two times.
        expect(read(iso.slice(0, 19))?.iso.slice(0, 19)).toBe(iso.slice(0, 19));
      }),
      { seed: 20_270_115, numRuns: examples(3_000) },
    );
  });

  it('until which something lasts is the end of that day, unless it has a time', () => {
    expect(read.until('2024-03-05')?.iso).toBe('2024-03-05T23:59:59+05:45');
    expect(read.until('2024-03-05 10:00')?.iso).toBe('2024-03-05T10:00:00+05:45');
    // As many a CMS sends a day.
    for (const time of ['00:00:00.000000', '23:59:59', '23:59:59.999'])
      expect(read.until(`2024-03-05T${time}Z`)?.iso).toBe('2024-03-05T23:59:59+05:45');
    expect(read.until('2024-03-05T00:00:00+00:00')?.iso).toBe('2024-03-05T05:45:00+05:45');
    expect(read.date('2024-03-05T00:00:00Z')?.iso).toBe('2024-03-05T05:45:00+05:45');
  });

  it('is right in the hours before and after a change of the clocks', () => {
    const wallClock = (value: string) => parseTime(value, 'America/St_Johns')?.toISOString();
    expect(wallClock('2024-03-10 01:30:00')).toBe('2024-03-10T05:00:00.000Z');
    expect(wallClock('2024-03-10 03:30:00')).toBe('2024-03-10T06:00:00.000Z');
  });

  it("has the general form 'Y-M-D'", () => {
    const time = parseTime('2024-03-05 10:00:00', 'Asia/Kathmandu');
    expect(time && generalDate(time)).toBe('2024-3-5');
  });
});

describe('a date in Bikram Sambat', () => {
  const editions = {
    english: {},
    'english with both calendars': { calendar: 'both' },
    nepali: { locale: 'ne' },
  } as const;
  const readIn = (edition: keyof typeof editions) =>
    createParseContext({
      timeZone: 'Asia/Kathmandu',
      videoOrigins: [],
      onDropped: () => {},
      ...editions[edition],
    });
  const item = (ctx: ParseContext) =>
    object(ctx, {
      name: text,
      lang: optional(ctx, text),
      created_at: optional(ctx, date(ctx)),
      deadline: optional(ctx, until(ctx)),
    }).transform(withDateTexts);

  it.each([
    ['english', 'November 21st 2026', undefined],
    ['english with both calendars', 'November 21st 2026', 'Mangsir 5, 2083 BS'],
    ['nepali', '२०२६ नोभेम्बर २१', '२०८३ मंसिर ५'],
  ] as const)('%s', (edition, text, bs) => {
    expect(shown(readIn(edition).date('2026-11-21 00:10'))).toEqual({ iso: '2026-11-21T00:10:00+05:45', text, bs });
    // The day is that of the site's zone.
    expect(readIn(edition).date('2026-11-20T18:20:00Z')?.texts()).toEqual({ text, bs });
    expect(readIn(edition).until('2026-11-21')?.texts()).toEqual({ text, bs });
  });

  it.each([
    ['english', 'ne', 'November 21st 2026', undefined],
    ['english', 'fr', 'November 21st 2026', undefined],
    ['english with both calendars', 'en', 'November 21st 2026', 'Mangsir 5, 2083 BS'],
    ['nepali', 'en', '२०२६ नोभेम्बर २१', '२०८३ मंसिर ५'],
  ] as const)('%s, whatever the language of the item: %s', (edition, lang, text, bs) => {
    const schema = item(readIn(edition));
    const own = { created_at_text: text, created_at_bs: bs };
    const parsed = schema.parse({ name: 'A', lang, created_at: '2026-11-21' });
    expect(parsed).toMatchObject(Object.fromEntries(Object.entries(own).filter(([, value]) => value)));
    expect('created_at_bs' in parsed).toBe(bs !== undefined);
    expect(JSON.stringify(schema.parse(JSON.parse(JSON.stringify(parsed))))).toBe(JSON.stringify(parsed));
  });

  it('is missing beyond the published years', () => {
    expect(readIn('nepali').date('2030-01-01')?.texts()).toEqual({ text: '२०३० जनवरी १' });
  });

  it('stands beside the text of its date', () => {
    const fields = { name: 'A', created_at: '2026-11-21' };
    const iso = '2026-11-21T00:00:00+05:45';
    const created_at_text = 'November 21st 2026';
    expect(Object.entries(item(readIn('english')).parse(fields))).toEqual([
      ['name', 'A'],
      ['created_at', iso],
      ['created_at_text', created_at_text],
    ]);
    expect(item(readIn('english with both calendars')).parse(fields)).toEqual({
      name: 'A',
      created_at: iso,
      created_at_text,
      created_at_bs: 'Mangsir 5, 2083 BS',
    });
  });

  it("is the upstream's own where it has one", () => {
    const fields = { name: 'A', created_at: '2026-11-21', created_at_bs: ' 2083-08-05 ', deadline: '2026-11-22' };
    expect(item(readIn('nepali')).parse(fields)).toMatchObject({
      created_at_bs: '2083-08-05',
      deadline_bs: '२०८३ मंसिर ६',
    });
    expect(item(readIn('english with both calendars')).parse(fields).created_at_bs).toBe('2083-08-05');
    expect(item(readIn('english')).parse(fields)).not.toHaveProperty('created_at_bs');
    // Later years too: the author of the text knows the calendar.
    expect(item(readIn('nepali')).parse({ ...fields, created_at: '2035-01-01' }).created_at_bs).toBe('2083-08-05');
  });

  it.each([
    ['longer than 100 characters', 'x'.repeat(101)],
    ['no text', ['x']],
    ['empty', ''],
    ['null', null],
  ])('of an upstream is replaced where it is %s', (_, created_at_bs) => {
    const fields = { name: 'A', created_at: '2026-11-21', created_at_bs };
    expect(item(readIn('nepali')).parse(fields).created_at_bs).toBe('२०८३ मंसिर ५');
  });

  it.each(['soon', undefined])('without its date is left out: %s', (created_at) => {
    const parsed = item(readIn('nepali')).parse({ name: 'A', created_at, created_at_bs: 'x' });
    expect(parsed).not.toHaveProperty('created_at_bs');
  });

  it('is the same when our own answer is read again', () => {
    for (const edition of ['english', 'english with both calendars', 'nepali'] as const) {
      const schema = item(readIn(edition));
      const fields = { name: 'A', deadline: '2026-11-22', deadline_bs: '2083-08-06', created_at: '2026-11-21' };
      const answer = JSON.stringify(schema.parse(fields));
      expect(JSON.stringify(schema.parse(JSON.parse(answer)))).toBe(answer);
    }
  });

  it('of a content folder is passed on to where its edition is known', () => {
    const schema = item({ ...readIn('english'), strict: true });
    const fields = { name: 'A', created_at: '2026-11-21' };
    expect(schema.parse({ ...fields, created_at_bs: '2083-08-05' }).created_at_bs).toBe('2083-08-05');
    expect(schema.parse(fields)).not.toHaveProperty('created_at_bs');
    const faultsOf = (further: object) => schema.safeParse({ ...fields, ...further }).error?.issues;
    expect(faultsOf({ created_at_bs: 'x'.repeat(101) })).toMatchObject([{ path: ['created_at_bs'] }]);
    expect(faultsOf({ name_bs: 'x' })).toMatchObject([{ code: 'unrecognized_keys', keys: ['name_bs'] }]);
  });
});

describe('a location', () => {
  it.each([
    ['/storage/a.jpg', 'https://cms.example/storage/a.jpg'],
    ['storage/a.jpg', 'https://cms.example/storage/a.jpg'],
    ['https://cdn.example/a.jpg', 'https://cdn.example/a.jpg'],
    ['javascript:alert(1)', undefined],
    ['data:text/html,x', undefined],
    ['mailto:a@b.example', undefined],
    ['https://user:pass@cdn.example/a.jpg', undefined],
    ['http://[', undefined],
  ])('%s is %s', (value, expected) => expect(read.location(value)).toBe(expected));

  it('is relative to the site where there is no upstream', () => {
    expect(reading().location('/media/a.jpg')).toBe('/media/a.jpg');
  });
});

describe('a link', () => {
  it.each([
    ['/blogs/3', '/blogs/3'],
    ['blogs?page=2#x', '/blogs?page=2#x'],
    ['/storage/report.pdf', 'https://cms.example/storage/report.pdf'],
    ['https://elsewhere.example/x', 'https://elsewhere.example/x'],
    ['//elsewhere.example/x', 'https://elsewhere.example/x'],
    ['mailto:a@b.example', 'mailto:a@b.example'],
    ['tel:+97715550100', 'tel:+97715550100'],
    ['tel:०१-४१२३४५६', 'tel:014123456'],
    ['tel:+977%20(0)1%204123456%20(Ext.%2012)', 'tel:+97714123456;ext=12'],
    ['tel:100%', 'tel:100'],
    ['tel:soon', 'tel:soon'],
    [' java\nscript:alert(1)', undefined],
    ['vbscript:x', undefined],
  ])('%s is %s', (value, expected) => expect(read.link(value)).toBe(expected));
});

describe('HTML', () => {
  it.each([
    ['scripts and styles go with their text', '<p>a</p><script>x</script><style>y</style>', '<p>a</p>'],
    ['handlers and styles go', '<p onclick="x" style="y" class="z">a</p>', '<p>a</p>'],
    ['unknown elements leave their text', '<font>a</font><form><input>b</form>', 'ab'],
    ['a bad link loses its address', '<a href="javascript:x">a</a>', '<a>a</a>'],
    [
      'an external link is marked',
      '<a href="https://x.example/">a</a>',
      '<a href="https://x.example/" rel="external noopener">a</a>',
    ],
    [
      'a picture waits until it is near',
      '<img src="/a.jpg" onerror="x">',
      '<img src="https://cms.example/a.jpg" alt="" loading="lazy" decoding="async">',
    ],
    ['a picture without a place goes', '<img src="data:x"><img>', ''],
    ['headings stand below the title', '<h1>a</h1><h2>b</h2>', '<h2 id="text-a">a</h2><h3 id="text-b">b</h3>'],
    ['headings that fit stay', '<h2>a</h2><h3>b</h3>', '<h2 id="text-a">a</h2><h3 id="text-b">b</h3>'],
    [
      'headings get addresses of their own, of any script',
      '<h2>What it costs</h2><h2>What it costs</h2><h2 id="x">Y</h2><h2>शुल्क र कर</h2>',
      '<h2 id="text-what-it-costs">What it costs</h2><h2 id="text-what-it-costs-1">What it costs</h2><h2 id="text-x">Y</h2><h2 id="text-शुल्क-र-कर">शुल्क र कर</h2>',
    ],
    [
      'a table scrolls',
      '<table><tr><td>1</td></tr></table>',
      '<div class="table" role="group" tabindex="0" aria-label="Table"><table><tbody><tr><td>1</td></tr></tbody></table></div>',
    ],
    [
      'a video of a known host stays',
      '<iframe src="https://video.example/1"></iframe>',
      '<iframe src="https://video.example/1" title="Video" loading="lazy"></iframe>',
    ],
    [
      'a frame of any other is a link',
      '<iframe src="https://film.example/1" title="Film">x</iframe>',
      '<a href="https://film.example/1" rel="external noopener">Film</a>',
    ],
    ['a frame that runs something goes', '<iframe src="javascript:alert(1)">x</iframe>', ''],
    [
      'videos and sounds are links',
      '<video><source src="/v.mp4"></video><audio src="/a.mp3" title="Speech"></audio><object data="/a.pdf"></object>',
      '<a href="https://cms.example/v.mp4" rel="external noopener">/v.mp4</a><a href="https://cms.example/a.mp3" rel="external noopener">Speech</a><a href="https://cms.example/a.pdf" rel="external noopener">/a.pdf</a>',
    ],
    [
      'what other programs embed is linked',
      '<figure><oembed url="https://youtu.be/x"></oembed></figure><map><area href="/a" alt="Ilam"></map><amp-img src="/b.jpg"></amp-img><iframe data-src="https://a.example/x"></iframe>',
      '<figure><a href="https://youtu.be/x" rel="external noopener" data-elsewhere="▶ youtu.be">https://youtu.be/x</a></figure><a href="/a">Ilam</a><a href="https://cms.example/b.jpg" rel="external noopener">/b.jpg</a><a href="https://a.example/x" rel="external noopener">https://a.example/x</a>',
    ],
    [
      'a picture of several sizes alone has the first',
      '<img data-srcset="/real.jpg 1x, /large.jpg 2x" alt="Office">',
      '<img alt="Office" src="https://cms.example/real.jpg" loading="lazy" decoding="async">',
    ],
    [
      'a late picture has its address',
      '<img src="data:image/gif;base64,R0" data-src="/real.jpg" alt="Office">',
      '<img src="https://cms.example/real.jpg" alt="Office" loading="lazy" decoding="async">',
    ],
    [
      'boxes of a task list are signs',
      '<ul><li><input type="checkbox" checked disabled> done</li><li><input type="checkbox"> open</li></ul>',
      '<ul><li data-task="">☑ done</li><li data-task="">☐ open</li></ul>',
    ],
    [
      'boxes of a loose task list are signs, and no other line has any',
      '<ul><li>\n<p><input type="checkbox"> open</p>\n<ul><li>A ☑ within</li></ul></li></ul>',
      '<ul><li data-task="">\n<p>☐ open</p>\n<ul><li>A ☑ within</li></ul></li></ul>',
    ],
    [
      'details stay',
      '<details open><summary>Q?</summary>A.</details>',
      '<details open><summary>Q?</summary>A.</details>',
    ],
    [
      'an id cannot shadow one of the page, its link follows',
      '<a href="#main">a</a><p id="main">b</p>',
      '<a href="#text-main">a</a><p id="text-main">b</p>',
    ],
    ['what is broken is mended', '<p>a<p>b</div>', '<p>a</p><p>b</p>'],
    ['what hides in an svg goes', '<svg><a href="javascript:x"><text>a</text></a></svg>b', 'b'],
  ])('%s', (_, html, expected) => expect(read.html(html)).toBe(expected));

  it('says what pages do not show', () => {
    const reports: string[] = [];
    const report = (kind: string) => (path: string, reason: string, id?: string) =>
      void reports.push(`${kind} ${path} ${id}: ${reason}`);
    const ctx = createParseContext({
      timeZone: 'Asia/Kathmandu',
      videoOrigins: ['https://video.example'],
      onDropped: report('dropped'),
      onGuessed: report('guessed'),
    });
    const texts = [
      '<iframe src="https://film.example/1"></iframe><iframe src="https://film.example/1"></iframe>',
      '<video src="/v.mp4"></video><iframe src="https://video.example/1"></iframe>',
      '<img src="data:image/png;base64,R0"><img src="cid:1"><svg></svg><input name="q"><input type="hidden">Text',
    ];
    const schema = list(ctx, 'news', object(ctx, { id: text, description: html(ctx) }));
    schema.parse(texts.map((description, index) => ({ id: index + 5, description })));
    expect(reports).toEqual([
      'guessed news[0] 5: the iframe of https://film.example: expected an origin of VIDEO_ORIGINS: a link stands in its place',
      'guessed news[1] 6: the <video> of "/v.mp4": a link stands in its place',
      'dropped news[2] 7: a picture that is pasted into the text (data:…): save it as a file and name that: left out',
      'dropped news[2] 7: a picture whose address is "cid:1": left out',
      'dropped news[2] 7: the <svg>: left out',
      'dropped news[2] 7: the <input>: left out',
    ]);
  });

  it('gives its words, cut', () => {
    expect(read.excerpt('<h2>A</h2><p>b &amp; <b>c</b>d<br>e</p>', 100)).toBe('A b & cd e');
    expect(read.excerpt('<p>abc</p><p>def</p>', 5)).toBe('abc d...');
  });
});

describe('an excerpt', () => {
  it.each([
    ['whole', 'The value is {{dataset nav latest}}.', 'The value is {{dataset nav latest}}.'],
    ['cut', `${'a'.repeat(280)} {{dataset nav latest}} is the value.`, `${'a'.repeat(280)} ...`],
  ])('has the name of a table %s', (_, text, expected) => expect(read.excerpt(text, 300)).toBe(expected));
});
