import { readFile } from 'node:fs/promises';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { openScaler } from '../../../server/images/scaler.ts';

/* Drawings of a few kilobytes with which librsvg is busy for minutes: measured when this was written. */

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">${content}</svg>`;
const icon = async (text: string) => {
  const scaler = await openScaler(pino({ level: 'silent' }));
  return scaler?.icon(Buffer.from(text), { size: 16 });
};

it.each([
  ['use', svg('<defs><g id="a"><path d="M0 0h9v9z"/></g></defs><g id="b"><use x:href="#a"/><use x:href="#a"/></g>')],
  ['use', svg('<svg:use xmlns:svg="http://www.w3.org/2000/svg" href="#a"/>')],
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
  ['10000', svg('<path d="M0 0h9v9z"/>'.repeat(600))],
])('an icon is not drawn of %s', async (reason, text) => {
  await expect(icon(text)).rejects.toThrow(reason);
});

it.each([
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
