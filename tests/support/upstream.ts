import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as content from './content.ts';

/** How an upstream answers a call; it may also not answer at all. */
export type Manner = (response: ServerResponse, request: IncomingMessage) => void | Promise<void>;

export interface TestUpstream {
  /** The API's base. */
  url: string;
  origin: string;
  /** The calls made so far: path and query below the base. */
  calls: { address: string; headers: IncomingMessage['headers'] }[];
  /** The requests for anything else, pictures above all: their path and query, and which bytes of it. */
  pictures: { address: string; range?: string }[];
  /** Answers a call (path and query, or path) in this manner from now on. */
  answer(address: string, manner: Manner): void;
  /** As `answer`, for a path of the origin. */
  picture(path: string, manner: Manner): void;
  /** Answers every call well again. */
  behave(): void;
  close(): Promise<void>;
}

const BASE = '/frontapi/en/';

/** A real HTTP server that speaks the content API, well unless told otherwise. */
export async function startUpstream(): Promise<TestUpstream> {
  const manners = new Map<string, Manner>();
  const calls: TestUpstream['calls'] = [];
  const pictures: TestUpstream['pictures'] = [];
  const server = createServer((request, response) => {
    if (!request.url?.startsWith(BASE)) {
      const address = request.url ?? '';
      pictures.push({ address, range: request.headers.range });
      return void (manners.get(address) ?? picture)(response, request);
    }
    const address = request.url.slice(BASE.length);
    const path = address.split('?')[0] ?? '';
    calls.push({ address, headers: request.headers });
    const manner = manners.get(address) ?? manners.get(path) ?? (() => wellBehaved(path)(response, request));
    void manner(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: origin + BASE,
    origin,
    calls,
    pictures,
    picture: (path, manner) => manners.set(path, manner),
    answer: (address, manner) => manners.set(address, manner),
    behave: () => manners.clear(),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const { blogs, sliders } = content;

/** The lists, by call: their name, and that of one item where an item has a call. */
const LISTS: Record<string, { name: string; one?: string; items: { id: number; slug?: string }[] }> = {
  blogs: { name: 'blogs', one: 'blog', items: blogs },
  news: { name: 'news', one: 'news', items: content.news },
  notice: { name: 'notices', one: 'notice', items: content.notices },
  album: { name: 'albums', one: 'album', items: content.albums },
  career: { name: 'careers', one: 'career', items: content.careers },
  department: { name: 'departments', one: 'department', items: content.departments },
  downloads: { name: 'downloads', items: content.downloads },
  report: { name: 'reports', items: content.reports },
  faq: { name: 'faqs', items: content.faqs },
  page: { name: 'pages', one: 'page', items: content.textPages },
  services: { name: 'services', one: 'service', items: content.services },
  management: { name: 'members', items: content.members },
  bod: { name: 'members', items: content.members },
  'service-center': { name: 'service_centers', items: content.serviceCenters },
};

const SINGLE: Record<string, object> = {
  site: { site: content.site },
  home: { ...content.home, sliders, blogs: blogs.slice(0, 6) },
  sliders: { sliders },
  contact: { contact: content.contact },
  companyInfo: { company: content.company },
  'category/saving': {
    category: { slug: 'saving', name: 'Saving' },
    items: [
      ...content.news.map((item) => ({ ...item, type: 'news' })),
      ...blogs.filter(({ category }) => category.slug === 'saving').map((item) => ({ ...item, type: 'blog' })),
    ],
  },
};

function wellBehaved(path: string): Manner {
  const [name = '', id] = path.split('/');
  if (SINGLE[path]) return data(SINGLE[path]);
  const list = LISTS[name] ?? LISTS.page;
  const wanted = LISTS[name] ? id : path;
  if (list && wanted === undefined) return data({ [list.name]: list.items });
  const item = list?.items.find((candidate) => String(candidate.id) === wanted || candidate.slug === wanted);
  if (!list?.one || !item) return failure(404, 'Not found');
  return data({ [list.one]: item, ...(name === 'services' && { services: list.items }) });
}

/** The envelope of success. */
export const data = (value: unknown): Manner => json(200, { error: false, data: value });
export const failure = (status: number, message = 'Failed'): Manner => json(status, { error: true, message });
export const json = (status: number, value: unknown): Manner => raw(status, 'application/json', JSON.stringify(value));

export const raw =
  (status: number, type: string, body: string | Buffer): Manner =>
  (response) => {
    response.writeHead(status, { 'content-type': type }).end(body);
  };

const picture = raw(200, 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="12" height="8"/>');

/** A file, or those bytes of it that are asked for. */
export const file =
  (body: Buffer, headers: Record<string, string> = {}): Manner =>
  (response, request) => {
    const [, to] = /^bytes=0-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const part = to === undefined ? body : body.subarray(0, Number(to) + 1);
    const range = to !== undefined && { 'content-range': `bytes 0-${part.length - 1}/${body.length}` };
    const all = { 'content-type': 'image/jpeg', 'content-length': part.length, ...range, ...headers };
    response.writeHead(range ? 206 : 200, all).end(part);
  };

/** As it would answer anyway, but so many milliseconds later. */
export const later =
  (milliseconds: number, manner: Manner): Manner =>
  async (response, request) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    if (!response.destroyed) await manner(response, request);
  };

/** As it would answer anyway, but not before it is released. */
export function hold(manner: Manner): { manner: Manner; release(): void } {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return {
    release: () => release(),
    async manner(response, request) {
      await released;
      if (!response.destroyed) await manner(response, request);
    },
  };
}

/** Nothing at all. */
export const silence: Manner = () => {};
/** The connection is cut. */
export const reset: Manner = (response) => {
  response.destroy();
};

/** Answers with a status and headers of its own. */
export const withHeaders =
  (status: number, headers: Record<string, string>, body: string | Buffer = ''): Manner =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  };

/** A body that comes in bits, so many milliseconds apart, and may break off. */
export const drip =
  (body: string, pause: number, until = body.length): Manner =>
  async (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    for (let at = 0; at < until && !response.destroyed; at += 8) {
      response.write(body.slice(at, Math.min(at + 8, until)));
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    if (until < body.length) response.destroy();
    else response.end();
  };

/** As it would answer, until it has been asked so often; then like that. */
export const onlyFor = (times: number, first: Manner, then: Manner): Manner => {
  let asked = 0;
  return (response, request) => {
    asked += 1;
    return (asked <= times ? first : then)(response, request);
  };
};
