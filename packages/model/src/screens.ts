import type { Locale, Messages } from '@foyer/messages';
import { derived } from './derived.ts';
import { messagesOf } from './edition.ts';

/*
 * The screens that a site may do without, or call otherwise, by the first segment of their addresses. Browsers need this module without
 * the schemas.
 */

/** The message with the name of the screen; undefined: its content has one. */
export const SCREENS = {
  album: 'albums',
  blogs: 'blogs',
  bod: 'boardOfDirectors',
  calendar: 'calendar',
  career: 'careers',
  companyInfo: 'companyInformation',
  contact: 'contactUs',
  data: 'data',
  department: 'departments',
  downloads: 'downloads',
  faq: 'frequentQuestions',
  management: 'management',
  news: 'news',
  notice: 'notices',
  report: 'reports',
  'service-center': 'serviceCentres',
  about: undefined,
  category: undefined,
  introduction: undefined,
  page: undefined,
  profile: undefined,
  services: undefined,
} as const satisfies Record<string, keyof Messages | undefined>;
export type ScreenName = keyof typeof SCREENS;
export const screenNames = Object.keys(SCREENS) as ScreenName[];

/** The screens whose lists have pages: the site may say how long those are, and their order. */
export const PAGED_SCREENS: ReadonlySet<ScreenName> = new Set([
  'album',
  'blogs',
  'career',
  'data',
  'department',
  'downloads',
  'news',
  'notice',
  'report',
  'service-center',
]);

/** As the call `site` has them, in the language of its edition. */
interface Screens {
  screens: readonly {
    screen: ScreenName;
    off?: boolean;
    name?: string;
    summary?: string;
    page_size?: number;
    order?: 'name';
  }[];
}

/** As much of them as says which screens there are. */
interface ScreenNames {
  screens: readonly { screen: ScreenName; off?: boolean }[];
}

/** The first segments of addresses that a site does not have. */
const hiddenIn = derived(
  ({ screens }: ScreenNames): ReadonlySet<string> =>
    new Set(screens.flatMap(({ screen, off }) => (off ? [screen] : []))),
);

const segmentOf = (path: string): string => path.split(/[/?#]/, 2)[1] ?? '';

/** Whether a site does without the screen of a path. @param path of a page, or its pattern, in the default edition: `/blogs/7` */
export const isScreenOff = (path: string, site: ScreenNames): boolean => hiddenIn(site).has(segmentOf(path));

/** The calls of the screens that a site does without, by their first segments. */
export const hiddenCalls = derived(
  (site: ScreenNames): ReadonlySet<string> => new Set(Array.from(hiddenIn(site), screenCall)),
);
const CALLS: Readonly<Record<string, string>> = { data: 'dataset', calendar: 'events' };

/** The first segment of a screen's call. */
export const screenCall = (screen: string): string => CALLS[screen] ?? screen;

/** Whether a site calls a screen otherwise: texts that name its items do not fit then. @param path of its list */
export const isRenamed = (path: string, locale: Locale, { screens }: Screens): boolean =>
  screens.some(({ screen, name }) => {
    const label = SCREENS[screen];
    return screen === segmentOf(path) && label && name !== undefined && name !== messagesOf(locale)[label];
  });

/** The introduction of a screen. @param path of its list */
export const screenSummary = (path: string, { screens }: Screens): string | undefined =>
  screens.find(({ screen }) => screen === segmentOf(path))?.summary;

/** The parameters of a list's call that the site gives to its screen. @param path of the list */
export function listParameters(path: string, { screens }: Screens): { per_page?: string; sort?: string } {
  const { page_size, order } = screens.find(({ screen }) => screen === segmentOf(path)) ?? {};
  return { ...(page_size !== undefined && { per_page: String(page_size) }), ...(order && { sort: order }) };
}

const named = derived((_: Screens) => new Map<Locale, Messages>());

/** The texts of the interface, with the names that a site has given to its screens. @param site undefined: not known yet, or not at all */
export function siteMessages(locale: Locale, site?: Screens): Messages {
  if (!site) return messagesOf(locale);
  const known = named(site).get(locale);
  if (known) return known;
  const names = site.screens.flatMap(({ screen, name }) => {
    const label = SCREENS[screen];
    return label === undefined || name === undefined ? [] : [[label, name]];
  });
  const messages = { ...messagesOf(locale), ...Object.fromEntries(names) };
  named(site).set(locale, messages);
  return messages;
}
