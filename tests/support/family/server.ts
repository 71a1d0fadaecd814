import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerOf } from './contract.ts';
import type { Form, FormRequest } from './form.ts';

export interface FamilyUpstream {
  /** FRONTAPI_URL. */
  url: string;
  origin: string;
  /** The requests so far: path and query below the base. */
  calls: string[];
  close(): Promise<void>;
}

/** An HTTP server of the content in a form. */
export async function startFamily(form: Form): Promise<FamilyUpstream> {
  const { base = '/frontapi/en/' } = form;
  const calls: string[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    const { pathname, search, searchParams: query } = new URL(url, 'http://upstream.invalid');
    const path = pathname.startsWith(base) ? pathname.slice(base.length) : pathname;
    calls.push(path + search);
    const { status, body, further } = respond(form, { path, query, headers });
    response
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...further })
      .end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: origin + base,
    origin,
    calls,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const NOT_FOUND = { status: 404, body: { error: true, message: 'Not found' } };

function respond(
  form: Form,
  request: FormRequest,
): { status: number; body: unknown; further?: Record<string, string> } {
  const refused = form.refuse?.(request);
  if (refused) return refused;
  const path = form.pathOf ? form.pathOf(request) : request.path;
  const answer = path === undefined ? undefined : answerOf(path, pageOf(form, request));
  if (!answer) return NOT_FOUND;
  return { status: 200, body: form.body(answer, request), further: form.headers?.(answer) };
}

function pageOf({ paging }: Form, { query }: FormRequest): { number: number; size: number } | undefined {
  if (!paging) return undefined;
  const read = (name: string, byDefault: number) => Number(query.get(name) ?? byDefault);
  return { number: read(paging.page, 1), size: read(paging.size, paging.defaultSize) };
}
