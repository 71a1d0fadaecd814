import { describe, expect, it } from 'vitest';
import { filesInJson, linksIn, replaceLinks } from '../../../server/export/html-links.ts';

const ORIGIN = 'https://www.himal.example';

describe('the links of a page', () => {
  it('are its own addresses, of every kind, once', () => {
    const html = `<a href="/notice?page=2&amp;category=agm">x</a><a href="/notice">y</a><a href="/notice">z</a>
      <img src="/media/a%20b.jpg"><source srcset="/media/@a-320.webp 320w, /media/@a-640.webp 640w">
      <link rel="preload" imageSrcSet="/media/@b-320.avif 320w"><meta property="og:image" content="${ORIGIN}/media/@c.jpg">
      <form action="/search"></form><a href="https://elsewhere.example/x">o</a><a href="//elsewhere.example">p</a>
      <a href="mailto:a@b.example">m</a><a href="#top">t</a><script type="application/ld+json">{"name":"\\"A\\"",
      "logo":"${ORIGIN}/media/logo.svg","image":["${ORIGIN}/media/@1920/a.jpg.jpg","https://elsewhere.example/media/b.jpg"],
      "url":"${ORIGIN}/search?q={search_term}"}</script>`;
    expect([...linksIn(html, ORIGIN)]).toEqual([
      '/notice?page=2&category=agm',
      '/notice',
      '/media/a%20b.jpg',
      '/media/@a-320.webp',
      '/media/@a-640.webp',
      '/media/@b-320.avif',
      '/media/@c.jpg',
      '/search',
      '/media/logo.svg',
      '/media/@1920/a.jpg.jpg',
    ]);
  });

  it('are replaced where they have a query, and stay HTML', () => {
    const html = `<a href="/notice?page=2&amp;q=%22">x</a><link rel="canonical" href="${ORIGIN}/notice?page=2"><a href="/notice">y</a>`;
    const replace = (address: string) => address.replace('/notice?page=2', '/notice/page/2');
    expect(replaceLinks(html, ORIGIN, replace)).toBe(
      `<a href="/notice/page/2&amp;q=%22">x</a><link rel="canonical" href="${ORIGIN}/notice/page/2"><a href="/notice">y</a>`,
    );
  });
});

it('the files of an answer are those of the media folder, without pictures in sizes', () => {
  const json = JSON.stringify({
    files: [{ location: '/media/a.pdf', scaled: '/media/@x' }],
    text: 'see "/media/b.pdf"',
  });
  expect(filesInJson(json)).toEqual(['/media/a.pdf']);
});
