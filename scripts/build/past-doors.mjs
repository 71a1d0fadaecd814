import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

/*
 * A package's `index.ts` names what others may import. esbuild puts all that it finds behind a file into one chunk, also what is loaded on
 * demand elsewhere: each process would load a million characters more, which are 13 MB of its memory. So imports of a package are led past
 * its door, to the files that it names.
 */

const OURS = /[\\/](?:client|server|shared|packages|tools)[\\/].*\.tsx?$/;
// Sources are formatted by Biome.
const IMPORT = /^(import|export) \{([^}]*)\} from '@foyer\/([\w-]+)';$/gm;
const EXPORT = /^export (?:type )?\{([^}]*)\} from '\.\/([^']+)';$/gm;

/** @type {Map<string, Map<string, string>>} the file of each name, by package */
const doors = new Map();

/** The plugin for a bundle. @type {import('esbuild').Plugin} */
export const pastDoors = {
  name: 'past-doors',
  setup({ onStart, onLoad }) {
    onStart(() => doors.clear());
    onLoad({ filter: OURS }, async ({ path }) => ({
      contents: withDirectImports(await readFile(path, 'utf8')),
      loader: path.endsWith('x') ? 'tsx' : 'ts',
    }));
  },
};

/** A source without imports of our packages' doors. What a door does not name stays, and fails the build. @param {string} text */
export const withDirectImports = (text) =>
  text.replace(IMPORT, (statement, word, list, name) => {
    const door = doors.get(name) ?? readDoor(name);
    doors.set(name, door);
    const direct = namesIn(list).flatMap((entry) => {
      const [exported = ''] = entry.split(' as ');
      const from = door.get(exported) ?? `@foyer/${name}`;
      return entry.startsWith('type ') ? [] : [`${word} { ${entry} } from ${JSON.stringify(from)};`];
    });
    // Lines keep their numbers.
    return direct.join(' ') + '\n'.repeat(statement.split('\n').length - 1);
  });

/** @param {string} name @returns {Map<string, string>} */
function readDoor(name) {
  const folder = resolve('packages', name);
  const exported = [...readFileSync(`${folder}/index.ts`, 'utf8').matchAll(EXPORT)];
  return new Map(
    exported.flatMap(([, list = '', file = '']) =>
      namesIn(list).map((entry) => /** @type {const} */ ([entry, `${folder}/${file}`])),
    ),
  );
}

/** @param {string} list */
const namesIn = (list) =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
