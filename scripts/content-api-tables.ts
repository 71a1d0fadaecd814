import { createParseContext } from '@foyer/gateway';
import { type CallDefinition, callPaths, calls, type Kind, type KindName, kindNames, kinds } from '@foyer/model';
import * as z from 'zod';

/* The part of docs/content-api.md that is derived from packages/model/src/kinds/. */

const BEGIN = '<!-- begin: written by scripts/print-content-api.mjs -->';
const END = '<!-- end -->';

/** The document with its generated part replaced. Throws if the document has no markers for it. */
export function withTables(document: string): string {
  const begin = document.indexOf(BEGIN);
  const end = document.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`expected the markers ${BEGIN} and ${END}`);
  return `${document.slice(0, begin + BEGIN.length)}\n\n${tables()}\n\n${document.slice(end)}`;
}

function tables(): string {
  const rows = callPaths.map((path) => {
    const { kind, ...call } = calls[path];
    return [`\`${path}\``, properties(call), filters(call), order(call), paged(call), place(kind, call)];
  });
  const header = ['call', 'in `data`', 'filters', 'order', 'paged', 'in a content folder'];
  const lines = [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return [...lines, '', ...kindsWithoutCall()].join('\n').trimEnd();
}

const ctx = createParseContext({ timeZone: 'UTC', videoOrigins: [], onDropped: () => {} });

/** The properties of `data` that hold content; `[]` marks a list. */
function properties({ name, data }: CallDefinition): string {
  return propertiesOf(data(ctx), name)
    .map((text) => `\`${text}\``)
    .join(', ');
}

/** @param listName the property of a list answer, whose schema does not have it */
function propertiesOf(schema: unknown, listName: string): string[] {
  if (schema instanceof z.ZodIntersection)
    return [schema.def.left, schema.def.right].flatMap((part) => propertiesOf(part, listName));
  if (!(schema instanceof z.ZodObject)) return [`${listName}[]`];
  return Object.entries<z.ZodType>(schema.shape).map(([name, field]) => {
    // A list that is missing is empty.
    return Array.isArray(field.safeParse(undefined).data) ? `${name}[]` : name;
  });
}

const filters = ({ list }: CallDefinition): string => (list?.filters ?? []).map((name) => `\`${name}\``).join(', ');

function order({ list, folderAnswer }: CallDefinition): string {
  if (!list) return folderAnswer === 'all' ? 'as received' : '';
  const sorts = Object.keys(list.sorts ?? {}).map((name) => `\`${name}\``);
  return [list.order === 'received' ? 'as received' : 'newest first', ...sorts].join(', ');
}

const paged = ({ list }: CallDefinition): string => (list && !list.unpaged ? 'yes' : '');

/** Where the items of a call lie in a content folder. */
function place(kindName: KindName, { folderAnswer, itemId }: CallDefinition): string {
  const { folder }: Kind = kinds[kindName];
  const composed = folderAnswer === 'composed' ? 'composed' : undefined;
  const own = folder && (folder.layout === 'markdown' ? `\`${kindName}/${itemId ?? '*'}.md\`` : `\`${kindName}.yaml\``);
  return [own, composed].filter(Boolean).join(', ');
}

function kindsWithoutCall(): string[] {
  const names = kindNames.filter((name) => Object.keys(kinds[name].calls).length === 0);
  return names.map((name) => `\`${name}.yaml\` has no call of its own: another call contains its items.`);
}
