import { describe, expect, it } from 'vitest';
import { importFaults, importGraph, missedImports } from '../../../scripts/build/import-checks.mjs';

/* The rules of imports, over small trees of sources. */

const DEPENDENCIES = new Map([
  ['packages/model', new Set(['zod'])],
  ['packages/search', new Set(['@foyer/model', '@scope/c'])],
]);
const faultsOf = (sources: Record<string, string>) =>
  importFaults(importGraph(new Map(Object.entries(sources))), DEPENDENCIES);

describe('the layers of the server', () => {
  it('lets a file import its own layer and lower ones', () => {
    const faults = faultsOf({
      'server/index.ts': "import './site.ts';\nimport { a } from './compile-cache.ts';\n",
      'server/site.ts': "import { app } from './app.ts';\n",
      'server/app.ts': "import { page } from './routes/pages.ts';\n",
      'server/routes/pages.ts': "import { a } from '../preview/texts.ts';\nimport { b } from './health.ts';\n",
      'server/routes/health.ts': 'export const b = 1;\n',
      'server/preview/texts.ts': "import { a } from '../pages/pages.ts';\n",
      'server/pages/pages.ts': "export { h } from '../http/address.ts';\n",
      'server/http/address.ts': "import { a } from '../compile-cache.ts';\nimport express from 'express';\n",
      'server/compile-cache.ts': 'export const a = 1;\n',
    });
    expect(faults).toEqual([]);
  });

  it.for([
    ['a value', "import { a } from '../pages/pages.ts';"],
    ['a type', "import type { A } from '../pages/pages.ts';"],
    ['a type among values', "import { b, type A } from '../pages/pages.ts';"],
    ['names on several lines', "import {\n  a,\n  type A,\n} from '../pages/pages.ts';"],
    ['a side effect', "import '../pages/pages.ts';"],
    ['an export', "export * from '../pages/pages.ts';"],
    ['an export of a type', "export type { A } from '../pages/pages.ts';"],
    ['a dynamic import', "  const { a } = await import('../pages/pages.ts');"],
    ['the type of a module', "type Pages = typeof import('../pages/pages.ts');"],
    ['a type of a module', "let a: import('../pages/pages.ts').A;"],
  ])('names %s from a higher layer', ([, line]) => {
    expect(
      faultsOf({
        'server/http/gateway.ts': `import { b } from 'express';\n${line}\n`,
        'server/pages/pages.ts': 'export const a = 1;\n',
      }),
    ).toEqual(['server/http/gateway.ts may not import server/pages/pages.ts: it is on a higher layer']);
  });

  it('lets app.ts alone import routes', () => {
    expect(
      faultsOf({
        'server/app.ts': "import { page } from './routes/pages.ts';\n",
        'server/site.ts': "import { page } from './routes/pages.ts';\n",
        'server/pages/render.tsx': "import type { Theme } from '../routes/pages.ts';\n",
        'server/routes/pages.ts': '',
      }),
    ).toEqual([
      'server/site.ts may not import server/routes/pages.ts: only server/app.ts imports routes',
      'server/pages/render.tsx may not import server/routes/pages.ts: only server/app.ts imports routes',
    ]);
  });

  it('names a file that is on no layer', () => {
    expect(faultsOf({ 'server/elsewhere/a.ts': '', 'server/b.ts': '' })).toEqual([
      'server/elsewhere/a.ts is on no layer: add it to LAYERS in scripts/build/import-checks.mjs',
      'server/b.ts is on no layer: add it to LAYERS in scripts/build/import-checks.mjs',
    ]);
  });
});

describe('the packages', () => {
  const packages = {
    'packages/model/index.ts': "export { a } from './src/a.ts';\n",
    'packages/model/src/a.ts': "import * as z from 'zod';\nexport const a = 1;\n",
    'packages/search/index.ts': "export { b } from './src/b.ts';\n",
  };

  it('are imported by their names, and import what their package.json names', () => {
    expect(
      faultsOf({
        ...packages,
        'packages/search/src/b.ts':
          "import { a } from '@foyer/model';\nimport fs from 'node:fs';\nimport { c } from '@scope/c/d';\n",
        'server/compile-cache.ts': "import { b } from '@foyer/search';\n",
      }),
    ).toEqual([]);
  });

  it.for([
    [
      'a file of another package',
      "import { a } from '../../model/src/a.ts';",
      'packages/model/src/a.ts: a package is imported by its name, @foyer/model',
    ],
    [
      'its own door',
      "import { b } from '@foyer/search';",
      'packages/search/index.ts: inside a package, files import each other',
    ],
    [
      'the site',
      "import type { Page } from '../../../shared/page.ts';",
      'shared/page.ts: a package knows nothing of the site',
    ],
    [
      'another package of npm',
      "import express from 'express';",
      'express: express is no dependency in packages/search/package.json',
    ],
    [
      'another package of ours',
      "import { a } from '@foyer/gateway';",
      'packages/gateway/index.ts: @foyer/gateway is no dependency in packages/search/package.json',
    ],
  ])('do not import %s', ([, line, fault]) => {
    const faults = faultsOf({
      ...packages,
      'packages/search/src/b.ts': `${line}\n`,
      'packages/gateway/index.ts': '',
      'shared/page.ts': '',
    });
    expect(faults.filter((text) => !text.startsWith('circle'))).toEqual([
      `packages/search/src/b.ts may not import ${fault}`,
    ]);
  });

  it('are not entered from the site', () => {
    expect(
      faultsOf({
        ...packages,
        'packages/search/src/b.ts': '',
        'server/compile-cache.ts': "import '../packages/model/src/a.ts';\n",
      }),
    ).toEqual([
      'server/compile-cache.ts may not import packages/model/src/a.ts: a package is imported by its name, @foyer/model',
    ]);
  });
});

