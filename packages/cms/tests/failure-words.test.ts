import { describe, expect, it } from 'vitest';
import type { FailureCode } from '../../gateway/src/upstream-error.ts';
import { describeFailure, type FailedRequest, type FailedResponse } from '../src/failure-words.ts';

/* The forms that tests/http/upstream-words.test.ts does not have over real connections, and the names for machines. */

const BASE = 'https://cms.example/frontapi/{locale}/';
const wordsOf = (failure: Partial<FailedRequest>) =>
  describeFailure({
    url: new URL('https://cms.example/frontapi/en/blogs?search=loan'),
    base: BASE,
    isAuthorized: false,
    hasConnected: true,
    ...failure,
  });
const errorOf = (code: string, message = code) => Object.assign(new Error(message), { code });
const response = (status: number, body = '', fields: Partial<FailedResponse> = {}) => ({
  response: { status, body: Buffer.from(body), isJson: false, message: 'not JSON', ...fields },
});

describe('an error of the connection', () => {
  it.each<[string, FailureCode, RegExp]>([
    ['ENOTFOUND', 'unknown-host', /^There is no host cms\.example: correct FRONTAPI_URL/],
    ['ECONNREFUSED', 'refused', /^cms\.example refuses the connection/],
    ['ENETUNREACH', 'unreachable', /^No network leads from this machine to cms\.example/],
    ['UND_ERR_CONNECT_TIMEOUT', 'connect-timeout', /^No connection to cms\.example in time/],
    ['UND_ERR_BODY_TIMEOUT', 'timeout', /UPSTREAM_TIMEOUT/],
    ['ECONNRESET', 'reset', /^cms\.example closed the connection[^.]*\(ECONNRESET\)\.$/],
    ['CERT_HAS_EXPIRED', 'tls-expired', /has expired: renew it/],
    ['CERT_NOT_YET_VALID', 'tls-not-yet-valid', /is not valid yet: correct the clock/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls-self-signed', /NODE_EXTRA_CA_CERTS/],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'tls-unknown-authority', /whole chain/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls-wrong-name', /is for other names: correct the host/],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'tls-failed', /TLS 1\.2 or 1\.3/],
    ['Z_DATA_ERROR', 'bad-encoding', /compresses its answer wrongly/],
    ['ERR_UNKNOWN', 'connection-failed', /failed: ERR_UNKNOWN \(ERR_UNKNOWN\)\.$/],
  ])('%s', (code, name, sentence) => {
    expect(wordsOf({ error: errorOf(code) })).toEqual({ code: name, sentence: expect.stringMatching(sentence) });
    const caused = new Error('failed', { cause: new AggregateError([errorOf(code)]) });
    expect(wordsOf({ error: caused }).code).toBe(name);
  });

  it('of a server that speaks plain HTTP', () => {
    const error = errorOf('EPROTO', 'SSL routines:ssl3_get_record:wrong version number');
    expect(wordsOf({ error }).code).toBe('plain-http');
  });

  it('is no answer in time, or no connection in time', () => {
    const error = new DOMException('no answer in time', 'TimeoutError');
    expect(wordsOf({ error }).code).toBe('timeout');
    expect(wordsOf({ error, hasConnected: false }).code).toBe('connect-timeout');
  });
});

describe('a redirect', () => {
  it.each<[string, FailureCode, RegExp]>([
    [
      'https://www.cms.example/frontapi/en/blogs?search=loan',
      'other-host',
      /set FRONTAPI_URL to https:\/\/www\.cms\.example\/frontapi\/\{locale\}\/\.$/,
    ],
    ['http://cms.example/frontapi/en/blogs', 'other-scheme', /set FRONTAPI_URL to http:\/\/cms\.example\/frontapi/],
    ['https://cms.example:8443/frontapi/en/blogs', 'other-port', /another port, https:\/\/cms\.example:8443/],
    ['https://id.example/login?token=1', 'other-host', /https:\/\/id\.example\/login; .*FRONTAPI_AUTHORIZATION/],
    ['javascript:alert(1)', 'other-host', /another host, javascript:;/],
    ['/frontapi/en/blogs', 'redirect-loop', /again and again/],
    ['http://[', 'redirect-nowhere', /leads nowhere/],
    ['', 'redirect-nowhere', /leads nowhere/],
  ])('to %s', (location, code, sentence) => {
    expect(wordsOf(response(302, '', { location }))).toEqual({ code, sentence: expect.stringMatching(sentence) });
  });
});

describe('a response', () => {
  it.each<[string, { response: FailedResponse }, FailureCode]>([
    ['401', response(401), 'not-allowed'],
    ['404', response(404), 'not-found'],
    ['404 to all', response(404, '', { isNothingFound: true }), 'nothing-found'],
    ['406', response(406), 'wrong-headers'],
    ['422', response(422), 'bad-input'],
    ['422 of a limit', response(422, '', { isLimit: true }), 'limit'],
    ['409', response(409), 'other-status'],
    ['503', response(503, '<h1>Bad gateway</h1>'), 'server-error'],
    ['plain HTTP to Go', response(400, 'Client sent an HTTP request to an HTTPS server.'), 'plain-https'],
    ['nothing', response(200, ' \n'), 'empty'],
    ['a page by its type', response(200, 'Welcome', { contentType: 'text/html' }), 'html-page'],
    ['a page without a type', response(200, '\uFEFF<!DOCTYPE html><title>Himal</title>'), 'html-page'],
    ['a form for a password', response(200, '<p><input name=p type=password>'), 'login-page'],
    ['XML', response(200, '<?xml version="1.0"?><rss/>'), 'not-json'],
    ['a part of JSON, whatever its type', response(200, '{"a":[1,', { contentType: 'text/html' }), 'cut-off'],
    ['JSON with an error in it', response(200, '{a:1}'), 'not-json'],
    ['other JSON', response(200, '7', { isJson: true, message: "not the API's envelope" }), 'not-envelope'],
    ['a failure with status 200', response(200, '{}', { isJson: true, message: 'Busy' }), 'api-error'],
  ])('%s', (_, failure, code) => {
    expect(wordsOf(failure).code).toBe(code);
  });

  it('never names the query of the call, which may be what a visitor looks for', () => {
    for (const status of [200, 302, 401, 404, 422, 500])
      expect(wordsOf(response(status)).sentence).not.toContain('loan');
  });

  it('quotes what is from outside in one short line', () => {
    const title = `A\u001b[31m\n\u202Eb${'c'.repeat(1_000)}`;
    const { sentence } = wordsOf(response(500, `<title>${title}</title>`));
    expect(sentence).toContain('titled “A [31m bccc');
    expect(sentence.length).toBeLessThan(350);
    expect(wordsOf(response(422, JSON.stringify({ message: title }))).sentence).toContain('(A [31m bccc');
  });

  it('knows a login page by its address', () => {
    const url = new URL('https://cms.example/admin/login');
    expect(wordsOf({ url, ...response(200, '<p>Welcome') }).code).toBe('login-page');
  });
});
