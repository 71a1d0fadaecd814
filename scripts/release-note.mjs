import { readFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

/*
 * The note of a release, from CHANGELOG.md: `node scripts/release-note.mjs v0.1.0`. Fails if tag, package.json and changelog do not agree,
 * so that no image is built of what is not ready.
 */

/**
 * @param {string} tag
 * @param {{ version: string, changelog: string }} sources
 */
export function releaseNote(tag, { version, changelog }) {
  if (tag !== `v${version}`) throw new Error(`the tag ${tag} is not the version of package.json, ${version}`);
  const sections = changelog.split(/^(?=## )/m);
  const section = sections.find((text) => text.startsWith(`## [${version}]`));
  if (!section) throw new Error(`CHANGELOG.md has no section ${version}`);
  const [heading = '', ...lines] = section.split('\n');
  if (!/ - \d{4}-\d{2}-\d{2}$/.test(heading)) throw new Error(`CHANGELOG.md has no date of release: "${heading}"`);
  const text = lines.join('\n').trim();
  if (text === '') throw new Error(`CHANGELOG.md says nothing of ${version}`);
  return `${text}\n\nWhat to do before you upgrade: docs/upgrading.md. The image is signed: docs/operations.md says how to verify it.\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [changelog, manifest] = await Promise.all([readFile('CHANGELOG.md', 'utf8'), readFile('package.json', 'utf8')]);
  const { version } = JSON.parse(manifest);
  process.stdout.write(releaseNote(process.argv[2] ?? '', { version, changelog }));
}
