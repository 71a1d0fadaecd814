import { describe, expect, it } from 'vitest';
import { isCrawler } from '../../../server/pages/response-mode.ts';

describe('a crawler', () => {
  it.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'Twitterbot/1.0',
    'LinkedInBot/1.0 (compatible; Mozilla/5.0)',
    'WhatsApp/2.23.20.0',
    'TelegramBot (like TwitterBot)',
    'DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)',
  ])('is %s', (userAgent) => expect(isCrawler(userAgent)).toBe(true));

  it.each([
    'Mozilla/5.0 (Linux; Android 13; Redmi 10A) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'curl/8.5.0',
    'node',
    undefined,
  ])('is not %s', (userAgent) => expect(isCrawler(userAgent)).toBe(false));
});
