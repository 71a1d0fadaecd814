import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asModule, reactModules } from '../../../scripts/build/react-modules.mjs';

describe('a CommonJS file of React', () => {
  it('becomes a module with the same imports and exports', () => {
    const source = [
      '"use strict";',
      'var Scheduler = require("scheduler"),',
      '  React = require("react");',
      'function use() { return Scheduler.now() + React.version; }',
      'exports.now = void 0;',
      'if (use()) exports.now = use;',
      'exports.use = function () { return exports.now(); };',
    ].join('\n');
    expect(asModule(source).split('\n')).toEqual([
      "import * as Scheduler from 'scheduler';",
      "import * as React from 'react';",
      '"use strict";',
      'function use() { return Scheduler.now() + React.version; }',
      'let exported_now = void 0;',
      'if (use()) exported_now = use;',
      'let exported_use = function () { return exported_now(); };',
      'export { exported_now as now, exported_use as use };',
      'export default { now: exported_now, use: exported_use };',
    ]);
  });

  it('goes on with a declaration after what it requires', () => {
    expect(asModule('var React = require("react"),\n  symbol = Symbol();\nexports.a = symbol;')).toContain(
      'var symbol = Symbol();',
    );
  });

  it.each([
    'exports.a = 1;\nfunction f() { return require("x"); }',
    'module.exports = 1;',
    'exports.a = 1;\nObject.assign(exports, {});',
    'export const a = 1;',
  ])('that is written otherwise is refused: %s', (source) => {
    expect(() => asModule(source)).toThrow('written in another way');
  });

  it.each(['react/cjs/react', 'react-dom/cjs/react-dom', 'react-dom/cjs/react-dom-client', 'scheduler/cjs/scheduler'])(
    'has the exports of the installed version: %s',
    async (file) => {
      const path = `node_modules/${file}.production.js`;
      const names = [...readFileSync(path, 'utf8').matchAll(/^exports\.(\w+)/gm)].map(([, name]) => name);
      const [, exported = ''] = /^export { (.*) };$/m.exec(asModule(readFileSync(path, 'utf8'))) ?? [];
      expect(exported.split(', ').map((each) => each.split(' as ')[1])).toEqual([...new Set(names)]);
    },
  );
});

describe('a version of React', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foyer-react-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Bundles React DOM of a small React. @param scheduler its production file */
  async function bundle(scheduler: string) {
    const files = {
      'react/cjs/react.production.js': 'exports.version = "1";',
      'react/cjs/react-jsx-runtime.production.js': 'exports.jsx = 1;',
      'react-dom/cjs/react-dom.production.js': 'var React = require("react");\nexports.version = React.version;',
      'react-dom/cjs/react-dom-client.production.js':
        'var Scheduler = require("scheduler");\nexports.hydrateRoot = () => Scheduler.now();',
      'scheduler/cjs/scheduler.production.js': scheduler,
      'react/package.json': '{}',
      'react-dom/package.json': '{}',
      'scheduler/package.json': '{"main": "cjs/scheduler.production.js"}',
      'react-dom/client.js': 'module.exports = require("./cjs/react-dom-client.production.js");',
    };
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, 'node_modules', name)), { recursive: true });
      await writeFile(join(folder, 'node_modules', name), text);
    }
    const lines: string[] = [];
    const { outputFiles } = await build({
      stdin: { contents: "export { hydrateRoot } from 'react-dom/client';", resolveDir: folder },
      bundle: true,
      write: false,
      format: 'esm',
      plugins: [reactModules({ from: join(folder, 'main.js'), say: (line) => lines.push(line) })],
    });
    const { hydrateRoot } = await import(
      `data:text/javascript;base64,${Buffer.from(outputFiles[0]?.text ?? '').toString('base64')}`
    );
    return {
      lines,
      now: hydrateRoot(),
      isCommonJs: outputFiles[0]?.text.includes('require_react_dom_client_production'),
    };
  }

  it('that is written as this one is bundled as modules', async () => {
    expect(await bundle('exports.now = () => 5;')).toEqual({ lines: [], now: 5, isCommonJs: false });
  });

  it.each([
    ['with one other file', 'module.exports = { now: () => 5 };', 'a file of it is written in another way'],
    ['with a file that would be no module', 'if (true) exports.now = () => 5;', 'Transform failed with 1 error:'],
  ])('%s is bundled as published, and a line says so', async (_, scheduler, reason) => {
    const line = `React is bundled as published (${reason}): scripts would start sooner as modules, see scripts/build/react-modules.mjs`;
    expect(await bundle(scheduler)).toEqual({ lines: [line], now: 5, isCommonJs: true });
  });

  it('without such files is bundled as published, and a line says so', async () => {
    const lines: string[] = [];
    const { outputFiles } = await build({
      stdin: { contents: 'export {};' },
      write: false,
      plugins: [reactModules({ from: join(folder, 'main.js'), say: (line) => lines.push(line) })],
    });
    expect(outputFiles).toHaveLength(1);
    expect(lines).toEqual([expect.stringMatching(/^React is bundled as published \(Cannot find module/)]);
  });
});
