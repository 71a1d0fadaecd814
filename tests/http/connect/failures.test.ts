import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectApi } from '../../../tools/connect/src/connect-api.ts';
import { runCommand } from '../../support/commands.ts';
import { type Certificate, startTls } from '../../support/tls.ts';
import {
  type Behaviour,
  data,
  failure,
  json,
  raw,
  startUpstream,
  type TestUpstream,
  withHeaders,
} from '../../support/upstream.ts';

/* An API that cannot be read: in one sentence that says what to do. */

let upstream: TestUpstream;
let dir: string;
beforeEach(async () => {
  upstream = await startUpstream();
  dir = await mkdtemp(join(tmpdir(), 'foyer-connect-test-'));
});
afterEach(async () => {
  await upstream.close();
  await rm(dir, { recursive: true });
});

const connect = (url = upstream.url, ...args: string[]) =>
  runCommand(connectApi, [url, ...args], { DATA_DIR: join(dir, 'data') });
const CALLS =
  'site home notice news blogs bod management career album category companyInfo dataset contact department downloads events faq page introduction profile about report service-center services sliders'.split(
    ' ',
  );
const answerAll = (behaviour: Behaviour) => {
  for (const call of CALLS) upstream.answer(call, behaviour);
};

describe('the whole API:', () => {
  it.each<[string, RegExp, Behaviour]>([
    ['a wrong token', /answers with status 401.*FRONTAPI_AUTHORIZATION/, failure(401, 'Unauthenticated.')],
    [
      'a login page',
      /login/i,
      raw(200, 'text/html', '<html><title>Sign in</title><form><input type="password" name="password"></form></html>'),
    ],
    [
      'a redirect to another host',
      /redirects to another host.*elsewhere\.invalid/,
      withHeaders(302, { location: 'http://elsewhere.invalid/frontapi/en/site' }),
    ],
    ['a failing server', /status 500/, failure(500)],
    ['not JSON', /JSON/, raw(200, 'application/json', 'soon')],
  ])('%s', async (_, sentence, behaviour) => {
    answerAll(behaviour);
    const { code, stdout, stderr } = await connect();
    expect(stderr).toMatch(sentence);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect([code, stdout]).toEqual([2, '']);
    // It is not asked on and on.
    expect(new Set(upstream.calls.map(({ address }) => address)).size).toBeLessThanOrEqual(4);
  });

  it('another site, with none of the calls', async () => {
    const { code, stderr } = await connect(`${upstream.origin}/frontapi/ne/`);
    expect(stderr).toMatch(
      /answers 404 to all 25 calls of the contract: .*for another site; its address .*usually ends in \/frontapi\/en\//,
    );
    expect(code).toBe(2);
    const addresses = upstream.calls.map(({ address }) => address);
    expect(addresses).toContain('ne/posts');
    expect(addresses).not.toContain('ne/jobs');
  });

  it('another site, whose answers have other shapes', async () => {
    answerAll(data({ weather: 'fine', humidity: 12 }));
    const { code, stdout } = await connect();
    expect(stdout).toMatch(/\b0 of \d+ calls usable/);
    expect(stdout).toContain('It may be the API of another site');
    expect(code).toBe(2);
  });

  it('nothing that listens', async () => {
    await upstream.close();
    const { code, stderr } = await connect();
    expect(stderr).toMatch(/^[^\n]*127\.0\.0\.1[^\n]*\n$/);
    expect(code).toBe(2);
    upstream = await startUpstream();
  });

  it.each<[Certificate, RegExp]>([
    ['expired', /certificate/],
    ['self-signed', /certificate/],
    ['other-name', /certificate/],
  ])('a certificate that is %s', async (certificate, sentence) => {
    const server = await startTls(certificate);
    try {
      const { code, stdout, stderr } = await connect(server.url);
      expect(stderr).toMatch(sentence);
      expect(stderr.trim().split('\n')).toHaveLength(1);
      expect([code, stdout]).toEqual([2, '']);
    } finally {
      server.close();
    }
  });

  it('for programs', async () => {
    answerAll(failure(401));
    const { code, stdout } = await connect(upstream.url, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ url: upstream.url, failure: { code: 'not-allowed' } });
    expect(code).toBe(2);
  });
});

