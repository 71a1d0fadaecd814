import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { beginningOf } from '../../packages/cms/src/html-page.ts';
import { AnswerCache } from '../../packages/gateway/src/answer-cache.ts';
import { readCall } from '../../packages/gateway/src/call.ts';
import { parseBody, readEnvelope } from '../../packages/gateway/src/envelope.ts';
import { ListedCalls } from '../../packages/gateway/src/listed-calls.ts';
import { ImageError } from '../../packages/images/src/image-error.ts';
import { type Facts, ImageFacts } from '../../packages/images/src/image-facts.ts';
import { ImageFailures } from '../../packages/images/src/image-failures.ts';
import { Originals } from '../../packages/images/src/originals.ts';
import { Renditions } from '../../packages/images/src/renditions.ts';
import { Sessions } from '../../server/preview/sessions.ts';

/* How much visitors and upstreams can make one process hold, or do. */

const log = pino({ level: 'silent' });
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
afterEach(() => {
  vi.restoreAllMocks();
});

describe('answers in memory', () => {
  const MEGABYTE = Buffer.alloc(1_000_000);
  const filled = (isListed: boolean) => {
    const cache = new AnswerCache(() => {});
    const answer = { data: {}, body: MEGABYTE, etag: '', freshUntil: 0, staleUntil: 0 };
    for (const index of numbers(100)) cache.set(`blogs/${index}`, answer, isListed);
    return cache.size.bytes;
  };

  it('that were requested once take 16 MB at most', () => {
    const bytes = filled(false);
    expect(bytes).toBeGreaterThan(12_000_000);
    expect(bytes).toBeLessThanOrEqual(16_000_000);
  });

  it('that visitors read take 48 MB at most', () => {
    const bytes = filled(true);
    expect(bytes).toBeGreaterThan(44_000_000);
    expect(bytes).toBeLessThanOrEqual(48_000_000);
  });
});

describe('calls to which answers lead', () => {
  it('are remembered of 50,000 items, the one noted first is forgotten', () => {
    const listed = new ListedCalls();
    const isListed = (id: number) => listed.has(readCall('blogs/{id}', { id: String(id) }));
    const items = numbers(50_001).map((id) => ({ id: String(id) }));
    listed.noteItems({ prefix: '', path: 'blogs' }, items.slice(0, 50_000));
    expect(isListed(0)).toBe(true);
    listed.noteItems({ prefix: '', path: 'blogs' }, items.slice(50_000));
    expect([0, 1, 50_000].map(isListed)).toEqual([false, true, true]);
  });

  it('are remembered of the pages of 5,000 lists, the one noted first is forgotten', () => {
    const listed = new ListedCalls();
    const call = (index: number, page = '1') => readCall('category/{slug}', { slug: `c${index}`, page });
    const note = (index: number) => {
      listed.noteItems({ prefix: '', path: 'blogs' }, [{ category: { slug: `c${index}`, name: 'C' } }]);
      listed.note(call(index), { items: [], pagination: { current_page: 1, last_page: 2, per_page: 12, total: 20 } });
    };
    for (const index of numbers(5_000)) note(index);
    // To ask for it is to use it: the one noted first is 0.
    expect(listed.has(call(1, '2'))).toBe(true);
    note(5_000);
    expect([0, 1, 5_000].map((index) => listed.has(call(index, '2')))).toEqual([false, true, true]);
  });
});

describe('the body of an upstream', () => {
  const bodyOf = (levels: number) =>
    parseBody({ bytes: Buffer.from(`${'['.repeat(levels)}"[["${']'.repeat(levels)}`), status: 200 });

  it('is read to 64 levels, and refused beyond', () => {
    expect(bodyOf(64)).toMatchObject({ kind: 'body' });
    expect(() => bodyOf(65)).toThrow(expect.objectContaining({ status: 502 }));
  });

  it('has a message of 200 characters at most in the log', () => {
    expect(readEnvelope({ error: true, message: 'x'.repeat(100_000) }, 500)).toEqual({
      kind: 'refused',
      message: 'x'.repeat(200),
    });
  });

  it('is looked through for what it is instead of an answer in its first 65,536 bytes', () => {
    expect(beginningOf(Buffer.alloc(1_000_000, 'a'))).toHaveLength(65_536);
  });
});

describe('the preview', () => {
  it('reads no session from a Cookie header of more than 4,096 characters', () => {
    const sessions = new Sessions('the-token-of-a-preview');
    const session = sessions.open('the-token-of-a-preview');
    const [cookie = ''] = session ? sessions.cookie(session, false).split(';') : [];
    const padded = (characters: number) => `${cookie}; x=`.padEnd(characters, 'x');
    expect(sessions.read(padded(4_096))).toEqual(session);
    expect(sessions.read(padded(4_097))).toBeUndefined();
  });
});

describe('images', () => {
  const originals = new Originals({ origins: ['https://cms.example.org'] });
  const location = (index: number) => `https://cms.example.org/${index}.jpg`;
  const forever = () => new Promise<never>(() => {});
  const isBusy = (error: unknown) => error instanceof ImageError && error.kind === 'busy';
  /** How many of these are refused because too many wait; the others wait. */
  async function countRefused(all: Promise<unknown>[]): Promise<number> {
    let refused = 0;
    for (const one of all)
      one.catch((error: unknown) => {
        if (isBusy(error)) refused += 1;
      });
    await new Promise((resolve) => setTimeout(resolve));
    return refused;
  }

  it('are remembered as failing up to 20,000 of them', () => {
    const failures = new ImageFailures(log, () => {});
    for (const index of numbers(20_001)) failures.record(location(index), new ImageError('broken', 'no picture'));
    expect([0, 1, 20_000].map((index) => failures.has(location(index)))).toEqual([false, true, true]);
  });

  it('wait to be inspected up to 1,000 of them, beside the two that are', async () => {
    vi.spyOn(Originals.prototype, 'loadHead').mockImplementation(forever);
    const failures = new ImageFailures(log, () => {});
    const facts = new ImageFacts({ originals, scaler: undefined, failures, onReplaced: () => {} });
    expect(await countRefused(numbers(1_010).map((index) => facts.load(location(index))))).toBe(8);
  });

  it('wait to be scaled up to 200 of them, beside those that are', async () => {
    vi.spyOn(Originals.prototype, 'load').mockImplementation(forever);
    vi.spyOn(ImageFacts.prototype, 'load').mockResolvedValue({ isScalable: true, version: '1', at: 0 } as Facts);
    const failures = new ImageFailures(log, () => {});
    const facts = new ImageFacts({ originals, scaler: undefined, failures, onReplaced: () => {} });
    const scaler = {} as ConstructorParameters<typeof Renditions>[0]['scaler'];
    const onOutcome = vi.fn();
    const renditions = new Renditions({ originals, scaler, facts, failures, concurrency: 2, onOutcome });
    const asked = numbers(210).map((index) => renditions.get({ location: location(index), size: 64, format: 'webp' }));
    expect(await countRefused(asked)).toBe(8);
    expect(onOutcome.mock.calls).toEqual(Array(8).fill(['busy']));
  });
});
