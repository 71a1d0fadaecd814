import { rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Folder, makeFolder } from '../../../tests/support/folder.ts';
import { listen } from '../../../tests/support/listen.ts';
import { encryptedPdf, textPdf, typedPdf } from '../../../tests/support/pdf.ts';
import { POLLING } from '../../../tests/support/polling.ts';
import { DocumentTexts, type DocumentTextsOptions } from '../src/document-texts.ts';

/* The texts of documents: of the content folder and of real origins, extracted here or by threads that fail. */

const TEXT = 'The report of the board and the audited accounts';
const EXAMPLE = '/media/documents/';

let lines: { level: number; document?: string; reason?: string; msg: string }[];
let folder: Folder;
let opened: DocumentTexts[];
beforeEach(async () => {
  lines = [];
  opened = [];
  folder = await makeFolder({});
});
afterEach(async () => {
  await Promise.all(opened.map((texts) => texts.close()));
  await folder.remove();
});

function open(options: Partial<DocumentTextsOptions>): DocumentTexts {
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const texts = new DocumentTexts({ origins: [], log, ...options });
  opened.push(texts);
  return texts;
}

describe('a document of the content folder', () => {
  it('has its text', async () => {
    const texts = open({ contentDir: 'content' });
    expect(await texts.textOf(`${EXAMPLE}notice-agm-17.pdf`)).toMatch(
      /Notice of the seventeenth annual general meeting The seventeenth .* proposed by the board/,
    );
    expect(lines).toEqual([]);
  });

  it.each(['gunaso-karyabidhi', 'samriddhi-ek-prishtha', 'dividend-2080-81'])(
    'has none where its fonts do not name their characters: %s',
    async (name) => {
      const texts = open({ contentDir: 'content' });
      for (let time = 0; time < 3; time += 1) expect(await texts.textOf(`${EXAMPLE}${name}.pdf`)).toBeUndefined();
      expect(lines).toMatchObject([{ document: `${EXAMPLE}${name}.pdf`, reason: expect.stringContaining('readable') }]);
    },
  );

  it('has the Nepali of a text that was typed in a font from before Unicode, beside English', async () => {
    await folder.write({
      'media/documents/report.pdf': typedPdf('jflif{s ;fwf/0f ;efsf] ;"rgf tyf nfef+z ljt/0f', 'AAAAAA+Preeti'),
      'media/documents/english.pdf': typedPdf('The annual general meeting and the dividend', 'AAAAAA+Preeti'),
    });
    const texts = open({ contentDir: folder.dir });
    expect(await texts.textOf('/media/documents/report.pdf')).toBe('वार्षिक साधारण सभाको सूचना तथा लाभांश वितरण');
    expect(await texts.textOf('/media/documents/english.pdf')).toBe('The annual general meeting and the dividend');
  });

  it.each([
    ['a text', Buffer.from('A text whose name says that it is a PDF'), 'it is no PDF'],
    ['nothing', Buffer.alloc(0), 'it is no PDF'],
    ['encrypted', encryptedPdf(), 'PasswordException'],
    ['damaged', Buffer.from(`%PDF-1.7\n${'\u0000\u00ff'.repeat(5_000)}`, 'latin1'), 'InvalidPDFException'],
    ['only the beginning of one', textPdf(TEXT).subarray(0, 60), ''],
    ['without pages', textPdf(), ''],
    ['without text', textPdf(''), 'no readable text'],
    ['too large', Buffer.concat([textPdf(TEXT), Buffer.alloc(10_000_000)]), 'more than 10 MB'],
  ])('has no text if it is %s; the log says so once, and once more for another version', async (_, bytes, reason) => {
    await folder.write({ 'media/a b.pdf': bytes });
    const texts = open({ contentDir: folder.dir });
    for (let time = 0; time < 3; time += 1) expect(await texts.textOf('/media/a b.pdf')).toBeUndefined();
    expect(lines).toMatchObject([{ level: 40, document: '/media/a%20b.pdf', reason: expect.stringContaining(reason) }]);
    await folder.write({ 'media/a b.pdf': textPdf(TEXT) });
    expect(await texts.textOf('/media/a%20b.pdf#page=2')).toBe(TEXT);
    expect(lines).toHaveLength(1);
  });

  it('has no text if it is missing, outside of the folder or no PDF', async () => {
    await folder.write({ 'media/a.docx': 'PK', 'secret.pdf': textPdf(TEXT) });
    const texts = open({ contentDir: folder.dir });
    for (const location of ['/media/../secret.pdf', '/media/%2e%2e/secret.pdf', '/media/%', '/secret.pdf', '', 'x'])
      expect(await texts.textOf(location)).toBeUndefined();
    expect(await texts.textOf('/media/a.docx')).toBeUndefined();
    expect(lines).toEqual([]);
    for (const location of ['/media/missing.pdf', '/media/missing.jpg'])
      expect(await texts.textOf(location)).toBeUndefined();
    const msg = 'a file that the content links to is missing';
    expect(lines).toMatchObject([
      { document: '/media/missing.pdf', msg },
      { document: '/media/missing.jpg', msg },
    ]);
  });

  it('has one of a word or two', async () => {
    await folder.write({ 'media/a.pdf': textPdf('Price list') });
    expect(await open({ contentDir: folder.dir }).textOf('/media/a.pdf')).toBe('Price list');
    expect(lines).toEqual([]);
  });

  it('has the readable ones of its pages, the first hundred at most', async () => {
    const pages = Array.from({ length: 120 }, (_, index) => `Page ${index + 1} of the report`);
    pages[1] = '\u0001\u0002\u0003\u0004';
    await folder.write({ 'media/long.pdf': textPdf(...pages) });
    const text = await open({ contentDir: folder.dir }).textOf('/media/long.pdf');
    expect(text).toMatch(/^Page 1 of the report Page 3 of/);
    expect(text).toMatch(/Page 100 of the report$/);
  });
});

