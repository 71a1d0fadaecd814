import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { AnswerStore, FolderWriter, Pause } from '@foyer/api-reader';
import { CommandError, type Progress } from '@foyer/command-line';
import type { Config, Mapping } from '@foyer/config';
import { type ApiConfig, Asker, isAnswer } from './asker.ts';
import type { CallResult } from './call-result.ts';
import { type Evaluate, evaluator } from './evaluate.ts';
import { type Exploration, explore } from './explore.ts';
import { findTables } from './find-tables.ts';
import type { ConnectOptions } from './options.ts';
import { mappingWith } from './proposal.ts';
import { type ProposedMapping, propose } from './propose.ts';
import { isObject } from './value-forms.ts';

/** What an API is for the site. */
export interface Connection {
  url: string;
  /** Of the organisation, as `site` has it. */
  name?: string;
  /** When the first of the answers was received, if an earlier run has. */
  storedAt?: number;
  /** As the site reads the API now. */
  results: CallResult[];
  proposed: ProposedMapping;
  /** Tables that the API has, and what a visitor gains by them. */
  tables: string[];
  editions: { locale: string; text: string }[];
}

export interface ConnectParts {
  config: ApiConfig;
  options: Pick<ConnectOptions, 'maxWaitMs' | 'isFresh'>;
  progress: Progress;
  signal: AbortSignal;
}

/** Asks the API, and reads what it says. Rejects with an UnreadableError or a CommandError. */
export async function connect({ config, options, progress, signal }: ConnectParts): Promise<Connection> {
  const { url, authorization = '', mapping = {} } = config.upstream;
  const { locales } = config.site;
  const store = await openStore(config, `${url} ${locales.join()} ${authorization}`, options.isFresh);
  const storedAt = store.startedAt;
  const pause = new Pause({ signal, maxWaitMs: options.maxWaitMs, print: (text) => progress.print(text) });
  const asker = new Asker({ config, store, signal, pause });
  try {
    const exploration = await explore({ asker, config, mapping, progress });
    const [, ...others] = locales;
    const { elsewhere } = exploration.asked.find(({ call }) => call.path === 'site') ?? {};
    const site = elsewhere?.path ?? 'site';
    const editions = await Promise.all(others.map((locale) => editionText(asker, locale, site)));
    const evaluate = evaluator(config);
    const proposed = propose(exploration, evaluate, mapping);
    const tables = await findTables(asker);
    proposed.proposals.push(...tables.proposals);
    proposed.mapping = mappingWith(proposed.mapping, tables.proposals);
    return {
      url,
      name: nameOf(proposed.results),
      storedAt,
      results: resultsOf(exploration, evaluate, mapping),
      proposed,
      tables: tables.gains,
      editions,
    };
  } finally {
    progress.end();
    await asker.close();
  }
}

/** Of a run that has been stopped, or of the one before: the API is not asked twice. */
async function openStore({ answerCacheDir }: Config, source: string, isFresh: boolean): Promise<AnswerStore> {
  // A hash, as the source has the token that the API wants.
  const hash = createHash('sha256').update(source).digest('hex');
  // Undefined on a system without users' numbers.
  const uid = process.getuid?.();
  const base = answerCacheDir ? join(dirname(answerCacheDir), 'connect') : join(tmpdir(), `foyer-connect-${uid ?? 0}`);
  // Of one API each, so that two do not take each other's place.
  const dir = join(base, hash.slice(0, 12));
  await mkdir(base, { recursive: true, mode: 0o700 });
  // Where everyone may write, another user can have made it.
  if (uid !== undefined && (await lstat(base)).uid !== uid)
    throw new CommandError(`${base}: belongs to another user: remove it, or set DATA_DIR to another folder.`);
  await chmod(base, 0o700);
  const store = await AnswerStore.open(new FolderWriter(dir), dir, hash);
  if (isFresh) await store.clear();
  return store;
}

/** An API that wants headers refuses all calls of a site without them. */
function resultsOf({ asked, headers }: Exploration, evaluate: Evaluate, mapping: Mapping): CallResult[] {
  const { results } = evaluate(asked, mapping);
  if (!headers) return results;
  const failure = {
    sentence: `the API refuses calls without ${Object.keys(headers).join(', ')}`,
    words: 'refused without headers',
  };
  return results.map((result) => (result.data ? { ...result, state: 'unusable', failure, data: undefined } : result));
}

function nameOf(results: readonly CallResult[]): string | undefined {
  const data = results.find(({ path }) => path === 'site')?.data;
  const site = isObject(data) ? data.site : undefined;
  return isObject(site) && typeof site.name === 'string' ? site.name : undefined;
}

async function editionText(asker: Asker, locale: string, site: string): Promise<Connection['editions'][number]> {
  const reply = await asker.ask(`${locale}/${site}`);
  if (isAnswer(reply)) return { locale, text: 'the API has it.' };
  return {
    locale,
    text: reply.status === 404 ? 'the API does not have it (404): it shows the first edition.' : 'the API fails.',
  };
}
