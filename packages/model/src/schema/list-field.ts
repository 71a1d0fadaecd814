import * as z from 'zod';
import { explain, rawIssues, unusable } from './issues.ts';
import { drop, guess, type ParseContext, within } from './parse-context.ts';
import { withElement } from './reads.ts';

/** Elements of a list that a page shows as a whole: pictures of an album, members of a board. Four hundred pictures take 40 ms to render. */
export const MAX_ELEMENTS = 400;

/**
 * A list in any form that upstreams send: array, Laravel's paginator, PHP's map, null (docs/content-api.md). Items that do
 * not fit are dropped, and those beyond the bound.
 */
export const list = <T extends z.ZodType>(
  ctx: ParseContext,
  name: string,
  item: T,
  { maxElements = MAX_ELEMENTS } = {},
) => {
  const schema = z
    .unknown()
    .optional()
    .transform((value, context): z.output<T>[] => {
      const elements = elementsOf(value) ?? soleElement(ctx, name, value);
      if (!elements) return unusable(context, value, 'a list');
      const ids = new Set<unknown>();
      const beyond = Math.max(0, elements.length - maxElements);
      const message = `more than ${maxElements} elements`;
      if (!ctx.strict && beyond > 0) drop(ctx, name, `${message}: ${beyond} left out`);
      for (let index = elements.length - beyond; ctx.strict && index < elements.length; index += 1)
        context.issues.push({ code: 'custom', input: undefined, path: [index], message });
      return elements.slice(0, maxElements).flatMap((element, index) => {
        const place = `${name}[${index}]`;
        const result = within(ctx, place, element, () => item.safeParse(element));
        const dropElement = (reason: string) => within(ctx, place, element, () => drop(ctx, '', reason));
        if (result.success && !ctx.strict && isDuplicate(ids, result.data)) {
          dropElement('id: already used by an earlier item');
          return [];
        }
        if (result.success) return [result.data];
        if (ctx.strict) context.issues.push(...rawIssues(result.error, [index]));
        else dropElement(explain(result.error));
        return [];
      });
    });
  return withElement(schema, item);
};

/** Whether an item has the id of an earlier one: their addresses would be the same. */
function isDuplicate(ids: Set<unknown>, item: unknown): boolean {
  if (typeof item !== 'object' || item === null || !('id' in item) || item.id === undefined) return false;
  // The items of a category are of several types, results of a search of several kinds, each with its own ids.
  const id = 'type' in item ? `${item.type} ${item.id}` : 'kind' in item ? `${item.kind} ${item.id}` : item.id;
  return ids.size === ids.add(id).size;
}

/** A single value in the place of a list inside an item, as `files: {location}` or `phones: "01-5550100"`. */
function soleElement(ctx: ParseContext, name: string, value: unknown): unknown[] | undefined {
  if (ctx.strict || ctx.place.length === 0) return undefined;
  if (value === '' || value === false) return [];
  guess(ctx, name, 'a single value: read as a list of one');
  return [value];
}

/** The elements of a list in any form that upstreams send; undefined for any other value. */
export function elementsOf(value: unknown): unknown[] | undefined {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object') return undefined;
  if ('data' in value && 'current_page' in value) return elementsOf(value.data);
  return Object.keys(value).every((key) => /^\d+$/.test(key)) ? Object.values(value) : undefined;
}
