import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { courseOf } from '../../../packages/model/src/schema/home-drawings.ts';
import { homeNews } from '../../../shared/features/home/home-news.ts';

/* What the home page shows of other lists. */

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T12:00:00+05:45') });
});
afterEach(() => {
  vi.useRealTimers();
});

const date = (day: string) => `${day}T00:00:00+05:45`;
const notice = (id: number, fields: object = {}) => ({
  id: String(id),
  name: `Notice ${id}`,
  files: [],
  dates: [],
  description_text: undefined,
  ...fields,
});
const day = (name: string, iso: string) => ({ name, date: date(iso), date_text: iso });
const vacancy = (id: number, deadline: string) => ({
  id: String(id),
  name: `Vacancy ${id}`,
  files: [],
  description_text: undefined,
  deadline: `${deadline}T23:59:59+05:45`,
  deadline_text: deadline,
});

describe('the newest notices', () => {
  it('are the first three of the list that have not expired, each with its date and reference', () => {
    const notices = [
      notice(9, { is_pinned: true, reference_no: 'HT/9', created_at: date('2026-01-02'), created_at_text: 'January' }),
      notice(8, { expires_at: date('2026-11-01') }),
      notice(7, { lang: 'ne' }),
      notice(6),
      notice(5),
    ];
    expect(homeNews({ notices }, undefined, undefined).notices.map(({ path }) => path)).toEqual([
      '/notice/9',
      '/notice/7',
      '/notice/6',
    ]);
    expect(homeNews({ notices }, undefined, undefined).notices[0]).toMatchObject({
      date: { text: 'January' },
      note: 'HT/9',
    });
  });

  it('are none where there is no list', () => {
    expect(homeNews(undefined, undefined, undefined)).toEqual({ notices: [], dates: [], reports: [] });
  });
});

describe('the next dates', () => {
  it('are the next three of notices and vacancies, with the days until then', () => {
    const notices = [
      notice(2, { dates: [day('Meeting', '2026-12-18'), day('Over', '2026-11-21')] }),
      notice(1, { dates: [day('Today', '2026-11-22'), day('Far', '2027-12-01')] }),
    ];
    const { dates } = homeNews(
      { notices },
      {
        careers: [
          vacancy(4, '2026-11-25'),
          vacancy(3, '2026-11-01'),
          { ...vacancy(2, '2026-11-22'), deadline: '2026-11-22T10:00:00+05:45' },
        ],
      },
      undefined,
    );
    expect(dates).toMatchObject([
      { path: '/notice/1', name: 'Today', days: 0 },
      { path: '/career/4/show', name: 'Vacancy 4', days: 3, isDeadline: true },
      { path: '/notice/2', name: 'Meeting', days: 26 },
    ]);
    expect(dates).toHaveLength(3);
  });
});

it('the latest report is the first with a document, with its type and size', () => {
  const report = (id: number, files: { location: string; size?: number; sources: [] }[]) => ({
    id: String(id),
    name: `Report ${id}`,
    files,
    description_text: undefined,
  });
  const reports = [report(3, []), report(2, [{ location: '/r.pdf', size: 26_000, sources: [] }]), report(1, [])];
  expect(homeNews(undefined, undefined, { reports }).reports).toEqual([
    { location: '/r.pdf', name: 'Report 2', note: 'PDF', size: 26_000 },
  ]);
});

describe('the line of a figure', () => {
  it('goes from left to right, with the lowest number at the bottom and the highest at the top', () => {
    expect(courseOf([1, 3, 2], 'en')).toEqual({ line: '2.0,30.0 48.0,2.0 94.0,16.0', line_from: '1' });
  });

  it('is flat for equal numbers, and needs two', () => {
    expect(courseOf([5, 5], 'ne')).toEqual({ line: '2.0,30.0 94.0,30.0', line_from: '५' });
    expect(courseOf([5], 'en')).toEqual({});
    expect(courseOf([], 'en')).toEqual({});
    expect(courseOf([129640.5, 1], 'en').line_from).toBe('1,29,640.5');
  });
});
