import * as z from 'zod';
import { number, object, optional, text } from './fields.ts';
import { list } from './list-field.ts';
import type { ParseContext } from './parse-context.ts';

/** Of a loan that is paid back each month, of a sum that is saved each month, of a deposit. */
export const CALCULATORS = ['emi', 'sip', 'interest'] as const;

const percent = number.pipe(z.number().min(0).max(100));

/** A form on the item's page. The numbers are those with which it begins; rates may come from a table (`dataset`, `column`). */
export const calculator = (ctx: ParseContext) =>
  object(ctx, {
    type: z.enum(CALCULATORS),
    amount: optional(ctx, number.pipe(z.number().positive())),
    rate: optional(ctx, percent),
    months: optional(ctx, number.pipe(z.int().min(1).max(600))),
    /** Taken from interest, in per cent. */
    tax: optional(ctx, percent),
    rates: list(ctx, 'rates', object(ctx, { name: text, rate: percent })),
    dataset: optional(ctx, text),
    column: optional(ctx, text),
  });
export type Calculator = z.output<ReturnType<typeof calculator>>;
