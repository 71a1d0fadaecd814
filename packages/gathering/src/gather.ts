import { setTimeout as wait } from 'node:timers/promises';
import type { DatasetMapping, PlainConfig } from '@foyer/config';
import { type ContentSource, evaluate, readEnvelope } from '@foyer/gateway';
import { cellValue, contentNow, dayAt, elementsOf } from '@foyer/model';
import type { Logger } from 'pino';
import { FailedCalls, RETRY_MS } from './failed-calls.ts';
import { ALL, addressOf, type Element, isOver, type Part, partsOf, slugOf, versionOf } from './plan.ts';
import { type Failed, readBody } from './read-body.ts';
import { type GatheredFile, type GatheredTable, TableFiles } from './table-files.ts';

interface GatherOptions {
  datasets: Readonly<Record<string, DatasetMapping>>;
  source: ContentSource;
  files: TableFiles;
  timeZone: string;
  log: Logger;
  signal: AbortSignal;
  /** Rows have come, or others are gone. */
  onChanged(): void;
  /** Between two calls: an API that limits calls has visitors, too. */
  pauseMs: number;
}

/** An API that names no limit is asked ten times a minute. */
const PAUSE_MS = 6_000;
const REFRESH_MINUTES = 60;
/** Pages of a part. */
const MAX_PAGES = 200;
const MAX_ELEMENTS = 500;
/** Rows of a part. */
const MAX_ROWS = 50_000;
/** Parts that fail one after the other: it is an outage. */
const MAX_FAILURES = 3;

/** What is to be asked: a part of a table. */
interface Task {
  name: string;
  mapping: DatasetMapping;
  table: GatheredTable;
  part: Part;
  /** The address of its first page. */
  call: string;
}

/**
 * Gathers the tables of mapping.yaml, for as long as the process runs: one call at a time, the newest rows of all tables first, never
 * while a visitor waits. What is over is asked for once; the newest part again after `refresh`. Rejects only if the signal aborts it.
 */
async function gather(options: GatherOptions): Promise<never> {
  const { datasets, signal, log, pauseMs } = options;
  const gatherer = new Gatherer(options);
  for (;;) {
    signal.throwIfAborted();
    const since = contentNow();
    const { calls, failures, waiting } = await gatherer.round();
    if (calls > 0)
      log.info(
        { tables: Object.keys(datasets), calls, failures, seconds: Math.round((contentNow() - since) / 1000) },
        failures > 0 ? 'tables are gathered in part' : 'tables are gathered',
      );
    await wait(failures + waiting > 0 ? RETRY_MS : Math.max(pauseMs, gatherer.msToNext()), undefined, { signal });
  }
}

/**
 * Starts to gather what mapping.yaml says, if it says anything.
 * @param source the CMS itself @param onChanged rows have come, or others are gone
 * @returns a function that ends it
 */
export function startGathering(
  { upstream, tablesDir, site, upstreamCallsPerMinute }: PlainConfig,
  source: ContentSource,
  log: Logger,
  onChanged: () => void,
): () => void {
  const datasets = upstream?.mapping?.datasets;
  const ended = new AbortController();
  if (datasets && tablesDir === undefined)
    log.warn('the tables of mapping.yaml are not gathered: set DATA_DIR to a folder that outlives the process');
  if (datasets && tablesDir !== undefined) {
    const files = new TableFiles(tablesDir);
    // Half of a budget is for visitors.
    const pauseMs = upstreamCallsPerMinute === undefined ? PAUSE_MS : 120_000 / upstreamCallsPerMinute;
    const { timeZone } = site;
    gather({ datasets, source, files, timeZone, log, signal: ended.signal, onChanged, pauseMs }).catch(
      (err: unknown) => {
        if (!ended.signal.aborted) log.error({ err }, 'tables are gathered no more');
      },
    );
  }
  return () => ended.abort();
}

class Gatherer {
  readonly #options: GatherOptions;
  /** Answers of `each`, which several entries ask, by path. */
  readonly #listed = new Map<string, { at: number; json: unknown }>();
  /** A failure is logged once, and its call is asked for after the others. */
  readonly #failed = new FailedCalls();

  constructor(options: GatherOptions) {
    this.#options = options;
  }

