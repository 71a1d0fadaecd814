import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withDirectImports } from '../../../scripts/build/past-doors.mjs';

/* Imports of a package are led past its door. */

const PATH = /from "([^"]+)"/g;

it('names the file of each value, leaves types out, and keeps the numbers of lines', () => {
  const source =
    "import {\n  ContentError,\n  type Edition,\n  editionPath as path,\n} from '@foyer/model';\nexport const a = 1;\n";
  const direct = withDirectImports(source);
  const files = [...direct.matchAll(PATH)].map(([, file = '']) => file);
  expect(files.map((file) => file.slice(process.cwd().length))).toEqual([
    '/packages/model/src/content-error.ts',
    '/packages/model/src/edition.ts',
  ]);
  expect(files.every(existsSync)).toBe(true);
  expect(direct).toContain('{ editionPath as path }');
  expect(direct).not.toContain('Edition }');
  expect(direct.split('\n')).toHaveLength(source.split('\n').length);
});

it('names the file of what is exported again', () => {
  expect(withDirectImports("export { closingOf } from '@foyer/model';\n")).toMatch(
    /^export \{ closingOf \} from ".*\/src\/dates\/time\.ts";\n$/,
  );
});

it('leaves what the door does not name to fail the build', () => {
  expect(withDirectImports("import { nothing } from '@foyer/model';\n")).toContain('from "@foyer/model"');
});

it.for(["import type { Edition } from '@foyer/model';\n", "await import('@foyer/runtime/metrics');\n"])(
  'leaves %s',
  (source) => {
    expect(withDirectImports(source)).toBe(source);
  },
);
