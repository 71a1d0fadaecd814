import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callPaths } from '../../../packages/model/src/content-api.ts';
import { allAnswers } from '../../support/all-answers.ts';
import { faultsOf } from '../../support/openapi.ts';
import { startSite, type TestSite } from '../../support/site.ts';

/* Every answer that we serve, of a content folder and of a CMS, is as docs/openapi.json says. */

let folder: TestSite;
let upstream: TestSite;
beforeAll(async () => {
  [folder, upstream] = await Promise.all([
    startSite({ CONTENT_DIR: 'content', LOCALES: 'en,ne' }),
    startSite({ LOCALES: 'en,ne' }),
  ]);
});
afterAll(() => Promise.all([folder.close(), upstream.close()]));

it.each([
  { of: 'the example in English', site: () => folder, locale: 'en', min: 100 },
  { of: 'the example in Nepali', site: () => folder, locale: 'ne', min: 100 },
  { of: 'a CMS', site: () => upstream, locale: 'en', min: 50 },
])('what we serve of $of is as the document says', async ({ site, locale, min }) => {
  const answers = await allAnswers(async (address) => {
    const { status, body } = await request(site().app).get(`/frontapi/${locale}/${address}`);
    return status === 404 ? undefined : body.data;
  });
  expect(answers.size).toBeGreaterThan(min);
  const faults = [...answers].flatMap(([address, data]) =>
    faultsOf(callOf(address), { error: false, data }).map((fault) => `${address}: ${fault}`),
  );
  expect(faults).toEqual([]);
});

describe('a failure', () => {
  it.each([
    ['notice?page=0', 400],
    ['notice/no-such-notice', 404],
  ])('of %s is as the document says', async (address, status) => {
    const response = await request(folder.app).get(`/frontapi/en/${address}`);
    expect(response.status).toBe(status);
    expect(response.body).toEqual({ error: true, message: expect.any(String) });
  });
});

/** The call of an address, as the document names it. */
function callOf(address: string): string {
  const [path = ''] = address.split('?');
  const [name, item] = path.split('/');
  const call = callPaths.find((known) => (item === undefined ? known === path : known.startsWith(`${name}/{`)));
  if (!call) throw new Error(`no call of ${address}`);
  return call;
}