it('of very many that have no text some are named in the log, and how many more there are', async () => {
  await folder.write(Object.fromEntries(Array.from({ length: 25 }, (_, number) => [`media/${number}.pdf`, 'no PDF'])));
  const texts = open({ contentDir: folder.dir });
  await Promise.all(Array.from({ length: 25 }, (_, number) => texts.textOf(`/media/${number}.pdf`)));
  await expect.poll(() => lines.length).toBe(21);
  expect(lines.at(-1)).toMatchObject({ documents: 5, msg: expect.stringContaining('further documents') });
  // Later ones have their lines again.
  await folder.write({ 'media/later.pdf': 'no PDF' });
  await texts.textOf('/media/later.pdf');
  expect(lines.at(-1)).toMatchObject({ document: '/media/later.pdf' });
});

it('is searched in the part that can be read; the log says so once', async () => {
  const damaged = textPdf(TEXT, 'The second page').toString('latin1').replace('/Contents 6 0 R', '/Type (no page)');
  await folder.write({ 'media/part.pdf': Buffer.from(damaged.replace('5 0 obj\n<<', '5 0 obj\n[['), 'latin1') });
  const texts = open({ contentDir: folder.dir });
  for (let time = 0; time < 2; time += 1) expect(await texts.textOf('/media/part.pdf')).toBe(TEXT);
  expect(lines).toMatchObject([{ document: '/media/part.pdf', msg: 'a part of a document cannot be searched' }]);
});

