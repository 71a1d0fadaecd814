import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BuildOptions } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildEdited } from '../../../scripts/build/edited-packages.mjs';
import { routerEdits } from '../../../scripts/build/router-edits.mjs';

describe('the edits of React Router', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foyer-router-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function bundle(contents: string, resolveDir: string) {
    const lines: string[] = [];
    const say = (line: string) => lines.push(line);
    const options = {
      stdin: { contents, resolveDir },
      bundle: true,
      format: 'esm',
      external: ['react', 'react-dom'],
    } satisfies BuildOptions;
    const { outputFiles } = await buildEdited(options, [routerEdits(say)], say);
    return { text: outputFiles[0]?.text ?? '', lines };
  }

  /** Bundles a React Router of one file. */
  async function bundleRouter(source: string) {
    const dist = join(folder, 'node_modules/react-router/dist');
    await mkdir(dist, { recursive: true });
    await writeFile(join(dist, 'index.mjs'), source);
    return bundle("import { a } from './node_modules/react-router/dist/index.mjs'; console.log(a);", folder);
  }

  const NAMES = 'Form.displayName = "Form";\n';
  const CREATED = 'var Context = React2.createContext(null);\nvar cache = new Map();\n';
  const CONTEXT = 'class B { render() { if (this.context) return 1; this.context = this.context.inner; } }\n';
  const REST = 'function Form() {}\nconst React2 = {};\nexport const a = [Form, new B()];\n';

  it('leave out what no browser uses, however often it is there', async () => {
    const { text, lines } = await bundleRouter(NAMES.repeat(3) + CREATED + CONTEXT + REST);
    expect(text).not.toMatch(/displayName|createContext|new Map/);
    // What a new version may do with a context is left as it is.
    expect(text).toMatch(/if \((undefined|void 0)\)[\s\S]*this\.context = this\.context\.inner/);
    expect(lines).toEqual([]);
  });

  it('that find nothing say so in a line each, and the rest is edited', async () => {
    const { text, lines } = await bundleRouter(CREATED + CONTEXT.replaceAll('this.context', 'this.inner') + REST);
    expect(text).not.toMatch(/createContext|new Map/);
    expect(lines).toEqual([
      expect.stringMatching(/^react-router has nothing like \/.*displayName.*\/gm \(names of components.*\n?$/),
      expect.stringMatching(/^react-router has nothing like \/.*context.*\/g \(the context of server components.*\n?$/),
    ]);
    expect(lines.join('')).not.toContain('\n');
  });

  it('that would make no script are left out, and a line says so', async () => {
    const source = `function name(Form) { if (Form)\n${NAMES}}\n`;
    const { text, lines } = await bundleRouter(source + CREATED + CONTEXT + REST.replace('[', '[name, '));
    expect(text).toMatch(/displayName[\s\S]*createContext/);
    expect(lines).toEqual([
      expect.stringMatching(
        /^packages are bundled as published, without scripts\/build\/router-edits\.mjs \(.*index\.mjs:\d+:\d+: ERROR: .*\)$/,
      ),
    ]);
  });

  it('are all found in the installed version', async () => {
    const { text, lines } = await bundle("export { matchRoutes } from 'react-router-dom';", process.cwd());
    expect(text).toContain('matchRoutes');
    expect(lines).toEqual([]);
  });
});
