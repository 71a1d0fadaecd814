import type { Site } from '@foyer/model';

interface EventFacts {
  name: string;
  summary?: string;
  place?: string;
  /** The day or the moment at which it begins, in ISO 8601. */
  iso: string;
  ends?: string;
  /** Of its page. */
  url: string;
}

/** A schema.org description. Search engines ask for a place: without one of its own it is at the organisation. */
export const eventJsonLd = (
  { name, summary, place, iso, ends, url }: EventFacts,
  { site, organizer }: { site: Site; organizer: object },
) => ({
  '@type': 'Event',
  name,
  description: summary,
  startDate: dayOrMoment(iso),
  endDate: ends && dayOrMoment(ends),
  url,
  location: { '@type': 'Place', name: place ?? site.name, address: place ?? site.address ?? site.name },
  organizer,
});

/** A day without a time of day is the day itself; so is its last moment, with which something ends. */
export const isDay = (iso: string): boolean => /T(?:00:00:00|23:59:59)(?:\.0+)?(?:[+-]|Z|$)/.test(iso);
const dayOrMoment = (iso: string): string => (isDay(iso) ? iso.slice(0, 10) : iso);
