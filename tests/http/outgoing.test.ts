import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { version } from '../../package.json';
import { startSite, type TestSite } from '../support/site.ts';
import { startUpstream, type TestUpstream } from '../support/upstream.ts';

/* How calls of the API and fetches of pictures leave: through a proxy, and under which name. */

let proxy: Awaited<ReturnType<typeof startProxy>>;
let site: TestSite | undefined;
let cms: TestUpstream;
beforeEach(async () => {
  [proxy, cms] = await Promise.all([startProxy(), startUpstream()]);
});
afterEach(async () => {
  await site?.close();
  site = undefined;
  proxy.close();
  await cms.close();
});

/** A forward proxy. It refuses tunnels. */
async function startProxy() {
  const requests: { target: string; authorization?: string }[] = [];
  const note = ({ url = '', headers }: IncomingMessage) =>
    requests.push({ target: url, authorization: headers['proxy-authorization'] });
  const server = createServer((received, response) => {
    note(received);
    request(String(received.url), { headers: received.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    }).end();
  });
  server.on('connect', (received, socket) => {
    note(received);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const start = async (environment: Record<string, string>) => {
  site = await startSite({ FRONTAPI_URL: cms.url, ...environment });
  return site;
};

it('calls of the API and fetches of pictures go through HTTP_PROXY, with its password', async () => {
  const { gateway, pictures } = await start({ HTTP_PROXY: `http://me:secret@127.0.0.1:${proxy.port}` });
  await gateway.get('contact');
  pictures.describe(`${cms.origin}/picture.svg`, {});
  const authorization = `Basic ${Buffer.from('me:secret').toString('base64')}`;
  expect(proxy.requests).toContainEqual({ target: `${cms.url}contact`, authorization });
  await expect.poll(() => proxy.requests).toContainEqual({ target: `${cms.origin}/picture.svg`, authorization });
  expect(cms.calls.map(({ address }) => address)).toContain('contact');
});

it('those by https go through a tunnel of HTTPS_PROXY, and a failure names the variables', async () => {
  const { gateway } = await start({
    https_proxy: `http://127.0.0.1:${proxy.port}`,
    FRONTAPI_URL: 'https://cms.invalid/frontapi/en/',
  });
  await expect(gateway.get('contact')).rejects.toThrow(/HTTPS_PROXY, HTTP_PROXY and NO_PROXY say/);
  expect(proxy.requests).toContainEqual({ target: 'cms.invalid:443', authorization: undefined });
});

it('hosts of NO_PROXY are reached without it', async () => {
  const { gateway } = await start({ HTTP_PROXY: `http://127.0.0.1:${proxy.port}`, NO_PROXY: 'example.org, 127.0.0.1' });
  await gateway.get('contact');
  expect(cms.calls.map(({ address }) => address)).toContain('contact');
  expect(proxy.requests).toEqual([]);
});

it('both name the site', async () => {
  const agents: unknown[] = [];
  cms.picture('/picture.svg', (response, { headers }) => {
    agents.push(headers['user-agent']);
    response.writeHead(404).end();
  });
  const { gateway, pictures } = await start({ SITE_URL: 'https://www.himal.example' });
  await gateway.get('contact');
  pictures.describe(`${cms.origin}/picture.svg`, {});
  await expect.poll(() => agents).toHaveLength(1);
  agents.push(cms.calls[0]?.headers['user-agent']);
  expect(new Set(agents)).toEqual(new Set([`Foyer/${version} (+https://www.himal.example)`]));
});
