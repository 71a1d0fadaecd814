/* Films and maps of other sites: a page shows a link to them, never what they embed, so that it asks no other site for anything. */

export type Elsewhere = 'video' | 'map';

const VIDEOS =
  /^(?:www\.|m\.)?(?:youtube\.com|youtube-nocookie\.com|youtu\.be|vimeo\.com|player\.vimeo\.com|dailymotion\.com|fb\.watch)$/;
/** Hosts, or the beginnings of paths on them. */
const MAPS =
  /^(?:(?:maps\.google\.[\w.]+|maps\.app\.goo\.gl|(?:www\.)?openstreetmap\.org|osm\.org)\/|(?:(?:www\.)?google\.[\w.]+|goo\.gl)\/maps(?:\/|$))/;

/** What an address of another site shows; undefined for anything else. */
export function shownAt(address: string): Elsewhere | undefined {
  if (!URL.canParse(address)) return undefined;
  const { host, pathname } = new URL(address);
  if (VIDEOS.test(host)) return 'video';
  return MAPS.test(host + pathname) ? 'map' : undefined;
}

/** The page on which people see what an address embeds: a frame's own address shows an error, or nothing but the player. */
export function pageOfEmbedded(address: string): string {
  if (!URL.canParse(address)) return address;
  const { host, pathname, search } = new URL(address);
  const [, film] = /^\/embed\/([\w-]+)/.exec(pathname) ?? [];
  if (film !== undefined && /youtube/.test(host)) return `https://www.youtube.com/watch?v=${film}`;
  const [, clip] = /^\/video\/(\d+)/.exec(pathname) ?? [];
  if (clip !== undefined && host === 'player.vimeo.com') return `https://vimeo.com/${clip}`;
  const [, longitude, latitude] = /!2d(-?[\d.]+)!3d(-?[\d.]+)/.exec(decodeURIComponent(search)) ?? [];
  return latitude !== undefined && pathname.startsWith('/maps/embed')
    ? `https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`
    : address;
}
