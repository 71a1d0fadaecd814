import { afterEach, expect, it } from 'vitest';
import { type Folder, makeFolder, validFiles } from '../../../tests/support/folder.ts';
import { type LoadedContent, loadContent } from '../../folder/src/content-store.ts';
import type { Locale } from '../../messages/src/index.ts';
import { filesOfCall } from '../src/files-of-call.ts';

let folder: Folder;
afterEach(() => folder.remove());

const item = (fields: string) => `---\n${fields}\n---\nText.\n`;

it('names the files that an editor changes to change an answer', async () => {
  folder = await makeFolder({
    ...validFiles,
    'site.ne.yaml': 'name: फोल्डर\n',
    'theme.yaml': 'radius: none\n',
    'sliders.ne.yaml': '- { id: 1, title: पहिलो }\n',
    'news/new-office.md': item('id: 7\nname: A new office'),
    'news/new-office.ne.md': item('name: नयाँ कार्यालय'),
    'news/local.md': item('id: 8\nname: स्थानीय\nlang: ne'),
    'news/local.en.md': item('name: Local'),
    'news/later.md': item('id: 9\nname: Later\npublished_at: 2038-01-01'),
    'page/about.md': item('name: About'),
    'services/loans.md': item('name: Loans'),
    'bod/chair.md': item('id: 1\nname: Chair\ndesignation: Chair'),
    'bod/member.md': item('id: 2\nname: Member\ndesignation: Member'),
    'bod/member.ne.md': item('name: सदस्य'),
    'faq.yaml': '- { id: 1, question: Why?, answer: So. }\n',
    'faq.ne.yaml': '- { id: 1, question: किन?, answer: त्यसैले। }\n',
  });
  const loaded: LoadedContent = await loadContent({
    dir: folder.dir,
    timeZone: 'Asia/Kathmandu',
    locales: ['en', 'ne'],
  });
  expect(loaded.faults).toEqual([]);
  const files = (address: string, locale: Locale = 'ne') => filesOfCall(loaded, address, locale);
  expect(files('news/7')).toEqual(['news/new-office.md', 'news/new-office.ne.md']);
  expect(files('news/new-office', 'en')).toEqual(['news/new-office.md']);
  expect(files('news/8', 'en')).toEqual(['news/local.md', 'news/local.en.md']);
  expect(files('news/9')).toEqual(['news/later.md']);
  expect(files('page/about')).toEqual(['page/about.md']);
  expect(files('about')).toEqual(['page/about.md']);
  expect(files('services/loans')).toEqual(['services/loans.md']);
  expect(files('bod')).toEqual(['bod/chair.md', 'bod/member.md', 'bod/member.ne.md']);
  expect(files('faq?category=a')).toEqual(['faq.yaml', 'faq.ne.yaml']);
  expect(files('home')).toEqual(['home.yaml', 'sliders.yaml', 'sliders.ne.yaml', 'virtues.yaml']);
  expect(files('site')).toEqual(['site.yaml', 'site.ne.yaml', 'theme.yaml']);
  for (const none of ['news', 'news/404', 'category/company', 'search?q=a', 'nothing', 'contact'])
    expect(files(none)).toEqual([]);
});
