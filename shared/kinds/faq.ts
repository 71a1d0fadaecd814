import type { z } from 'zod';
import { html, MAX_ELEMENTS, object, type ParseContext, text, withDateTexts } from '../schema/fields.ts';
import { itemFields } from '../schema/item.ts';
import { kind, listCall } from '../schema/kind.ts';

export const faq = (ctx: ParseContext) => {
  const { id, slug, category, lang, created_at, updated_at, published_at } = itemFields(ctx);
  return object(ctx, {
    id,
    slug,
    question: text,
    answer: html(ctx),
    category,
    lang,
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
