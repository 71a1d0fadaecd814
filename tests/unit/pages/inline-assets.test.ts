import { expect, it, vi } from 'vitest';
import { readConfig } from '../../../packages/config/src/config.ts';
import { InlineAssets } from '../../../server/pages/inline-assets.ts';
import * as themeCss from '../../../server/pages/theme-css.ts';
import type { RootData } from '../../../shared/document/root.ts';

vi.mock('../../../server/pages/theme-css.ts', { spy: true });

const rootWith = (brand: RootData['brand']): RootData => ({
  site: {
    name: 'Juneli',
    menu: [],
    footer: [],
    phones: [],
    emails: [],
    social: [],
    forms: [],
    screens: [],
    sections: [],
  },
  brand,
  origin: 'https://www.example.org',
  indexable: true,
  isProvisional: false,
  locale: 'en',
  locales: ['en'],
});
const icon = (location: string) => ({ location, sources: [] });

const styles = {
  version: '1',
  frame: 'main{margin:0}',
  screens: { Notice: 'h1{margin:0}', Album: 'h2{margin:0}' },
  lean: {},
};
const inline = () => new InlineAssets(readConfig({}), { start: '', styles });

it('writes the styles of a brand once, whatever its icon', () => {
  const assets = inline();
  const frameOf = (brand: RootData['brand']) => assets.styles(rootWith(brand), 'Notice')[0];
  const frames = ['/media/a.png', '/media/b.png'].map((file) => frameOf({ accent: '#123456', favicon: icon(file) }));
  expect(themeCss.themeCss).toHaveBeenCalledTimes(1);
  expect(frames[0]).toBe(frames[1]);
  expect(frameOf({ accent: '#654321' })).not.toBe(frames[0]);
});

it('a page has the styles of its screen after those of every page, and its policy allows both and no others', () => {
  const assets = inline();
  const [frame, own, ...others] = assets.styles(rootWith({}), 'Notice');
  expect(frame).toMatchObject({ precedence: 'frame', href: '1', css: 'main{margin:0}' });
  expect(own).toMatchObject({ precedence: 'screen', href: 'Notice', css: 'h1{margin:0}' });
  expect(others).toEqual([]);
  expect(assets.policy(rootWith({}), 'Notice')).toContain(`style-src 'self' ${frame?.source} ${own?.source};`);
  expect(assets.policy(rootWith({}), 'Album')).not.toContain(own?.source);
  expect(assets.styles(rootWith({}), 'none')).toEqual([frame]);
});
