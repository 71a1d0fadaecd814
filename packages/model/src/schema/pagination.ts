import * as z from 'zod';
import { decoded, number, wellFormed } from './fields.ts';
import { list } from './list-field.ts';
import type { ParseContext } from './parse-context.ts';
import { withShape } from './reads.ts';

const count = number.pipe(z.int().nonnegative());
export const pagination = z.object({
  current_page: count.pipe(z.int().min(1)),
  last_page: count.transform((value) => Math.max(value, 1)),
  per_page: count,
  total: count,
});
export type Pagination = z.output<typeof pagination>;

/**
 * The values of each filter of a list, by the filter's name. `count` is missing where it is not known. A `value` goes back to the CMS
 * as it was sent.
 */
export const filters = (ctx: ParseContext) => {
  const label = wellFormed.overwrite((value) => decoded(ctx, value));
  return z.record(wellFormed, z.array(z.object({ value: wellFormed, label, count: count.optional() })));
};
export type Filters = z.output<ReturnType<typeof filters>>;

/** The district from which a list's distances are. */
export interface Near {
  name: string;
  /** No place has the name that was asked for; this one's is the most similar, and the list has its usual order. */
  is_guess: boolean;
}

/** The answer of a list call. A list without a paginator is `complete`: one page with all items. */
export const listAnswer = <Name extends string, Item extends z.ZodType>(
  ctx: ParseContext,
  name: Name,
  item: Item,
  // From an upstream without paging come all items: the server pages them.
  bounds = { maxElements: Number.POSITIVE_INFINITY },
) => {
  const items = list(ctx, name, item, bounds);
  const offered = filters(ctx);
  const shape = z.object({ [name]: items, pagination: pagination.optional(), filters: offered.optional() });
  const answer = z.record(z.string(), z.unknown()).transform((data, context) => {
    const parsed = items.safeParse(data[name]);
    if (!parsed.success) {
      context.addIssue({ code: 'custom', input: data[name], path: [name], message: 'Expected a list' });
      return z.NEVER;
    }
    const paginator = pagination.safeParse(data.pagination).data ?? pagination.safeParse(data[name]).data;
    const total = parsed.data.length;
    return {
      ...({ [name]: parsed.data } as Record<Name, z.output<Item>[]> & { near?: Near }),
      pagination: paginator ?? { current_page: 1, last_page: 1, per_page: total, total },
      filters: offered.safeParse(data.filters).data ?? {},
      complete: paginator === undefined,
    };
  });
  return withShape(answer, shape);
};
