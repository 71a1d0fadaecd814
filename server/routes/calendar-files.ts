import type { Config } from '@foyer/config';
import { type CallOptions, type CallResult, type Gateway, hasSubstitute } from '@foyer/gateway';
import { ContentError, type Edition, editionPath, ITEM_NAME, isScreenOff, siteMessages } from '@foyer/model';
import { type RequestHandler, Router } from 'express';
import { DATED_ITEMS } from '../../shared/features/calendar/calendar-pages.ts';
import { allDates, type DatedAnswers, type DatedEntry } from '../../shared/features/calendar/dates-card.ts';
import { sendNotAvailable } from '../http/not-available.ts';
import { calendarFile } from './calendar-file.ts';
import { undefinedIfMissing } from './optional-list.ts';

/** Calendar files of each edition: `/calendar.ics` with all dates, and one for each item that has some, as `/calendar/notice-14.ics`. */
export function calendarFiles(gateway: Gateway, { origin, locales, timeZone }: Config['site']): Router {
  const host = new URL(origin).hostname;
  const router = Router({ caseSensitive: true, strict: true });
  for (const locale of locales) {
    const edition = { locale, locales };
    router.get(
      editionPath('/calendar.ics', edition),
      handler(edition, (_, options) => newest(options)),
    );
    router.get(editionPath('/calendar/:name.ics', edition), handler(edition, ofItem));
  }
  return router;

  function handler(
    edition: Edition,
    load: (name: string, options: CallOptions) => Promise<DatedEntry[]>,
  ): RequestHandler {
    const { locale } = edition;
    return async (request, response) => {
      const name = String(request.params.name ?? 'calendar');
      const calls: CallResult[] = [];
      const options = { locale, onResult: (result: CallResult) => calls.push(result) };
      try {
        const { site, isProvisional } = await gateway.site(options);
        if (isScreenOff('/calendar', site)) throw new ContentError(404, 'the site does without this screen');
        const m = siteMessages(locale, site);
        const events = (await load(name, options)).flatMap(({ date, ends, path, href, isDeadline, ...entry }) => {
          const address = editionPath(path ?? `/calendar#${entry.key}`, edition);
          return date
            ? {
                ...entry,
                name: isDeadline ? `${m.lastDayToApply}: ${entry.name}` : entry.name,
                begins: date.iso,
                ends: ends?.iso,
                url: new URL(href ?? address, origin).href,
              }
            : [];
        });
        if (locales.length > 1) response.set('Content-Language', locale);
        response
          .set('Cache-Control', isProvisional || hasSubstitute(calls) ? 'no-store' : 'public, max-age=600')
          .set('Content-Disposition', `attachment; filename="${name}.ics"`)
          .type('text/calendar; charset=utf-8')
          .send(calendarFile(m.labelOf({ label: m.calendar, site: site.name }), { host, timeZone }, events));
      } catch (error) {
        sendNotAvailable(response, error);
      }
    };
  }

  async function newest(options: CallOptions): Promise<DatedEntry[]> {
    const orNone = <CallAnswer>(call: Promise<CallAnswer>) => call.catch(undefinedIfMissing);
    const [events, notices, careers, datasets] = await Promise.all([
      gateway.get('events', {}, options),
      orNone(gateway.get('notice', DATED_ITEMS, options)),
      orNone(gateway.get('career', DATED_ITEMS, options)),
      orNone(gateway.get('dataset', DATED_ITEMS, options)),
    ]);
    return allDates({ events, notices, careers, datasets });
  }

  /** @param name the kind of an item, and its id: notice-14 */
  async function ofItem(name: string, options: CallOptions): Promise<DatedEntry[]> {
    const [, kind = '', id = ''] = /^([a-z]+)-(.+)$/.exec(name) ?? [];
    if (!ITEM_NAME.test(id)) throw new ContentError(404, 'no such item');
    const read: Record<string, () => Promise<DatedAnswers>> = {
      event: async () => ({ events: await gateway.get('events', {}, options) }),
      notice: async () => ({ notices: { notices: [(await gateway.get('notice/{id}', { id }, options)).notice] } }),
      career: async () => ({ careers: { careers: [(await gateway.get('career/{id}', { id }, options)).career] } }),
      data: async () => ({ datasets: await gateway.get('dataset', DATED_ITEMS, options) }),
    };
    const dates = allDates((await read[kind]?.()) ?? {}).filter(({ key, date }) => key === name && date);
    if (dates.length === 0) throw new ContentError(404, 'the item has no date');
    return dates;
  }
}
