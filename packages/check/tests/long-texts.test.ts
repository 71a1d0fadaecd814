import { describe, expect, it } from 'vitest';
import { altIssue } from '../src/alt-texts.ts';
import { linkTextIssue } from '../src/link-texts.ts';

/* Texts of a CMS that a pattern with quadratic time would read for minutes. */

const LENGTH = 160_000;

describe('a long text of a link', () => {
  it.each([
    ['an address with spaces', `www.${'/a'.repeat(LENGTH / 2)} b`],
    ['signs between words', `a${'!'.repeat(LENGTH)}a`],
    ['signs alone', '!'.repeat(LENGTH)],
  ])('is no phrase: %s', (_, text) => expect(linkTextIssue(text)).toBeUndefined());

  it('is an address, if it is one', () => {
    expect(linkTextIssue(`www.example.org/${'a/'.repeat(LENGTH)}`)).toContain('shows its address');
    expect(linkTextIssue(`https://${'a/'.repeat(LENGTH)}`)).toContain('shows its address');
  });
});

it.each([
  ['digits of a camera', `img${'1'.repeat(LENGTH)} b`],
  ['words', `${'a.jpg'.repeat(LENGTH / 5)} b`],
])('a long alternative text is none of a file: %s', (_, text) => expect(altIssue(text)).toBeUndefined());

it('a long alternative text of a screenshot is the name of a file', () =>
  expect(altIssue(`screenshot ${'1'.repeat(LENGTH)}\nb`)).toContain('is the name of a file'));
