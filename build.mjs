import { rm } from 'node:fs/promises';
import { Assets } from './scripts/build/assets.mjs';
import {
  bundleApp,
  bundleExportedAnswers,
  bundleMessages,
  bundlePackages,
  bundlePreview,
  bundleStart,
} from './scripts/build/browser.mjs';
import { bundleEditor } from './scripts/build/editor.mjs';
import { exampleSiteFaults } from './scripts/build/example-site.mjs';
import { failOn } from './scripts/build/faults.mjs';
import { buildSources, isStale } from './scripts/build/freshness.mjs';
import { importFaults, importGraph, missedImports, readSources } from './scripts/build/import-checks.mjs';
import { writeKinds } from './scripts/build/kinds.mjs';
import { writeMessages } from './scripts/build/messages.mjs';
import { copyPackage } from './scripts/build/native.mjs';
import { Output, writeOut } from './scripts/build/output.mjs';
import { browserFaults, budgetFaults, caseFaults, classFaults } from './scripts/build/output-checks.mjs';
import { checkScreens } from './scripts/build/screen-checks.mjs';
import { bundleServer, NATIVE } from './scripts/build/server.mjs';
import { DEVELOPMENT, MANIFEST, MODE, OUT } from './scripts/build/settings.mjs';
import { buildStylesheet, TEXT_FONT } from './scripts/build/stylesheet.mjs';
import { billOfMaterials, licences } from './scripts/build/supply.mjs';

/*
 * Builds dist/: the browser's files (hashed names, also compressed), the server, and the manifest by which the server
 * knows the browser's files. Fails if an import breaks a rule or a budget is exceeded.
 *
 *   node build.mjs               build
 *   node build.mjs --if-stale    build, unless dist/ is newer than every source
 *   NODE_ENV=development         React's development build, not minified, no budgets
 *   OUT=dir                      another folder than dist/
 */

if (process.argv.includes('--if-stale') && !(await isStale())) process.exit();
await writeKinds();
await writeMessages();
const builtAt = Date.now();
await rm(OUT, { recursive: true, force: true });

const graph = importGraph(await readSources());
const { faults: screens, paths } = await checkScreens();
failOn({ imports: importFaults(graph), names: caseFaults(await buildSources()), screens });

const output = new Output();
const assets = new Assets(output);
const packages = await bundlePackages(output);
const catalogues = await bundleMessages(output);
const app = await bundleApp({ packages, messages: catalogues.addresses }, assets, output);
const { start, metafile: startMetafile } = await bundleStart();
const previewMetafile = await bundlePreview(output);
const exported = await bundleExportedAnswers(output);
const servers = await bundleServer(assets, output);
const editor = await bundleEditor(output);
const { css, fonts, packageFiles } = await buildStylesheet(assets.modules, output);
failOn({
  imports: [
    ...missedImports(graph, [
      app.metafile,
      catalogues.metafile,
      startMetafile,
      previewMetafile,
      exported.metafile,
      ...servers,
    ]),
    ...browserFaults([packages.metafile, catalogues.metafile, app.metafile]),
  ],
  styles: await classFaults(assets.modules),
  names: caseFaults(output.paths),
});
await output.write();

if (!DEVELOPMENT) {
  failOn({
    budget: await budgetFaults({ firstLoads: app.firstLoads, messages: catalogues.addresses, css, start, fonts }),
  });
  const native = await copyPackage(NATIVE, `${OUT}/server/node_modules`);
  const inputs = [packages.metafile, catalogues.metafile, app.metafile, exported.metafile, ...servers, editor].flatMap(
    (metafile) => Object.keys(metafile.inputs),
  );
  await writeOut(`${OUT}/sbom.cdx.json`, await billOfMaterials());
  await writeOut(`${OUT}/LICENSES.txt`, await licences([...inputs, ...packageFiles, ...native]));
}

const { script, imported, screens: scripts } = app;
const font = fonts[TEXT_FONT];
const manifest = {
  script,
  imported,
  start,
  css,
  font,
  screens: scripts,
  messages: catalogues.addresses,
  exportedAnswers: exported.address,
  built: builtAt,
  mode: MODE,
};
await writeOut(MANIFEST, JSON.stringify(manifest));
if (!DEVELOPMENT) {
  const faults = await exampleSiteFaults(paths);
  if (faults.budget.length + faults.screens.length > 0) await rm(MANIFEST);
  failOn(faults);
}
process.stdout.write(`built in ${Date.now() - builtAt} ms\n`);
