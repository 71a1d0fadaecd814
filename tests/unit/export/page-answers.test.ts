import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { readConfig } from '../../../packages/config/src/config.ts';
import type { CachedAnswer } from '../../../packages/gateway/src/answer-cache.ts';
import { fallbackSite } from '../../../packages/gateway/src/fallback-site.ts';
import { loadMessages } from '../../../packages/model/index.ts';
import { answersOf } from '../../../server/export/page-answers.ts';
import { notFound } from '../../../shared/routes.ts';

const CALLS = ['faq', 'services', 'home'] as const;
const page = {
  ...notFound,
  load: async ({ api }: { api: (path: (typeof CALLS)[number]) => Promise<unknown> }) => {
    await Promise.all(CALLS.map((call) => api(call)));
    return {};
  },
};
const target = { page, params: {}, query: {}, locale: 'en' as const, path: '/', address: '/' };

const site = async () => {
  await loadMessages('en');
  return { site: fallbackSite(readConfig({}), 'en'), isProvisional: true };
};

/** @param last the call whose answer arrives last */
const namesWhen = async (last: string) => {
  const answer = async (path: string): Promise<CachedAnswer> => {
    await wait(path === last ? 20 : 0);
    return { data: {}, body: Buffer.from('{}'), etag: `"${path}"`, freshUntil: 0, staleUntil: 0 };
  };
  return (await answersOf(target, { answer, site })).answers.map(({ address }) => address);
};

it('names the answers of a page in the same order, whichever arrives first', async () => {
  const expected = CALLS.map((call) => `/frontapi/en/${call}.json`).sort();
  for (const last of CALLS) expect(await namesWhen(last)).toEqual(expected);
});
