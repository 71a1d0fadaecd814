import { pino } from 'pino';
import { expect, it } from 'vitest';
import { makeFolder } from '../../../tests/support/folder.ts';
import { monotonicNow } from '../../runtime/src/clock.ts';
import type { CachedAnswer } from '../src/answer-cache.ts';
import { callReader } from '../src/call.ts';
import { DiskAnswerCache } from '../src/disk-answer-cache.ts';
import { KnownAnswers } from '../src/known-answers.ts';
import { ListedCalls } from '../src/listed-calls.ts';

/* What the gateway has without a call, while it is purged. */

it('a stored answer that a purge comes upon while it is read is not the answer to later calls', async () => {
  const folder = await makeFolder({});
  const diskCache = new DiskAnswerCache(folder.dir, 'https://cms.example/', pino({ level: 'silent' }));
  const call = callReader(['en'])('blogs/{id}', { id: '1' }, 'en');
  const until = monotonicNow() + 60_000;
  const answer: CachedAnswer = {
    data: { blog: { id: '1', name: 'Old' } },
    body: Buffer.from('{}'),
    etag: '"old"',
    freshUntil: until,
    staleUntil: until,
  };
  diskCache.write(call.address, answer);
  const known = new KnownAnswers({
    listedCalls: new ListedCalls(),
    diskCache,
    async restore() {
      known.purgeLocal({ path: '/blogs/1' });
      return answer;
    },
    onStored: () => {},
    onReplaced: () => {},
  });
  expect(await known.readStored(call)).toBeUndefined();
  expect(known.inMemory(call.address)).toBeUndefined();
  await diskCache.close();
  await folder.remove();
});
