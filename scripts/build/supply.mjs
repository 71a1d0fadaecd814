import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { warn } from './faults.mjs';

/* The parts of the build, for the operator who answers for them: a bill of materials, and every licence. */

/** The packages of package-lock.json without those for development, in CycloneDX. */
export async function billOfMaterials() {
  const options = [
    'sbom',
    '--package-lock-only',
    '--omit',
    'dev',
    '--sbom-format',
    'cyclonedx',
    '--sbom-type',
    'application',
  ];
  const { stdout } = await promisify(execFile)('npm', options, { maxBuffer: 50_000_000 });
  return stdout;
}

/**
 * What a package contains of others without naming their licence.
 * @type {Record<string, string>}
 */
const CONTAINED = {
  unpdf: `It contains PDF.js, Copyright Mozilla Foundation, licensed under the Apache License, Version 2.0. You may obtain a copy of the
License at http://www.apache.org/licenses/LICENSE-2.0`,
};

/**
 * The licences of the packages that the files belong to.
 * @param {string[]} paths of all files in the output: sources of bundles, fonts, copied folders
 */
export async function licences(paths) {
  const folders = new Set(paths.flatMap((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []));
  const texts = await Promise.all([...folders].sort().map(licenceOf));
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}

/** @param {string} folder of a package */
async function licenceOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const file = (await readdir(folder)).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  const text = file ? await readFile(join(folder, file), 'utf8') : '';
  if (!license && !text) warn(`${name} ${version} has no licence`);
  return [`${name} ${version}: ${license ?? (text ? 'see below' : 'none stated')}`, text.trim(), CONTAINED[name]]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n');
}
