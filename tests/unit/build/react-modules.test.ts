import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { asModule } from '../../../scripts/build/react-modules.mjs';

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

  it('that is written otherwise fails the build', () => {
    expect(() => asModule('function f() { return require("x"); }')).toThrow('written in another way');
    expect(() => asModule('module.exports = 1;')).toThrow('written in another way');
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
