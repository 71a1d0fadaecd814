import { chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'js-yaml';
import request from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectApi } from '../../../tools/connect/src/connect-api.ts';
import { runCommand, spawnCommand } from '../../support/commands.ts';
import { type ForeignApi, only, startForeignApi } from '../../support/foreign-api.ts';
import { startSite } from '../../support/site.ts';
import { data, json, raw, startUpstream, withHeaders } from '../../support/upstream.ts';

/* npm run connect on an API with other paths, keys, names and dates: from nothing that fits to a site, without a line of code. */

let api: ForeignApi;
let dir: string;
beforeEach(async () => {
  api = await startForeignApi();
  dir = await mkdtemp(join(tmpdir(), 'foyer-connect-test-'));
});
afterEach(async () => {
  await api.close();
  await rm(dir, { recursive: true });
});

const connect = (args: string[] = [], environment: Record<string, string> = {}) =>
  runCommand(connectApi, [api.url, ...args], { DATA_DIR: join(dir, 'data'), ...environment });
const withoutTimes = (stdout: string) => stdout.replace(/"milliseconds": ?\d+/g, '');
const mappingFile = () => join(dir, 'mapping.yaml');
const write = (...args: string[]) => connect(['--write', '--file', mappingFile(), ...args]);

describe('an API of another form', () => {
  it('is a site after --write', async () => {
    const { code, stdout } = await write();
    expect(stdout).toContain('Sagarmatha Capital');
    expect(stdout).toMatch(/1 of 33 calls usable\. With the mapping below: 12 of 33\./);
    expect(stdout).toContain(`FRONTAPI_MAPPING=${mappingFile()} FRONTAPI_URL=${api.url} `);
    expect(code).toBe(1);

    const site = await startSite({ FRONTAPI_URL: api.url, FRONTAPI_MAPPING: mappingFile() });
    try {
      const page = async (path: string) => (await request(site.app).get(path).expect(200)).text;
      expect(await page('/bod')).toMatch(/Ram Shrestha.*Chairperson/s);
      expect(await page('/bod')).toContain('Sagarmatha Capital');
      expect(await page('/blogs')).toContain('Post 10: how to begin to invest');
      expect(await page('/blogs')).toContain('October 10th 2026');
      expect(await page('/blogs/3')).toMatch(
        /The text of post 3\..*October 3rd 2026|October 3rd 2026.*The text of post 3\./s,
      );
      expect(await page('/notice')).toContain('Notice of the general meeting 1');
      expect(await page('/notice/41')).toContain('/uploads/notice-2.pdf');
      expect(await page('/career/9/show')).toMatch(/Analyst/);
      expect(await page('/service-center')).toMatch(/Head Office.*01-4220001/s);
      expect(await page('/faq')).toContain('How do I open an account?');
      expect(await page('/about')).toContain('We began in 2070.');
    } finally {
      await site.close();
    }
  });

  it('is usable as the mapping says, which needs nothing more', async () => {
    await write();
    const { code, stdout } = await connect(['--mapping', mappingFile()]);
    expect(stdout).toMatch(/12 of 33 calls usable\.\n/);
    expect(stdout).not.toContain('Proposed mapping');
    expect(code).toBe(1);
  });

  it('is described for programs, on stdout alone', async () => {
    const { stdout, stderr, code } = await connect(['--json']);
    const document = JSON.parse(stdout);
    expect(document).toMatchObject({
      url: api.url,
      name: 'Sagarmatha Capital',
      usable: 1,
      all: 33,
      proposal: { usable: 12 },
    });
    expect(document.calls.find(({ call }: { call: string }) => call === 'notice')).toMatchObject({
      status: 200,
      items: 5,
      state: 'unusable',
      required: ['name'],
      alike: expect.arrayContaining([{ from: 'subject', field: 'name' }]),
    });
    expect(document.screens).toContainEqual({ path: '/bod', text: '7 members, 6 with portraits', isWhole: true });
    expect([stderr, code]).toEqual(['--write writes it to mapping.yaml.\n'.replace(/^/, '\n'), 1]);
  });

  it('is asked politely: each call once, at most three other paths', async () => {
    await connect();
    const once = new Set(api.requests);
    expect(api.requests).toHaveLength(once.size);
    expect(api.requests.filter((address) => /^(?:album|gallery|galleries)/.test(address))).toHaveLength(4);
    expect(api.requests).not.toContain('search');
    expect(api.requests).not.toContain('redirects');
  });
});

