import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { notePage } from '../../server/preview/content-view.ts';
import { PreviewFindings } from '../../server/preview/preview-findings.ts';
import { createPreview } from '../../server/preview/preview-listener.ts';
import { PreviewViews } from '../../server/preview/preview-views.ts';
import { Sessions } from '../../server/preview/sessions.ts';
import { listen } from '../support/listen.ts';
import { Editor, PREVIEW_TOKEN } from '../support/preview.ts';
import { startSite } from '../support/site.ts';

/* The bar when a part of the preview fails. */

/** The site of these tests is that of visitors: on a busy machine it would stream the page, and a stream is not edited. */
const WHOLE = '/news?whole=1';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of closers.splice(0).toReversed()) await close();
});

/** A preview of a site, in this process, and the lines of its log. */
async function start() {
  const site = await startSite();
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => lines.push(line) });
  const findings = new PreviewFindings(site.config, log);
  const views = new PreviewViews(async () => ({
    async app(request, response) {
      notePage(await site.pages.load(site.pages.match('/news', new URLSearchParams())));
      site.app(request, response);
    },
    forget: () => {},
    close: async () => {},
  }));
  const sessions = new Sessions(PREVIEW_TOKEN);
  const app = createPreview({ config: site.config, sessions, views, findings, barDir: 'dist/preview', log });
  const { url, close } = await listen(app);
  closers.push(() => site.close(), close);
  return { findings, lines, sessions, editor: new Editor(url) };
}

it('says that the page is one of the preview, also if the findings cannot be read', async () => {
  const { findings, lines, editor } = await start();
  await editor.open();
  expect((await editor.get(WHOLE)).text).toContain('No findings');
  vi.spyOn(findings, 'ofPage').mockRejectedValue(new Error('broken'));
  const { status, text } = await editor.get(WHOLE);
  expect(status).toBe(200);
  expect(text).toMatch(/<foyer-preview.*The content could not be checked; the log says why.*<\/foyer-preview>/s);
  expect(lines.join()).toContain('the bar of the preview failed');
});

it('without it nothing of the page is sent', async () => {
  const { sessions, editor } = await start();
  // A time that no calendar has cannot be written into the bar.
  const session = { until: Date.now() + 60_000, view: { at: 1e18 } };
  editor.cookie = sessions.cookie(session, false).split(';', 1)[0];
  await expect(editor.get(WHOLE)).rejects.toThrow(/other side closed|ECONNRESET|terminated/);
});
