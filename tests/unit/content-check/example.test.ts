import { expect, it } from 'vitest';
import { readConfig } from '../../../packages/config/src/config.ts';
import { checkContent, readContent } from '../../../server/content-check/check-content.ts';
import { reports } from '../../../server/content-check/reports.ts';

it('finds nothing in the example, in either language', async () => {
  const config = readConfig({ CONTENT_DIR: 'content', LOCALES: 'en,ne' });
  const { contentDir: dir, site } = config;
  const content = await readContent({ dir, timeZone: site.timeZone, locales: site.locales });
  const { findings } = await checkContent(content, config);
  expect(reports.text('content', { findings, notes: [] })).toBe('');
});