describe('the proposed mapping', () => {
  const proposalOf = async (...args: string[]) => JSON.parse((await connect(['--json', ...args])).stdout).proposal;

  it('names each field once, where several pages have it', async () => {
    const textPage = (id: number) => data({ id, slug: `page-${id}`, title: 'Who we are', body: '<p>Text.</p>' });
    api.answer = only({ page: data([]), about: textPage(1), introduction: textPage(2), profile: textPage(3) });
    const { yaml, usable } = await proposalOf();
    expect(load(yaml)).toEqual({ calls: { page: { fields: { name: 'title', description: 'body' } } } });
    expect(usable).toBe(4);
  });

  it('names a field of a page that the other pages have under another name', async () => {
    api.answer = only({
      page: data([]),
      about: data({ id: 1, title: 'Who we are' }),
      profile: data({ id: 2, heading: 'Profile' }),
    });
    const { mapping, usable } = await proposalOf();
    expect(mapping.calls).toEqual({ page: { fields: { name: 'heading' } }, about: { fields: { name: 'title' } } });
    expect(usable).toBe(3);
  });

  it('is that of an API that has none of the paths of the contract', async () => {
    const title = { rendered: 'A year of growth' };
    api.answer = only({ posts: json(200, [{ id: 1, title }]), pages: json(200, [{ id: 2, slug: 'about', title }]) });
    const { mapping } = await proposalOf();
    expect(mapping.calls).toMatchObject({
      blogs: { path: 'posts', fields: { name: 'title.rendered' } },
      page: { path: 'pages', fields: { name: 'title.rendered' } },
    });
  });

  it('has the data of an envelope with something beside', async () => {
    const enveloped = (result: object) => json(200, { succeeded: true, message: null, errors: [], result });
    const contact = enveloped({ office: 'Naxal, Kathmandu', phones: ['01-4220000'] });
    api.answer = only({ site: enveloped({ site_name: 'Himal' }), contact, faq: enveloped([]) });
    const { mapping, usable } = await proposalOf();
    expect(mapping).toMatchObject({ data: 'result', calls: { site: { fields: { name: 'site_name' } } } });
    expect(usable).toBe(3);
  });

  it('names the fields of a site that is a list of names and values', async () => {
    api.answer = only({ site: data([{ key: 'site_name', value: 'Himal' }]) });
    expect((await proposalOf()).mapping.calls).toEqual({ site: { fields: { name: 'site_name' } } });
  });

  const found = (calls: object) => Object.fromEntries(Object.entries(calls).filter(([, call]) => call !== 'none'));

  it.each([
    ['an answer that names a failure', json(200, { error: true, message: 'Not found' })],
    ['a page of HTML', raw(200, 'text/html', '<!doctype html><title>Our app</title>')],
  ])('is found where what the API does not have is %s with status 200', async (_, otherwise) => {
    const posts = json(200, { status: 'success', result: [{ id: 1, name: 'Post' }] });
    const settings = json(200, { status: 'success', result: { name: 'Himal' } });
    api.answer = only(
      { settings, posts, 'posts/1': posts, faq: json(200, { status: 'success', result: [] }) },
      otherwise,
    );
    const { stdout } = await connect(['--json']);
    const document = JSON.parse(stdout);
    expect(found(document.proposal.mapping.calls)).toEqual({
      site: { path: 'settings' },
      blogs: { path: 'posts' },
      'blogs/{id}': { path: 'posts/{id}' },
    });
    expect(document).toMatchObject({ usable: 1, proposal: { usable: 4 } });
    expect(withoutTimes((await connect(['--json'])).stdout)).toEqual(withoutTimes(stdout));
  });

  it('has no fields of an answer that is a failure', async () => {
    const failed = { error: true, title: 'Validation', address: 'Naxal', errors: { phone: ['Missing'] } };
    api.answer = only({ contact: json(200, { ...failed, telephone: '01-4220000' }), faq: data([]) });
    expect(await proposalOf()).toBeNull();
  });

  it('has the form of dates that are numbers', async () => {
    api.answer = only({ blogs: data([{ id: 1, name: 'Post', created_at: 1_767_312_000 }]) });
    expect((await proposalOf()).mapping.dates).toEqual(['X']);
  });

  it('takes the type of a record for no category', async () => {
    const post = { id: 1, name: 'Post', type: 'post' };
    api.answer = only({ blogs: data([post, { ...post, id: 2 }]), 'blogs/1': data(post) });
    expect(await proposalOf()).toBeNull();
  });

  it('has the data of an envelope whose error is null', async () => {
    const enveloped = (content: object) => json(200, { error: null, data: content });
    api.answer = only({
      site: enveloped({ site: { name: 'Himal' } }),
      news: enveloped({ news: [] }),
      faq: enveloped({ faqs: [{ id: 1, question: 'Why?', answer: 'So.' }] }),
    });
    const { mapping, usable } = await proposalOf();
    expect(mapping).toEqual({ data: 'data' });
    expect(usable).toBe(3);
  });

  it.each([
    ['2026-01-11 02:05 PM', 'YYYY-MM-DD hh:mm A'],
    ['2026-01-11 09:00:00 +0545', 'YYYY-MM-DD HH:mm:ss Z'],
    ['2026-01-11 09:00:00 UTC', 'YYYY-MM-DD HH:mm:ss Z'],
  ])('has the form of dates that only begin as ISO 8601: %s', async (created_at, format) => {
    api.answer = only({ blogs: data([{ id: 1, name: 'Post', created_at }]) });
    expect((await proposalOf()).mapping.dates).toEqual([format]);
  });

  it('leaves the order of day and month as the mapping in use has it', async () => {
    const dates = ['01/10/2026', '02/10/2026', '5 March 2026'];
    api.answer = only({ blogs: data(dates.map((created_at, id) => ({ id, name: `Post ${id}`, created_at }))) });
    await writeFile(mappingFile(), 'dates: [MM/DD/YYYY]\n');
    expect((await proposalOf('--mapping', mappingFile())).mapping.dates).toEqual(['MM/DD/YYYY', 'D MMMM YYYY']);
    await writeFile(mappingFile(), 'dates: [MM/DD/YYYY, D MMMM YYYY]\n');
    const proposal = await proposalOf('--mapping', mappingFile());
    expect(proposal?.lines.filter(({ key }: { key: string }) => key === 'dates') ?? []).toEqual([]);
  });

  it('finds items by their other name before the path has another number', async () => {
    const post = { id: 1, slug: 'first', name: 'Post' };
    api.answer = only({ posts: data([post]), 'posts/first': data(post) });
    expect((await proposalOf()).mapping.calls).toEqual({
      blogs: { path: 'posts', fields: { id: 'slug' } },
      'blogs/{id}': { path: 'posts/{id}' },
    });
  });

  it('takes items of a list with further pages from it only if a person says so', async () => {
    const posts = Array.from({ length: 10 }, (_, id) => ({ id, name: `Post ${id}` }));
    api.answer = only({ blogs: data({ current_page: 1, data: posts, last_page: 3, per_page: 10, total: 23 }) });
    const { lines, usable } = await proposalOf();
    expect(lines).toContainEqual(
      expect.objectContaining({
        call: 'blogs/{id}',
        value: 'blogs',
        isSure: false,
        reason: expect.stringMatching(/CHECK: only items of its first page are found$/),
      }),
    );
    expect(usable).toBe(1);
  });
});

