import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

/* Documents link to documents that exist and name files that exist; code cites documents that exist. */

const documents = [
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((name) => `docs/${name}`),
  ...readdirSync('.'),
  'content/README.md',
].filter((path) => path.endsWith('.md'));
/** Decisions are not edited: what they name may be gone. A guide names files that its reader creates. */
const current = documents.filter((path) => !/^docs\/(decisions\/|adding-a-screen)/.test(path));

const sources = [
  ...['server', 'client', 'shared', 'packages', 'tools', 'scripts', 'tests'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(tsx?|mjs|css)$/.test(name) && !/node_modules|\bpeers\b/.test(name))
      .map((name) => `${folder}/${name}`),
  ),
  ...readdirSync('.').filter((name) => /\.(tsx?|mjs)$/.test(name)),
];

it('documents link to what exists', () => {
  const broken = documents.flatMap((document) => {
    const text = withoutCode(readFileSync(document, 'utf8'));
    const links = [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link = '']) => link);
    return links
      .filter((link) => {
        const [path = '', anchor] = link.split('#');
        const target = path === '' ? document : join(dirname(document), path);
        if (!existsSync(target)) return true;
        return anchor !== undefined && !anchorsOf(target).includes(anchor);
      })
      .map((link) => `${document}: ${link}`);
  });
  expect(broken).toEqual([]);
  expect(documents.length).toBeGreaterThan(30);
});

it('documents name files that exist', () => {
  const missing = current.flatMap((document) => {
    const text = withoutCode(readFileSync(document, 'utf8'));
    const paths = [...text.matchAll(/`((?:server|client|shared|scripts|tests|deploy)\/[\w./-]*)`/g)];
    return paths
      .map(([, path = '']) => path)
      .filter((path) => !existsSync(path))
      .map((path) => `${document}: ${path}`);
  });
  expect(missing).toEqual([]);
});

it('documents name sources that exist, by their whole path or its end', () => {
  const guides = ['packages', 'tools'].flatMap((folder) =>
    readdirSync(folder).map((name) => `${folder}/${name}/README.md`),
  );
  const missing = [...current, ...guides.filter((path) => existsSync(path))].flatMap((document) => {
    const names =
      readFileSync(document, 'utf8').match(/(?<![\w./-])\.{0,2}\/?(?:[\w.-]+\/)*\w[\w.-]*\.(?:tsx?|mjs)\b/g) ?? [];
    return names
      .map((name) => name.replace(/^(?:\.{0,2}\/)+/, ''))
      .filter((name) => !/(?:^|\/)dist\//.test(name) && !sources.some((path) => `/${path}`.endsWith(`/${name}`)))
      .map((name) => `${document}: ${name}`);
  });
  expect(missing).toEqual([]);
});

it('docs/laravel.md shows files of its example as they are', () => {
  const text = readFileSync('docs/laravel.md', 'utf8');
  const shown = [...text.matchAll(/<!-- (examples\/\S+) -->\n```php\n([\s\S]*?)```/g)];
  expect(shown).toHaveLength(2);
  for (const [, path = '', code] of shown) expect(code).toBe(readFileSync(`docs/${path}`, 'utf8'));
});

it('code cites documents that exist', () => {
  const cited = sources.flatMap((path) => readFileSync(path, 'utf8').match(/\bdocs\/[\w/-]+\.(?:md|svg|webp)/g) ?? []);
  expect(cited.length).toBeGreaterThan(5);
  expect([...new Set(cited)].filter((path) => !existsSync(path))).toEqual([]);
});

const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '');

/** The anchors of a document's headings, as code hosts write them. */
const anchorsOf = (document: string): string[] =>
  [...withoutCode(readFileSync(document, 'utf8')).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
