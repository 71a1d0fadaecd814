import { readFileSync } from 'node:fs';
import { analyse } from 'scslre';
import { expect, it } from 'vitest';
import { parseAst } from 'vitest/node';
import { sourceFiles } from '../../../scripts/build/freshness.mjs';

/*
 * No regular expression takes more than linear time because quantifiers overlap, or because one begins anywhere in a text:
 * `\s+$` looks at a run of spaces from each of them, `(?<!\s)\s+$` once.
 */

const files = (
  await Promise.all(['server', 'shared', 'client', 'packages', 'tools'].map((folder) => sourceFiles(folder)))
)
  .flat()
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));

interface Pattern {
  place: string;
  source: string;
  flags: string;
}

function patternsIn(file: string): Pattern[] {
  const text = readFileSync(file, 'utf8');
  const found: Pattern[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('regex' in node && 'start' in node && isRegex(node.regex)) {
      const line = text.slice(0, Number(node.start)).split('\n').length;
      found.push({ place: `${file}:${line}`, source: node.regex.pattern, flags: node.regex.flags });
    } else for (const part of Object.values(node)) visit(part);
  };
  visit(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }));
  return found;
}

const isRegex = (value: unknown): value is { pattern: string; flags: string } =>
  typeof value === 'object' && value !== null && 'pattern' in value && 'flags' in value;

function overlapsIn({ place, source, flags }: Pattern): string[] {
  const { reports } = analyse({ source, flags });
  return reports.map((report) => {
    const quantifiers = report.type === 'Trade' ? [report.startQuant, report.endQuant] : [report.quant];
    return `${place}: /${source}/${flags}: ${quantifiers.map(({ raw }) => raw).join(' and ')}`;
  });
}

const patterns = files.flatMap(patternsIn);

it('have no quantifiers that overlap', () => {
  expect(patterns.length).toBeGreaterThan(400);
  expect(patterns.flatMap(overlapsIn)).toEqual([]);
});

it('are recognised if they have', () => {
  const slow = ['(a+)+$', '^a*a*$', 'a+$', ' *(`{3,}|~{3,})[ \\t]*(\\S*)[ \\t]*$'];
  for (const source of slow) expect(overlapsIn({ place: '', source, flags: '' })).not.toEqual([]);
});

it('are written as such, where the check finds them', () => {
  const built = files.filter((file) => readFileSync(file, 'utf8').includes('RegExp('));
  // Made of the forms in mapping.yaml, of the languages, and of letters of the code.
  expect(built.sort()).toEqual([
    'packages/gateway/src/purge.ts',
    'packages/model/src/dates/date-formats.ts',
    'packages/model/src/dates/detect-date-formats.ts',
    'packages/search/src/legacy-fonts.ts',
  ]);
});