describe('a document of another origin', () => {
  let origin: Awaited<ReturnType<typeof listen>>;
  let other: Awaited<ReturnType<typeof listen>>;
  let requests: string[];
  let elsewhere: number;
  let answers: Record<string, (response: ServerResponse) => void>;
  beforeEach(async () => {
    requests = [];
    elsewhere = 0;
    answers = {
      '/a.pdf': (response) => response.setHeader('etag', '"1"').end(textPdf(TEXT)),
      '/moved.pdf': (response) => response.writeHead(302, { location: '/a.pdf' }).end(),
      '/away.pdf': (response) => response.writeHead(302, { location: `${other.url}/a.pdf` }).end(),
      '/large.pdf': (response) => response.end(Buffer.concat([textPdf(TEXT), Buffer.alloc(11_000_000)])),
      '/page.pdf': (response) => response.setHeader('content-type', 'text/html').end('<p>Please log in'),
      '/silent.pdf': () => {},
      '/stalled.pdf': (response) => void response.write('%PDF-1.7\n'),
    };
    origin = await listen(({ url = '', headers }, response) => {
      requests.push(`${url} ${headers.range ? 'head' : 'complete'} ${headers.accept}`);
      const answer = answers[url];
      if (answer) answer(response);
      else response.writeHead(404).end();
    });
    other = await listen((_, response) => {
      elsewhere += 1;
      response.end(textPdf(TEXT));
    });
  });
  afterEach(() => Promise.all([origin.close(), other.close()]));

  it('has its text, through redirects within the origins', async () => {
    const texts = open({ origins: [origin.url] });
    expect(await texts.textOf(`${origin.url}/moved.pdf`)).toBe(TEXT);
    expect(requests.at(-1)).toBe('/a.pdf complete application/pdf');
  });

  it.each([
    ['/away.pdf', 'redirect'],
    ['/large.pdf', 'more than 10 MB'],
    ['/page.pdf', 'no PDF'],
    ['/missing.pdf', 'status 404'],
  ])('has none, and the log says so once: %s', async (path, reason) => {
    const texts = open({ origins: [origin.url] });
    for (let time = 0; time < 2; time += 1) expect(await texts.textOf(origin.url + path)).toBeUndefined();
    expect(lines).toMatchObject([{ document: origin.url + path, reason: expect.stringContaining(reason) }]);
    expect(elsewhere).toBe(0);
    expect(requests.filter((request) => request.includes('complete')).length).toBeLessThan(2);
  });

  it('that comes back has its text, and its next failure is logged', async () => {
    const texts = open({ origins: [origin.url] });
    const good = answers['/a.pdf'];
    for (let time = 0; time < 2; time += 1) {
      answers['/a.pdf'] = (response) => response.writeHead(503).end();
      expect(await texts.textOf(`${origin.url}/a.pdf`)).toBeUndefined();
      if (good) answers['/a.pdf'] = good;
      expect(await texts.textOf(`${origin.url}/a.pdf`)).toBe(TEXT);
    }
    expect(lines).toMatchObject([{ reason: 'unreachable: status 503' }, { reason: 'unreachable: status 503' }]);
  });

  it('is not requested from an origin that the operator does not allow', async () => {
    const texts = open({ origins: [origin.url] });
    for (const location of [
      `${other.url}/a.pdf`,
      `${origin.url}.example.org/a.pdf`,
      'file:///etc/passwd',
      '/media/a.pdf',
    ])
      expect(await texts.textOf(location)).toBeUndefined();
    expect(elsewhere).toBe(0);
    expect(lines).toEqual([]);
  });

  it.each(['/silent.pdf', '/stalled.pdf'])('ends with the signal, and others have their turn: %s', async (path) => {
    const texts = open({ origins: [origin.url] });
    const controller = new AbortController();
    const slow = texts.textOf(origin.url + path, controller.signal);
    const next = texts.textOf(`${origin.url}/a.pdf`);
    await vi.waitFor(() => expect(requests.length).toBeGreaterThan(0), POLLING);
    controller.abort();
    expect(await slow).toBeUndefined();
    expect(await next).toBe(TEXT);
    expect(await texts.textOf(`${origin.url}/a.pdf`, controller.signal)).toBeUndefined();
    expect(lines).toEqual([]);
  });

  it('goes on for others that wait for it', async () => {
    const texts = open({ origins: [origin.url] });
    const controller = new AbortController();
    const aborted = texts.textOf(`${origin.url}/a.pdf`, controller.signal);
    const others = [texts.textOf(`${origin.url}/a.pdf`), texts.textOf(`${origin.url}/a.pdf#page=2`)];
    controller.abort();
    expect(await aborted).toBeUndefined();
    expect(await Promise.all(others)).toEqual([TEXT, TEXT]);
    expect(requests).toHaveLength(2);
  });

  it('is neither fetched nor extracted again after a restart, until there is another version of it', async () => {
    answers['/scan.pdf'] = (response) => response.setHeader('etag', '"1"').end(textPdf(''));
    const read = async () => {
      const texts = open({ origins: [origin.url], cacheDir: join(folder.dir, 'texts') });
      const found = [await texts.textOf(`${origin.url}/a.pdf`), await texts.textOf(`${origin.url}/scan.pdf`)];
      await texts.close();
      return found;
    };
    expect(await read()).toEqual([TEXT, undefined]);
    requests = [];
    expect(await read()).toEqual([TEXT, undefined]);
    expect(requests.filter((request) => request.includes('complete'))).toEqual([]);
    expect(lines).toHaveLength(1);
    answers['/a.pdf'] = (response) => response.setHeader('etag', '"2"').end(textPdf('Another text of the same report'));
    expect(await read()).toEqual(['Another text of the same report', undefined]);
  });

  it('ends with the process', async () => {
    const texts = open({ origins: [origin.url] });
    const waiting = [texts.textOf(`${origin.url}/silent.pdf`), texts.textOf(`${origin.url}/a.pdf`)];
    await vi.waitFor(() => expect(requests).toHaveLength(1), POLLING);
    await texts.close();
    expect(await Promise.all(waiting)).toEqual([undefined, undefined]);
    expect(await texts.textOf(`${origin.url}/a.pdf`)).toBeUndefined();
    expect(lines).toEqual([]);
  });
});

