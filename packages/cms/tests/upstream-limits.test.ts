import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ContentError } from '../../model/src/content-error.ts';
import { CircuitBreaker } from '../src/circuit-breaker.ts';
import { FAILURES_BEFORE_PAUSE } from '../src/policy.ts';
import { type LimitsOptions, type QueuedCall, UpstreamLimits } from '../src/upstream-limits.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'], now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

/** An upstream whose calls last until the test ends them. */
function upstream(options: LimitsOptions) {
  const limits = new UpstreamLimits(options);
  const breaker = new CircuitBreaker();
  /** Ids in the order in which the calls ran. */
  const ran: string[] = [];
  const running = new Map<string, { resolve(): void; reject(error: Error): void }>();
  const run = (id: string, call: Partial<QueuedCall> = {}): Promise<void> => {
    const result = limits.run(
      () => {
        ran.push(id);
        return new Promise<void>((resolve, reject) => running.set(id, { resolve, reject }));
      },
      { id, priority: 'visitor', isUnlisted: false, breaker, signal: new AbortController().signal, ...call },
    );
    // Each test that looks at a result awaits it.
    result.catch(() => {});
    return result;
  };
  const turns = () => vi.advanceTimersByTimeAsync(0);
  return {
    limits,
    breaker,
    ran,
    run,
    turns,
    async end(id: string) {
      running.get(id)?.resolve();
      running.delete(id);
      await turns();
    },
    get running() {
      return [...running.keys()];
    },
  };
}

const PAUSED = { status: 503, message: 'calls of the upstream are paused' };
const FULL = { status: 503, message: 'too many calls are waiting', retryAfterMs: 1_000 };
const ids = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

describe('calls', () => {
  it('run up to the concurrency at once, the others in their turn', async () => {
    const { run, end, turns, ran } = upstream({ concurrency: 2 });
    for (const id of ['a', 'b', 'c', 'd']) void run(id);
    await turns();
    expect(ran).toEqual(['a', 'b']);
    await end('b');
    expect(ran).toEqual(['a', 'b', 'c']);
    await end('a');
    expect(ran).toEqual(['a', 'b', 'c', 'd']);
  });

  it('run by priority: visitor, revalidate, inventory; in order within one', async () => {
    const { run, end, turns, ran } = upstream({ concurrency: 1 });
    void run('first');
    for (const id of ['i1', 'i2']) void run(id, { priority: 'inventory' });
    for (const id of ['r1', 'r2']) void run(id, { priority: 'revalidate' });
    for (const id of ['v1', 'v2']) void run(id, { priority: 'visitor' });
    await turns();
    for (let call = 0; call < 7; call += 1) await end(ran.at(-1) ?? '');
    expect(ran).toEqual(['first', 'v1', 'v2', 'r1', 'r2', 'i1', 'i2']);
  });

  it('move ahead in the queue when a visitor needs them', async () => {
    const { limits, run, end, turns, ran } = upstream({ concurrency: 1 });
    void run('first');
    for (const id of ['i1', 'i2', 'i3']) void run(id, { priority: 'inventory' });
    await turns();
    limits.setPriority('i3', 'visitor');
    // A call that has left the queue, or never was in it, is no error.
    limits.setPriority('first', 'visitor');
    limits.setPriority('unknown', 'visitor');
    await end('first');
    expect(ran).toEqual(['first', 'i3']);
  });

  it('leave the queue when their signal aborts, and never run', async () => {
    const { run, end, turns, ran } = upstream({ concurrency: 1 });
    const leaving = new AbortController();
    void run('first');
    const left = run('left', { signal: leaving.signal });
    void run('last');
    await turns();
    leaving.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    await end('first');
    expect(ran).toEqual(['first', 'last']);
  });

  it('pass on their results and errors, and free their place in both cases', async () => {
    const limits = new UpstreamLimits({ concurrency: 1 });
    const breaker = new CircuitBreaker();
    const call = { priority: 'visitor', isUnlisted: false, breaker, signal: new AbortController().signal } as const;
    await expect(limits.run(async () => 'answer', { ...call, id: 'a' })).resolves.toBe('answer');
    await expect(limits.run(() => Promise.reject(new Error('failed')), { ...call, id: 'b' })).rejects.toThrow('failed');
    await expect(limits.run(async () => 'again', { ...call, id: 'c' })).resolves.toBe('again');
  });

  it('stay within the budget of each minute', async () => {
    const { run, end, turns, ran } = upstream({ concurrency: 10, callsPerMinute: 2 });
    void run('a');
    await turns();
    await vi.advanceTimersByTimeAsync(50_000);
    for (const id of ['b', 'c', 'd']) void run(id);
    await turns();
    for (const id of ['a', 'b']) await end(id);
    expect(ran).toEqual(['a', 'b']);
    // A minute after the first call, not after the beginning of some minute.
    await vi.advanceTimersByTimeAsync(9_999);
    expect(ran).toEqual(['a', 'b']);
    await vi.advanceTimersByTimeAsync(1);
    expect(ran).toEqual(['a', 'b', 'c']);
    await vi.advanceTimersByTimeAsync(49_999);
    expect(ran).toEqual(['a', 'b', 'c']);
    await vi.advanceTimersByTimeAsync(1);
    expect(ran).toEqual(['a', 'b', 'c', 'd']);
  });
});

