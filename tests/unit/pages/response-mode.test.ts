import { describe, expect, it } from 'vitest';
import { chooseResponseMode } from '../../../server/pages/response-mode.ts';
import { defer } from '../../../shared/deferred.ts';

const CRAWLERS = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Twitterbot/1.0',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0)',
  'WhatsApp/2.23.20.0',
  'TelegramBot (like TwitterBot)',
  'DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)',
];
const OTHERS = [
  'Mozilla/5.0 (Linux; Android 13; Redmi 10A) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  'curl/8.5.0',
  'node',
  undefined,
];

const LATE_MS = 100;
const late = () => ({ block: defer(new Promise((resolve) => setTimeout(resolve, LATE_MS))) });
const never = () => ({ block: defer(new Promise(() => {})) });

describe('a page whose data is late', () => {
  it('is complete for crawlers, which may not run the scripts that put a stream together', async () => {
    const modes = await Promise.all(CRAWLERS.map((name) => chooseResponseMode(late(), false, name)));
    expect(CRAWLERS.filter((_, index) => modes[index] !== 'buffered')).toEqual([]);
  });

  it('is complete for who asks for that', async () => {
    expect(await chooseResponseMode(late(), true, OTHERS[0])).toBe('buffered');
  });

  it('is streamed to browsers, those without a window too, and to programs', async () => {
    const modes = await Promise.all(OTHERS.map((name) => chooseResponseMode(never(), false, name)));
    expect(OTHERS.filter((_, index) => modes[index] !== 'streamed')).toEqual([]);
  });
});

it('a page whose data is there is complete for everybody', async () => {
  const { block } = late();
  await block.promise;
  expect(await chooseResponseMode({ block, name: 'not a block' }, false, OTHERS[0])).toBe('buffered');
});
