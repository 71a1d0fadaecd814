import { asSchema, type JsonSchema } from '@foyer/folder';

/** Fields that the site finds, measures or computes by itself: editors need not know them. */
const KNOWN_TO_SITE = /^(?:mime|size|width|height|sources|translations|files_count|\w+_bs)$/;
/** Levels of fields that are explained: a department's members have as many fields as the department. */
const EXPLAINED_LEVELS = 2;

/** A comment that explains the fields of a file, a line each; the lines end with a line break. */
export function fieldComments(schema: JsonSchema): string {
  const fields = linesOf(schema, 1, new Map()).map((line) => `#   ${line}\n`);
  const intro = schema.items ? 'An entry has these fields' : 'This file has these fields';
  return `# ${intro}. Those with * are required, any other may be missing.\n${fields.join('')}`;
}

/** @param explained the field that has explained the same fields before, by their text */
function linesOf(schema: JsonSchema, level: number, explained: Map<string, string>): string[] {
  const { properties = {}, required = [] } = schema.items ? asSchema(schema.items) : schema;
  const fields = Object.entries(properties)
    .filter(([name]) => !KNOWN_TO_SITE.test(name))
    .map(([name, value]) => ({ name, label: required.includes(name) ? `${name}*` : name, field: asSchema(value) }));
  const width = Math.max(...fields.map(({ label }) => label.length)) + 2;
  return fields.flatMap(({ name, label, field }) => {
    const inner = level < EXPLAINED_LEVELS ? linesOf(field, level + 1, explained) : [];
    const key = inner.join('\n');
    const same = inner.length > 0 ? explained.get(key) : undefined;
    explained.set(key, same ?? name);
    const texts = [field.description, valuesOf(field), same && `It has the same fields as ${same}.`];
    return [label.padEnd(width) + texts.filter(Boolean).join(' '), ...(same ? [] : inner.map((line) => `  ${line}`))];
  });
}

const valuesOf = (field: JsonSchema): string | undefined =>
  field.enum && `One of ${field.enum.filter((value) => value !== null).join(', ')}.`;
