import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Folder, makeFolder, validFiles } from '../../../tests/support/folder.ts';
import { readMarkdown, readYaml } from '../../folder/src/content-files.ts';
import { faultText } from '../../folder/src/faults.ts';
import { openScaler } from '../../images/src/scaler.ts';
import { checkImages } from '../src/check-images.ts';
import { textsOf } from '../src/file-texts.ts';

/* The faults of images that `content:check` reports. */

const SCANS = 'files: [{ location: /media/small.png, name: Scan }, { location: /media/page.jpg, name: Page }]';

let folder: Folder;
beforeEach(async () => {
  folder = await makeFolder({
    ...validFiles,
    'site.yaml': 'name: X\nlogo: { location: /media/hill.svg }\n',
    'sliders.yaml':
      '- { id: 1, title: A, files: [{ location: /media/small.png, alt: A hill }] }\n- { id: 2, title: B, files: [{ location: /media/large.png }] }\n',
    'bod/one.md': '---\nid: 1\nname: One\nfiles: [{ location: /media/small.png, alt: "" }]\n---\n',
    'blogs/three.md':
      '---\nid: 3\nname: Three\nfiles:\n  - { location: /media/broken.jpg, alt: A hill }\n  - { location: /media/page.jpg, alt: A hill }\n---\nText.\n\nAnd ![](/media/large.png) and ![A hill](/media/small.png "Below")\n',
    'department/one.md':
      '---\nid: 1\nname: One\nfiles: [{ location: /media/small.png, alt: A hill }]\nmembers:\n  - { id: 1, name: A, designation: B, files: [{ location: /media/small.png, alt: "" }] }\n---\n',
    'notice/scan.md': `---\nid: 1\nname: One\n${SCANS}\n---\n`,
    'notice/scan.ne.md': `---\nname: एक\n${SCANS}\n---\n`,
    'report.yaml': `- id: 1\n  name: A\n  ${SCANS}\n`,
    'media/page.jpg': '<!doctype html><title>Not found</title>',
  });
  const picture = (width: number) => sharp({ create: { width, height: 400, channels: 3, background: '#345' } });
  await picture(1400).png().toFile(join(folder.dir, 'media/large.png'));
  await picture(400).png().toFile(join(folder.dir, 'media/small.png'));
  const jpeg = await picture(1400).jpeg().toBuffer();
  await writeFile(join(folder.dir, 'media/broken.jpg'), jpeg.subarray(0, jpeg.length / 2));
});
afterEach(() => folder.remove());

const FILES = ['site.yaml', 'sliders.yaml', 'bod/one.md', 'blogs/three.md'];

async function check(files = FILES, scaler = openScaler(pino({ level: 'silent' }))) {
  const { dir } = folder;
  const sources = files.map((file) => (file.endsWith('.md') ? readMarkdown(dir, file) : readYaml(dir, file)));
  return (
    await checkImages(dir, { sources, texts: await textsOf(sources, [], () => {}) }, await scaler, [
      'https://cdn.example',
    ])
  ).map(faultText);
}
const NO_ALT = '/media/large.png: has no alt: describe what the image shows, or write "" if it is decorative';

it('reports images that lack an alternative text, are broken or too small, each where it is used', async () => {
  expect(await check()).toEqual([
    'sliders.yaml:1:42: /media/small.png: is 400 pixels wide, but shown 1280 pixels wide',
    `sliders.yaml:2:42: ${NO_ALT}`,
    expect.stringMatching(
      /^blogs\/three\.md:5:17: \/media\/broken\.jpg: cannot be shown: the file is damaged, or not complete: get it again \(/,
    ),
    expect.stringMatching(/^blogs\/three\.md:6:17: \/media\/page\.jpg: cannot be shown: /),
  ]);
});

it('reports a picture that says where it was taken, if it cannot be published without', async () => {
  const image = sharp({ create: { width: 1400, height: 400, channels: 3, background: '#345' } }).withExif({
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '27/1 42/1 0/1' },
  });
  const jpeg = await image.clone().jpeg().toBuffer();
  // Comments between more segments that stay than are looked at.
  const segments = Buffer.from('\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xff\xfe\0\x03x'.repeat(1_001), 'latin1');
  await folder.write({
    'media/a.tiff': await image.clone().tiff().toBuffer(),
    'media/a.jpeg': jpeg,
    'media/b.jpeg': Buffer.concat([jpeg.subarray(0, 2), segments, jpeg.subarray(2)]),
    'bod/one.md':
      '---\nid: 1\nname: One\nfiles: [{ location: /media/a.jpeg, alt: "" }, { location: /media/a.tiff, alt: "" }, { location: /media/b.jpeg, alt: "" }]\n---\n',
  });
  expect(await check(['bod/one.md'])).toEqual([
    expect.stringMatching(
      /b\.jpeg: says where it was taken, and its file is published so: save it anew, without its metadata/,
    ),
  ]);
});

it('still reports missing alternative texts if no image can be decoded', async () => {
  expect(await check(FILES, Promise.resolve(undefined))).toEqual([`sliders.yaml:2:42: ${NO_ALT}`]);
});

it('takes pictures to which a page links as documents, of which a reader can open each', async () => {
  expect(await check(['report.yaml', 'notice/scan.md', 'notice/scan.ne.md'])).toEqual([
    expect.stringMatching(/^report\.yaml:3:67: \/media\/page\.jpg: cannot be shown: /),
    expect.stringMatching(/^notice\/scan\.md:4:65: \/media\/page\.jpg: cannot be shown: /),
    expect.stringMatching(/^notice\/scan\.ne\.md:3:65: \/media\/page\.jpg: cannot be shown: /),
  ]);
});

it('knows how small the portraits of a department are', async () => {
  expect(await check(['department/one.md'])).toEqual([
    'department/one.md:4:21: /media/small.png: is 400 pixels wide, but shown 896 pixels wide',
  ]);
});

it('measures a picture in a text only where its HTML enlarges it', async () => {
  const img = (width: string) => `<img src="/media/small.png" alt="A hill" ${width}>\n\n`;
  const body = ['', 'width="40"', 'width="400"', 'width="500"', 'width="2000"', 'width="100%"'].map(img).join('');
  await folder.write({ 'blogs/four.md': `---\nid: 4\nname: Four\n---\n![A hill](/media/small.png)\n\n${body}` });
  expect(await check(['blogs/four.md'])).toEqual([
    'blogs/four.md:13:1: /media/small.png: is 400 pixels wide, but shown 500 pixels wide',
    'blogs/four.md:15:1: /media/small.png: is 400 pixels wide, but shown 672 pixels wide',
  ]);
});

it('reports a picture that cannot be read, and leaves to others what is no file, or outside of the folder', async () => {
  await symlink('loop.png', join(folder.dir, 'media/loop.png'));
  await symlink(join(folder.dir, '../outside.png'), join(folder.dir, 'media/gone.png'));
  await symlink('/etc/hostname', join(folder.dir, 'media/out.png'));
  const files = ['loop.png', 'gone.png', 'out.png', 'none.png', 'small.png/none.png', '50% off.png'].map(
    (name) => `  - { location: /media/${name}, alt: A }`,
  );
  await folder.write({ 'album/one.md': `---\nid: 1\nname: One\nfiles:\n${files.join('\n')}\n---\n` });
  expect(await check(['album/one.md'])).toEqual(['album/one.md:5:17: /media/loop.png: a link that leads to itself']);
});
