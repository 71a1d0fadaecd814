import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReadyResponse } from '../../../server/http/ready-response.ts';
import { causeOf, RequestLog, requestId, setRoute } from '../../../server/http/request-log.ts';
import { exchange } from '../../support/exchange.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function requestLog(level = 'info', clientOf?: () => string) {
  const lines: Record<string, unknown>[] = [];
  const logger = pino({ level, base: undefined }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { requests: new RequestLog(logger, undefined, clientOf), lines, logger };
}

const ID = 'from-the-balancer-1';
const NEW_ID = /^[\w-]{16}-[\da-z]+$/;

describe('a request id', () => {
  const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
  const idFor = (headers: Record<string, string>) => requestId(exchange('/', headers).request);

  it.each<[Record<string, string>, string]>([
    [{ 'x-request-id': 'balancer:42-abc' }, 'balancer:42-abc'],
    [{ 'x-request-id': 'x'.repeat(128) }, 'x'.repeat(128)],
    [{ traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }, TRACE],
    [{ 'x-request-id': 'balancer:42-abc', traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }, 'balancer:42-abc'],
    [{ 'x-request-id': 'bad id', traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }, TRACE],
  ])('is that of the proxy or of its trace: %j', (headers, id) => {
    expect(idFor(headers)).toBe(id);
  });

  it.each<Record<string, string>>([
    {},
    { 'x-request-id': 'short' },
    { 'x-request-id': 'no "quotes"' },
    { 'x-request-id': 'line\nbreak-and-more' },
    { 'x-request-id': 'x'.repeat(129) },
    { traceparent: 'nonsense' },
    { traceparent: `00-${TRACE}-00f067aa0ba902b7` },
  ])('is a new one for %j', (headers) => {
    expect(idFor(headers)).toMatch(NEW_ID);
    expect(idFor(headers)).not.toBe(idFor(headers));
  });

  it('that is new would be accepted from a proxy', () => {
    const id = idFor({});
    expect(idFor({ 'x-request-id': id })).toBe(id);
  });

  it('is a new one where two are sent', () => {
    const { request } = exchange('/');
    request.rawHeaders = ['X-Request-Id', 'balancer:42-abc', 'X-Request-Id', 'balancer:43-abc'];
    expect(requestId(request)).toMatch(NEW_ID);
  });
});

describe('a line', () => {
  /** The object that pino writes for the same fields. */
  const byPino = (fields: object, level: 'info' | 'debug', base?: object) => {
    const lines: string[] = [];
    const logger = pino({ level: 'debug', base, timestamp }, { write: (line: string) => void lines.push(line) });
    logger[level](fields, 'request');
    return lines.join('');
  };
  const timestamp = () => `,"time":"${new Date().toISOString()}"`;
  const logTo = (lines: string[], base?: object, clientOf?: () => string) => {
    const logger = pino(
      { level: clientOf ? 'debug' : 'info', base, timestamp },
      { write: (line: string) => void lines.push(line) },
    );
    return new RequestLog(logger, undefined, clientOf);
  };
  const PATHS = ['/', '/caf\u00e9/a"b\\c'];
  const BASES = [undefined, { worker: 2 }];

  it.each(PATHS.flatMap((path) => BASES.map((base) => [path, base] as const)))(
    'of a cache hit at %s, with the base %j, is pino’s',
    (path, base) => {
      const hit: ReadyResponse = { route: '/blogs/:id', send: () => ({ status: 200, bytes: 0 }) };
      for (const [method, sent] of [
        ['GET', { status: 200, bytes: 5_413 }],
        ['GET', { status: 304, bytes: 0 }],
        ['HEAD', { status: 200, bytes: 0 }],
        ['GET', { status: 200, bytes: 5_413 }],
      ] as const) {
        const lines: string[] = [];
        const { request, response } = exchange(`${path}?q=secret`, { 'x-request-id': ID }, method);
        hit.send = () => sent;
        logTo(lines, base).sendReady(hit, request, response);
        const fields = { id: ID, method, route: '/blogs/:id', path, ...sent, cache: 'hit', ms: 0 };
        expect(lines).toEqual([byPino(fields, 'info', base)]);
      }
    },
  );

  it.each(PATHS)('of a request of Express at %s is pino’s: complete, aborted, of a probe', (path) => {
    for (const [route, isAborted, client] of [
      [undefined, false, undefined],
      ['/blogs/:id', false, undefined],
      ['/blogs/:id', true, undefined],
      ['/blogs/:id', true, 'unknown "\\'],
      ['/healthz', false, '203.0.113.9'],
    ] as const) {
      const lines: string[] = [];
      const { request, response } = exchange(path, { 'x-request-id': ID }, 'POST');
      logTo(lines, undefined, client === undefined ? undefined : () => client).start(request, response);
      if (route) setRoute(response, route);
      response.statusCode = 503;
      response.setHeader('Content-Length', '12');
      Object.defineProperty(response, 'headersSent', { value: true });
      if (!isAborted) Object.defineProperty(response, 'writableFinished', { value: true });
      vi.advanceTimersByTime(40);
      response.emit('close');
      const fields = {
        ...{ id: ID, method: 'POST', route: route ?? 'none', path, status: 503, bytes: 12, cache: 'none' },
        ...(isAborted && { aborted: true }),
        ...{ ms: 40, client },
      };
      expect(lines).toEqual([byPino(fields, route === '/healthz' ? 'debug' : 'info')]);
    }
  });
});

