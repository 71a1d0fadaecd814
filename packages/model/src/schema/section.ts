import * as z from 'zod';
import { DEFAULT_SECTIONS, FURTHER_SECTIONS } from '../home-sections.ts';
import { dataset } from '../kinds/data.ts';
import { html, link, number, object, optional, text } from './fields.ts';
import { file } from './file.ts';
import { list } from './list-field.ts';
import type { ParseContext } from './parse-context.ts';

/* The sections of the home page, and of pages that are made of them. */

/** As many items as a page shows of a list without a number. */
const MAX_SECTION_ITEMS = 6;

const names = (ctx: ParseContext) => ({
  section: z.enum([...DEFAULT_SECTIONS, ...FURTHER_SECTIONS]),
  name: optional(ctx, text),
  count: optional(ctx, number.pipe(z.int().min(1).max(MAX_SECTION_ITEMS))),
});

/** What a page has to know before it begins: which section it is, its heading, and a number of items of those that have any number. */
export const sectionName = (ctx: ParseContext) => object(ctx, names(ctx));
export type Section = z.output<ReturnType<typeof sectionName>>;

const fields = (ctx: ParseContext) => ({
  ...names(ctx),
  summary: optional(ctx, text),
  description: optional(ctx, html(ctx)),
  href: optional(ctx, link(ctx)),
  action: optional(ctx, text),
  files: list(ctx, 'files', file(ctx)),
  /** The name of a table. */
  dataset: optional(ctx, text),
});

/** With what a section of text, of one picture or of a table says by itself. */
export const section = (ctx: ParseContext) =>
  object(ctx, fields(ctx)).refine(({ section, dataset }) => section !== 'dataset' || dataset !== undefined, {
    path: ['dataset'],
    message: 'Expected the name of a dataset',
  });

/** With the table that it names. */
export const shownSection = (ctx: ParseContext) => object(ctx, { ...fields(ctx), table: optional(ctx, dataset(ctx)) });
export type ShownSection = z.output<ReturnType<typeof shownSection>>;