describe('revalidation', () => {
  it('has half of the budget of a minute, and what can wait is not queued', async () => {
    const small = upstream({ concurrency: 8, callsPerMinute: 4 });
    void small.run('seen', { priority: 'revalidate' });
    void small.run('new');
    await small.turns();
    await expect(small.run('seen too', { priority: 'revalidate' })).rejects.toMatchObject({ why: 'later' });
    void small.run('new too');
    void small.run('a picture', { priority: 'revalidate', isFile: true });
    await small.turns();
    expect(small.ran).toEqual(['seen', 'new', 'new too', 'a picture']);
  });

  it('goes on when the minute is over', async () => {
    const small = upstream({ concurrency: 8, callsPerMinute: 2 });
    void small.run('seen', { priority: 'revalidate' });
    await small.turns();
    await expect(small.run('seen too', { priority: 'revalidate' })).rejects.toMatchObject({ why: 'later' });
    await vi.advanceTimersByTimeAsync(60_000);
    void small.run('seen too', { priority: 'revalidate' });
    await small.turns();
    expect(small.ran).toEqual(['seen', 'seen too']);
  });
});

describe('unlisted calls', () => {
  it('take a quarter of the concurrency, however many they are', async () => {
    const flood = upstream({ concurrency: 8 });
    for (const id of ids('unlisted', 20)) void flood.run(id, { isUnlisted: true });
    await flood.turns();
    expect(flood.running).toEqual(['unlisted0', 'unlisted1']);
    for (const id of ids('listed', 6)) void flood.run(id);
    await flood.turns();
    expect(flood.running).toHaveLength(8);
  });

  it('take a quarter of what is left of it while the upstream is overloaded, and files a half', async () => {
    const flood = upstream({ concurrency: 16, isAdaptive: true });
    flood.limits.timedOut();
    for (const id of ids('unlisted', 20)) void flood.run(id, { isUnlisted: true });
    for (const id of ids('file', 20)) void flood.run(id, { isFile: true });
    await flood.turns();
    expect(flood.running).toEqual([...ids('unlisted', 2), ...ids('file', 4)]);
  });

  it('run one at a time, and one a minute, where a quarter is less than one', async () => {
    const flood = upstream({ concurrency: 2, callsPerMinute: 2 });
    for (const id of ids('unlisted', 3)) void flood.run(id, { isUnlisted: true });
    await flood.turns();
    expect(flood.ran).toEqual(['unlisted0']);
    await flood.end('unlisted0');
    await vi.advanceTimersByTimeAsync(59_999);
    expect(flood.ran).toEqual(['unlisted0']);
    await vi.advanceTimersByTimeAsync(1);
    expect(flood.ran).toEqual(['unlisted0', 'unlisted1']);
  });

  it('take a quarter of the budget', async () => {
    const flood = upstream({ concurrency: 100, callsPerMinute: 8 });
    for (const id of ids('unlisted', 20)) void flood.run(id, { isUnlisted: true });
    await flood.turns();
    for (const id of ids('listed', 10)) void flood.run(id);
    await flood.turns();
    expect(flood.ran).toEqual([...ids('unlisted', 2), ...ids('listed', 6)]);
  });

  it('leave both queues when their signal aborts, and never run', async () => {
    const { run, end, turns, ran } = upstream({ concurrency: 1 });
    const leaving = [new AbortController(), new AbortController()];
    void run('first');
    const left = leaving.map(({ signal }, index) => run(`unlisted${index}`, { isUnlisted: true, signal }));
    await turns();
    // The second one stands in front of the queue in which the first one stands.
    for (const index of [1, 0]) {
      leaving[index]?.abort(new Error('left'));
      await expect(Promise.race([left[index], turns()])).rejects.toThrow('left');
    }
    await end('first');
    expect(ran).toEqual(['first']);
  });

  it('are admitted by their priority', async () => {
    const { run, end, turns, ran } = upstream({ concurrency: 1 });
    for (const id of ['first', 'second']) void run(id, { isUnlisted: true, priority: 'revalidate' });
    void run('visitor', { isUnlisted: true });
    await turns();
    await end('first');
    expect(ran).toEqual(['first', 'visitor']);
  });

  it('compete by their priority once they have a share', async () => {
    const { run, end, turns, ran } = upstream({ concurrency: 1 });
    void run('first');
    void run('inventory', { priority: 'inventory' });
    void run('unlisted', { isUnlisted: true });
    await turns();
    await end('first');
    expect(ran).toEqual(['first', 'unlisted']);
  });
});

