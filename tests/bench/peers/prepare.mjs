import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Copies Foyer's components into a peer, so that all render the same tree; what ties them to Foyer's own way of
 * hydrating, and to its router, makes room for the peer's.
 * @param {string} folder of the peer
 * @param {string} router the source of the module that takes the place of shared/router.ts
 * @param {string} [directive] what each of the components has to begin with
 */
export async function prepare(folder, router, directive = '') {
  const to = join(folder, 'foyer');
  await rm(to, { recursive: true, force: true });
  await cp('shared', to, { recursive: true });
  // Fonts come from packages that the peers do not have; no one has them in its first load of scripts.
  await writeFile(join(to, 'document/fonts.css'), '');
  await writeFile(join(to, 'router.ts'), router);
  await writeFile(join(to, 'hydration.tsx'), HYDRATION);
  await replace(join(to, 'ui/LazyImage.tsx'), /import placeholder from .*/, "const placeholder = '/placeholder.svg';");
  for (const name of await readdir(to, { recursive: true })) {
    if (name.endsWith('.tsx')) await replace(join(to, name), /^/, directive);
  }
  await cp('shared/ui/placeholder.svg', join(folder, 'public/placeholder.svg'), { recursive: true });
}

/** The peers bring their data to the browser themselves. */
const HYDRATION = `import { createContext } from 'react';
export const Hydration = createContext<{ isHydrated?: () => boolean }>({});
export const BlockData = (_: { name: string; result: unknown }) => null;
`;

/** @param {string} file @param {RegExp} pattern @param {string} text */
async function replace(file, pattern, text) {
  const before = await readFile(file, 'utf8');
  if (!pattern.test(before)) throw new Error(`${file} is not what it was`);
  await writeFile(file, before.replace(pattern, text));
}
