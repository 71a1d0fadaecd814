import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { request } from 'undici';
import { ContentError } from '../../shared/content-error.ts';
import { answer, prepareSearch } from './answers.ts';
import { type Content, type ContentOptions, type Loaded, openContent, SITE, type SiteOrigin } from './content-store.ts';
import { Unusable } from './content-unusable-error.ts';
import { type Fault, faultText } from './faults.ts';
import { storeSite } from './store-site.ts';
import { watchFolder } from './watch-folder.ts';

export interface ContentServer {
  /** The API's base on loopback. */
  url: string;
  /** What is wrong with the content folder now. */
  faults(): readonly Fault[];
  close(): Promise<void>;
}

const BASE = '/frontapi/en/';
/** Beside the API, for the processes that serve the site: 503 while a stored site.yaml is served. */
const READY = '/readyz';
const READY_TIMEOUT_MS = 2_000;
const SEARCH = /[?&]search=/;
/** After a reload the next one waits for so many times as long: a file that is written all the time leaves time for visitors. */
const PAUSE_FACTOR = 5;
const LONGEST_PAUSE_MS = 5_000;
/** Faults in the log at a time. */
const FAULTS_LOGGED = 100;

/** Whether the content folder that is served at an API's base is served with its own site.yaml, and not with a stored one. */
export async function isContentReady(url: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(READY_TIMEOUT_MS);
    const { statusCode, body } = await request(new URL(READY, url), { reset: true, signal });
    await body.dump();
    return statusCode === 200;
  } catch {
    return false;
  }
}

/**
 * Serves a content folder as the content API on a loopback port. Rejects with Unusable where it cannot be served.
 * @param changed called whenever it has another answer to give: a file has changed, or an item's time has come
 */
export async function startContentServer(
  { log, ...options }: ContentOptions & { log: Logger },
  changed: () => void,
): Promise<ContentServer> {
  const { dir } = options;
  const folder = openContent(options);
  let loaded = await folder.load();
  if (loaded.unusable.length > 0) throw new Unusable(dir, loaded.unusable);
  let textFaults: Fault[] = [];
  const report = faultLog(log);
  const note = siteLog(options, log);
  takeNote();
  let calendar = atNextChange(loaded.content, turn);

  async function prepare() {
    const given = loaded;
    try {
      const faults = await prepareSearch(given);
      if (given !== loaded) return;
      textFaults = faults;
      report([...given.faults, ...faults]);
    } catch (err) {
      log.error({ err }, 'content cannot be searched');
    }
  }
  let prepared = prepare();

  const server = createServer(async (request, response) => {
    try {
      const address = request.url ?? '';
      if (address === READY) return send(response, loaded.siteOrigin === 'stored' ? 503 : 200, { error: false });
      if (!address.startsWith(BASE)) throw new ContentError(404, 'not below the API');
      // Right after the start whoever searches waits, and nobody else.
      if (SEARCH.test(address)) await prepared;
      send(response, 200, { error: false, data: await answer(loaded, address.slice(BASE.length)) });
    } catch (error) {
      const status = error instanceof ContentError ? error.status : 500;
      if (status === 500) log.error({ err: error }, 'content server failed');
      send(response, status, { error: true, message: error instanceof Error ? error.message : 'failed' });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const reload = async () => {
    loaded = await folder.load();
    takeNote();
    log.info({ dir }, 'content reloaded');
    turn();
    prepared = prepare();
  };
  function takeNote() {
    report([...loaded.faults, ...textFaults]);
    note(loaded);
  }
  function turn() {
    clearTimeout(calendar);
    calendar = atNextChange(loaded.content, turn);
    changed();
  }
  let isClosed = false;
  const stopWatching = watchFolder(
    dir,
    oneAtATime(async () => {
      if (!isClosed) await reload().catch((err) => log.error({ err }, 'content could not be read'));
    }),
    log,
  );

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${BASE}`,
    faults: () => [...loaded.faults, ...textFaults],
    close() {
      isClosed = true;
      stopWatching();
      clearTimeout(calendar);
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Calls while the work is under way, or pauses, come to one more run of it. */
function oneAtATime(work: () => Promise<void>): () => void {
  let isWanted = false;
  let isRunning = false;
  async function run() {
    while (isWanted) {
      isWanted = false;
      const start = performance.now();
      await work();
      const pause = Math.min((performance.now() - start) * PAUSE_FACTOR, LONGEST_PAUSE_MS);
      await wait(pause, undefined, { ref: false });
    }
    isRunning = false;
  }
  return () => {
    isWanted = true;
    if (isRunning) return;
    isRunning = true;
    void run();
  };
}

/** Stores each site.yaml that is valid, and logs when the one of a former process is served. */
function siteLog({ dir, storedSiteDir }: ContentOptions, log: Logger): (loaded: Loaded) => void {
  let last: SiteOrigin | undefined;
  return ({ siteOrigin }) => {
    if (siteOrigin === 'stored' && last !== 'stored') {
      log.error({ dir, storedSiteDir }, `${SITE} cannot be used: the last valid one is served, and /readyz is 503`);
    }
    last = siteOrigin;
    if (siteOrigin !== 'valid' || storedSiteDir === undefined) return;
    try {
      storeSite(dir, storedSiteDir);
    } catch (err) {
      log.warn({ err, storedSiteDir }, `${SITE} cannot be stored`);
    }
  };
}

/** Logs each fault once, as long as it is there. */
function faultLog(log: Logger): (faults: readonly Fault[]) => void {
  let known = new Set<string>();
  return (faults) => {
    const texts = new Set(faults.map(faultText));
    const added = [...texts].filter((text) => !known.has(text));
    for (const fault of added.slice(0, FAULTS_LOGGED)) log.error({ fault }, 'content file is faulty');
    if (added.length > FAULTS_LOGGED) log.error({ faults: texts.size }, 'more content files are faulty');
    known = texts;
  };
}

/** What a timer can wait for. */
const LONGEST = 2 ** 31 - 1;

/** Calls back when the next item is to appear or to leave. */
function atNextChange(content: Content, turn: () => void): NodeJS.Timeout {
  let next = LONGEST;
  for (const item of Object.values(content).flat()) {
    for (const moment of momentsOf(item ?? {})) {
      const wait = Date.parse(moment) - Date.now();
      if (wait >= 0) next = Math.min(next, wait + 1);
    }
  }
  return setTimeout(turn, next).unref();
}

function momentsOf(item: object): string[] {
  const moments = ['published_at' in item && item.published_at, 'expires_at' in item && item.expires_at];
  return moments.filter((moment) => typeof moment === 'string');
}

function send(response: ServerResponse, status: number, answer: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
}
