import { ContentError } from '@foyer/model';
import { exportedAddress, servedAddress } from '../shared/exported-address.ts';
import { hasFile, pathWithParameters } from '../shared/file-path.ts';
import { listAddress } from '../shared/list-page.ts';
import { matchAddress } from '../shared/match-page.ts';
import { queryOf } from '../shared/page.ts';
import type { Navigate } from '../shared/shown-page.ts';
import { setSource } from './fetch-api.ts';
import { inBrowser } from './navigation/browser-address.ts';
import { currentLocation } from './navigation/router.ts';
import type { ReadHydrationData } from './read-hydration-data.ts';

/* A site of files (docs/exporting.md). Its addresses have no query, and its answers are files or made by a script. */

/** @returns the place whose HTML the host has sent, and what shows the requested place once that is hydrated: a host sends the file of a list for any query */
export function openExportedSite({ root, address = '/', error }: ReadHydrationData) {
  const { locales, exported } = root;
  inBrowser.from = (address) => servedAddress(address, locales);
  inBrowser.to = (address) => exportedAddress(address, locales);
  setSource((address, signal) => exportedAnswer(address, exported?.api ?? '', signal));
  const requested = currentLocation();
  const { pathname, search } = new URL(address, location.href);
  // A campaign's parameter asks for nothing else.
  const queryIn = (search: string) => {
    const { page } = matchAddress(pathname, locales) ?? {};
    return page && listAddress('', queryOf(page, new URLSearchParams(search)));
  };
  const isRequested = pathname === requested.pathname && queryIn(search) === queryIn(requested.search);
  return {
    location: { ...requested, pathname, search },
    onHydrated({ navigate }: { navigate: Navigate }) {
      if (!isRequested && error === undefined)
        void navigate(requested.pathname + requested.search + requested.hash, { replace: true });
    },
  };
}

/** The exports of server/export/browser-answers.ts. */
interface AnswersScript {
  answer(path: string, query: object, load: (path: string) => Promise<unknown>): Promise<unknown>;
}

async function exportedAnswer(address: string, script: string, signal?: AbortSignal): Promise<unknown> {
  const { pathname, searchParams } = new URL(address, location.href);
  const query = Object.fromEntries(searchParams);
  const load = (path: string) => loadFile(path, signal);
  if (hasFile(query)) return load(pathWithParameters(pathname, query));
  const { answer }: AnswersScript = await import(script);
  return answer(pathname, query, load);
}

/** The data of an answer. @param path without the extension of its file */
async function loadFile(path: string, signal?: AbortSignal): Promise<unknown> {
  const response = await fetch(`${path}.json`, { signal });
  if (!response.ok) throw new ContentError(response.status === 404 ? 404 : 503, 'no such file');
  const { data }: { data: unknown } = await response.json();
  return data;
}
