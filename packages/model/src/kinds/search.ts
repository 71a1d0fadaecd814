import * as z from 'zod';
import { withDateTexts } from '../schema/dated.ts';
import { date, flag, link, number, object, optional, text } from '../schema/fields.ts';
import { file } from '../schema/file.ts';
import { hours } from '../schema/hours.ts';
import { kind, listCall } from '../schema/kind.ts';
import { list } from '../schema/list-field.ts';
import { listAnswer } from '../schema/pagination.ts';
import type { ParseContext } from '../schema/parse-context.ts';

const found = (ctx: ParseContext) => ({
  kind: text,
  id: optional(ctx, text),
  name: text,
  href: link(ctx),
  /** Of name and excerpt, if it is not that of the edition. */
  lang: optional(ctx, text),
  /** The place in the site: the name of the list, or of the kind. */
  place: optional(ctx, text),
  date: optional(ctx, date(ctx)),
});

/** `excerpt` is plain text in which matches stand between `<mark>` and `</mark>`. `file` is the document that it is from. */
const result = (ctx: ParseContext) =>
  object(ctx, {
    ...found(ctx),
    excerpt: optional(ctx, text),
    file: optional(ctx, object(ctx, { name: text, href: link(ctx) })),
  }).transform(withDateTexts);
export type SearchResult = z.output<ReturnType<typeof result>>;

/** The thing that a query names, with its own facts: a branch, a person, a question, a document with that reference number. */
const direct = (ctx: ParseContext) =>
  object(ctx, {
    ...found(ctx),
    /** The answer to a question, as plain text. */
    text: optional(ctx, text),
    reference_no: optional(ctx, text),
    designation: optional(ctx, text),
    address: optional(ctx, text),
    phones: list(ctx, 'phones', text),
    email: optional(ctx, text),
    hours: hours(ctx),
    files: list(ctx, 'files', file(ctx)),
  }).transform(withDateTexts);
export type DirectAnswer = z.output<ReturnType<typeof direct>>;

/** The number of results of a kind. */
const facet = (ctx: ParseContext) => object(ctx, { kind: text, label: optional(ctx, text), count: number });

export const searchAnswer = (ctx: ParseContext) =>
  z.intersection(
    listAnswer(ctx, 'results', result(ctx)),
    z.object({
      facets: list(ctx, 'facets', facet(ctx)),
      direct: optional(ctx, direct(ctx)),
      /** A query with other words that finds something. */
      did_you_mean: optional(ctx, text),
      /** The index is still being built: results may be missing. */
      is_partial: optional(ctx, flag),
    }),
  );

/** The search over everything: Foyer's own (packages/search/src/), or an upstream's with SEARCH=upstream. */
export default kind({
  calls: {
    search: {
      ...listCall('results', result, {
        filters: ['kind', 'fiscal_year'],
        order: 'received',
        sorts: {},
        arranged: false,
        searchParameter: 'q',
        flags: ['suggest'],
      }),
      data: searchAnswer,
      folderAnswer: 'none',
      isTransient: true,
    },
  },
});
