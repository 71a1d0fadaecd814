import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import request from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import { startServer } from '../support/server.ts';
import { type LogLine, startSite, type TestSite } from '../support/site.ts';
import { type Certificate, startTls } from '../support/tls.ts';
import { type Behaviour, failure, raw, withHeaders } from '../support/upstream.ts';

/* The log names the cause of each failure and what to do. Visitors get the error page. */

let site: TestSite;
afterEach(() => site?.close());

const reasonsOf = (log: readonly LogLine[], call: string) =>
  log.filter((line) => line.call === call && line.level >= 40).map(({ reason }) => reason);

async function expectReason(reason: RegExp): Promise<void> {
  const { status, text: html } = await request(site.app).get('/blogs/1?whole=1');
  expect(status).toBe(503);
  expect(html).toContain('<h1>Sorry error occured!!!</h1>');
  expect(html).not.toMatch(/FRONTAPI|127\.0\.0\.1|localhost:/);
  expect(reasonsOf(site.log, 'blogs/1')).toEqual([expect.stringMatching(reason)]);
}

const html = (body: string, status = 200) => raw(status, 'text/html; charset=utf-8', body);
const LOGIN = '<!doctype html><title>Log in \n – CMS</title><form><input name="p" type="password"></form>';

describe('the log of an upstream that answers with', () => {
  it.each<[string, Behaviour, RegExp]>([
    [
      '401',
      failure(401, 'Unauthenticated.'),
      /blogs\/1 answers with status 401 \(Unauthenticated\.\) and wants a token: set FRONTAPI_AUTHORIZATION/,
    ],
    [
      '403 of a firewall',
      html('<title>Just a moment...</title>', 403),
      /status 403 \(a page of HTML titled “Just a moment\.\.\.”\).*let a firewall of the API admit this server/,
    ],
    [
      "406, in Laravel's own form",
      raw(406, 'application/json', '{"message":"Not Acceptable"}'),
      /status 406 \(Not Acceptable\) and wants other headers: give them in `headers` of mapping\.yaml/,
    ],
    [
      'a login page',
      html(LOGIN),
      /answers with a login page titled “Log in – CMS”, not JSON: set FRONTAPI_AUTHORIZATION/,
    ],
    [
      'another page',
      html('<title>Himal &amp; Sons</title><p>Welcome'),
      /answers with a page of HTML titled “Himal & Sons”, not JSON: its address \(FRONTAPI_URL\) usually ends in/,
    ],
    [
      'an empty body',
      raw(200, 'application/json', ''),
      /status 200 and an empty body: look for the fault in the API's own log/,
    ],
    [
      'JSON that breaks off',
      raw(200, 'application/json', '{"error":false,"data":{"blog":{'),
      /JSON that breaks off after 31 bytes/,
    ],
    [
      'a warning of PHP',
      raw(200, 'application/json', 'Warning: Undefined index\u001b[31m {}'),
      /text that is not JSON \(“Warning: Undefined index \[31m \{\}”\)/,
    ],
    [
      'a redirect to the host with TLS',
      withHeaders(301, { location: 'https://127.0.0.1:1/frontapi/en/blogs/1' }),
      /redirects to https:\/\/127\.0\.0\.1:1\/frontapi\/en\/blogs\/1, which is another origin.*set FRONTAPI_URL to https:\/\/127\.0\.0\.1:1\/frontapi\/en\/\./,
    ],
    [
      'a redirect to the login of another host',
      withHeaders(302, { location: 'https://id.example/login?next=blogs' }),
      /redirects to another host, https:\/\/id\.example\/login;.*or FRONTAPI_AUTHORIZATION if it is a login/,
    ],
    [
      'what nginx says to plain HTTP at its port for TLS',
      html('<title>400 The plain HTTP request was sent to HTTPS port</title>', 400),
      /as it speaks TLS: begin FRONTAPI_URL with https:/,
    ],
    [
      '422',
      failure(422, 'The id is invalid.'),
      /status 422 \(The id is invalid\.\) and does not accept the call: .*mapping\.yaml.*UPSTREAM_BUDGET/,
    ],
    ['429', failure(429), /status 429 \(Failed\) and wants fewer calls: set UPSTREAM_BUDGET/],
    ['500', failure(500, 'SQLSTATE'), /status 500 \(SQLSTATE\): look for the fault in the API's own log/],
  ])('%s', async (_, behaviour, reason) => {
    site = await startSite();
    // A list leads to it: a visitor has not invented it.
    for (const page of ['1', '2']) await site.gateway.get('blogs', { page });
    site.upstream.answer('blogs/1', behaviour);
    await expectReason(reason);
  });

  it('a token that is wrong', async () => {
    site = await startSite({ FRONTAPI_AUTHORIZATION: 'Bearer old' });
    site.upstream.answer('blogs/1', failure(401));
    await expectReason(/status 401 \(Failed\) and does not accept FRONTAPI_AUTHORIZATION: correct it/);
  });

  it('a redirect to a login page of its own', async () => {
    site = await startSite();
    site.upstream.answer('blogs/1', withHeaders(302, { location: '/login' }));
    site.upstream.picture('/login', html(LOGIN));
    await expectReason(/\/login answers with a login page titled “Log in – CMS”, not JSON: set FRONTAPI_AUTHORIZATION/);
  });
});

describe('the log of an upstream whose connection fails:', () => {
  let server: Server | undefined;
  afterEach(() => server?.close());
  const listen = async (onConnection: (socket: Socket) => void) => {
    server = createServer((socket) => onConnection(socket.on('error', () => {}))).listen(0, '127.0.0.1');
    await new Promise((resolve) => server?.once('listening', resolve));
    return `127.0.0.1:${(server.address() as AddressInfo).port}/frontapi/en/`;
  };
  /** What OpenSSL sends to a client that does not speak TLS. */
  const ALERT = Buffer.from([0x15, 3, 1, 0, 2, 2, 70]);

  it.each<[string, string, (socket: Socket) => void, RegExp]>([
    [
      'plain HTTP at a port for TLS',
      'http',
      (socket) => socket.once('data', () => socket.end(ALERT)),
      /speaks TLS, not plain HTTP: begin FRONTAPI_URL with https:/,
    ],
    [
      'another protocol',
      'http',
      (socket) => socket.end('220 ready\r\n'),
      /does not speak HTTP: correct the port in FRONTAPI_URL/,
    ],
    [
      'no answer to TLS',
      'https',
      () => {},
      /no connection to 127\.0\.0\.1:\d+ in time: let its firewall admit this server/i,
    ],
    [
      'an end without an answer',
      'http',
      (socket) => socket.once('data', () => socket.end()),
      /closed the connection before its answer was complete: .*If it speaks TLS, begin FRONTAPI_URL with https:/,
    ],
  ])('%s', async (_, scheme, onConnection, reason) => {
    const address = await listen(onConnection);
    site = await startSite({ FRONTAPI_URL: `${scheme}://${address}`, UPSTREAM_TIMEOUT: '1000' });
    await expectReason(reason);
  });

  it.each<[string, string, RegExp]>([
    [
      'a host that there is not',
      'http://cms.invalid/frontapi/en/',
      /There is no host cms\.invalid: correct FRONTAPI_URL/,
    ],
    [
      'a port on which nothing listens',
      'http://127.0.0.1:1/frontapi/en/',
      /127\.0\.0\.1:1 refuses the connection: start the API/,
    ],
  ])('%s', async (_, url, reason) => {
    site = await startSite({ FRONTAPI_URL: url });
    await expectReason(reason);
  });

  it('plain HTTP at a port for TLS of Node.js', async () => {
    const tls = await startTls('good');
    site = await startSite({ FRONTAPI_URL: tls.url.replace('https:', 'http:') });
    await expectReason(/If it speaks TLS, begin FRONTAPI_URL with https:/);
    tls.close();
  });

  it.each<[string, Certificate, boolean, RegExp]>([
    ['self-signed', 'self-signed', false, /The TLS certificate of localhost:\d+ is self-signed: .*NODE_EXTRA_CA_CERTS/],
    [
      'of an unknown authority',
      'good',
      false,
      /is of an authority that this machine does not know.*NODE_EXTRA_CA_CERTS/,
    ],
    ['expired', 'expired', true, /has expired: renew it/],
    ['of another name', 'other-name', true, /is for other\.example: correct the host in FRONTAPI_URL/],
    ['good', 'good', true, /answers with status 200 and an empty body/],
  ])('a certificate that is %s', async (_, certificate, isKnown, reason) => {
    const tls = await startTls(certificate);
    // Node.js reads the file of the authority when its process starts.
    const built = await startServer({
      FRONTAPI_URL: tls.url,
      SITE_URL: 'https://www.himal.example',
      ...(isKnown && { NODE_EXTRA_CA_CERTS: tls.authority }),
    });
    expect((await fetch(`${built.url}/blogs/1?whole=1`)).status).toBe(503);
    // Of this call, or of those before it, which have paused it.
    await expect.poll(() => built.log.map((line) => line.reason)).toContainEqual(expect.stringMatching(reason));
    await built.stop();
    tls.close();
  });
});
