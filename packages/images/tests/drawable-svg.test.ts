import { readFile } from 'node:fs/promises';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { openScaler } from '../src/scaler.ts';
import { drawSvg } from '../src/svg-process.ts';

/* SVG documents of editors, as icons. Drawings of a few kilobytes with which librsvg is busy for minutes: measured when this was written. */

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">${content}</svg>`;
const icon = async (text: string) => {
  const scaler = await openScaler(pino({ level: 'silent' }));
  return scaler?.icon(Buffer.from(text), { size: 16 });
};

it.each([
  ['use', svg('<defs><g id="a"><path d="M0 0h9v9z"/></g></defs><g id="b"><use x:href="#a"/><use x:href="#a"/></g>')],
  ['use', svg('<svg:use xmlns:svg="http://www.w3.org/2000/svg" href="#a"/>')],
  ['use', svg('<ü:use xmlns:ü="http://www.w3.org/2000/svg" href="#a"/>')],
  ['use', svg('<c:use xmlns:c="http&#58;//www.w3.org/2000/svg" href="#a"/>')],
  ['filter', svg('<filter id="f"><feGaussianBlur stdDeviation="9"/></filter>')],
  ['filter', svg('<path style="filter: blur(9px)" d="M0 0h9v9z"/>')],
  ['mask', svg('<mask id="m"/><path mask="url(#m)" d="M0 0h9v9z"/>')],
  ['pattern', svg('<pattern id="p"/>')],
  ['marker', svg('<marker id="m"/>')],
  ['image', svg('<image href="/x.png" width="9" height="9"/>')],
  ['dasharray', svg('<path stroke="red" stroke-dasharray=".01" d="M0 0h9v9z"/>')],
  ['clip-path', svg('<clipPath id="c"/><path clip-path="url(#c)"/><path clip-path="url(#c)"/>')],
  ['clip-path', svg('<style>path{clip-path:url(#c)}</style><clipPath id="c"/>')],
  ['entities', `<!DOCTYPE svg [<!ENTITY a "b"]>${svg('&a;')}`],
  ['escapes', svg('<style>path{stroke-d\\61sharray:.01}</style>')],
  ['UTF-8', `<?xml version="1.0" encoding="UTF-7"?>${svg('')}`],
  ['dasharray', svg('<path style="stroke&#45;dash&#x61;rray:.01" d="M0 0h9v9z"/>')],
  ['dasharray', svg('<style><![CDATA[path{stroke-dash]]>array:.01}</style>')],
  ['dasharray', svg('<style>path{stroke-dash<title>b</title>array:.01}</style>')],
  ['dasharray', svg('<style>path{fill:"a" stroke-dasharray:.01}</style>')],
  ['comments', svg('<style>path{stroke-/**/dasharray:.01}</style>')],
  ['levels', svg('<g>'.repeat(40) + '</g>'.repeat(40))],
  ['can be read', svg('<g>')],
  ['foreignObject', svg('<foreignObject/>')],
  ['10000', svg('<path d="M0 0h9v9z"/>'.repeat(600))],
])('an icon is not drawn of %s', async (reason, text) => {
  await expect(icon(text)).rejects.toThrow(reason);
});

it.each([
  [
    'what is said not to be repeated',
    svg('<path style="stroke-dasharray:none;filter:none" mask="none" d="M0 0h9v9z"/><metadata><filter/></metadata>'),
  ],
  ['shapes', svg('<style>.a{fill:#123}</style><title>A &amp; B</title><path class="a" d="M0 0h9v9z"/>')],
  ['a clip path', svg('<clipPath id="c"><rect width="9" height="9"/></clipPath><g clip-path="url(#c)"/>')],
  [
    'a gradient',
    svg('<linearGradient id="g"><stop stop-color="red"/></linearGradient><path fill="url(#g)" d="M0 0h9z"/>'),
  ],
])('an icon is drawn of %s', async (_, text) => {
  expect((await icon(text))?.subarray(1, 4).toString()).toBe('PNG');
});

it.each(['favicon', 'logo'])('the %s of the example is drawn', async (name) => {
  expect(await icon(await readFile(`content/media/${name}.svg`, 'utf8'))).toBeDefined();
});

it('a drawing that does not end is ended, and is not begun again for the next size', async () => {
  // Each level draws the one below it twice.
  const levels = Array.from({ length: 40 }, (_, at) => `<g id="l${at}">${`<use x:href="#l${at - 1}"/>`.repeat(2)}</g>`);
  const bomb = svg(levels.join('').replace(/<use[^>]*l-1"\/>/g, '<path d="M0 0h9v9z"/>'));
  const first = drawSvg(bomb, 500);
  await expect(first).rejects.toThrow('takes too long');
  expect(drawSvg(bomb)).toBe(first);
});