describe('a full queue', () => {
  it('rejects the next call at once, with Retry-After', async () => {
    const { run, turns } = upstream({ concurrency: 1 });
    for (const id of ids('call', 201)) void run(id);
    await turns();
    await expect(run('more')).rejects.toMatchObject(FULL);
  });

  it('of unlisted calls rejects these only', async () => {
    const { run, end, turns, ran } = upstream({ concurrency: 1 });
    for (const id of ids('unlisted', 51)) void run(id, { isUnlisted: true });
    await turns();
    await expect(run('more', { isUnlisted: true })).rejects.toMatchObject(FULL);
    void run('listed');
    await end('unlisted0');
    expect(ran).toEqual(['unlisted0', 'listed']);
  });

  it('accepts a call again once one has left it', async () => {
    const { run, end, turns } = upstream({ concurrency: 1 });
    for (const id of ids('call', 201)) void run(id);
    await turns();
    await end('call0');
    const next = run('next');
    await turns();
    await expect(Promise.race([next, Promise.resolve('queued')])).resolves.toBe('queued');
  });
});

describe('a pause', () => {
  it('rejects calls with the time that is left of it', async () => {
    const { breaker, run } = upstream({ concurrency: 1 });
    void run('still running');
    breaker.pause(5_000);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(breaker.isPaused).toBe(true);
    const error = await run('a').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ContentError);
    expect(error).toMatchObject(PAUSED);
    expect(error instanceof ContentError && error.retryAfterMs).toBeCloseTo(3_000);
  });

  it('says why, if that is known', async () => {
    const { breaker, run } = upstream({ concurrency: 1 });
    breaker.pause(5_000, 'The API wants fewer calls.');
    await expect(run('a')).rejects.toThrow('calls of the upstream are paused: The API wants fewer calls.');
    breaker.pause(6_000, 'The API is down.');
    await expect(run('a')).rejects.toThrow('calls of the upstream are paused: The API is down.');
    const broken = upstream({ concurrency: 1 });
    for (let times = 0; times < FAILURES_BEFORE_PAUSE; times += 1) broken.breaker.failed('cms.example is down.');
    await expect(broken.run('a')).rejects.toThrow('calls of the upstream are paused: cms.example is down.');
  });

  it('is one pause for all calls in progress that fail together', () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const { breaker } = upstream({ concurrency: 8 });
    for (let times = 0; times < 6; times += 1) breaker.pause();
    vi.advanceTimersByTime(1_000);
    expect(breaker.isPaused).toBe(false);
    vi.restoreAllMocks();
  });

  it('rejects calls that were queued before', async () => {
    const { breaker, run, end, turns, ran } = upstream({ concurrency: 1 });
    void run('first');
    const queued = run('queued');
    await turns();
    breaker.pause(5_000);
    await end('first');
    await expect(queued).rejects.toMatchObject(PAUSED);
    expect(ran).toEqual(['first']);
  });

  it('is over when its time is, whatever the wall clock says', async () => {
    const { breaker, run, turns, ran } = upstream({ concurrency: 1 });
    breaker.pause(5_000);
    vi.setSystemTime(86_400_000);
    await expect(run('early')).rejects.toMatchObject(PAUSED);
    vi.setSystemTime(-86_400_000);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(breaker.isPaused).toBe(false);
    void run('a');
    await turns();
    expect(ran).toEqual(['a']);
  });

  it('goes on for the metrics while its probe has no answer', async () => {
    const { breaker, run, turns, end } = upstream({ concurrency: 1 });
    breaker.pause(5_000);
    expect(breaker.isInterrupted).toBe(true);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(breaker.isInterrupted).toBe(false);
    void run('probe');
    await turns();
    expect([breaker.isPaused, breaker.isInterrupted]).toEqual([false, true]);
    breaker.succeeded();
    await end('probe');
    expect(breaker.isInterrupted).toBe(false);
  });

  it('is not shortened by a shorter one', async () => {
    const { breaker } = upstream({ concurrency: 1 });
    breaker.pause(5_000);
    breaker.pause(1_000);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(breaker.isPaused).toBe(true);
  });

  it('begins after so many failures in a row, and a success in between starts the count again', () => {
    const { breaker } = upstream({ concurrency: 1 });
    for (let times = 1; times < FAILURES_BEFORE_PAUSE; times += 1) breaker.failed();
    breaker.succeeded();
    for (let times = 1; times < FAILURES_BEFORE_PAUSE; times += 1) breaker.failed();
    expect(breaker.isPaused).toBe(false);
    breaker.failed();
    expect(breaker.isPaused).toBe(true);
  });

  it('grows with each one in a row, and is short again after a success', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const { breaker } = upstream({ concurrency: 1 });
    const lengthOfNext = async () => {
      breaker.pause();
      let ms = 0;
      for (; breaker.isPaused; ms += 500) await vi.advanceTimersByTimeAsync(500);
      return ms;
    };
    expect([await lengthOfNext(), await lengthOfNext(), await lengthOfNext()]).toEqual([1_000, 2_000, 4_000]);
    breaker.succeeded();
    expect(await lengthOfNext()).toBe(1_000);
    vi.restoreAllMocks();
  });
});

