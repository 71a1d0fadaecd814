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

it('writes the styles of a brand once, whatever its icon', () => {
  const manifest = {
    script: '',
    imported: [],
    start: '',
    css: 'main{margin:0}',
    fonts: { text: '', display: '' },
    screens: {},
    messages: {},
    exportedAnswers: '',
  };
  const assets = new InlineAssets(readConfig({}), manifest);
  const styles = [
    assets.css(rootWith({ accent: '#123456', favicon: icon('/media/a.png') })),
    assets.css(rootWith({ accent: '#123456', favicon: icon('/media/b.png') })),
  ];
  expect(themeCss.themeCss).toHaveBeenCalledTimes(1);
  expect(styles[0]).toBe(styles[1]);
  expect(assets.css(rootWith({ accent: '#654321' }))).not.toBe(styles[0]);
});
