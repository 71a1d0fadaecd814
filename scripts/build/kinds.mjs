import { readdir, readFile, writeFile } from 'node:fs/promises';

/* Writes packages/model/src/kinds/index.ts, the table of all kinds: a row for each file of the folder. */

const FOLDER = 'packages/model/src/kinds';
const INDEX = 'index.ts';

/**
 * @param {string} [folder]
 * @returns {Promise<void>} rejects with the name of a file that exports no kind
 */
export async function writeKinds(folder = FOLDER) {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts') && file !== INDEX).sort();
  const sources = await Promise.all(files.map((file) => readFile(`${folder}/${file}`, 'utf8')));
  const without = files.filter((_, index) => !/^export default kind\(/m.test(sources[index] ?? ''));
  if (without.length > 0) throw new Error(`${folder}/${without.join(', ')}: expected "export default kind({ … })"`);
  const names = files.map((file) => file.replace(/\.ts$/, ''));
  const lines = [
    '/* Written by the build and by `npm run check` (scripts/build/kinds.mjs): a row for each file of this folder. */',
    '',
    ...names.map((name) => `import ${identifier(name)} from './${name}.ts';`),
    '',
    'export const kinds = {',
    ...names.map((name) => (identifier(name) === name ? `  ${name},` : `  '${name}': ${identifier(name)},`)),
    '};',
    '',
    // Who imports the package has the types of each kind.
    ...names.map((name) => `export type * from './${name}.ts';`),
    '',
  ];
  const index = lines.join('\n');
  const path = `${folder}/${INDEX}`;
  const written = await readFile(path, 'utf8').catch(() => undefined);
  // An unchanged file is not written: `npm run dev` builds at each change.
  if (written !== index) await writeFile(path, index);
}

/** @param {string} name */
const identifier = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

if (process.argv[1] === import.meta.filename) await writeKinds();
