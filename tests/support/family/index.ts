import { ENVELOPES } from './envelopes.ts';
import type { Form } from './form.ts';
import { GUARDED } from './guarded.ts';
import { LISTS } from './lists.ts';
import { NAMES } from './names.ts';
import { PAGINATORS } from './paginators.ts';
import { STRAPI } from './strapi.ts';
import { VALUES } from './values.ts';
import { WORDPRESS } from './wordpress.ts';

/** Every form in which APIs of the family answer. */
export const FORMS: Form[] = [...ENVELOPES, ...PAGINATORS, ...LISTS, ...VALUES, ...NAMES, GUARDED, STRAPI, WORDPRESS];

/** The contract's own form, complete or paged. */
export const standard = (paging?: Form['paging']): Form => ({
  name: 'the contract',
  paging,
  body: ({ data, page }) => ({
    error: false,
    data: page
      ? {
          ...data,
          pagination: { current_page: page.current, last_page: page.last, per_page: page.size, total: page.total },
        }
      : data,
  }),
});
