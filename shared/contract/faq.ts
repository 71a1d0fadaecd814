import type { z } from 'zod';
import { html, object, type Reading, text, withDateTexts } from './fields.ts';
import { itemFields } from './item.ts';

export const faq = (read: Reading) => {
  const { id, slug, category, lang, created_at, updated_at, published_at } = itemFields(read);
  return object(read, {
    id,
    slug,
    question: text,
    answer: html(read),
    category,
    lang,
    created_at,
    updated_at,
    published_at,
  }).transform(withDateTexts);
};
export type Faq = z.output<ReturnType<typeof faq>>;
