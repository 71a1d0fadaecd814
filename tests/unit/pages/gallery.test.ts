import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

const GALLERY = 'server/pages/gallery';
/** Components that the gallery cannot show, with the reason. */
const EXCEPTIONS = new Map([
  ['Block.tsx', 'it has no look of its own: it waits for data'],
  ['FormLinks.tsx', 'it shows what the site says: the example has no forms elsewhere'],
  ['ListScreen.tsx', 'it is a whole screen with data of a call; its parts are shown'],
  ['ScreenHeading.tsx', 'it shows what the site says of a page'],
]);

it('shows each component of shared/ui, but for exceptions', async () => {
  const files = (await readdir(GALLERY)).filter((name) => name.endsWith('.tsx'));
  const sources = await Promise.all(files.map((name) => readFile(`${GALLERY}/${name}`, 'utf8')));
  const components = (await readdir('shared/ui')).filter((name) => name.endsWith('.tsx'));
  const missing = components.filter((name) => !sources.some((source) => source.includes(`/shared/ui/${name}'`)));
  expect(missing).toEqual([...EXCEPTIONS.keys()]);
});
