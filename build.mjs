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
import { requestExampleSite } from './scripts/build/example-site.mjs';
import { failOn, warn } from './scripts/build/faults.mjs';
import { buildSources, digestOf, isStale } from './scripts/build/freshness.mjs';
import {
  importFaults,
  importGraph,
  missedImports,
  readDependencies,
  readSources,
} from './scripts/build/import-checks.mjs';
import { writeKinds } from './scripts/build/kinds.mjs';
import { writeMessages } from './scripts/build/messages.mjs';
import { copyPackage } from './scripts/build/native.mjs';
import { Output, writeOut } from './scripts/build/output.mjs';
import { browserFaults, caseFaults, classFaults, overBudget, sizesOf } from './scripts/build/output-checks.mjs';
import { checkScreens } from './scripts/build/screen-checks.mjs';
import { bundleServer, NATIVE } from './scripts/build/server.mjs';
import { DEVELOPMENT, MANIFEST, MODE, OUT } from './scripts/build/settings.mjs';
import { beginStaging, publish, staged } from './scripts/build/staging.mjs';
import { buildGlobalLayer, buildStyles, FONTS } from './scripts/build/stylesheet.mjs';
import { billOfMaterials, licences } from './scripts/build/supply.mjs';

/*
 * Builds dist/: the browser's files (hashed names, also compressed), the server, and the manifest by which the server
 * knows the browser's files. It takes the place of the last build when all is well. Fails if an import breaks a rule; says what is over
 * its budget of bytes.
 *
 *   node build.mjs               build
 *   node build.mjs --if-stale    build, unless dist/ has been built from the sources as they are
 *   NODE_ENV=development         React's development build, not minified, not measured
 *   OUT=dir                      another folder than dist/
 */

if (process.argv.includes('--if-stale') && !(await isStale())) process.exit();
await writeKinds();
await writeMessages();
const startedAt = Date.now();
const paths = await buildSources();
const sources = await digestOf(paths);
await beginStaging();

const graph = importGraph(await readSources());
const screens = await checkScreens();
failOn({ imports: importFaults(graph, await readDependencies()), names: caseFaults(paths), screens: screens.faults });

const output = new Output();
const assets = new Assets(output);
// What does not need another waits for none: a build uses all cores.
const [browser, startScript, preview, exported, servers, editor, { css: globalLayer, fonts, packageFiles }, bill] =
  await Promise.all([
    bundleBrowser(),
    bundleStart(),
    bundlePreview(output),
    bundleExportedAnswers(output),
    bundleServer(assets, output),
    bundleEditor(output),
    buildGlobalLayer(output),
    DEVELOPMENT ? '' : billOfMaterials(),
  ]);
const { packages, catalogues, app } = browser;
const { start } = startScript;
const styles = buildStyles(globalLayer, assets.modules, app.styles, output);

async function bundleBrowser() {
  const [packages, catalogues] = await Promise.all([bundlePackages(output), bundleMessages(output)]);
  const app = await bundleApp({ packages, messages: catalogues.addresses }, assets, output);
  return { packages, catalogues, app };
}

failOn({
  imports: [
    ...missedImports(graph, [
      app.metafile,
      catalogues.metafile,
      startScript.metafile,
      preview,
      exported.metafile,
      ...servers,
    ]),
    ...browserFaults([packages.metafile, catalogues.metafile, app.metafile]),
  ],
  styles: await classFaults(assets.modules),
  names: caseFaults(output.paths),
});
const manifest = {
  script: app.script,
  imported: app.imported,
  start,
  styles,
  displayFont: fonts[FONTS.display],
  screens: app.screens,
  messages: catalogues.addresses,
  exportedAnswers: exported.address,
  sources,
  mode: MODE,
};
await Promise.all([output.write(), writeOut(MANIFEST, JSON.stringify(manifest))]);
const compressed = output.compress();

if (!DEVELOPMENT) {
  const native = await copyPackage(NATIVE, staged(`${OUT}/server/node_modules`));
  const [example] = await Promise.all([requestExampleSite(screens.paths), compressed]);
  failOn({ screens: example.screens });
  const ofOutput = { firstLoads: app.firstLoads, messages: catalogues.addresses, styles, start, fonts };
  const sizes = [...(await sizesOf(ofOutput)), ...example.sizes];
  for (const { what, bytes } of sizes) process.stdout.write(`${what}: ${bytes} bytes\n`);
  for (const line of overBudget(sizes)) warn(line);
  const inputs = [packages.metafile, catalogues.metafile, app.metafile, exported.metafile, ...servers, editor].flatMap(
    (metafile) => Object.keys(metafile.inputs),
  );
  await writeOut(`${OUT}/sizes.json`, JSON.stringify(sizes));
  await writeOut(`${OUT}/sbom.cdx.json`, bill);
  await writeOut(`${OUT}/LICENSES.txt`, await licences([...inputs, ...packageFiles, ...native]));
}

await compressed;
await publish();
process.stdout.write(`built in ${Date.now() - startedAt} ms\n`);
