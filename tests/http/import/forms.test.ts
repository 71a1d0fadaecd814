import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import { importContent } from '../../../tools/import/src/import-content.ts';
import { type Adjust, allAnswers, comparable } from '../../support/all-answers.ts';
import { runCommand } from '../../support/commands.ts';
import * as content from '../../support/content.ts';
import { startSite, type TestSite } from '../../support/site.ts';
import { type Behaviour, data } from '../../support/upstream.ts';

/* The test upstream in each form that the contract allows: the imported folder answers as the gateway does. */

let sites: TestSite[] = [];
let dir: string | undefined;
afterEach(async () => {
  await Promise.all(sites.map((site) => site.close()));
  sites = [];
  if (dir) await rm(join(dir, '..'), { recursive: true });
});

async function dataOf({ app }: TestSite, address: string): Promise<object | undefined> {
  const { status, body } = await request(app).get(`/frontapi/en/${address}`);
  return status === 200 ? body.data : undefined;
}
const answersOf = (site: TestSite) => allAnswers((address) => dataOf(site, address));

/** Lists by call and by their name in the answer. */
const LISTS: [call: string, name: string, items: { id: number }[]][] = [
  ['blogs', 'blogs', content.blogs],
  ['news', 'news', content.news],
  ['notice', 'notices', content.notices],
  ['album', 'albums', content.albums],
  ['career', 'careers', content.careers],
  ['department', 'departments', content.departments],
  ['downloads', 'downloads', content.downloads],
  ['report', 'reports', content.reports],
  ['faq', 'faqs', content.faqs],
  ['bod', 'members', content.members],
  ['service-center', 'service_centers', content.serviceCenters],
];

/** A form of a list; `inData` stands beside it. */
type Form = (items: object[], url: URL) => { list: unknown; inData?: object };

const PER_PAGE = 2;
const paged = (items: object[], url: URL) => {
  const page = Number(url.searchParams.get('page') ?? 1);
  const pagination = {
    current_page: page,
    last_page: Math.max(1, Math.ceil(items.length / PER_PAGE)),
    per_page: PER_PAGE,
    total: items.length,
  };
  return { part: items.slice((page - 1) * PER_PAGE, page * PER_PAGE), pagination };
};

const FORMS: Record<string, Form> = {
  'an array': (list) => ({ list }),
  'a page of an array, with a paginator beside it': (items, url) => {
    const { part, pagination } = paged(items, url);
    return { list: part, inData: { pagination } };
  },
  "Laravel's paginator": (items, url) => {
    const { part, pagination } = paged(items, url);
    return { list: { ...pagination, data: part } };
  },
  'a PHP array with gaps, as an object': (items) => ({
    list: Object.fromEntries(items.map((item, index) => [String(index * 3 + 1), item])),
  }),
  null: () => ({ list: null }),
};

/** Lists that the gateway reads as a whole: no CMS may page them. */
const WHOLE = new Set(['faq', 'bod']);

const inForm =
  (name: string, items: object[], form: Form): Behaviour =>
  (response, incoming) => {
    const { list, inData } = form(items, new URL(incoming.url ?? '', 'http://x'));
    return data({ [name]: list, ...inData })(response, incoming);
  };

const TABLE_FACTS = ['as_of', 'as_of_text', 'latest', 'newest', 'total'];

/** What a folder has beside the CMS's fields, and where both say the same in another way. */
const adjust =
  (origin: string): Adjust =>
  (name, field, parent) => {
    // The slug of an item without one is the name of its file.
    if (name === 'slug') return undefined;
    // The folder finds facts about its files by itself; the CMS's own stay.
    if ('location' in parent && ['mime', 'size', 'width', 'height'].includes(name)) return undefined;
    // And about its tables.
    if ('columns' in parent && TABLE_FACTS.includes(name)) return undefined;
    if (name === 'location' || name === 'href')
      return String(field)
        .replace(`${origin}/storage/`, '/media/')
        .replace(/\.docx?$/, '.docx');
    return field;
  };

/** Calls of single items, by that of the list. */
const ONE: Record<string, string> = {
  news: 'news',
  blogs: 'blog',
  notice: 'notice',
  album: 'album',
  career: 'career',
  department: 'department',
};
/** Pages with a call of their own are not in the list of a folder. */
const OWN_PAGES = new Set(['about', 'introduction', 'profile']);
const byId = (a: { id?: string }, b: { id?: string }) => Number(a.id) - Number(b.id);

/** The lists without their pages: a CMS has pages of its own length, and may say nothing of the values of filters. */
function merged(answers: Map<string, object>, isOrdered: boolean): Map<string, object> {
  const whole = new Map<string, object>();
  for (const [address, { pagination: _, filters: __, ...answer }] of answers as Map<string, Record<string, unknown>>) {
    const [path = ''] = address.split('?');
    const before = whole.get(path);
    const lists = Object.entries(answer).map(([name, value]): [string, unknown] => {
      if (!Array.isArray(value)) return [name, value];
      const all = [...(before ? Reflect.get(before, name) : []), ...value].filter(({ slug }) => !OWN_PAGES.has(slug));
      return [name, isOrdered ? all : all.sort(byId)];
    });
    whole.set(path, Object.fromEntries(lists));
  }
  return whole;
}

describe.each(Object.entries(FORMS))('a CMS whose lists are %s', (title, form) => {
  it('becomes a folder that answers as the gateway does', async () => {
    const cms = await startSite();
    sites.push(cms);
    const { upstream } = cms;
    const isPaged = /page|paginator/.test(title);
    for (const [call, name, items] of LISTS) {
      // `home` has blogs in any case. A CMS that pages its notices leaves out what is not published, or has expired.
      const isAsBefore = WHOLE.has(call) || (title === 'null' && call === 'blogs');
      const shown = isPaged && call === 'notice' ? items.filter(({ id }) => id !== 3 && id !== 5) : items;
      upstream.answer(call, inForm(name, shown, isAsBefore ? (list) => ({ list }) : form));
      const one = ONE[call];
      for (const item of one ? items : []) upstream.answer(`${call}/${item.id}`, data({ [one ?? '']: item }));
    }
    dir = join(await mkdtemp(join(tmpdir(), 'foyer-import-')), 'content');
    const run = await runCommand(importContent, [upstream.url, dir], { UPSTREAM_TIMEOUT: '30000' });
    expect(run.stdout).not.toContain('could not be read');
    const folder = await startSite({ CONTENT_DIR: dir });
    expect(folder.log.filter(({ msg }) => msg === 'content file is faulty')).toEqual([]);
    sites.push(folder);
    const [expected, actual] = [await answersOf(cms), await answersOf(folder)].map((all) => merged(all, !isPaged));
    for (const [address, answer] of expected ?? []) {
      if (!actual?.has(address)) actual?.set(address, (await dataOf(folder, address)) ?? {});
      const wanted = comparable(answer, adjust(upstream.origin));
      expect({ [address]: comparable(actual?.get(address), adjust(upstream.origin)) }).toEqual({ [address]: wanted });
    }
    expect(expected?.size).toBeGreaterThan(15);
  });
});
