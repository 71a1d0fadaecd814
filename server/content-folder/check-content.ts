import { pino } from 'pino';
import { ConfigError, readConfig } from '../config.ts';
import { Gateway } from '../content-api/gateway.ts';
import { answerOf } from '../content-api/normalise-answer.ts';
import { Reader } from '../content-api/normaliser.ts';
import { openScaler } from '../images/scaler.ts';
import { plainSite } from '../pages/fallback-site.ts';
import { answer, prepareSearch } from './answers.ts';
import { checkImages } from './check-images.ts';
import { checkLinks } from './check-links.ts';
import type { ContentFile, MarkdownFile } from './content-files.ts';
import { loadContent } from './content-store.ts';
import { type Fault, faultText } from './faults.ts';

/* npm run content:check: every fault of the content folder, a line each; exits with 1 where there is one. */

try {
  const config = readConfig(process.env);
  const { contentDir, site } = config;
  const log = pino({ level: 'silent' });
  const sources: (ContentFile | MarkdownFile)[] = [];
  const loaded = await loadContent({
    dir: contentDir,
    timeZone: site.timeZone,
    needsSite: !config.upstream,
    onFileRead: (source) => sources.push(source),
  });
  const gateway = new Gateway({
    upstream: {
      async get(address, _, read) {
        const envelope = { error: false, data: await answer(loaded, address) };
        return answerOf(await read({ bytes: Buffer.from(JSON.stringify(envelope)), status: 200 }));
      },
    },
    reader: new Reader({ timeZone: site.timeZone, videoOrigins: config.videoOrigins }, log),
    times: { ttl: config.contentTtl, stale: config.contentStale },
    plainSite: plainSite(config),
    log,
  });
  const faults = [
    ...loaded.faults,
    ...(await prepareSearch(loaded)),
    ...(await checkLinks(loaded, sources, gateway)),
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