describe('a thread', () => {
  const READY = "import { parentPort } from 'node:worker_threads'; parentPort.postMessage({ isReady: true });";
  /** Fails for the document with `fatal` in it. */
  const thread = (end: string) => `${READY}
    parentPort.on('message', ({ bytes }) => {
      if (Buffer.from(bytes).includes('fatal')) { ${end} }
      parentPort.postMessage({ result: { text: 'A text that is long enough' } });
    });`;
  const openThread = () =>
    open({
      contentDir: folder.dir,
      threadFile: join(folder.dir, 'thread.mjs'),
      cacheDir: join(folder.dir, 'texts'),
    });
  const withThread = async (source: string) => {
    await folder.write({
      'thread.mjs': source,
      'media/fatal.pdf': textPdf('fatal'),
      'media/good.pdf': textPdf('good'),
    });
    return openThread();
  };
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it.each([
    ['throws', 'throw new Error("a fault of ours")', 'a fault of ours'],
    ['ends', 'process.exit(3)', 'exit code 3'],
    ['takes all the memory', 'const all = []; for (;;) all.push(new Array(1e5).fill({}));', 'memory'],
    ['finds a fault', "return parentPort.postMessage({ result: { reason: 'damaged' } });", 'damaged'],
  ])('that %s costs one document its text, and is not given it again', async (_, end, reason) => {
    const texts = await withThread(thread(end));
    const found = await Promise.all([texts.textOf('/media/fatal.pdf'), texts.textOf('/media/good.pdf')]);
    expect(found).toEqual([undefined, 'A text that is long enough']);
    const post = vi.spyOn(Worker.prototype, 'postMessage');
    expect(await texts.textOf('/media/fatal.pdf')).toBeUndefined();
    await texts.close();
    expect(await openThread().textOf('/media/fatal.pdf')).toBeUndefined();
    // Not in an assertion on the spy: it would print the buffers, which are gone.
    expect(post.mock.calls.length).toBe(0);
    expect(lines).toMatchObject([{ document: '/media/fatal.pdf', reason: expect.stringContaining(reason) }]);
  });

  it('that never answers is terminated', async () => {
    const texts = await withThread(thread('for (;;);'));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const post = vi.spyOn(Worker.prototype, 'postMessage');
    const reading = texts.textOf('/media/fatal.pdf');
    while (post.mock.calls.length === 0) await new Promise(setImmediate);
    vi.advanceTimersByTime(20_000);
    expect(await reading).toBeUndefined();
    expect(await texts.textOf('/media/good.pdf')).toBe('A text that is long enough');
    expect(lines).toMatchObject([{ document: '/media/fatal.pdf', reason: 'the thread has no result after 20000 ms' }]);
  });

  it('ends when there is nothing to read, and starts again', async () => {
    const texts = await withThread(thread(''));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const terminate = vi.spyOn(Worker.prototype, 'terminate');
    expect(await texts.textOf('/media/good.pdf')).toBe('A text that is long enough');
    vi.advanceTimersByTime(9_000);
    expect(terminate).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1_000);
    expect(terminate).toHaveBeenCalledTimes(1);
    expect(await texts.textOf('/media/fatal.pdf')).toBe('A text that is long enough');
    expect(lines).toEqual([]);
  });

  it.each([
    ['cannot be loaded', 'throw new Error("no module")', 'no module'],
    ['is not there', undefined, 'Cannot find module'],
  ])('that %s is no fault of a document', async (_, source, reason) => {
    const texts = await withThread(source ?? '');
    if (source === undefined) await rm(join(folder.dir, 'thread.mjs'));
    expect(await texts.textOf('/media/good.pdf')).toBeUndefined();
    expect(lines).toMatchObject([{ document: '/media/good.pdf', reason: expect.stringContaining(reason) }]);
    await folder.write({ 'thread.mjs': thread('') });
    expect(await texts.textOf('/media/good.pdf')).toBe('A text that is long enough');
  });
});
