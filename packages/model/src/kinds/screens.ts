import type { Locale } from '@foyer/messages';
import * as z from 'zod';
import { flag, number, object, optional, text } from '../schema/fields.ts';
import { kind } from '../schema/kind.ts';
import type { ParseContext } from '../schema/parse-context.ts';
import { PAGED_SCREENS, SCREENS, type ScreenName } from '../screens.ts';

const screenName = z.enum(Object.keys(SCREENS) as ScreenName[]);

/** A text in each language of the interface. */
const texts = (ctx: ParseContext) => object(ctx, { en: optional(ctx, text), ne: optional(ctx, text) });

const MAX_PAGE_SIZE = 50;

/** What is the same in all languages. */
const listing = (ctx: ParseContext) => ({
  screen: screenName,
  off: optional(ctx, flag),
  /** Items on a page of its list. */
  page_size: optional(ctx, number.pipe(z.int().min(1).max(MAX_PAGE_SIZE))),
  /** Of its list, in place of the usual one. */
  order: optional(ctx, z.enum(['name'])),
});

/** What an organisation says of a screen: that it has none, what it is called there, and how its list is ordered and paged. */
export const screen = (ctx: ParseContext) =>
  object(ctx, {
    ...listing(ctx),
    name: optional(ctx, texts(ctx)),
    summary: optional(ctx, texts(ctx)),
  })
    .refine(({ screen, name, summary }) => SCREENS[screen] !== undefined || (name ?? summary) === undefined, {
      path: ['name'],
      message: 'the content of this screen has its name and its summary',
    })
    .refine(({ screen, page_size, order }) => PAGED_SCREENS.has(screen) || (page_size ?? order) === undefined, {
      path: ['page_size'],
      message: 'this screen has no list with pages: it has no page_size and no order',
    });
export type Screen = z.output<ReturnType<typeof screen>>;

/** The same in an answer, in the language of its edition. */
export const shownScreen = (ctx: ParseContext) => {
  const own = z
    .union([text, texts(ctx)])
    .transform((given) => (typeof given === 'string' ? given : given[ctx.locale ?? 'en']));
  return object(ctx, {
    ...listing(ctx),
    name: optional(ctx, own),
    summary: optional(ctx, own),
  });
};

/** What a file says of screens, in a language. */
export const screensIn = (screens: readonly Screen[], locale: Locale): z.output<ReturnType<typeof shownScreen>>[] =>
  screens.map(({ name, summary, ...screen }) => ({ ...screen, name: name?.[locale], summary: summary?.[locale] }));

/** Which screens the site has, and what they are called. The call `site` contains them. */
export default kind({
  calls: {},
  folder: { layout: 'list', schema: screen, isUnmarked: true },
});
