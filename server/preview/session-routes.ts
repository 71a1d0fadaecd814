import type { Config } from '@foyer/config';
import { timeText } from '@foyer/gateway';
import type { Locale } from '@foyer/messages';
import { parseTime, splitPath } from '@foyer/model';
import express, { type Request, type Response, Router } from 'express';
import { FailedAttempts } from './failed-attempts.ts';
import { closedPage, endedPage, findingsPage, linkPage, messagePage } from './PreviewPage.tsx';
import type { PreviewFindings } from './preview-findings.ts';
import { PREVIEW_TEXTS } from './preview-texts.ts';
import { endedCookie, type Session, type Sessions } from './sessions.ts';
import { siteAddress } from './site-address.ts';

interface SessionRoutesOptions {
  site: Config['site'];
  sessions: Sessions;
  findings: PreviewFindings;
  sessionOf(request: Request): Session | undefined;
  /** The address of a client. */
  clientOf(request: Request): string;
}

/** The forms of the preview have three short fields. */
const MAX_FORM_BYTES = 8_192;
/** After this the page of findings is requested again while the folder is checked. */
const CHECK_AGAIN_SECONDS = 2;
/** For which a reviewer may look at a page. */
const MAX_LINK_DAYS = 30;

/**
 * The addresses below /_preview: a session is opened, changed and ended. The token is in no log line, as those have no queries and
 * no bodies, and in no Referer.
 */
export function sessionRoutes({ site, sessions, findings, sessionOf, clientOf }: SessionRoutesOptions): Router {
  const attempts = new FailedAttempts();
  const { locales, timeZone, origin } = site;
  const localeOf = (to: string): Locale => splitPath(to.split('?', 1)[0] ?? '/', locales).locale;
  const router = Router({ caseSensitive: true, strict: true });
  const form = express.text({ type: 'application/x-www-form-urlencoded', limit: MAX_FORM_BYTES });
  const fieldsOf = ({ body }: Request) => new URLSearchParams(typeof body === 'string' ? body : '');

  async function open(request: Request, response: Response, fields: URLSearchParams): Promise<void> {
    const to = siteAddress(fields.get('to'));
    const locale = localeOf(to);
    const token = fields.get('token');
    if (token === null) return void response.status(403).send(closedPage(locale, to));
    const client = clientOf(request);
    const turn = attempts.turn(client);
    const session = sessions.open(token);
    if (!session) attempts.note(client);
    await turn;
    if (session) response.set('Set-Cookie', sessions.cookie(session, isSecure(request))).redirect(303, to);
    else response.status(403).send(closedPage(locale, to, PREVIEW_TEXTS[locale].wrongToken));
  }

  router.get('/', (request, response) => {
    const { searchParams } = new URL(request.originalUrl, 'http://foyer.invalid');
    if (!searchParams.has('token') && sessionOf(request))
      return response.redirect(303, sessionOf(request)?.only ?? siteAddress(searchParams.get('to')));
    return open(request, response, searchParams);
  });
  router.post('/', form, (request, response) => open(request, response, fieldsOf(request)));

  router.get('/item', (request, response) => {
    const { searchParams } = new URL(request.originalUrl, 'http://foyer.invalid');
    const session = sessions.follow(searchParams.get('link') ?? '');
    if (!session?.only) return void response.status(403).send(closedPage(locales[0], '/'));
    response.set('Set-Cookie', sessions.cookie(session, isSecure(request))).redirect(303, session.only);
  });

  router.use((request, response, next) => {
    const session = sessionOf(request);
    if (session && (session.only === undefined || request.path === '/end')) return next();
    response.status(403).send(closedPage(locales[0], '/'));
  });
  router.post('/view', form, (request, response) => {
    const session = sessionOf(request);
    const fields = fieldsOf(request);
    const to = siteAddress(fields.get('to'));
    const text = fields.get('at');
    const at = text === null ? undefined : parseTime(text, timeZone)?.valueOf();
    if (!session || (text !== null && at === undefined)) {
      const locale = localeOf(to);
      const { wrongTime, wrongTimeText } = PREVIEW_TEXTS[locale];
      return void response.status(400).send(messagePage(locale, wrongTime, wrongTimeText, to));
    }
    response.set('Set-Cookie', sessions.cookie({ ...session, view: { at } }, isSecure(request))).redirect(303, to);
  });
  router.post('/link', form, (request, response) => {
    const session = sessionOf(request);
    const fields = fieldsOf(request);
    const [path = '/'] = siteAddress(fields.get('to')).split('?', 1);
    const days = Number(fields.get('days'));
    const locale = localeOf(path);
    if (!session || !Number.isInteger(days) || days < 1 || days > MAX_LINK_DAYS) {
      const { wrongDays, wrongDaysText } = PREVIEW_TEXTS[locale];
      return void response.status(400).send(messagePage(locale, wrongDays, wrongDaysText, path));
    }
    const { link, until } = sessions.link(path, session.view, days);
    const address = `${isSecure(request) ? 'https' : 'http'}://${request.headers.host}/_preview/item?link=${link}`;
    response.send(linkPage(locale, { address, until: timeText(until, locale, timeZone), to: path }));
  });
  router.post('/end', form, (request, response) => {
    const locale = localeOf(siteAddress(fieldsOf(request).get('to')));
    response.set('Set-Cookie', endedCookie(isSecure(request))).send(endedPage(locale, origin));
  });
  router.get('/findings', async (request, response) => {
    const to = siteAddress(new URL(request.originalUrl, 'http://foyer.invalid').searchParams.get('to'));
    const found = await findings.ofSite();
    if (found === 'pending') response.set('Refresh', String(CHECK_AGAIN_SECONDS));
    response.send(findingsPage(localeOf(to), found, to));
  });
  return router;
}

/** Whether the browser has come by https. A false claim of a client is about its own cookie alone, so no proxy has to be trusted for it. */
const isSecure = ({ headers }: Request): boolean =>
  String(headers['x-forwarded-proto'] ?? '')
    .split(',', 1)[0]
    ?.trim() === 'https';
