import * as z from 'zod';
import { calculator } from '../schema/calculator.ts';
import { object, optional, text } from '../schema/fields.ts';
import { file } from '../schema/file.ts';
import { forList, pageItemFields, pageReference, withDisplayTexts } from '../schema/item.ts';
import { composedCall, kind, listCall } from '../schema/kind.ts';
import { list } from '../schema/list-field.ts';
import type { ParseContext } from '../schema/parse-context.ts';

export const service = (ctx: ParseContext) =>
  object(ctx, {
    ...pageItemFields(ctx),
    /** The service to which it belongs, as a fund to the mutual funds: its page is below that one's. */
    parent: optional(ctx, pageReference(ctx)),
    calculator: optional(ctx, calculator(ctx)),
    facts: list(ctx, 'facts', object(ctx, { name: text, value: text })),
    steps: list(ctx, 'steps', object(ctx, { name: text, summary: optional(ctx, text) })),
    documents: list(ctx, 'documents', file(ctx)),
    fees: list(ctx, 'fees', object(ctx, { name: text, amount: text })),
  }).transform(withDisplayTexts(ctx));
export type Service = z.output<ReturnType<typeof service>>;

/** As much as a link to it needs. */
export const serviceName = (ctx: ParseContext) =>
  service(forList(ctx)).transform(({ id, slug, name, summary, lang, parent, facts, updated_at, translations }) => ({
    id,
    slug,
    name,
    lang,
    ...(parent && { summary, parent, facts }),
    updated_at,
    translations,
  }));
export type ServiceName = z.output<ReturnType<typeof serviceName>>;

export default kind({
  calls: {
    services: listCall('services', serviceName, { order: 'received', unpaged: true }),
    'services/{slug}': composedCall({
      name: 'service',
      alsoLists: { services: 'services' },
      data: (ctx: ParseContext) =>
        z.object({ service: service(ctx), services: list(ctx, 'services', serviceName(ctx)) }),
    }),
  },
  folder: { layout: 'markdown', schema: service },
});
