import { pino } from 'pino';
import { expect, it } from 'vitest';
import { readConfig } from '../../config/src/config.ts';
import { ContentError } from '../../model/src/content-error.ts';
import { monotonicNow } from '../../runtime/src/clock.ts';
import { fallbackSite } from '../src/fallback-site.ts';
import { Gateway } from '../src/gateway.ts';
import { Normaliser } from '../src/normaliser.ts';
import { REVALIDATE_RETRY_MS } from '../src/policy.ts';

it('an answer in the place of one that failed says so, and is neither fresh nor stale for long', async () => {
  const log = pino({ level: 'silent' });
  const pagination = { current_page: 1, last_page: 1, per_page: 1, total: 0 };
  const gateway = new Gateway({
    source: {
      async get(address) {
        if (address.startsWith('ne/')) throw new ContentError(502, 'down');
        return { data: { faqs: [], pagination }, faults: [] };
      },
    },
    normaliser: new Normaliser({ timeZone: 'UTC', videoOrigins: [] }, log),
    times: { ttlMs: 60_000, staleMs: 3_600_000 },
    fallbackSite: (locale) => fallbackSite(readConfig({}), locale),
    locales: ['en', 'ne'],
    log,
  });
  const english = await gateway.answer('faq', {});
  expect(english.isSubstitute).toBeUndefined();
  const nepali = await gateway.answer('faq', {}, { locale: 'ne' });
  expect(nepali.isSubstitute).toBe(true);
  const soon = monotonicNow() + REVALIDATE_RETRY_MS;
  expect(nepali.freshUntil).toBeLessThanOrEqual(soon);
  expect(nepali.staleUntil).toBeLessThanOrEqual(soon);
  await expect(gateway.answer('faq', {}, { locale: 'ne', priority: 'inventory' })).rejects.toThrow('down');
});