describe('a cache hit', () => {
  const hit = (sent: ReturnType<ReadyResponse['send']>) => {
    const send = vi.fn<ReadyResponse['send']>(() => sent);
    return { route: '/blogs/:id', send };
  };
  const request = (url = '/blogs/3?utm_source=secret') => exchange(url, { 'x-request-id': ID }, 'HEAD');

  it('is sent with its id, and logged without its query', () => {
    const { requests, lines } = requestLog();
    const cached = hit({ status: 304, bytes: 0 });
    const { request: incoming, response } = request();
    requests.sendReady(cached, incoming, response);
    expect(cached.send.mock.calls).toEqual([[incoming, response, ['X-Request-Id', ID]]]);
    expect(lines).toEqual([
      expect.objectContaining({
        msg: 'request',
        id: ID,
        method: 'HEAD',
        route: '/blogs/:id',
        path: '/blogs/3',
        status: 304,
        bytes: 0,
        cache: 'hit',
        ms: 0,
      }),
    ]);
    expect(lines[0]).not.toHaveProperty('client');
  });

  it('that is still being compressed is logged once it has been sent, with its time', async () => {
    const { requests, lines } = requestLog();
    const { request: incoming, response } = request();
    let finish = (_sent: { status: number; bytes: number }) => {};
    const sent = new Promise<{ status: number; bytes: number }>((resolve) => {
      finish = resolve;
    });
    requests.sendReady(hit(sent), incoming, response);
    vi.advanceTimersByTime(250);
    expect(lines).toEqual([]);
    finish({ status: 200, bytes: 1_234 });
    await sent;
    expect(lines).toMatchObject([{ status: 200, bytes: 1_234, cache: 'hit', ms: 250 }]);
  });

  it('has no id where nothing is logged', () => {
    const { requests, lines } = requestLog('warn');
    const cached = hit({ status: 200, bytes: 1 });
    const { request: incoming, response } = request();
    requests.sendReady(cached, incoming, response);
    expect(cached.send.mock.calls).toEqual([[incoming, response, []]]);
    expect(lines).toEqual([]);
  });

  it('has a path of bounded length', () => {
    const { requests, lines } = requestLog();
    const { request: incoming, response } = request(`/${'a'.repeat(4_000)}`);
    requests.sendReady(hit({ status: 200, bytes: 1 }), incoming, response);
    expect(String(lines[0]?.path)).toHaveLength(200);
  });
});

