import { watch } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { ContentError } from '../../shared/content-error.ts';
import { type Call, readCall, readQuery } from '../frontapi/address.ts';
import { arrange, isPublished, type Listed } from '../frontapi/listing.ts';
import { faultText } from './faults.ts';
import { type Content, loadContent } from './store.ts';

export interface ContentServer {
  /** The API's base on loopback. */
  url: string;
  close(): Promise<void>;
}

const BASE = '/frontapi/en/';
/** An editor's tool writes a file in several steps. */
const SETTLED = 100;

/** Serves a content folder as the content API on a loopback port, and again whenever a file of it changes. */
export async function startContentServer(
  { dir, timeZone, log }: { dir: string; timeZone: string; log: Logger },
  changed: () => void,
): Promise<ContentServer> {
  let loaded = await loadContent(dir, timeZone);
  report(loaded.faults, log);

  const server = createServer((request, response) => {
    try {
      send(response, 200, { error: false, data: answer(loaded.content, request.url ?? '/') });
    } catch (error) {
      const status = error instanceof ContentError ? error.status : 500;
      if (status === 500) log.error({ err: error }, 'content server failed');
      send(response, status, { error: true, message: error instanceof Error ? error.message : 'failed' });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const reload = async () => {
    loaded = await loadContent(dir, timeZone, loaded.good);
    report(loaded.faults, log);
    log.info({ dir }, 'content reloaded');
    changed();
  };
  const stopWatching = watchFolder(
    dir,
    () => reload().catch((err) => log.error({ err }, 'content could not be read')),
    log,
  );

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${BASE}`,
    close() {
      stopWatching();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function report(faults: Awaited<ReturnType<typeof loadContent>>['faults'], log: Logger): void {
  for (const fault of faults) log.error({ fault: faultText(fault) }, 'content file is faulty');
}

function watchFolder(dir: string, changed: () => void, log: Logger): () => void {
  let timer: NodeJS.Timeout | undefined;
  try {
    const watcher = watch(dir, { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(changed, SETTLED);
    });
    watcher.on('error', (err) => log.warn({ err, dir }, 'content is not watched'));
    return () => {
      clearTimeout(timer);
      watcher.close();
    };
  } catch (err) {
    log.warn({ err, dir }, 'content is not watched');
    return () => {};
  }
}

function send(response: ServerResponse, status: number, answer: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
}

const LATEST_BLOGS = { page: 1, perPage: 6, filters: {} };

/** The `data` of a call; throws a ContentError. */
function answer(content: Content, address: string): unknown {
  const url = new URL(address, 'http://content.invalid');
  const [name = '', id, ...rest] = url.pathname.slice(BASE.length).split('/');
  const parameters = { ...readQuery(url.searchParams), id };
  if (!url.pathname.startsWith(BASE) || rest.length > 0) throw new ContentError(404, 'no such call');
  switch (id === undefined ? name : `${name}/{id}`) {
    case 'site':
      return { site: present(content.site) };
    case 'home': {
      const { sliders, virtues } = content;
      return { ...content.home, sliders, virtues, blogs: arrange(content.blogs, LATEST_BLOGS, []).items };
    }
    case 'sliders':
      return { sliders: content.sliders };
    case 'blogs':
      return listed(readCall('blogs', parameters), content.blogs);
    case 'blogs/{id}':
      return { blog: find(content.blogs, id) };
    default:
      throw new ContentError(404, 'no such call');
  }
}

function listed({ list }: Call, all: readonly Listed[]): unknown {
  const { name, query, filters } = present(list);
  const { items, ...rest } = arrange(all, query, filters);
  return { [name]: items, ...rest };
}

/** An id wins over a slug. */
function find<Item extends Listed & { id: string; slug?: string }>(
  items: readonly Item[],
  name: string | undefined,
): Item {
  const found = items.find((item) => item.id === name) ?? items.find((item) => item.slug === name);
  return present(found && isPublished(found) ? found : undefined);
}

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new ContentError(404, 'no such item');
  return value;
}