describe('pages', () => {
  const posts = (page: number) =>
    Array.from({ length: 10 }, (_, index) => ({
      id: page * 10 + index,
      name: `Post ${page}.${index}`,
      image: `/b${index}.jpg?v=2&size=300`,
    }));

  it('in headers are read as on the site', async () => {
    const paged = (page: number) => withHeaders(200, { 'x-total-pages': '3' }, JSON.stringify(posts(page)));
    api.answer = only({ blogs: paged(0), 'blogs?p=2': paged(1) });
    const first = await connect(['--json']);
    const again = await connect(['--json']);
    const blogs = JSON.parse(first.stdout).calls.find(({ call }: { call: string }) => call === 'blogs');
    expect(blogs.faults).toContainEqual(
      expect.objectContaining({ reason: 'a paginator in the headers: expected pagination' }),
    );
    expect(api.requests).toContain('blogs?page=2');
    expect(withoutTimes(again.stdout)).toEqual(withoutTimes(first.stdout));
  });

  const parametersOf = async () => JSON.parse((await connect(['--json'])).stdout).proposal?.mapping.parameters;
  const paged = (page: number, next?: string) => data({ posts: posts(page), total: 23, per_page: 10, next });

  it('have the parameters of the links beside the list, not of what is in it', async () => {
    api.answer = only({
      blogs: paged(0, '/posts?v=2&p=2&limit=10'),
      'blogs?p=2': paged(1),
      'blogs/0': data(posts(0)[0]),
    });
    expect(await parametersOf()).toEqual({ page: 'p', per_page: 'limit' });
    api.requests.length = 0;
    api.answer = only({ blogs: paged(0), 'blogs?page=2': paged(1), 'blogs/0': data(posts(0)[0]) });
    expect(JSON.parse((await connect(['--json', '--fresh'])).stdout).proposal?.mapping.parameters).toBeUndefined();
  });

  it('have the parameter of the header Link', async () => {
    const link = '</posts?p=2>; rel="next", </posts?p=3>; rel="last"';
    const listed = (page: number) => withHeaders(200, { link }, JSON.stringify(posts(page)));
    api.answer = only({ blogs: listed(0), 'blogs?p=2': listed(1) });
    expect(await parametersOf()).toEqual({ page: 'p' });
  });
});

