import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import request from 'supertest';
import { UPSTREAM_SCREENS } from '../screens.ts';
import { type LogLine, startSite, type TestSite } from '../site.ts';
import type { Form } from './form.ts';
import { type FamilyUpstream, startFamily } from './server.ts';

/** The search has an index of its own, which reads the same answers. */
export const SCREENS = UPSTREAM_SCREENS.filter((path) => path !== '/search');

export interface FamilySite extends TestSite {
  family: FamilyUpstream;
}

/** The site over an API in a form. */
export async function startFamilySite(form: Form, environment: Record<string, string> = {}): Promise<FamilySite> {
  const family = await startFamily(form);
  const dir = mkdtempSync(join(tmpdir(), 'foyer-family-'));
  const mapping = join(dir, 'mapping.yaml');
  if (form.mapping !== undefined) writeFileSync(mapping, form.mapping);
  const content = join(dir, 'content');
  if (form.site) {
    mkdirSync(content);
    // YAML contains JSON.
    writeFileSync(join(content, 'site.yaml'), JSON.stringify(form.site));
  }
  const site = await startSite({
    FRONTAPI_URL: family.url,
    // Pictures are of a third host: whether their sizes are known yet is not what is compared.
    MEDIA_ORIGINS: 'https://media.himal.example',
    ...(form.mapping !== undefined && { FRONTAPI_MAPPING: mapping }),
    ...(form.site && { CONTENT_DIR: content }),
    ...environment,
  });
  return {
    ...site,
    family,
    async close() {
      await site.close();
      await family.close();
      rmSync(dir, { recursive: true });
    },
  };
}

/** A screen as a reader without scripts gets it, with its status. */
export async function screenOf(site: FamilySite, path: string): Promise<string> {
  const { status, text } = await request(site.app).get(path).set('User-Agent', 'Googlebot/2.1');
  // The addresses of files begin with the host of the API. Some forms have an empty alternative text in the place of none.
  return `${status}\n${text.replaceAll(site.family.origin, 'https://cms.example').replaceAll('"alt":"",', '')}`;
}

/** Without the ids and slugs of items, for a form that has none. */
export const withoutIds = (screen: string): string => screen.replace(/"(?:id|slug)":"[^"]*",?/g, '');

export interface Screens {
  /** By path. */
  screens: Map<string, string>;
  log: LogLine[];
  calls: string[];
}

/** Every screen of the site over an API in a form, or those of some paths, and what the site has logged. */
export async function screensOver(form: Form, paths = SCREENS): Promise<Screens> {
  const site = await startFamilySite(form);
  try {
    const screens = new Map<string, string>();
    for (const path of paths) screens.set(path, await screenOf(site, path));
    return { screens, log: site.log, calls: site.family.calls };
  } finally {
    await site.close();
  }
}
