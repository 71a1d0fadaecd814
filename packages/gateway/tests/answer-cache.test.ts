import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AnswerCache, type CachedAnswer } from '../src/answer-cache.ts';

/** Room for three answers of BODY_BYTES in probation, and for two in the protected segment. */
const BODY_BYTES = 1_000;
const ANSWER_BYTES = 3 * BODY_BYTES + 200;

const onPromote = vi.fn();
let cache: AnswerCache;
beforeEach(() => {
  onPromote.mockReset();
  cache = new AnswerCache(onPromote, { protectedBytes: 2 * ANSWER_BYTES, probationBytes: 3 * ANSWER_BYTES });
});

const answer = (etag: string, bytes = BODY_BYTES): CachedAnswer => ({
  data: {},
  body: Buffer.alloc(bytes),
  etag,
  freshUntil: 1,
  staleUntil: 2,
});
const storeUnlisted = (...addresses: string[]) => {
  for (const address of addresses) cache.set(address, answer(address), false);
};
const cached = (...addresses: string[]) => addresses.filter((address) => cache.has(address));

describe('an answer to an unlisted call', () => {
  it('is in probation until a second request promotes it', () => {
    storeUnlisted('a');
    expect(cache.isProtected('a')).toBe(false);
    const promoted = cache.get('a');
    expect(promoted?.etag).toBe('a');
    expect(cache.isProtected('a')).toBe(true);
    expect(cache.get('a')).toBe(promoted);
    expect(onPromote.mock.calls).toEqual([['a', promoted]]);
    expect(cache.size).toEqual({ bytes: ANSWER_BYTES, entries: 1 });
  });

  it('is not promoted by a look at its ETag or at whether it is cached', () => {
    storeUnlisted('a');
    expect(cache.etagOf('a')).toBe('a');
    expect(cache.has('a')).toBe(true);
    expect(cache.isProtected('a')).toBe(false);
    expect(onPromote).not.toHaveBeenCalled();
  });

  it('evicts the one that was stored first, and none that was requested twice or is listed', () => {
    storeUnlisted('twice');
    cache.get('twice');
    cache.set('listed', answer('listed'), true);
    storeUnlisted('a', 'b', 'c', 'd');
    expect(cached('twice', 'listed', 'a', 'b', 'c', 'd')).toEqual(['twice', 'listed', 'b', 'c', 'd']);
    storeUnlisted(...Array.from({ length: 100 }, (_, index) => `scan-${index}`));
    expect(cached('twice', 'listed', 'b', 'c', 'd')).toEqual(['twice', 'listed']);
    expect(cache.size.entries).toBe(5);
  });

  it('stays protected when a newer version arrives', () => {
    storeUnlisted('a');
    cache.get('a');
    cache.set('a', answer('newer'), false);
    expect(cache.isProtected('a')).toBe(true);
    expect(cache.get('a')?.etag).toBe('newer');
    expect(cache.size.entries).toBe(1);
    expect(onPromote).toHaveBeenCalledTimes(1);
  });
});

describe('an answer to a listed call', () => {
  it('is protected at once, and no request promotes it', () => {
    cache.set('a', answer('a'), true);
    expect(cache.isProtected('a')).toBe(true);
    cache.get('a');
    expect(onPromote).not.toHaveBeenCalled();
  });

  it('evicts the protected answer that was requested least recently', () => {
    cache.set('a', answer('a'), true);
    cache.set('b', answer('b'), true);
    cache.get('a');
    cache.set('c', answer('c'), true);
    expect(cached('a', 'b', 'c')).toEqual(['a', 'c']);
  });

  it('is as recent after a look at its ETag as before', () => {
    cache.set('a', answer('a'), true);
    cache.set('b', answer('b'), true);
    cache.etagOf('a');
    cache.has('a');
    cache.isProtected('a');
    cache.set('c', answer('c'), true);
    expect(cached('a', 'b', 'c')).toEqual(['b', 'c']);
  });
});

it('promotes into a full segment at the cost of its least recent answer', () => {
  cache.set('a', answer('a'), true);
  cache.set('b', answer('b'), true);
  storeUnlisted('c');
  cache.get('c');
  expect(cached('a', 'b', 'c')).toEqual(['b', 'c']);
});

it('does not store an answer larger than its segment', () => {
  cache.set('a', answer('a', 10 * BODY_BYTES), true);
  expect(cache.has('a')).toBe(false);
  expect(cache.size).toEqual({ bytes: 0, entries: 0 });
});

it('deletes from either segment, and says whether there was an answer', () => {
  cache.set('listed', answer('listed'), true);
  storeUnlisted('unlisted');
  expect([cache.delete('listed'), cache.delete('unlisted'), cache.delete('unlisted')]).toEqual([true, true, false]);
  expect(cached('listed', 'unlisted')).toEqual([]);
  expect(cache.get('listed')).toBeUndefined();
});

describe('a purge', () => {
  it('marks the answers that it names in both segments, and promotes none', () => {
    cache.set('blogs', answer('blogs'), true);
    cache.set('faq', answer('faq'), true);
    storeUnlisted('blogs/1', 'notice');
    cache.purge({ entity: 'blogs' });
    const changesAt = (address: string) => cache.get(address)?.changesAt;
    expect(cache.isProtected('blogs/1')).toBe(false);
    expect(['blogs', 'faq', 'blogs/1', 'notice'].map((address) => [address, changesAt(address)])).toEqual([
      ['blogs', 0],
      ['faq', undefined],
      // The promotion of the one before has evicted none of these from probation.
      ['blogs/1', 0],
      ['notice', undefined],
    ]);
  });

  it('of everything deletes nothing: the upstream may be down', () => {
    storeUnlisted('a', 'b');
    cache.purge({ all: true });
    expect(cached('a', 'b')).toEqual(['a', 'b']);
    expect([cache.get('a')?.changesAt, cache.get('b')?.changesAt]).toEqual([0, 0]);
  });
});
