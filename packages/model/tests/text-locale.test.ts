import { expect, it } from 'vitest';
import { textLocale } from '../src/text-locale.ts';

it.each([
  ['Annual report', 'en'],
  ['वार्षिक प्रतिवेदन', 'ne'],
  ['IPO मा लगानी', 'ne'],
  ['NABIL Bank Limited को AGM', 'ne'],
  ['नबिल बैंक (NABIL Bank Limited, Kathmandu)', 'ne'],
  ['(हिमाल)', 'ne'],
  ['Himal (हिमाल) was founded in 2009', 'en'],
  ['New Baneshwor (नयाँ बानेश्वर)', 'en'],
  ['Those who hold shares at the close of the year get the लाभांश in Magh', 'en'],
  ['<p class="a"><a href="https://example.org/one/two/three">सूचना</a> र प्रतिवेदन</p>', 'ne'],
  ['<ol><li>Open the app “मेरो शेयर”.</li><li>Choose the company and confirm with your PIN.</li></ol>', 'en'],
])('the language of %s is %s', (text, locale) => {
  for (const edition of ['en', 'ne'] as const) expect(textLocale(text, edition)).toBe(locale);
});

it.each(['2081/82', '12,500', 'NPR १४.४५', '', '—'])('%j is in the language of its edition', (text) => {
  for (const edition of ['en', 'ne'] as const) expect(textLocale(text, edition)).toBe(edition);
});