describe('after a pause', () => {
  const afterPause = async () => {
    const paused = upstream({ concurrency: 4 });
    paused.breaker.pause(1_000);
    await vi.advanceTimersByTimeAsync(1_000);
    const results = ['a', 'b', 'c'].map((id) => paused.run(id));
    await paused.turns();
    return { ...paused, results };
  };

  it('one call probes the upstream, and the others run once it has succeeded', async () => {
    const { breaker, turns, ran } = await afterPause();
    expect(ran).toEqual(['a']);
    breaker.succeeded();
    await turns();
    expect(ran).toEqual(['a', 'b', 'c']);
  });

  it('a probe that fails pauses all calls again', async () => {
    const { breaker, turns, ran, results } = await afterPause();
    breaker.failed();
    await turns();
    expect(breaker.isPaused).toBe(true);
    for (const result of results.slice(1)) await expect(result).rejects.toMatchObject(PAUSED);
    expect(ran).toEqual(['a']);
  });

  it('a probe that ends late leaves the next one to probe alone', async () => {
    const { breaker, run, end, turns, ran } = await afterPause();
    breaker.pause(1_000);
    await vi.advanceTimersByTimeAsync(1_000);
    for (const id of ['d', 'e']) void run(id);
    await turns();
    await end('a');
    expect(ran).toEqual(['a', 'd']);
    await end('d');
    expect(ran).toEqual(['a', 'd', 'e']);
  });

  it('an unlisted call is no probe, as a visitor may have invented it: it waits for one', async () => {
    const { breaker, run, turns, ran } = upstream({ concurrency: 4 });
    breaker.pause(1_000);
    await vi.advanceTimersByTimeAsync(1_000);
    await expect(run('invented', { isUnlisted: true })).rejects.toMatchObject({ ...PAUSED, retryAfterMs: 1_000 });
    void run('listed');
    void run('invented', { isUnlisted: true });
    await turns();
    expect(ran).toEqual(['listed']);
    breaker.succeeded();
    await turns();
    expect(ran).toEqual(['listed', 'invented']);
  });

  it('a probe that ends without a verdict leaves the next call to probe', async () => {
    const { end, ran } = await afterPause();
    await end('a');
    expect(ran).toEqual(['a', 'b']);
    await end('b');
    expect(ran).toEqual(['a', 'b', 'c']);
  });
});

it('a pause of no time, as a clock that is behind asks for, is one of our own', () => {
  const { breaker } = upstream({ concurrency: 1 });
  breaker.pause(0);
  expect(breaker.isPaused).toBe(true);
});
