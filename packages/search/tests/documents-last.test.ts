import { expect, it } from 'vitest';
import { makeFolder, validFiles } from '../../../tests/support/folder.ts';
import { startTestSearch } from '../../../tests/support/search.ts';

/* Documents take the most memory of what the search reads: they are read when nothing else is. */

it('no document is read before all lists and items', async () => {
  const folder = await makeFolder({
    ...validFiles,
    'downloads.yaml': '- { id: 1, name: Form, files: [{ location: /media/form.pdf }] }\n',
    'notice/agm.md': '---\nid: 1\nname: Meeting\nfiles: [{ location: /media/minutes.pdf }]\n---\nText.\n',
  });
  let isAllRead = false;
  const states: boolean[] = [];
  const running = await startTestSearch(
    { CONTENT_DIR: folder.dir },
    {
      onStatus: ({ isComplete }) => {
        isAllRead = isComplete;
      },
      documentTexts: {
        textOf: async () => {
          states.push(isAllRead);
          return 'zanzibar';
        },
        isUnavailable: () => false,
      },
    },
  );
  expect(states).toEqual([true, true]);
  expect((await running.found('zanzibar')).sort()).toEqual(['downloads/1', 'notice/1']);
  await running.close();
  await folder.remove();
});
