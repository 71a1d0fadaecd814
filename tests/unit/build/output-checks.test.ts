import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { BUDGETS } from '../../../scripts/build/budgets.mjs';
import { browserFaults, caseFaults, overBudget } from '../../../scripts/build/output-checks.mjs';

describe('names that differ only in case', () => {
  it('are faults that name both', () => {
    expect(caseFaults(['dist/client/home-1.js', 'dist/client/Home-1.js', 'dist/client/Home-2.js'])).toEqual([
      'dist/client/Home-1.js and dist/client/home-1.js differ only in case',
    ]);
  });

  it('are also found in folders', () => {
    expect(caseFaults(['shared/UI/Icon.tsx', 'shared/ui/Table.tsx'])).toEqual([
      'shared/UI and shared/ui differ only in case',
    ]);
  });

  it('are nowhere in the repository', () => {
    const tracked = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean);
    expect(tracked.length).toBeGreaterThan(100);
    expect(caseFaults(tracked)).toEqual([]);
  });
});

it('names modules of the server in a bundle for browsers', () => {
  const sizes = {
    'shared/page.ts': 1,
    'server/config.ts': 1,
    'server/unused.ts': 0,
    'node_modules/react/index.js': 1,
    'node_modules/zod/index.js': 1,
  };
  const inputs = Object.fromEntries(Object.entries(sizes).map(([path, bytesInOutput]) => [path, { bytesInOutput }]));
  const metafile = { inputs: {}, outputs: { 'app.js': { bytes: 4, imports: [], exports: [], inputs } } };
  expect(browserFaults([metafile])).toEqual([
    'server/config.ts is in a bundle for browsers',
    'node_modules/zod/index.js is in a bundle for browsers',
  ]);
});

it('says in a line what is over its budget, by how much, and where the budget is', () => {
  expect(
    overBudget([
      { what: 'styles', bytes: BUDGETS.styles + 1, budget: 'styles' },
      { what: 'fonts', bytes: BUDGETS.fonts, budget: 'fonts' },
      { what: 'messages-en', bytes: 1_000_001, budget: 'messages' },
      { what: 'messages-ne', bytes: 1_000_002, budget: 'messages' },
    ]),
  ).toEqual([
    `budget: styles: ${BUDGETS.styles + 1} bytes, not ${BUDGETS.styles}: see "styles" in scripts/build/budgets.mjs`,
    `budget: messages-ne: 1000002 bytes, not ${BUDGETS.messages}, and 1 more like it: see "messages" in scripts/build/budgets.mjs`,
  ]);
});
