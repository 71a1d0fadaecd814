import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Assets } from '../../../scripts/build/assets.mjs';
import { Output } from '../../../scripts/build/output.mjs';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-build-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Bundles `main.ts` of these files. */
async function bundle(files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const output = new Output();
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'main.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    logLevel: 'silent',
    plugins: [new Assets(output).plugin()],
  });
  return { text: outputFiles[0]?.text ?? '', paths: output.paths };
}

describe('a CSS module', () => {
  it('is its classes, always in the same order', async () => {
    const names = ['row', 'above', 'below', 'title', 'count', 'badge', 'zone', 'menu'];
    const css = names.map((name) => `.${name} { color: red }`).join('\n');
    const { text } = await bundle({
      'Rows.module.css': css,
      'main.ts': "import css from './Rows.module.css';\nexport { css };",
    });
    expect([...text.matchAll(/"Rows_(\w+)"/g)].map(([, name]) => name)).toEqual(names.toSorted());
  });

  it('may not have the name of another', async () => {
    const built = bundle({
      'a/Rows.module.css': '.a { color: red }',
      'b/Rows.module.css': '.b { color: red }',
      'main.ts': "import a from './a/Rows.module.css';\nimport b from './b/Rows.module.css';\nexport { a, b };",
    });
    await expect(built).rejects.toThrow(/Rows\.module\.css and .*Rows\.module\.css would share class names/);
  });
});

it('gives an SVG image an address with a hash of its contents', async () => {
  const main = "import image from './image.svg';\nexport { image };";
  const first = await bundle({ 'image.svg': '<svg/>', 'main.ts': main });
  const second = await bundle({ 'image.svg': '<svg id="a"/>', 'main.ts': main });
  const [address = '', other = ''] = [first, second].map(
    ({ text }) => /\/assets\/image-[0-9a-f]{10}\.svg/.exec(text)?.[0],
  );
  expect(first.paths).toEqual([address.replace('/assets/', 'dist/client/')]);
  expect(other).not.toBe(address);
});