describe('the sides', () => {
  it('do not import each other, but for shared', () => {
    expect(
      faultsOf({
        'server/compile-cache.ts': "import '../client/a.ts';\nimport '../shared/b.ts';\n",
        'client/a.ts': "import type { Config } from '../server/compile-cache.ts';\nimport '../shared/b.ts';\n",
        'shared/b.ts': "import('../client/c.ts');\nimport type { D } from '../server/http/listen.ts';\n",
        'client/c.ts': '',
        'server/http/listen.ts': '',
      }).filter((fault) => !fault.startsWith('circle')),
    ).toEqual([
      'server/compile-cache.ts may not import client/a.ts: server does not import client',
      'client/a.ts may not import server/compile-cache.ts: client does not import server',
      'shared/b.ts may not import server/http/listen.ts: shared does not import server',
      'shared/b.ts may not import client/c.ts: shared does not import client',
    ]);
  });

  it('lets a feature import only the card of another', () => {
    expect(
      faultsOf({
        'shared/features/home/Home.tsx':
          "import { card } from '../articles/card.ts';\nimport { C } from '../articles/ArticleCards.tsx';\n" +
          "import { A } from '../articles/Article.tsx';\nimport { B } from './blocks.tsx';\n",
        'shared/features/home/blocks.tsx': '',
        'shared/features/articles/card.ts': '',
        'shared/features/articles/ArticleCards.tsx': '',
        'shared/features/articles/Article.tsx': '',
      }),
    ).toEqual([
      'shared/features/home/Home.tsx may not import shared/features/articles/Article.tsx: of another feature only its card is imported',
    ]);
  });

  it('lets one file import React Router', () => {
    const line = "import { matchRoutes } from 'react-router-dom';\n";
    expect(faultsOf({ 'shared/router.ts': line, 'client/a.ts': line, 'shared/b.tsx': line })).toEqual([
      'client/a.ts may not import react-router-dom: only shared/router.ts imports React Router',
      'shared/b.tsx may not import react-router-dom: only shared/router.ts imports React Router',
    ]);
  });
});

describe('circles', () => {
  it('are named once each, with the files in their order', () => {
    expect(
      faultsOf({
        'shared/a.ts': "import './b.ts';\n",
        'shared/b.ts': "import type { C } from './c.ts';\n",
        'shared/c.ts': "import './a.ts';\nimport './d.ts';\n",
        'shared/d.ts': "import './e.ts';\n",
        'shared/e.ts': '',
      }),
    ).toEqual(['circle: shared/a.ts -> shared/b.ts -> shared/c.ts -> shared/a.ts']);
  });

  it('are also found through a view that is loaded on demand', () => {
    expect(
      faultsOf({
        'shared/features/home/pages.ts': "export const view = () => import('./Home.tsx');\n",
        'shared/features/home/Home.tsx': "import type { HomeData } from './pages.ts';\n",
      }),
    ).toEqual([
      'circle: shared/features/home/pages.ts -> shared/features/home/Home.tsx -> shared/features/home/pages.ts',
    ]);
  });

  it('may share a file', () => {
    const faults = faultsOf({
      'shared/a.ts': "import './b.ts';\nimport './c.ts';\n",
      'shared/b.ts': "import './a.ts';\n",
      'shared/c.ts': "import './a.ts';\n",
    });
    expect(faults).toHaveLength(2);
  });
});

it('names an import that the bundler follows and the check does not read', () => {
  const graph = importGraph(
    new Map([
      ['shared/a.ts', "const later = 1; import './b.ts';\nimport './c.ts';\n"],
      ['shared/b.ts', ''],
      ['shared/c.ts', ''],
    ]),
  );
  const imports = [
    { path: 'shared/b.ts?Home', kind: 'import-statement' as const },
    { path: 'shared/c.ts', kind: 'import-statement' as const },
    { path: 'node_modules/react/index.js', kind: 'import-statement' as const },
  ];
  const metafile = { inputs: { 'shared/a.ts?Home': { bytes: 1, imports } }, outputs: {} };
  expect(missedImports(graph, [metafile])).toEqual([
    'shared/a.ts imports shared/b.ts in a way that the check does not read',
  ]);
});
