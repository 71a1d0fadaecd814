import { request } from 'undici';
import { vi } from 'vitest';
import { POLLING } from './polling.ts';
import { startServer, type TestServer } from './server.ts';

/* A built server with a preview listener. */

export const PREVIEW_TOKEN = 'the-token-of-the-preview';

export interface TestPreview {
  server: TestServer;
  /** Of the preview. */
  url: string;
  stop(): Promise<number | null>;
}

export async function startPreviewServer(environment: Record<string, string>): Promise<TestPreview> {
  const server = await startServer({
    PREVIEW_PORT: '0',
    PREVIEW_TOKEN,
    // A busy machine is no failure of the content.
    UPSTREAM_TIMEOUT: '30000',
    ...environment,
  });
  const line = () => server.log.find(({ msg, preview }) => msg === 'listening' && preview);
  await vi.waitUntil(line, POLLING);
  return { server, url: String(line()?.url), stop: () => server.stop() };
}

export interface Response {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** A browser of an editor: it sends its cookie. */
export class Editor {
  readonly #url: string;
  cookie: string | undefined;

  constructor(url: string, cookie?: string) {
    this.#url = url;
    this.cookie = cookie;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.#send('GET', path, headers);
  }

  post(path: string, fields: Record<string, string>): Promise<Response> {
    return this.#send(
      'POST',
      path,
      { 'content-type': 'application/x-www-form-urlencoded' },
      new URLSearchParams(fields).toString(),
    );
  }

  /** Opens a session with the link of a CMS. */
  async open(to = '/'): Promise<Response> {
    return this.get(`/_preview?token=${PREVIEW_TOKEN}&to=${encodeURIComponent(to)}`);
  }

  async #send(method: 'GET' | 'POST', path: string, headers: Record<string, string>, body?: string) {
    const response = await request(this.#url + path, {
      method,
      headers: { ...(this.cookie && { cookie: this.cookie }), ...headers },
      body,
    });
    const setCookie = [response.headers['set-cookie'] ?? []].flat()[0];
    if (setCookie) this.cookie = setCookie.split(';')[0];
    return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
  }
}
