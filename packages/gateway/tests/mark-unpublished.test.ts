import { expect, it } from 'vitest';
import { splitPath } from '../../model/src/edition.ts';
import { timeText, withMarks } from '../src/mark-unpublished.ts';

const ZONE = 'Asia/Kathmandu';

const dataOf = async (address: string, data: Record<string, unknown>): Promise<unknown> =>
  withMarks(data, splitPath(`/${address}`, ['en', 'ne']).locale, ZONE);

it('marks drafts, scheduled and expired items by their names, and no others', async () => {
  const items = [
    { id: 1, name: 'Plan', draft: true, published_at: '2099-01-01' },
    { id: 2, name: 'Results', published_at: '2099-03-05 10:00' },
    { id: 3, name: 'Tender', published_at: '2020-01-01', expires_at: '2020-02-01' },
    { id: 4, name: 'Today', published_at: '2020-01-01', expires_at: '2099-01-01', draft: false },
    { id: 5, question: 'Why?', draft: true },
    { id: 6, title: 'A slide', draft: true },
  ];
  expect(await dataOf('news', { news: items, pagination: { total: 6 } })).toMatchObject({
    news: [
      { name: 'Draft: Plan' },
      { name: 'Scheduled for 5 March 2099, 10:00: Results' },
      { name: 'Expired: Tender' },
      { name: 'Today' },
      { question: 'Draft: Why?' },
      { title: 'Draft: A slide' },
    ],
    pagination: { total: 6 },
  });
});

it('marks an item as expired after the end of its last day, in the zone of the site', async () => {
  const dayIn = (days: number) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE }).format(Date.now() + days * 86_400_000);
  const notices = [-1, 0, 1].map((days) => ({ name: 'Tender', expires_at: dayIn(days) }));
  expect(await dataOf('notice', { notices })).toMatchObject({
    notices: [{ name: 'Expired: Tender' }, { name: 'Tender' }, { name: 'Tender' }],
  });
});

it('marks an item in the language of its edition', async () => {
  const news = { id: 2, name: 'नतिजा', published_at: '2099-03-05 10:00' };
  expect(await dataOf('ne/news/2', { news })).toMatchObject({
    news: { name: '२०९९ मार्च ५, १०:०० मा प्रकाशित हुने: नतिजा' },
  });
  expect(await dataOf('ne/news/2', { news: { name: 'नतिजा', draft: true } })).toEqual({
    news: { name: 'मस्यौदा: नतिजा', draft: true },
  });
});

it('leaves what is no item as it is', async () => {
  const data = { news: [1, null], pagination: null, name: 'A text', draft: true };
  expect(await dataOf('news', data)).toEqual(data);
});

it('writes a time in the zone of the site', () => {
  expect(timeText(Date.parse('2027-03-05T04:15:00Z'), 'en', 'Asia/Kathmandu')).toBe('5 March 2027, 10:00');
  expect(timeText(Date.parse('2027-03-04T18:15:00Z'), 'en', 'Asia/Kathmandu')).toBe('5 March 2027, 00:00');
});