describe('another request', () => {
  const run = (
    url: string,
    respond: (response: ReturnType<typeof exchange>['response']) => void,
    { level, clientOf }: { level?: string; clientOf?: () => string } = {},
  ) => {
    const { requests, lines } = requestLog(level, clientOf);
    const { request, response } = exchange(url, { 'x-request-id': ID });
    requests.start(request, response);
    respond(response);
    vi.advanceTimersByTime(40);
    response.emit('close');
    return { lines, response };
  };

  it('is logged when it ends, with what was sent', () => {
    const { lines, response } = run('/nothing?q=secret', (sent) => {
      setRoute(sent, '*');
      sent.statusCode = 404;
      sent.setHeader('Content-Length', 123);
      sent.setHeader('Cache-Status', 'foyer; fwd=miss; stored');
      Object.defineProperty(sent, 'headersSent', { value: true });
    });
    expect(lines).toMatchObject([
      { id: ID, method: 'GET', route: '*', path: '/nothing', status: 404, bytes: 123, cache: 'miss', ms: 40 },
    ]);
    expect(response.getHeader('X-Request-Id')).toBe(ID);
  });

  it.each([
    ['foyer; hit; ttl=12', 'hit'],
    ['foyer; hit', 'hit'],
    ['foyer; fwd=miss', 'miss'],
    [undefined, 'none'],
  ])('with the Cache-Status %s counts as %s', (status, cache) => {
    const { lines } = run('/', (sent) => {
      if (status) sent.setHeader('Cache-Status', status);
    });
    expect(lines).toMatchObject([{ cache }]);
  });

  it('has the path as it was requested, though Express shortens it for a mounted handler', () => {
    const { lines } = run('/media/hill.svg', (sent) => {
      sent.req.url = '/hill.svg';
    });
    expect(lines).toMatchObject([{ path: '/media/hill.svg', route: 'none' }]);
  });

  it('whose client has closed the connection is marked', () => {
    // The response has no end.
    const { lines } = run('/blogs', () => {});
    expect(lines).toMatchObject([{ status: 499, aborted: true }]);
  });

  it('follows the level of the log, which may change', () => {
    const { requests, lines, logger } = requestLog('warn', () => '203.0.113.9');
    const hit: ReadyResponse = { route: '/', send: () => ({ status: 200, bytes: 1 }) };
    const linesAt = (level: string) => {
      logger.level = level;
      lines.length = 0;
      const { request, response } = exchange('/');
      requests.sendReady(hit, request, response);
      return lines.map(({ client }) => client);
    };
    expect(['warn', 'debug', 'info', 'warn'].map(linesAt)).toEqual([[], ['203.0.113.9'], [undefined], []]);
  });

  it('of a health check is logged at debug only', () => {
    const healthy = (sent: ReturnType<typeof exchange>['response']) => setRoute(sent, '/healthz');
    expect(run('/healthz', healthy).lines).toEqual([]);
    expect(run('/healthz', healthy, { level: 'debug' }).lines).toMatchObject([{ level: 20, route: '/healthz' }]);
  });

  it('has the address of its client at debug only', () => {
    const clientOf = () => '203.0.113.9';
    expect(run('/', () => {}, { level: 'debug', clientOf }).lines).toMatchObject([{ client: '203.0.113.9' }]);
    expect(run('/', () => {}, { clientOf }).lines[0]).not.toHaveProperty('client');
  });

  it('names its trace, where its id is another one, and passes it on', () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const traceparent = `00-${trace}-00f067aa0ba902b7-01`;
    const lineFor = (headers: Record<string, string>) => {
      const { requests, lines } = requestLog();
      const { request, response } = exchange('/', headers);
      requests.start(request, response);
      response.emit('close');
      return { line: lines[0], cause: causeOf(request, response) };
    };
    const named = lineFor({ 'x-request-id': ID, traceparent });
    expect(named.line).toMatchObject({ id: ID, trace });
    expect(named.cause).toEqual({ requestId: ID, traceparent });
    const unnamed = lineFor({ traceparent });
    expect(unnamed.line).toMatchObject({ id: trace });
    expect(unnamed.line).not.toHaveProperty('trace');
    expect(unnamed.cause).toEqual({ requestId: trace, traceparent });
    expect(lineFor({ 'x-request-id': ID, traceparent: 'nonsense' }).cause).toEqual({ requestId: ID });
  });

  it('has an id even where nothing is logged', () => {
    const { lines, response } = run('/', () => {}, { level: 'warn' });
    expect(response.getHeader('X-Request-Id')).toBe(ID);
    expect(lines).toEqual([]);
  });
});
