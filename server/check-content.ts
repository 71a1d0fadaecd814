import { pino } from 'pino';
import { ConfigError, readConfig } from './config.ts';
import { fallbackSite } from './content-api/fallback-site.ts';
import { createParseContext } from './content-api/field-parsers.ts';
import { Gateway } from './content-api/gateway.ts';
import { normalisedAnswer } from './content-api/normalise-answer.ts';
import { Normaliser } from './content-api/normaliser.ts';
import { answer } from './content-folder/answers.ts';
import { checkImages } from './content-folder/check-images.ts';
import { checkLinks } from './content-folder/check-links.ts';
import { checkTexts } from './content-folder/check-texts.ts';
import type { ContentFile, MarkdownFile } from './content-folder/content-files.ts';
import { loadContent } from './content-folder/content-store.ts';
import { type Fault, faultText } from './content-folder/faults.ts';
import { createMarkdownConverter } from './content-folder/markdown-converter.ts';
import { prepareSearch } from './content-folder/prepare-search.ts';
import { openScaler } from './images/scaler.ts';

/* npm run content:check: prints every fault of the content folder, a line each, and exits with 1 if there is one. */

try {
  const config = readConfig(process.env);
  const { contentDir, site, videoOrigins } = config;
  const { timeZone } = site;
  const log = pino({ level: 'silent' });
  const sources: (ContentFile | MarkdownFile)[] = [];
  const loaded = await loadContent({
    dir: contentDir,
    timeZone,
    needsSite: !config.upstream,
    onFileRead: (source) => sources.push(source),
  });
  const gateway = new Gateway({
    upstream: {
      async get(address, _, normalise) {
        const envelope = { error: false, data: await answer(loaded, address) };
        return normalisedAnswer(await normalise({ bytes: Buffer.from(JSON.stringify(envelope)), status: 200 }));
      },
    },
    normaliser: new Normaliser({ timeZone, videoOrigins }, log),
    times: { ttlMs: config.contentTtlMs, staleMs: config.contentStaleMs },
    fallbackSite: fallbackSite(config),
    log,
  });
  const sanitiser = (onPlainText: (reason: string) => void) =>
    createParseContext({ timeZone, videoOrigins, onDropped: (_, reason) => onPlainText(reason) }).html;
  const faults = [
    ...loaded.faults,
    ...(await prepareSearch(loaded)),
    ...(await checkLinks(loaded, sources, gateway)),
    ...checkTexts(sources, createMarkdownConverter(loaded.media), sanitiser),
    ...(await checkImages(contentDir, sources, await openScaler(log))),
  ].sort(byPlace);
  for (const fault of faults) process.stdout.write(`${contentDir}/${faultText(fault)}\n`);
  process.stdout.write(
    faults.length === 0 ? 'no faults\n' : `${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}\n`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`Wrong configuration:\n${error.message}\n`);
  process.exitCode = 2;
}

function byPlace(a: Fault, b: Fault): number {
  return a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column;
}
