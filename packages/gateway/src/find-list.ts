import { elementsOf } from '@foyer/model';
import { type AskedPage, paginatorIn } from './find-paginator.ts';
import {
  columnsIn,
  type ElementNames,
  type Fields,
  groupsIn,
  isFields,
  isGroups,
  isListOfFields,
  type ListForm,
  listForm,
} from './list-forms.ts';

/* Finds the list in an answer that has it in another place than the contract says, if there is one possible place only. */

export interface FoundList extends ListForm {
  /** The contract's pagination, if the API pages. */
  pagination?: object;
}

export interface ListNames {
  /** The list's name in the contract. */
  name: string;
  /** The first part of the call's path. */
  entity: string;
  /** Undefined for a call without pages. */
  asked?: AskedPage;
}

/** Names that APIs give to the list of an answer. The first of them that is there is meant, whatever else the answer has. */
export const LIST_NAMES = [
  'items',
  'data',
  'results',
  'records',
  'rows',
  'list',
  'entries',
  'docs',
  'content',
  'contents',
  'edges',
  'members',
];
/** Objects that contain the list with its paginator. */
const MAX_LEVELS = 4;

/** Undefined if no list can be meant. */
export function findList(data: unknown, names: ListNames): FoundList | undefined {
  if (isFields(data) && Object.hasOwn(data, names.name)) {
    const content = data[names.name];
    // PHP's map of items, without any.
    if (isFields(content) && Object.keys(content).length === 0) return { elements: [], guesses: [] };
    const inPlace = listIn(content, names, MAX_LEVELS - 1);
    // The contract's own forms need no guess.
    const isOfContract = elementsOf(data[names.name]) !== undefined && !isGroups(data[names.name]);
    if (inPlace) {
      const paginator = pageOf(inPlace, data, names);
      return isOfContract ? { ...inPlace, ...paginator, guesses: paginator.guesses } : { ...inPlace, ...paginator };
    }
  }
  if (data === null) return undefined;
  const direct = listForm(data, listNamesOf(names));
  if (direct) return { ...direct, guesses: [`the list directly: expected ${names.name}`, ...direct.guesses] };
  return listIn(data, names, MAX_LEVELS);
}

/** @param levels how deep the list may be */
function listIn(value: unknown, names: ListNames, levels: number): FoundList | undefined {
  const flat = listForm(value, listNamesOf(names));
  if (flat) return flat;
  if (!isFields(value) || levels === 0) return undefined;
  const columns = columnsIn(Object.fromEntries(Object.entries(value).filter(([key]) => !isBesideList(key))));
  if (columns) return columns;
  const lists = Object.entries(value).filter(([key, inner]) => !isBesideList(key) && isListOfFields(inner));
  const named = [names.name, names.entity, ...LIST_NAMES].find((name) => lists.some(([key]) => key === name));
  const candidates = named === undefined ? lists : lists.filter(([key]) => key === named);
  if (candidates.length > 1) return groupsIn(value);
  const [only] = candidates;
  if (only) return inside(value, only, names, levels);
  const inner = Object.entries(value).filter(([key, field]) => !isBesideList(key) && isFields(field));
  const found = inner.flatMap((entry) => inside(value, entry, names, levels) ?? []);
  if (found.length === 1) return found[0];
  // An empty list has no elements that show what it is.
  const empty = Object.entries(value).filter(
    ([key, field]) => !isBesideList(key) && Array.isArray(field) && field.length === 0,
  );
  return found.length === 0 && empty.length === 1 && empty[0] ? inside(value, empty[0], names, levels) : undefined;
}

function inside(
  around: Fields,
  [key, inner]: [string, unknown],
  names: ListNames,
  levels: number,
): FoundList | undefined {
  const found = listIn(inner, names, levels - 1);
  if (!found) return undefined;
  const paginator = pageOf(found, around, names);
  return {
    ...found,
    ...paginator,
    guesses: [`the list in ${key}: expected ${names.name}`, ...paginator.guesses],
  };
}

/** The paginator beside the list, if it has none of its own. */
function pageOf(
  { pagination, elements, guesses }: FoundList,
  around: Fields,
  { asked }: ListNames,
): Pick<FoundList, 'pagination' | 'guesses'> {
  if (pagination || (isFields(around.pagination) && 'current_page' in around.pagination))
    return { pagination, guesses };
  const found = paginatorIn(around, elements.length, asked);
  return found ? { pagination: found.pagination, guesses: [...guesses, found.guess] } : { guesses };
}

/** What stands beside lists. */
const isBesideList = (key: string): boolean =>
  /^(?:links?|meta|_meta|_links|pagination|paging|paginator|filters|errors?|message|included|breadcrumbs?|seo|tags|menu)$/i.test(
    key,
  );

const listNamesOf = ({ name, entity }: ListNames): ElementNames => ({ own: [name, entity], any: LIST_NAMES });
