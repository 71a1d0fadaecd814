import { expect, it } from 'vitest';
import {
  blockedPictures,
  describeImages,
  describeImagesInHtml,
  describeKnownImages,
  MAX_DESCRIBED_IMAGES,
} from '../src/describe-images.ts';

/* Texts with more images than an article has. Each image that is described makes the page longer by ten addresses. */

const images = (count: number) => Array.from({ length: count }, (_, index) => `<img src="/${index}.png" alt="">`);
const named = (length: number) => {
  const described: string[] = [];
  const describe = (location: string) => {
    described.push(location);
    return { scaled: 'x'.repeat(length), width: 3_000, height: 2_000 };
  };
  return { describe, described };
};

it('describes so many images of a text, and leaves the rest as they are', () => {
  const { describe, described } = named(100);
  const given = images(MAX_DESCRIBED_IMAGES + 3);
  const { html, undescribed } = describeImagesInHtml(given.join(''), describe);
  expect(undescribed).toBe(3);
  expect(described).toHaveLength(MAX_DESCRIBED_IMAGES);
  expect(html.match(/ srcset="/g)).toHaveLength(MAX_DESCRIBED_IMAGES);
  expect(html.endsWith(given.slice(-3).join(''))).toBe(true);
});

it('describes fewer images with long names', () => {
  const { describe, described } = named(1_000);
  const text = images(MAX_DESCRIBED_IMAGES).join('');
  const { html, undescribed } = describeImagesInHtml(text, describe);
  expect(described.length).toBeGreaterThan(30);
  expect(undescribed).toBe(MAX_DESCRIBED_IMAGES - described.length);
  expect(html.length - text.length).toBeLessThan(420_000);
});

it('names the text that has too many, and describes the images of the others', () => {
  const { describe } = named(100);
  const data = {
    faqs: [{ answer: `<p>Many</p>${images(MAX_DESCRIBED_IMAGES + 1).join('')}` }, { answer: images(1).join('') }],
  };
  expect(describeImages(data, describe)).toEqual([
    { path: expect.stringContaining('<p>Many</p>'), reason: 'too many images: 1 not scaled' },
  ]);
  expect(data.faqs[1]?.answer).toContain(' srcset="');
});

it('names the pictures that the content security policy blocks, one of each origin', () => {
  const file = (location: string, mime?: string) => ({ location, mime, sources: [] });
  const data = {
    files: [
      file('https://cms.example/a.jpg'),
      file('https://one.example/a.jpg'),
      file('https://one.example/b.jpg'),
      file('https://other.example/a.pdf'),
      file('https://two.example/picture?id=1', 'image/png'),
      file('/media/a.jpg'),
    ],
    description: '<p><img alt="A" src="https://three.example/a"><a href="https://four.example/a.jpg">A</a></p>',
  };
  expect(blockedPictures(data, ['https://cms.example'])).toEqual(
    ['https://one.example/a.jpg', 'https://two.example/picture?id=1', 'https://three.example/a'].map((path) => ({
      path,
      reason: `${new URL(path).origin} is not among MEDIA_ORIGINS: browsers do not show the picture`,
    })),
  );
});

it('describes once all is known of each image, those of texts too', async () => {
  const known = new Set<string>();
  const images = {
    async learn(location: string) {
      await Promise.resolve();
      known.add(location);
    },
    describe: (location: string) => (known.has(location) ? { scaled: 'x', width: 30, height: 20 } : {}),
  };
  const file = { location: '/a.png', sources: [] };
  const data = { file, description: '<p><img src="/b.png" alt=""></p>' };
  expect(await describeKnownImages(data, images)).toEqual([]);
  expect(data.file).toMatchObject({ scaled: 'x', width: 30 });
  expect(data.description.match(/ srcset="| width="30"/g)).toHaveLength(2);
});
