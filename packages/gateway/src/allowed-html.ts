import { defaultSchema, type Schema } from 'hast-util-sanitize';
import { STRIPPED } from './html-text.ts';

/* What editors' HTML may contain. All else of it is left out, or shown in another way (lost-elements.ts). */

const TAGS =
  'p br hr h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote q cite pre code kbd samp a em strong b i u s del ins mark small sub sup abbr time span div figure figcaption img picture table caption thead tbody tfoot tr th td iframe details summary'.split(
    ' ',
  );

export const allowed: Schema = {
  ...defaultSchema,
  tagNames: TAGS,
  clobber: [],
  attributes: {
    '*': ['lang', 'dir', 'title', 'id'],
    a: ['href'],
    img: ['src', 'alt', 'width', 'height'],
    ol: ['start', 'reversed', 'type'],
    th: ['colSpan', 'rowSpan', 'scope', 'align'],
    td: ['colSpan', 'rowSpan', 'align'],
    time: ['dateTime'],
    iframe: ['src', 'width', 'height', 'title'],
    details: ['open'],
    figure: ['dataChart', 'dataColumns', 'dataUnit'],
  },
  protocols: {},
  // A browser closes elements of the page for an `li` without its list.
  ancestors: { ...defaultSchema.ancestors, li: ['ol', 'ul'], dt: ['dl'], dd: ['dl'] },
  strip: STRIPPED,
};
