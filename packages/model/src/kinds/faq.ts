import type * as z from 'zod';
import { withDateTexts } from '../schema/dated.ts';
import { html, object, text } from '../schema/fields.ts';
import { itemFields } from '../schema/item.ts';
import { kind, listCall } from '../schema/kind.ts';
import { MAX_ELEMENTS } from '../schema/list-field.ts';
import type { ParseContext } from '../schema/parse-context.ts';

export const faq = (ctx: ParseContext) => {
  const { id, slug, category, lang, translations, created_at, updated_at, published_at } = itemFields(ctx);
  return object(ctx, {
    id,
    slug,
    question: text,
    answer: html(ctx),
    category,
    lang,
    translations,
    created_at,
    updated_at,
    published_at,
  }).transform(withDateTexts);
};
export type Faq = z.output<ReturnType<typeof faq>>;

export default kind({
  calls: {
    faq: listCall(
      'faqs',
      faq,
      { filters: ['category'], order: 'received', unpaged: true },
      { maxElements: MAX_ELEMENTS },
    ),
  },
  folder: { layout: 'list', schema: faq },
  searched: ['question', 'answer'],
});
