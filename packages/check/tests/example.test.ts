import { expect, it } from 'vitest';
import { linkedSite } from '../../../server/linked-site.ts';
import { readConfig } from '../../config/src/config.ts';
import { checkContent, readContent } from '../src/check-content.ts';
import { reports } from '../src/reports.ts';

it('finds nothing in the example, in either language', async () => {
  const config = readConfig({ CONTENT_DIR: 'content', LOCALES: 'en,ne' });
  const { contentDir: dir, site } = config;
  const content = await readContent({ dir, timeZone: site.timeZone, locales: site.locales });
  const { findings } = await checkContent(content, config, linkedSite);
  expect(reports.text('content', { findings, notes: [] })).toBe('');
});
