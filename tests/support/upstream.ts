import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as content from './content.ts';

/** How the upstream answers a call, if it does. */
export type Behaviour = (response: ServerResponse, request: IncomingMessage) => void | Promise<void>;

export interface TestUpstream {
  /** The base of its API. */
  url: string;
  origin: string;
  /** The calls so far; an address is the path and query below the base. */
  calls: { address: string; headers: IncomingMessage['headers'] }[];
  /** The requests for anything else, mostly images: path and query, and the requested range. */
  pictures: { address: string; range?: string }[];
  /** Answers a call (by path and query, or by path) in this way from now on. */
  answer(address: string, behaviour: Behaviour): void;
  /** As `answer`, for a path of the origin outside the API. */
  picture(path: string, behaviour: Behaviour): void;
  /** Answers every call with its content again. */
  behave(): void;
  close(): Promise<void>;
}

const BASE = '/frontapi/en/';
/** Calls of another edition have its locale in their address, `ne/blogs`. Without a behaviour they are 404. */
const OTHER_EDITION = /^\/frontapi\/(ne\/.*)$/;

/** An HTTP server of the content API. It answers every call with the content of content.ts until a test changes that. */
export async function startUpstream(): Promise<TestUpstream> {
  const behaviours = new Map<string, Behaviour>();
  const calls: TestUpstream['calls'] = [];
  const pictures: TestUpstream['pictures'] = [];
  const server = createServer((request, response) => {
    const [, inOther] = OTHER_EDITION.exec(request.url ?? '') ?? [];
    if (inOther === undefined && !request.url?.startsWith(BASE)) {
      const address = request.url ?? '';
      pictures.push({ address, range: request.headers.range });
      return void (behaviours.get(address) ?? picture)(response, request);
    }
    const address = inOther ?? request.url?.slice(BASE.length) ?? '';
    const path = address.split('?')[0] ?? '';
    calls.push({ address, headers: request.headers });
    const behaviour = behaviours.get(address) ?? behaviours.get(path) ?? (() => validAnswer(path)(response, request));
    void behaviour(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: origin + BASE,
    origin,
    calls,
    pictures,
    picture: (path, behaviour) => behaviours.set(path, behaviour),
    answer: (address, behaviour) => behaviours.set(address, behaviour),
    behave: () => behaviours.clear(),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const { blogs, sliders } = content;

/** The lists by call: the name of the list in the answer, and the name of an item if items have a call. */
const LISTS: Record<string, { name: string; one?: string; items: { id: number; slug?: string }[] }> = {
  blogs: { name: 'blogs', one: 'blog', items: blogs },
  news: { name: 'news', one: 'news', items: content.news },
  dataset: { name: 'datasets', one: 'dataset', items: content.datasets },
  notice: { name: 'notices', one: 'notice', items: content.notices },
  album: { name: 'albums', one: 'album', items: content.albums },
  career: { name: 'careers', one: 'career', items: content.careers },
  department: { name: 'departments', one: 'department', items: content.departments },
  downloads: { name: 'downloads', items: content.downloads },
  report: { name: 'reports', items: content.reports },
  faq: { name: 'faqs', items: content.faqs },
  events: { name: 'events', items: content.events },
  page: { name: 'pages', one: 'page', items: content.textPages },
  services: { name: 'services', one: 'service', items: content.services },
  management: { name: 'members', items: content.members },
  bod: { name: 'members', items: content.members },
  'service-center': { name: 'service_centers', items: content.serviceCenters },
};

const SINGLE: Record<string, Record<string, unknown>> = {
  site: { site: content.site },
  home: { ...content.home, sliders, blogs: blogs.slice(0, 6) },
  sliders: { sliders },
  contact: { contact: content.contact },
  companyInfo: { company: content.company },
  'subject/fund': { report: content.reports.slice(0, 1), totals: { report: 1 } },
  'category/saving': {
    category: { slug: 'saving', name: 'Saving' },
    items: [
      ...content.news.map((item) => ({ ...item, type: 'news' })),
      ...blogs.filter(({ category }) => category.slug === 'saving').map((item) => ({ ...item, type: 'blog' })),
    ],
  },
};

/** The `data` of a call; undefined: there is no such call or item. */
export function contentOf(path: string): Record<string, unknown> | undefined {
  const [name = '', id] = path.split('/');
  if (SINGLE[path]) return SINGLE[path];
  const list = LISTS[name] ?? LISTS.page;
  const wanted = LISTS[name] ? id : path;
  if (list && wanted === undefined) return { [list.name]: list.items };
  const item = list?.items.find((candidate) => String(candidate.id) === wanted || candidate.slug === wanted);
  if (!list?.one || !item) return undefined;
  return { [list.one]: item, ...(name === 'services' && { services: list.items }) };
}

function validAnswer(path: string): Behaviour {
  const content = contentOf(path);
  return content ? data(content) : failure(404, 'Not found');
}

/** A successful answer in the API's envelope. */
export const data = (value: unknown): Behaviour => json(200, { error: false, data: value });
export const failure = (status: number, message = 'Failed'): Behaviour => json(status, { error: true, message });
export const json = (status: number, value: unknown): Behaviour =>
  raw(status, 'application/json', JSON.stringify(value));

export const raw =
  (status: number, type: string, body: string | Buffer): Behaviour =>
  (response) => {
    response.writeHead(status, { 'content-type': type }).end(body);
  };

const picture = raw(200, 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="12" height="8"/>');

/** A file, or the requested range of it. */
export const file =
  (body: Buffer, headers: Record<string, string> = {}): Behaviour =>
  (response, request) => {
    const [, to] = /^bytes=0-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const part = to === undefined ? body : body.subarray(0, Number(to) + 1);
    const range = to !== undefined && { 'content-range': `bytes 0-${part.length - 1}/${body.length}` };
    const all = { 'content-type': 'image/jpeg', 'content-length': part.length, ...range, ...headers };
    response.writeHead(range ? 206 : 200, all).end(part);
  };

/** Another behaviour, delayed. */
export const later =
  (milliseconds: number, behaviour: Behaviour): Behaviour =>
  async (response, request) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    if (!response.destroyed) await behaviour(response, request);
  };

/** Another behaviour, delayed until `release` is called. */
export function hold(behaviour: Behaviour): { behaviour: Behaviour; release(): void } {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return {
    release: () => release(),
    async behaviour(response, request) {
      await released;
      if (!response.destroyed) await behaviour(response, request);
    },
  };
}

/** Never answers. */
export const silence: Behaviour = () => {};
/** Closes the connection without an answer. */
export const reset: Behaviour = (response) => {
  response.destroy();
};

/** Answers with this status and these headers. */
export const withHeaders =
  (status: number, headers: Record<string, string>, body: string | Buffer = ''): Behaviour =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  };

/** Sends a body in pieces, `pause` milliseconds apart. @param until closes the connection after so many characters */
export const drip =
  (body: string, pause: number, until = body.length): Behaviour =>
  async (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
    for (let at = 0; at < until && !response.destroyed; at += 8) {
      response.write(body.slice(at, Math.min(at + 8, until)));
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    if (until < body.length) response.destroy();
    else response.end();
  };

/** One behaviour for the first requests, another for all later ones. */
export const onlyFor = (times: number, first: Behaviour, then: Behaviour): Behaviour => {
  let requests = 0;
  return (response, request) => {
    requests += 1;
    return (requests <= times ? first : then)(response, request);
  };
};