  /** Asks for all that is missing or old. @returns `waiting`: the parts that have failed and whose pause is not over */
  async round(): Promise<{ calls: number; failures: number; waiting: number }> {
    const { datasets, signal, pauseMs } = this.#options;
    let [calls, failures] = [0, 0];
    const tasks: Task[] = [];
    for (const [name, mapping] of Object.entries(datasets)) {
      const listed = await this.#tablesOf(name, mapping);
      calls += listed.calls;
      failures += listed.failed ? 1 : 0;
      tasks.push(...listed.tables.flatMap((table) => this.#tasksOf(name, mapping, table)));
    }
    // Of all tables the newest part, then the one before it.
    tasks.sort((a, b) => (a.part.key < b.part.key ? 1 : a.part.key > b.part.key ? -1 : 0));
    const due = tasks.filter(({ call, mapping: { refresh = REFRESH_MINUTES } }) =>
      this.#failed.isDue(call, refresh * 60_000),
    );
    // What fails each time must not keep the rest from being asked for: what failed last comes last.
    due.sort((a, b) => this.#failed.timeOf(a.call) - this.#failed.timeOf(b.call));
    let inRow = 0;
    for (const task of due) {
      signal.throwIfAborted();
      const asked = await this.#gather(task);
      calls += asked.calls;
      if (asked.failed) failures += 1;
      inRow = asked.failed ? inRow + 1 : 0;
      // The others would fail, too.
      if (asked.failed === 'passes' || inRow === MAX_FAILURES) break;
      await wait(pauseMs, undefined, { signal });
    }
    return { calls, failures, waiting: tasks.length - due.length };
  }

  /** Until the first table is old. */
  msToNext(): number {
    const minutes = Object.values(this.#options.datasets).map(({ refresh = REFRESH_MINUTES }) => refresh);
    return Math.min(...minutes) * 60_000;
  }

  /** What was gathered of an entry, with the tables that it should have. */
  async #tablesOf(name: string, mapping: DatasetMapping) {
    const { source, files, signal, pauseMs } = this.#options;
    const version = versionOf(mapping);
    const known = files.get(name, version)?.tables ?? [];
    const { each, refresh = REFRESH_MINUTES } = mapping;
    if (!each) return { tables: known.length > 0 ? known : [{ fields: {}, parts: {} }], calls: 0 };
    let listed = this.#listed.get(each.path);
    const isFresh = listed && listed.at + refresh * 60_000 > contentNow();
    if (!listed || !isFresh) {
      const body = await readBody(source, addressOf(each, {}, ALL, 1), signal);
      if (body.reason !== undefined) this.#noteFailure(name, each.path, body.reason);
      else this.#failed.delete(each.path);
      if (body.failed) return { tables: known, calls: 1, failed: true };
      listed = { at: contentNow(), json: body.json };
      this.#listed.set(each.path, listed);
      await wait(pauseMs, undefined, { signal });
    }
    const calls = isFresh ? 0 : 1;
    const found = elementsOf(each.rows === undefined ? listed.json : evaluate(each.rows, listed.json)) ?? [];
    if (found.length === 0 && known.length > 0) {
      this.#noteFailure(name, each.path, 'the list is empty, and what was gathered before stays');
      return { tables: known, calls, failed: true };
    }
    if (found.length > MAX_ELEMENTS) this.#noteLimit(name, `tables after the first ${MAX_ELEMENTS} of ${found.length}`);
    const tables = found.slice(0, MAX_ELEMENTS).map((element): GatheredTable => {
      const fields = fieldsOf(each.fields, element);
      return { fields, parts: known.find((table) => isOf(mapping, table, fields))?.parts ?? {} };
    });
    const slugs = tables.map(({ fields }) => slugOf(name, fields));
    const own = tables.filter((_, index) => slugs.indexOf(slugs[index] ?? '') === index);
    if (own.length < tables.length)
      this.#options.log.warn(
        { table: name, leftOut: tables.length - own.length },
        'tables of the same name: the first has it',
      );
    this.#follow(name, mapping, known, own);
    return { tables: own, calls };
  }

  /** What the API lists no more is taken away, what has another name there gets it. */
  #follow(
    name: string,
    mapping: DatasetMapping,
    known: readonly GatheredTable[],
    tables: readonly GatheredTable[],
  ): void {
    const gone = known.filter((table) => !tables.some(({ fields }) => isOf(mapping, table, fields)));
    const isSame = known.every(({ fields }) =>
      tables.some((table) => String(Object.values(table.fields)) === String(Object.values(fields))),
    );
    if (isSame) return;
    for (const { fields } of gone)
      this.#options.log.warn({ table: slugOf(name, fields) }, 'a table is taken away: the API lists it no more');
    this.#write(name, { version: versionOf(mapping), tables: [...tables] });
  }

  #tasksOf(name: string, mapping: DatasetMapping, table: GatheredTable): Task[] {
    const today = this.#today();
    const { refresh = REFRESH_MINUTES } = mapping;
    return partsOf(mapping, today).flatMap((part) => {
      const known = table.parts[part.key];
      // A part that was asked for before its end may lack its last rows.
      const isWhole = known && isOver(part, dayAt(known.at, this.#options.timeZone));
      const isFresh = known && known.at + refresh * 60_000 > contentNow();
      const call = addressOf(mapping, table.fields, part, 1);
      return isWhole || isFresh ? [] : [{ name, mapping, table, part, call }];
    });
  }

  #today(): string {
    return dayAt(contentNow(), this.#options.timeZone);
  }

  async #gather({ name, mapping, table, part, call }: Task): Promise<{ calls: number; failed?: Failed }> {
    const { source, pauseMs, signal } = this.#options;
    const before = table.parts[part.key]?.rows ?? [];
    const rows: string[][] = [];
    let calls = 0;
    let reason: string | undefined;
    let [page, last] = [1, 1];
    for (; page <= Math.min(last, MAX_PAGES) && rows.length < MAX_ROWS; page += 1) {
      if (page > 1) await wait(pauseMs, undefined, { signal });
      const body = await readBody(source, addressOf(mapping, table.fields, part, page), signal);
      calls += 1;
      reason ??= body.reason;
      const listed = evaluate(mapping.rows, body.json);
      const found = elementsOf(listed) ?? [];
      const lacksRows = found.length === 0 && (page > 1 || before.length > 0) && !saysNone(body.json, listed);
      const failed = body.failed ?? (lacksRows ? 'stays' : undefined);
      if (failed) {
        this.#noteFailure(name, call, reason ?? `nothing in the place of the rows of page ${page}`);
        return { calls, failed };
      }
      if (mapping.path.includes('{page}') && mapping.pages !== undefined)
        last = Number(evaluate(mapping.pages, body.json)) || 1;
      rows.push(...found.map((row) => mapping.columns.map(({ value }) => cellValue(evaluate(value, row)))));
    }
    if (page <= last) this.#noteLimit(name, `pages from ${page} on of ${last}, for ${part.key}`);
    if (reason === undefined) this.#failed.delete(call);
    else this.#noteFailure(name, call, reason);
    // It is not asked for again, and some APIs drop what is old.
    const isDropped = rows.length === 0 && isOver(part, this.#today());
    this.#store(name, mapping, table, part, isDropped ? before : rows);
    return { calls };
  }

  #store(name: string, mapping: DatasetMapping, table: GatheredTable, part: Part, rows: string[][]): void {
    const version = versionOf(mapping);
    const tables = this.#options.files.get(name, version)?.tables ?? [];
    const before = tables.find((other) => isOf(mapping, other, table.fields));
    const parts = { ...before?.parts, [part.key]: { at: contentNow(), rows } };
    const renewed = { fields: table.fields, parts };
    const isSame = String(before?.parts[part.key]?.rows) === String(rows);
    // In its place: visitors page through the tables.
    const all = before ? tables.map((other) => (other === before ? renewed : other)) : [...tables, renewed];
    this.#write(name, { version, tables: all }, isSame);
  }

  #write(name: string, file: GatheredFile, isSame = false): void {
    const { files, onChanged, log } = this.#options;
    try {
      files.set(name, file);
    } catch (err) {
      log.error({ err, table: name }, 'a gathered table cannot be stored');
      return;
    }
    if (!isSame) onChanged();
  }

  #noteLimit(table: string, leftOut: string): void {
    this.#options.log.warn({ table, leftOut }, 'a table is too large to be gathered whole');
  }

  #noteFailure(table: string, call: string, reason: string): void {
    const retryAfterSeconds = RETRY_MS / 1000;
    if (this.#failed.add(call, reason))
      this.#options.log.warn({ table, call, reason, retryAfterSeconds }, 'a table cannot be gathered now');
  }
}

/** Whether a body without rows says that there are none: an error may have status 200, too. */
function saysNone(json: unknown, listed: unknown): boolean {
  if (listed === null || listed === undefined) return false;
  const hasNoError = typeof json === 'object' && json !== null && 'error' in json && !json.error;
  return hasNoError || readEnvelope(json, 200).kind === 'data';
}

/** Whether a table has the rows of an element with these fields: they come from the same address, whatever its name is now. */
const isOf = (mapping: DatasetMapping, table: GatheredTable, fields: Element): boolean =>
  addressOf(mapping, table.fields, ALL, 1) === addressOf(mapping, fields, ALL, 1);

const fieldsOf = (expressions: Element, element: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(expressions).map(([name, source]) => [name, cellValue(evaluate(source, element))]));
