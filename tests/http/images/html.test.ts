import request from 'supertest';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createParseContext } from '../../../packages/gateway/src/field-parsers.ts';
import { describeImagesInHtml } from '../../../packages/images/src/describe-images.ts';
import { blogs } from '../../support/content.ts';
import { grainy } from '../../support/pictures.ts';
import { POLLING } from '../../support/polling.ts';
import { startSite, type TestSite } from '../../support/site.ts';
import { data, file } from '../../support/upstream.ts';

/* Images in editors' HTML. */

let site: TestSite;
beforeEach(async () => {
  site = await startSite();
  site.upstream.picture('/storage/in.jpg', file(await grainy(700, 400)));
});
afterEach(() => site.close());

const write = (html: string) =>
  site.upstream.answer('blogs/1', data({ blog: { ...blogs[0], id: 1, description: html } }));
const read = async (): Promise<string> =>
  (await request(site.app).get('/frontapi/en/blogs/1')).body.data.blog.description;
const srcSetOf = (html: string) =>
  (/srcset="([^"]*)"/.exec(html)?.[1] ?? '').split(', ').map((candidate) => candidate.split(' '));

/** The description once the image's facts are known. */
const known = async () => {
  await read();
  return vi.waitFor(async () => {
    await site.gateway.purge();
    const html = await read();
    expect(html).toContain('width="700"');
    return html;
  }, POLLING);
};

describe('an image in the text of a blog', () => {
  it('has addresses up to its own width, and keeps its src', async () => {
    write('<p>Seen: <img src="/storage/in.jpg" alt="A hill" onerror="alert(1)" srcset="/evil.jpg 9w"></p>');
    const html = await known();
    expect(html).toContain(`src="${site.upstream.origin}/storage/in.jpg"`);
    expect(html).toContain('alt="A hill"');
    expect(html).toMatch(/width="700" height="400"/);
    expect(html).not.toMatch(/evil|onerror/);
    const candidates = srcSetOf(html);
    expect(candidates.map(([, width]) => width)).toEqual(['192w', '256w', '384w', '512w', '640w', '700w']);
    for (const [address = ''] of candidates) {
      const { headers } = await request(site.app).get(address).expect(200);
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
      });
    }
  });

  it('stays the same when it is normalised again', async () => {
    write(
      '<p><img src="/storage/in.jpg"><img height="4" src="/storage/in.jpg" width="7" alt="b" title="c"><img alt="" src="/storage/in.jpg?v=2&amp;x=1"></p><img src="/storage/in.svg" id="d">',
    );
    const html = await known();
    const reading = createParseContext({
      timeZone: site.config.site.timeZone,
      origin: site.upstream.origin,
      videoOrigins: [],
      onDropped: () => {},
    });
    const again = (text: string) =>
      describeImagesInHtml(reading.html(text), (location, given) => site.pictures.describe(location, given)).html;
    expect(again(html)).toBe(html);
    expect(again(again(html))).toBe(html);
  });

  it('keeps the size that the editor has written', async () => {
    write('<img src="/storage/in.jpg"><img src="/storage/in.jpg" width="350" height="200">');
    const html = await known();
    expect(html).toMatch(/width="350" height="200"/);
    expect(srcSetOf(html.slice(html.indexOf('350')))).toHaveLength(6);
  });

  it.each(['/storage/in.svg', '/storage/in.gif', 'https://elsewhere.example/in.jpg'])(
    'is not changed if it is %s',
    async (src) => {
      write(`<img src="${src}">`);
      const html = await read();
      expect(html).toContain(src);
      expect(html).not.toMatch(/srcset|\/media\//);
    },
  );
});