it('an answer with a byte order mark is read', async () => {
  api.answer = only({ blogs: raw(200, 'application/json', `\uFEFF${JSON.stringify([{ id: 1, name: 'Post' }])}`) });
  expect(JSON.parse((await connect(['--json'])).stdout).usable).toBe(1);
});

it('an answer that is nested too deep is not read', async () => {
  const deep = `{"name": "Post", "photos": ${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
  api.answer = only({ blogs: raw(200, 'application/json', `[${deep}]`), faq: data([]) });
  const { stdout, stderr } = await connect(['--json']);
  expect(stderr).not.toContain('RangeError');
  const blogs = JSON.parse(stdout).calls.find(({ call }: { call: string }) => call === 'blogs');
  expect(blogs.failure.sentence).toBe('nested deeper than 64');
});

it('another edition is asked at the path that the API has', async () => {
  const settings = data({ site: { name: 'Himal' } });
  api.answer = only({ settings, faq: data([]) });
  const { stdout } = await connect(['--json', '--locales', 'en,ne']);
  expect(JSON.parse(stdout).editions).toEqual([{ locale: 'ne', text: 'the API has it.' }]);
});

describe('what is stored', () => {
  const base = () => join(dir, 'data', 'connect');

  it('has no token, and is for its owner alone', async () => {
    await mkdir(base(), { recursive: true, mode: 0o755 });
    await connect([], { FRONTAPI_AUTHORIZATION: 'Bearer a-secret-token' });
    expect((await stat(base())).mode & 0o777).toBe(0o700);
    const entries = await readdir(base(), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const texts = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')));
    expect(files.map(({ name }) => name)).toContain('about.json');
    expect(texts.join()).not.toContain('a-secret-token');
  });

  it.skipIf(process.getuid?.() !== 0)('is not put into a folder of another user', async () => {
    await mkdir(base(), { recursive: true });
    await chown(base(), 65_534, 65_534);
    const { code, stderr } = await connect();
    expect(stderr).toMatch(/connect: belongs to another user/);
    expect([code, api.requests]).toEqual([1, []]);
  });
});

describe('a second run', () => {
  it('says the same of an API without the calls that are asked first', async () => {
    api.answer = only({ blogs: json(200, [{ id: 1, name: 'Post' }]) });
    const first = await connect(['--json']);
    const again = await connect(['--json']);
    expect(JSON.parse(first.stdout).usable).toBe(1);
    expect(withoutTimes(again.stdout)).toEqual(withoutTimes(first.stdout));
  });

  it('asks for nothing that it has, unless it is to', async () => {
    await connect();
    const first = api.requests.length;
    const { stdout } = await connect();
    expect(api.requests).toHaveLength(first);
    expect(stdout).toContain('--fresh asks anew');
    const fresh = await connect(['--fresh']);
    expect(api.requests).toHaveLength(2 * first);
    expect(fresh.stdout).not.toContain('--fresh asks anew');
    expect((await connect()).stdout).toContain('--fresh asks anew');
    expect(api.requests).toHaveLength(2 * first);
  });

  it('goes on where the first was stopped', async () => {
    api.answer = (request, response) => {
      if (!request.url?.endsWith('/board-of-directors')) return false;
      stop('SIGINT');
      response.destroy();
      return true;
    };
    let stop: (signal: NodeJS.Signals) => void = () => {};
    const stopped = await spawnCommand(
      'connect-api',
      [api.url],
      { DATA_DIR: join(dir, 'data') },
      {
        meanwhile: (kill) => {
          stop = kill;
        },
      },
    );
    expect(stopped.stderr).toMatch(/Stopped\. Run the same command again: it goes on where it has stopped\./);
    expect([stopped.code, stopped.stdout]).toEqual([1, '']);
    const answered = api.requests.filter((address) => address !== 'board-of-directors');
    api.answer = () => false;
    await connect();
    for (const address of new Set(answered)) {
      const times = api.requests.filter((request) => request === address).length;
      // One more call may have been in progress.
      if (times > 1) expect(answered.slice(-1)).toContain(address);
    }
    expect(api.requests.filter((address) => address === 'site')).toHaveLength(1);
  });
});

describe('--write', () => {
  it('replaces what connect has written, and nothing else', async () => {
    await write();
    expect((await write()).stderr).toBe('');
    await writeFile(mappingFile(), `${await readFile(mappingFile(), 'utf8')}# mine\n`);
    const { stderr, code } = await write();
    expect(stderr).toMatch(/mapping\.yaml is there, and not as connect has written it: it stays\. --file NAME/);
    expect(code).toBe(1);
    expect(await readFile(mappingFile(), 'utf8')).toContain('# mine');
    expect((await readdir(dir)).sort()).toEqual(['data', 'mapping.yaml']);
  });
});

it('an API as the contract says needs no mapping', async () => {
  const { url, answer, close } = await startUpstream();
  answer('category', data({ categories: [{ id: 1, slug: 'saving', name: 'Saving' }] }));
  try {
    const { stdout, code } = await runCommand(connectApi, [url], { DATA_DIR: join(dir, 'data') });
    expect(stdout).toContain('35 of 35 calls usable.');
    expect(stdout).not.toMatch(/Not read|Left out|Proposed mapping/);
    expect(code).toBe(0);
  } finally {
    await close();
  }
});
