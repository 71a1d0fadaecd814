import type { Mapping } from '@foyer/config';
import {
  type AnswerShaper,
  type Call,
  fieldsOfCall,
  parseJson,
  settingsIn,
  type UpstreamResponse,
} from '@foyer/gateway';
import { type CallPath, calls } from '@foyer/model';
import type { Item } from './sources.ts';
import { isObject } from './value-forms.ts';

/* The items of an answer before and after its fields are renamed. */

/** Objects within objects in which an item is looked for. */
const MAX_LEVELS = 3;

/** The items with our names; undefined if nothing is recognised. */
export function shapedItems(shaper: AnswerShaper, call: Call, response: UpstreamResponse): Item[] | undefined {
  try {
    const shaped = shaper.shape(call, response);
    if (shaped.kind !== 'shaped') return undefined;
    if (call.path === 'home') return [shaped.data];
    const content = shaped.data[calls[call.path].name];
    return (Array.isArray(content) ? content : [content]).filter(isObject);
  } catch {
    return undefined;
  }
}

/** A mapping that finds the items and leaves their fields as they are. */
export function withoutFields(mapping: Mapping): Mapping {
  const entries = Object.entries(mapping.calls ?? {}).map(([path, call]) => {
    if (call === undefined || call === 'none') return [path, call];
    const { fields: _, values: __, ...rest } = call;
    return [path, rest];
  });
  return { ...mapping, calls: Object.fromEntries(entries) };
}

/** The items as the API names their fields. @param shaper with a mapping that only finds them */
export function receivedItems(shaper: AnswerShaper, call: Call, response: UpstreamResponse, mapping: Mapping): Item[] {
  const { path } = call;
  const known = mapping.calls?.[path];
  const isPlaced =
    known !== undefined && known !== 'none' && (known.content ?? known.data ?? mapping.data) !== undefined;
  // The contract's names of its fields tell a single object from what is in it: where the API has others, a list in it may be taken.
  const isSingle = !path.includes('{') && fieldsOfCall(path).holds === 'item';
  const shaped = isSingle && !isPlaced ? undefined : shapedItems(shaper, call, response);
  if (shaped) return shaped;
  const body = parseJson(response.bytes);
  return likelyItems(path, shaper.mapping.dataIn(path, body) ?? (isObject(body) && 'data' in body ? body.data : body));
}

/** What can only be the content of an answer in which nothing is recognised: the fields of an item may have other names. */
function likelyItems(path: CallPath, data: unknown): Item[] {
  const { name } = calls[path];
  const isList = fieldsOfCall(path).holds === 'list';
  let at = data;
  for (let level = 0; level < MAX_LEVELS; level += 1) {
    const settings = isList ? undefined : settingsIn(at);
    if (settings) return [settings];
    if (Array.isArray(at)) return at.filter(isObject);
    if (!isObject(at)) return [];
    const inner: unknown = at[name] ?? soleStructure(at);
    if (inner === undefined) return isList ? [] : [at];
    at = inner;
  }
  return isObject(at) && !isList ? [at] : [];
}

/** The value of an object that has nothing else beside it, or only numbers and flags. */
function soleStructure(fields: Item): unknown {
  const structures = Object.values(fields).filter((value) => typeof value === 'object' && value !== null);
  const texts = Object.values(fields).filter((value) => typeof value === 'string');
  return structures.length === 1 && texts.length === 0 ? structures[0] : undefined;
}
