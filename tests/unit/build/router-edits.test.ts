import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EDITS, Editor } from '../../../scripts/build/router-edits.mjs';

const FOLDER = 'node_modules/react-router/dist/development';

describe('an edit of React Router', () => {
  const edit = { name: 'names', pattern: /^\w+\.displayName = ".*";$/gm, replacement: '', matches: 2 };

  it('counts the matches in all modules', () => {
    const editor = new Editor([edit], '7.0.0');
    expect(editor.edit('Form.displayName = "Form";\nlet a;')).toBe('\nlet a;');
    editor.edit('Link.displayName = "Link";');
    expect(editor.faults()).toEqual([]);
  });

  it.for([
    ['never', ''],
    ['more often than expected', 'A.displayName = "A";\nB.displayName = "B";\nC.displayName = "C";'],
  ])('that matches %s is a fault with the pattern and the version', ([, source = '']) => {
    const editor = new Editor([edit], '7.0.0');
    editor.edit(source);
    const matches = source.split('\n').filter(Boolean).length;
    expect(editor.faults()).toEqual([
      `react-router 7.0.0: /^\\w+\\.displayName = ".*";$/gm (names) matches ${matches} times, not 2: see scripts/build/router-edits.mjs`,
    ]);
  });

  it.for(EDITS.map((each) => [each.name, each] as const))(
    'is found in the installed version: %s',
    ([, { pattern }]) => {
      const modules = readdirSync(FOLDER).filter((file) => file.endsWith('.mjs'));
      const sources = modules.map((file) => readFileSync(`${FOLDER}/${file}`, 'utf8'));
      expect(sources.some((source) => source.search(pattern) >= 0)).toBe(true);
    },
  );
});
