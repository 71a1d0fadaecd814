import { pino } from 'pino';
import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { searchedPages } from '../../../server/searched-pages.ts';
import { data, failure, hold, startUpstream, type TestUpstream } from '../../../tests/support/upstream.ts';
import { openUpstream } from '../../cms/src/open-upstream.ts';
import { readConfig } from '../../config/src/config.ts';
import { openGateway } from '../../gateway/src/open-gateway.ts';
import { readerOf } from '../src/content-reader.ts';
import { SearchService } from '../src/search-service.ts';

/* Content that changes while the search reads it. In the place of a content folder is an upstream, which can be held up. */

const log = pino({ level: 'silent' });

async function open(server: TestUpstream) {
  const config = readConfig({ FRONTAPI_URL: server.url });
  const source = openUpstream(config, { url: server.url });
  const { gateway, close } = await openGateway(config, log, { source });
  return {
    gateway,
    async close() {
      await close();
      await source.close();
    },
  };
}

describe('a change while everything is being read', () => {
  it.each(['a content folder', 'an upstream'])(
    'of %s has removed an item although a list from before it arrives later',
    async (source) => {
      const server = await startUpstream();
      const zebra = { id: 1, name: 'Zebra', created_at: '2024-01-01' };
      const held = hold(data({ notices: [zebra] }));
      server.answer('notice', held.behaviour);
      const revisions = new Map([['en/notice/1', 'a']]);
      const { gateway, close } = await open(server);
      const folder = source === 'a content folder' ? { revisions: async () => new Map(revisions) } : undefined;
      const service = new SearchService({
        sources: searchedPages,
        reader: readerOf({ gateway, folder }),
        log,
        retryMs: 100,
      });
      const url = await service.start();
      const found = async () => {
        const { body } = await request(`${url}search?q=zebra`);
        return JSON.parse(await body.text()).data.results;
      };
      await expect.poll(() => server.calls.some(({ address }) => address.startsWith('notice?'))).toBe(true);
      server.answer('notice', data({ notices: [] }));
      server.answer('notice/1', failure(404));
      revisions.clear();
      gateway.purgeLocal({ all: true });
      await service.purge({ all: true });
      expect(await found()).toEqual([]);
      held.release();
      await expect.poll(() => service.status.isComplete).toBe(true);
      await expect.poll(found).toEqual([]);
      await service.close();
      await close();
      await server.close();
    },
  );

  it('of an item that is edited, then removed while it is read again, leaves nothing of it', async () => {
    const server = await startUpstream();
    const publish = (name: string) => {
      const zebra = { id: 1, name, created_at: '2024-01-01' };
      server.answer('notice', data({ notices: [zebra] }));
      server.answer('notice/1', data({ notice: zebra }));
    };
    publish('Zebra');
    const revisions = new Map([['en/notice/1', 'a']]);
    const { gateway, close } = await open(server);
    const reader = readerOf({ gateway, folder: { revisions: async () => new Map(revisions) } });
    const service = new SearchService({ sources: searchedPages, reader, log });
    const url = await service.start();
    const found = async () => {
      const { body } = await request(`${url}search?q=zebra`);
      return JSON.parse(await body.text()).data.results.length;
    };
    await service.settled();
    expect(await found()).toBe(1);
    const calls = server.calls.length;
    const held = hold(data({ notice: { id: 1, name: 'Zebra again', created_at: '2024-01-01' } }));
    server.answer('notice/1', held.behaviour);
    revisions.set('en/notice/1', 'b');
    gateway.purgeLocal({ all: true });
    await service.purge({ all: true });
    await expect.poll(() => server.calls.slice(calls).some(({ address }) => address === 'notice/1')).toBe(true);
    server.answer('notice', data({ notices: [] }));
    revisions.clear();
    gateway.purgeLocal({ all: true });
    await service.purge({ all: true });
    held.release();
    await service.settled();
    expect(await found()).toBe(0);
    await service.close();
    await close();
    await server.close();
  });
});