describe('an API that limits its calls', () => {
  it('with 422 after 18 calls gets a pause, and no call twice', async () => {
    let calls = 0;
    const limited: Behaviour = (response, request) => {
      calls += 1;
      if (calls === 19) return failure(422, 'Too many')(response, request);
      return data({})(response, request);
    };
    for (const call of CALLS.slice(4)) upstream.answer(call, limited);
    const { code, stderr } = await connect();
    expect(stderr).toMatch(/asks for fewer calls: waiting 1 s/);
    expect(code).toBe(1);
  });

  it('for longer than --max-wait says how to go on, and then goes on', async () => {
    const refused = withHeaders(429, { 'retry-after': '120' });
    upstream.answer('report', refused);
    const { code, stdout, stderr } = await connect(upstream.url, '--max-wait', '5');
    expect(stderr).toMatch(
      /asks for a pause of 120 s\. Run the same command again later: it goes on where it has stopped\./,
    );
    expect([code, stdout]).toEqual([1, '']);
    const before = upstream.calls.length;
    upstream.behave();
    expect((await connect()).stdout).toContain('Himal Trust');
    const first = upstream.calls.slice(0, before).map(({ address }) => address);
    const again = upstream.calls.slice(before).map(({ address }) => address);
    // One more call was in progress when the command gave up.
    expect(again.filter((address) => first.includes(address) && address !== 'report').length).toBeLessThanOrEqual(1);
  });

  it.each([
    ['that a limit that has begun before refuses', failure(422, 'Too Many Attempts.')],
    ['that a limit refuses without words', failure(422, 'Unprocessable')],
  ])('is asked again for the first calls %s', async (_, refusal) => {
    let refusals = 0;
    for (const call of CALLS.slice(0, 2)) {
      const answer = data(call === 'site' ? { site: { name: 'Himal' } } : {});
      upstream.answer(call, (response, request) => {
        refusals += 1;
        return (refusals <= 2 ? refusal : answer)(response, request);
      });
    }
    const { stdout } = await connect();
    expect(stdout).toMatch(/^site: usable/m);
    expect(stdout).toMatch(/^home: usable/m);
  });

  it('is asked again for a call whose limit ends before another call shows it', async () => {
    let controls = 0;
    upstream.answer('site', (response, request) => {
      controls += 1;
      return data({ site: { name: 'Himal' } })(response, request);
    });
    const refused = failure(422, 'Unprocessable');
    upstream.answer('report', (response, request) => (controls < 2 ? refused : data([]))(response, request));
    expect((await connect()).stdout).toMatch(/^report: usable/m);
  });

  it('is waited for where it says so, though other calls work', async () => {
    upstream.answer('report', failure(422, 'Too Many Attempts.'));
    const { stderr, code } = await connect(upstream.url, '--max-wait', '3');
    expect(stderr).toMatch(/asks for a pause of \d+ s\. Run the same command again later/);
    expect(code).toBe(1);
  });

  it('is not waited for where one call alone is refused with 422', async () => {
    upstream.answer('report', failure(422, 'The year field is required.'));
    const { stdout, code } = await connect();
    expect(stdout).toMatch(/report: not usable, status 422/);
    expect(stdout).toContain('The year field is required.');
    expect(code).toBe(1);
  });
});

it.each([
  ['', json(200, { error: false, data: { site: { name: 'Himal' } } })],
  [', also if it has no site', failure(404, 'Not found')],
  [', also if its site fails', failure(500, 'Server Error')],
])('headers of a browser are tried where the API wants them, and proposed%s', async (_, site) => {
  const wanting =
    (path: string): Behaviour =>
    (response, request) => {
      if (request.headers.referer !== `${upstream.origin}/`) return failure(406, 'Not acceptable')(response, request);
      return (path === 'site' ? site : data({}))(response, request);
    };
  for (const call of [...CALLS, 'settings', 'site-settings', 'setting']) upstream.answer(call, wanting(call));
  const { stdout } = await connect();
  expect(stdout).toMatch(/headers:\n\s+Accept: .*\n\s+Referer: /);
  expect(stdout).not.toContain('User-Agent');
});

it.each<[string[], RegExp]>([
  [[], /Expected the address of an API: npm run connect -- URL\. --help says more\./],
  [['ftp://cms.example/'], /ftp:\/\/cms\.example\/ is no http\(s\) address/],
  [['https://a:b@cms.example/'], /^The address has a user name, a password, .* FRONTAPI_AUTHORIZATION\.$/m],
  [['https://cms.example/?token=b'], /^The address has a user name, a password, a query .* FRONTAPI_AUTHORIZATION\.$/m],
  [['https://cms.example/', '--wait'], /--wait.*--help says what is known\./],
  [['https://cms.example/', '--max-wait', 'long'], /--max-wait long: expected a whole number/],
  [['https://cms.example/', '--mapping', '/nowhere.yaml'], /FRONTAPI_MAPPING=\/nowhere\.yaml/],
])('usage: %j', async (args, sentence) => {
  const { code, stdout, stderr } = await runCommand(connectApi, args);
  expect(stderr).toMatch(sentence);
  expect(stderr).not.toMatch(/^ +at /m);
  expect([code, stdout]).toEqual([2, '']);
});

it('--help', async () => {
  const { code, stdout } = await runCommand(connectApi, ['--help']);
  expect(stdout).toContain('--max-wait N');
  expect(code).toBe(0);
});
