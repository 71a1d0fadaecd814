import { expect, it } from 'vitest';
import { readCall } from '../src/call.ts';
import { AnswerNormaliser } from '../src/normalise-answer.ts';
import { normalisedAnswer } from '../src/normalise-result.ts';
import { MAX_HTML_CHARACTERS } from '../src/sanitise-html.ts';

/* Many texts or items in one answer: together they have a bound, as a single text has. */

const normaliser = new AnswerNormaliser({ timeZone: 'Asia/Kathmandu', videoOrigins: [] });
const read = (data: object) => {
  const bytes = Buffer.from(JSON.stringify({ error: false, data }));
  return normalisedAnswer(normaliser.normalise(readCall('faq', {}), { bytes, status: 200 }));
};
const faqs = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    question: `Question ${index + 1}`,
    answer: `<p>${index + 1} ${'<b>words</b> & more '.repeat(300)}</p>`,
  }));

it('shows the first ones as they are, of the others the beginning, and reports those', () => {
  const { data, faults } = read({ faqs: faqs(1_000) });
  expect(JSON.stringify(data).length).toBeLessThan(MAX_HTML_CHARACTERS * 1.5);
  expect(data).toHaveProperty('faqs.length', 400);
  expect(data).toHaveProperty('faqs.0.answer', expect.stringContaining('<b>words</b>'));
  expect(data).toHaveProperty('faqs.399.answer', expect.stringMatching(/^<p>400 words &#x26; more [^<]*…<\/p>$/));
  expect(faults[0]).toEqual({ kind: 'dropped', path: 'faqs', reason: 'more than 400 elements: 600 left out' });
  expect(faults.at(-1)).toEqual({
    kind: 'dropped',
    path: expect.stringContaining('400 <b>words'),
    reason: 'longer than 400,000 characters of HTML: shown as plain text',
  });
  // Our own answer, read again by another process.
  expect(read(data).data).toEqual(data);
});

it('has a budget for each answer', () => {
  for (let times = 0; times < 3; times += 1) expect(read({ faqs: faqs(40) }).faults).toEqual([]);
});

it('is refused if its parts are within their bounds, but too long together', () => {
  const result = (path: 'album/{id}' | 'redirects', data: object) => {
    const bytes = Buffer.from(JSON.stringify({ error: false, data }));
    return normaliser.normalise(readCall(path, path === 'redirects' ? {} : { id: '1' }), { bytes, status: 200 });
  };
  const album = (length: number) => ({
    id: 1,
    name: 'Album',
    files: Array.from({ length: 400 }, (_, index) => ({ location: `/${index}.jpg`, caption: 'x'.repeat(length) })),
  });
  expect(result('album/{id}', { album: album(2_000) }).kind).toBe('answer');
  expect(result('album/{id}', { album: album(3_000) })).toMatchObject({
    kind: 'failed',
    status: 502,
    message: expect.stringMatching(/^upstream: an answer of 1\d{6} characters, more than 1000000$/),
  });
  const redirects = Array.from({ length: 20_000 }, (_, index) => ({
    from: `/old/${index}/${'x'.repeat(50)}`,
    to: '/',
  }));
  expect(result('redirects', { redirects })).toHaveProperty('answer.data.redirects.length', 20_000);
});

it('has a bounded page of a list, whatever the upstream takes for a page', () => {
  const items = Array.from({ length: 1_000 }, (_, index) => ({ id: index + 1, name: 'N', created_at: '2026-01-01' }));
  const list = { current_page: 1, last_page: 2, per_page: 1_000, total: 2_000, data: items };
  const bytes = Buffer.from(JSON.stringify({ error: false, data: { news: list } }));
  const answer = normalisedAnswer(normaliser.normalise(readCall('news', {}), { bytes, status: 200 }));
  expect(answer.data).toHaveProperty('news.length', 400);
  expect(answer.faults).toEqual([
    { kind: 'dropped', path: 'news', reason: 'a page of more than 400 elements: 600 left out' },
  ]);
  // Links to them are right.
  expect(answer.listedItems).toHaveLength(1_000);
});
