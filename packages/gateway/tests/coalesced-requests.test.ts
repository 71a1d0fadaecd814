import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CoalescedRequests } from '../src/coalesced-requests.ts';

interface Started {
  signal: AbortSignal;
  resolve(value: string): void;
  reject(error: Error): void;
}

let requests: CoalescedRequests<string>;
/** The loads so far, in order. */
let started: Started[];
const loaded = vi.fn();
const failed = vi.fn();
beforeEach(() => {
  requests = new CoalescedRequests(() => new Error('abandoned'));
  started = [];
  loaded.mockReset();
  failed.mockReset();
});

/** A load that ends when the test says so, or when it is aborted. */
const load = () => ({
  load: (signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      started.push({ signal, resolve, reject });
      signal.addEventListener('abort', () => reject(signal.reason));
    }),
  loaded,
  failed,
});
const join = (signal?: AbortSignal, key = 'key') => requests.join(key, load, signal);
const loadAt = (index: number): Started => {
  const found = started[index];
  if (!found) throw new Error(`load ${index} has not started`);
  return found;
};
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('readers of one key', () => {
  it('share one request, with a signal or without', async () => {
    const results = [join(), join(new AbortController().signal), join(new AbortController().signal)];
    loadAt(0).resolve('answer');
    expect(await Promise.all(results)).toEqual(['answer', 'answer', 'answer']);
    expect(started).toHaveLength(1);
    expect(loaded.mock.calls).toEqual([['answer', true]]);
  });

  it('share its failure', async () => {
    const results = [join(), join(new AbortController().signal)];
    const error = new Error('failed');
    loadAt(0).reject(error);
    expect(await Promise.allSettled(results)).toEqual([
      { status: 'rejected', reason: error },
      { status: 'rejected', reason: error },
    ]);
    expect(failed.mock.calls).toEqual([[error, { isCurrent: true, isAborted: false }]]);
    expect(loaded).not.toHaveBeenCalled();
  });

  it('start another request after the first has ended, well or not', async () => {
    const first = join();
    loadAt(0).resolve('first');
    await first;
    const second = join();
    loadAt(1).reject(new Error('failed'));
    await expect(second).rejects.toThrow('failed');
    void join();
    expect(started).toHaveLength(3);
  });

  it('share nothing with those of another key', async () => {
    const results = [join(undefined, 'one'), join(undefined, 'other')];
    loadAt(1).resolve('other');
    loadAt(0).resolve('one');
    expect(await Promise.all(results)).toEqual(['one', 'other']);
  });
});

describe('a reader who leaves', () => {
  it('gets the reason at once, while the request goes on for the others', async () => {
    const leaving = new AbortController();
    const [left, stays] = [join(leaving.signal), join(new AbortController().signal)];
    leaving.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    expect(loadAt(0).signal.aborted).toBe(false);
    loadAt(0).resolve('answer');
    expect(await stays).toBe('answer');
  });

  it('aborts the request as the last one', async () => {
    const readers = [new AbortController(), new AbortController()];
    const results = readers.map(({ signal }) => join(signal));
    for (const reader of readers) reader.abort(new Error('left'));
    for (const result of results) await expect(result).rejects.toThrow('left');
    expect(loadAt(0).signal.reason).toEqual(new Error('abandoned'));
    await nextTurn();
    // The next reader may have started another request by now.
    expect(failed.mock.calls).toEqual([[new Error('abandoned'), { isCurrent: false, isAborted: true }]]);
  });

  it('as the last one leaves the key to a new request', async () => {
    const leaving = new AbortController();
    const left = join(leaving.signal);
    leaving.abort(new Error('left'));
    const next = join();
    await expect(left).rejects.toThrow('left');
    expect(started).toHaveLength(2);
    await nextTurn();
    // The aborted request has ended, and the new one is still joined.
    const joined = join();
    expect(started).toHaveLength(2);
    loadAt(1).resolve('answer');
    expect(await Promise.all([next, joined])).toEqual(['answer', 'answer']);
  });

  it('aborts nothing while a reader without a signal waits, before or after', async () => {
    for (const isPinnedFirst of [true, false]) {
      const leaving = new AbortController();
      const pinnedFirst = isPinnedFirst ? join() : undefined;
      const left = join(leaving.signal);
      const pinned = pinnedFirst ?? join();
      leaving.abort(new Error('left'));
      await expect(left).rejects.toThrow('left');
      const last = started.at(-1);
      expect(last?.signal.aborted).toBe(false);
      last?.resolve('answer');
      expect(await pinned).toBe('answer');
    }
    expect(started).toHaveLength(2);
  });

  it('after the answer changes nothing', async () => {
    const leaving = new AbortController();
    const result = join(leaving.signal);
    loadAt(0).resolve('answer');
    expect(await result).toBe('answer');
    await nextTurn();
    leaving.abort();
    expect(loadAt(0).signal.aborted).toBe(false);
  });

  it('before the request starts none', () => {
    expect(() => join(AbortSignal.abort(new Error('left')))).toThrow('left');
    expect(started).toHaveLength(0);
  });
});

describe('a detached request', () => {
  it('serves its readers, and is not current', async () => {
    const before = join(new AbortController().signal);
    requests.detach((key) => key === 'key');
    const after = join();
    expect(started).toHaveLength(2);
    loadAt(1).resolve('new');
    expect(await after).toBe('new');
    loadAt(0).resolve('old');
    expect(await before).toBe('old');
    expect(loaded.mock.calls).toEqual([
      ['new', true],
      ['old', false],
    ]);
  });

  it('that fails is not current, and leaves the newer one joined', async () => {
    const before = join();
    requests.detach(() => true);
    const after = join();
    loadAt(0).reject(new Error('failed'));
    await expect(before).rejects.toThrow('failed');
    expect(failed.mock.calls).toEqual([[new Error('failed'), { isCurrent: false, isAborted: false }]]);
    const joined = join();
    expect(started).toHaveLength(2);
    loadAt(1).resolve('new');
    expect(await Promise.all([after, joined])).toEqual(['new', 'new']);
  });

  it('is aborted when its last reader leaves, and the newer one is not', async () => {
    const leaving = new AbortController();
    const before = join(leaving.signal);
    requests.detach(() => true);
    void join(new AbortController().signal);
    leaving.abort(new Error('left'));
    await expect(before).rejects.toThrow('left');
    expect(started.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  });

  it('is one whose key matches', async () => {
    void join(undefined, 'other');
    requests.detach((key) => key === 'key');
    void join(undefined, 'other');
    expect(started).toHaveLength(1);
  });
});
