import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type CacheHit,
  RequestLog,
  requestId,
  requestIdOf,
  setRoute,
} from '../../../server/observability/request-log.ts';
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
  return { requests: new RequestLog(logger, undefined, clientOf), lines };
}

const ID = 'from-the-balancer-1';
const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/;

describe('a request id', () => {
  const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

  it.each([
    [{ 'x-request-id': 'balancer:42-abc' }, 'balancer:42-abc'],
    [{ 'x-request-id': 'x'.repeat(128) }, 'x'.repeat(128)],
    [{ traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }, TRACE],
    [{ 'x-request-id': 'balancer:42-abc', traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }, 'balancer:42-abc'],
    [{ 'x-request-id': 'bad id', traceparent: `00-${TRACE}-00f067aa0ba902b7-01` }, TRACE],
  ])('is that of the proxy or of its trace: %j', (headers, id) => {
    expect(requestId(headers)).toBe(id);
  });

  it.each([
    {},
    { 'x-request-id': 'short' },
    { 'x-request-id': 'no "quotes"' },
    { 'x-request-id': 'line\nbreak-and-more' },
    { 'x-request-id': 'x'.repeat(129) },
    { traceparent: 'nonsense' },
    { traceparent: `00-${TRACE}-00f067aa0ba902b7` },
  ])('is a new one for %j', (headers) => {
    expect(requestId(headers)).toMatch(UUID);
    expect(requestId(headers)).not.toBe(requestId(headers));
  });
});

describe('a cache hit', () => {
  const hit = (sent: ReturnType<CacheHit['send']>) => {
    const send = vi.fn<CacheHit['send']>(() => sent);
    return { route: '/blogs/:id', send };
  };
  const request = (url = '/blogs/3?utm_source=secret') => exchange(url, { 'x-request-id': ID }, 'HEAD');

  it('is sent with its id, and logged without its query', () => {
    const { requests, lines } = requestLog();
    const cached = hit({ status: 304, bytes: 0 });
    const { request: incoming, response } = request();
    requests.sendHit(cached, incoming, response);
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
    requests.sendHit(hit(sent), incoming, response);
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
    requests.sendHit(cached, incoming, response);
    expect(cached.send.mock.calls).toEqual([[incoming, response, []]]);
    expect(lines).toEqual([]);
  });

  it('has a path of bounded length', () => {
    const { requests, lines } = requestLog();
    const { request: incoming, response } = request(`/${'a'.repeat(4_000)}`);
    requests.sendHit(hit({ status: 200, bytes: 1 }), incoming, response);
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
    });
    expect(lines).toMatchObject([
      { id: ID, method: 'GET', route: '*', path: '/nothing', status: 404, bytes: 123, cache: 'miss', ms: 40 },
    ]);
    expect(requestIdOf(response)).toBe(ID);
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
    expect(lines).toMatchObject([{ aborted: true }]);
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

  it('has an id even where nothing is logged', () => {
    const { lines, response } = run('/', () => {}, { level: 'warn' });
    expect(requestIdOf(response)).toBe(ID);
    expect(lines).toEqual([]);
  });
});
