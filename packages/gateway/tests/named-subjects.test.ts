import { describe, expect, it } from 'vitest';
import type { SubjectMapping } from '../../config/src/mapping-document.ts';
import type { CallPath, Parameters } from '../../model/src/content-api.ts';
import { readCall } from '../src/call.ts';
import { AnswerNormaliser } from '../src/normalise-answer.ts';

/* Items that name what they are about in their titles alone. */

const SUBJECTS: SubjectMapping[] = [
  { slug: 'growth', name: { en: 'Growth Fund', ne: 'ग्रोथ फन्ड' }, known_as: ['GF', 'UHFL2', ''] },
  { slug: 'growth-ii', name: 'Growth Fund II' },
];

function dataOf(path: CallPath, data: object, parameters: Parameters = {}, locale: 'en' | 'ne' = 'en') {
  const options = { timeZone: 'UTC', videoOrigins: [], mapping: { subjects: SUBJECTS } };
  const call = readCall(path, parameters, { locale, locales: ['en', 'ne'] });
  const bytes = Buffer.from(JSON.stringify({ error: false, data }));
  const result = new AnswerNormaliser(options).normalise(call, { bytes, status: 200 });
  if (result.kind !== 'answer') throw new Error(JSON.stringify(result));
  expect(result.answer.faults.filter(({ kind }) => kind === 'dropped')).toEqual([]);
  return result.answer.data;
}
const reportsOf = (names: readonly string[], parameters?: Parameters, locale?: 'en' | 'ne') =>
  dataOf('report', { reports: names.map((name, id) => ({ id, name })) }, parameters, locale);
const slugOf = (name: string) => {
  const { reports } = Object(reportsOf([name]));
  return reports[0].subject?.slug;
};

describe('the subject that a title names', () => {
  it.each([
    ['GF MONTHLY NAV BHADRA 2083', 'growth'],
    ['gf_monthly  nav', 'growth'],
    ['UHFL 2 Monthly NAV', 'growth'],
    ['Report of the Growth-Fund', 'growth'],
    ['ग्रोथ फन्ड को प्रतिवेदन', 'growth'],
    ['Growth Fund II, quarterly', 'growth-ii'],
    ['Growth Fund II and GF', 'growth-ii'],
    ['GF and Growth Fund II', 'growth'],
    ['GFX monthly', undefined],
    ['Annual report', undefined],
  ])('%s', (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });

  it('has the name of the edition', () => {
    const [en, ne] = (['en', 'ne'] as const).map((locale) => Object(reportsOf(['GF'], {}, locale)).reports[0].subject);
    expect([en.name, ne.name]).toEqual(['Growth Fund', 'ग्रोथ फन्ड']);
  });

  it('is the one that the API says, if it says one', () => {
    const subject = { slug: 'bond', name: 'Bond' };
    expect(dataOf('report', { reports: [{ id: 1, name: 'GF', subject }] })).toMatchObject({ reports: [{ subject }] });
  });

  it('is that of an item by itself, too, and of no item that has none', () => {
    const notice = { id: 1, name: 'Dividend of GF', created_at: '2026-01-01' };
    expect(dataOf('notice/{id}', { notice }, { id: '1' })).toMatchObject({ notice: { subject: { slug: 'growth' } } });
    expect(JSON.stringify(dataOf('bod', { members: [{ id: 1, name: 'GF', designation: 'Chair' }] }))).not.toContain(
      'growth',
    );
  });
});

describe('the filter', () => {
  it('has counts where the whole list is there, and finds', () => {
    const names = ['GF 1', 'Growth Fund II', 'GF 2', 'Other'];
    expect(reportsOf(names)).toMatchObject({
      filters: {
        subject: [
          { value: 'growth', count: 2 },
          { value: 'growth-ii', count: 1 },
        ],
      },
    });
    expect(reportsOf(names, { subject: 'growth' })).toMatchObject({ pagination: { total: 2 } });
  });

  it('has all of them, without counts, where the API pages', () => {
    const pagination = { current_page: 1, last_page: 9, per_page: 1, total: 9 };
    expect(dataOf('report', { reports: [{ id: 1, name: 'Other' }], pagination })).toMatchObject({
      filters: {
        subject: [
          { value: 'growth', label: 'Growth Fund' },
          { value: 'growth-ii', label: 'Growth Fund II' },
        ],
      },
    });
  });
});
