import { callPaths, calls } from '../../packages/model/src/content-api.ts';
import { canonicalHtml } from '../../tools/import/src/tidy-html.ts';

/* Every answer of a site's own API, in a form in which those of two sites can be compared. */

/** Facts about a picture that the server learns while it runs, and its addresses. */
const LEARNED = new Set(['scaled', 'colour']);
const HTML = new Set(['description', 'answer']);
const LEARNED_ATTRIBUTES = / (?:srcset|sizes|width|height)="[^"]*"/g;

/** @param adjust changes a field for the comparison; undefined leaves it out */
export function comparable(value: unknown, adjust: Adjust = (_, field) => field): unknown {
  if (Array.isArray(value)) return value.map((element) => comparable(element, adjust));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => {
      if (LEARNED.has(name)) return [];
      const adjusted = adjust(name, field, value);
      if (adjusted === undefined) return [];
      const isHtml = HTML.has(name) && typeof adjusted === 'string';
      return [[name, isHtml ? canonicalHtml(adjusted.replace(LEARNED_ATTRIBUTES, '')) : comparable(adjusted, adjust)]];
    }),
  );
}

export type Adjust = (name: string, field: unknown, parent: object) => unknown;

/** The data of every call that the API's lists lead to, by address. @param get the data of a call; undefined if it is 404 */
export async function allAnswers(get: (address: string) => Promise<object | undefined>): Promise<Map<string, object>> {
  const answers = new Map<string, object>();
  const read = async (address: string): Promise<object | undefined> => {
    const data = await get(address);
    if (data) answers.set(address, data);
    return data;
  };
  for (const path of callPaths.filter((path) => path !== 'search' && !path.includes('{'))) {
    const { list, name } = calls[path];
    const isPaged = list && !list.unpaged;
    const elements: { id?: string; slug?: string }[] = [];
    for (let page = 1, last = 1; page <= last; page += 1) {
      const data = await read(isPaged ? `${path}?page=${page}&per_page=50` : path);
      if (!data || !list) break;
      elements.push(...(Reflect.get(data, name) ?? []));
      last = Reflect.get(data, 'pagination')?.last_page ?? 1;
    }
    const item = callPaths.find((other) => other === `${path}/{id}` || other === `${path}/{slug}`);
    for (const { id, slug } of item ? elements : [])
      await read(`${path}/${item?.endsWith('{slug}') ? (slug ?? id) : id}`);
  }
  return answers;
}
