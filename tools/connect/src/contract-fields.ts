import { type CallField, fieldsOfCall } from '@foyer/gateway';
import type { CallPath } from '@foyer/model';

/** Our own API sends it in lists. */
const ANSWER_ONLY = 'description_text';

/** The fields of a call that an API may send under another name: not the texts in Bikram Sambat that may stand beside dates. */
export function contractFields(path: CallPath): CallField[] {
  const { fields } = fieldsOfCall(path);
  const dates = fields.filter(({ form }) => form === 'date').map(({ name }) => `${name}_bs`);
  return fields.filter(({ name }) => name !== ANSWER_ONLY && !dates.includes(name));
}

/** The first part of a call's path, which the calls of a list and of its items have in common. */
export const entityOf = (path: CallPath): string => path.split('/')[0] ?? path;
