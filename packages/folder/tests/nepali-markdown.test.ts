import { describe, expect, it } from 'vitest';
import { createMarkdownConverter } from '../src/markdown-converter.ts';
import { MediaFiles } from '../src/media-files.ts';

const convert = createMarkdownConverter(new MediaFiles('content'));
const inline = (markdown: string) => convert(markdown).replace(/^<p>|<\/p>$/g, '');

describe('emphasis', () => {
  it.each([
    ['**"शेयर"**को मूल्य', '<strong>&quot;शेयर&quot;</strong>को मूल्य'],
    ['**१०%**को लाभांश', '<strong>१०%</strong>को लाभांश'],
    ['**(AGM)**मा', '<strong>(AGM)</strong>मा'],
    ['**सूचना:**यो', '<strong>सूचना:</strong>यो'],
    ['**सूचना।**यो', '<strong>सूचना।</strong>यो'],
    ['**रु. ५००/-**को', '<strong>रु. ५००/-</strong>को'],
    ['**“शेयर”**को', '<strong>“शेयर”</strong>को'],
    ['*"शेयर"*को', '<em>&quot;शेयर&quot;</em>को'],
    ['***"शेयर"***को', '<em><strong>&quot;शेयर&quot;</strong></em>को'],
    ['_"शेयर"_को र __१०%__को', '<em>&quot;शेयर&quot;</em>को र <strong>१०%</strong>को'],
    ['_शेयर_को', '<em>शेयर</em>को'],
    ['~~१०%~~को', '<del>१०%</del>को'],
    ['**[AGM](/agm)**मा', '<strong><a href="/agm">AGM</a></strong>मा'],
    ['कम्पनीको**(AGM)**मा', 'कम्पनीको<strong>(AGM)</strong>मा'],
    ['कम्पनीको~~"AGM"~~मा', 'कम्पनीको<del>&quot;AGM&quot;</del>मा'],
    ['**१०%**को र **२०%**मा', '<strong>१०%</strong>को र <strong>२०%</strong>मा'],
    [
      '(**सूचना**), "**सूचना**" र -**सूचना**',
      '(<strong>सूचना</strong>), &quot;<strong>सूचना</strong>&quot; र -<strong>सूचना</strong>',
    ],
    ['**क (**ख**) ग**', '<strong>क (<strong>ख</strong>) ग</strong>'],
    // As everywhere else.
    ['**10%**of, snake_case_name and क_ख_ग', '**10%**of, snake_case_name and क_ख_ग'],
    ['२ * ३ * ४ र ** क **', '२ * ३ * ४ र ** क **'],
    ['`**१०%**को`', '<code>**१०%**को</code>'],
  ])('%s', (markdown, html) => expect(inline(markdown)).toBe(html));
});

describe('an address ends before', () => {
  const link = (href: string, text = href) => `<a href="${href}">${text}</a>`;
  it.each([
    ['विवरण https://www.sebon.gov.np। फारम', `विवरण ${link('https://www.sebon.gov.np')}। फारम`],
    [
      'https://example.com/form। (www.nrb.org.np)।',
      `${link('https://example.com/form')}। (${link('http://www.nrb.org.np', 'www.nrb.org.np')})।`,
    ],
    ['“https://example.com/”॥', `“${link('https://example.com/')}”॥`],
    ['https://www.sebon.gov.npमा', `${link('https://www.sebon.gov.np')}मा`],
    ['www.example.comको', `${link('http://www.example.com', 'www.example.com')}को`],
    [
      'info@example.com। info@example.comमा',
      `${link('mailto:info@example.com', 'info@example.com')}। ${link('mailto:info@example.com', 'info@example.com')}मा`,
    ],
    [
      'https://example.com/समाचार',
      link('https://example.com/%E0%A4%B8%E0%A4%AE%E0%A4%BE%E0%A4%9A%E0%A4%BE%E0%A4%B0', 'https://example.com/समाचार'),
    ],
  ])('what follows it: %s', (markdown, html) => expect(inline(markdown)).toBe(html));
});
