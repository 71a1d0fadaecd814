import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client';
import { version } from '../../../package.json';

/** The current size of a cache. */
export interface CacheSize {
  bytes: number;
  entries: number;
}

/** How the request for a rendition that was in no cache ended. */
export type ImageOutcome = 'rendered' | 'missing' | 'broken' | 'unreachable' | 'busy';

/** How a call of the content API ended. */
export type CallOutcome = 'ok' | 'missing' | 'failed' | 'limited' | 'refused';

export interface UpstreamState {
  /** Calls that are queued. */
  waiting: number;
  isPaused: boolean;
}

const FAULT_KINDS = ['guessed', 'dropped', 'failed'] as const;
/** What became of a part of an upstream's answer, or of the whole call. */
export type FaultKind = (typeof FAULT_KINDS)[number];

const REDIS_FAILURES = ['timeout', 'refused', 'lost', 'unreadable'] as const;
/** A command without an answer in time, one that Redis refused, a lost connection, and a value or message that no replica has written. */
export type RedisFailure = (typeof REDIS_FAILURES)[number];

const DISK_FAULTS = ['dropped', 'damaged', 'failed'] as const;
/** What happened to an entry of a disk cache: `dropped` before it was written, `damaged` and removed, `failed` because the system refused. */
export type DiskFault = (typeof DISK_FAULTS)[number];

const BUCKETS_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The site's metrics. No label contains what a visitor sends: routes are patterns. */
export class Metrics {
  readonly #requests = new Counter({
    name: 'foyer_http_requests_total',
    help: 'Responses, by route pattern, status and cache hit or miss',
    labelNames: ['route', 'status', 'cache'] as const,
  });
  readonly #durations = new Histogram({
    name: 'foyer_http_request_duration_seconds',
    help: 'Time from a request to the end of its response',
    labelNames: ['route'] as const,
    buckets: BUCKETS_SECONDS,
  });
  readonly #renders = new Histogram({
    name: 'foyer_render_duration_seconds',
    help: 'Rendering time of a buffered page, or of the shell of a streamed page',
    labelNames: ['mode'] as const,
    buckets: BUCKETS_SECONDS,
  });
  readonly #calls = new Counter({
    name: 'foyer_upstream_calls_total',
    help: 'Calls of the content API, by outcome; `refused`: not sent, as calls are paused or too many wait',
    labelNames: ['outcome'] as const,
  });
  readonly #callDurations = new Histogram({
    name: 'foyer_upstream_call_duration_seconds',
    help: 'Time from a sent call of the content API to its end, by name of the call',
    labelNames: ['call'] as const,
    buckets: BUCKETS_SECONDS,
  });

  readonly #faults = new Counter({
    name: 'foyer_answer_faults_total',
    help: "Parts of the upstream's answers that were guessed or dropped, and failed calls, by pattern of the call",
    labelNames: ['kind', 'call'] as const,
  });

  readonly #pictures = new Counter({
    name: 'foyer_pictures_total',
    help: 'Requests for image renditions that were in no cache, by outcome',
    labelNames: ['outcome'] as const,
  });

  readonly #diskFaults = new Counter({
    name: 'foyer_disk_cache_faults_total',
    help: 'Entries of the disk caches that were dropped before they were written, or damaged, and operations that failed',
    labelNames: ['cache', 'fault'] as const,
  });
  readonly #redisFailures = new Counter({
    name: 'foyer_redis_failures_total',
    help: 'Commands that Redis did not answer in time, refused or lost, and values and messages that could not be read',
    labelNames: ['kind'] as const,
  });

  constructor() {
    for (const cache of ['answers', 'pictures'] as const)
      for (const fault of DISK_FAULTS) this.#diskFaults.inc({ cache, fault }, 0);
  }

  request(route: string, status: number, cache: string, milliseconds: number): void {
    this.#requests.inc({ route, status, cache });
    this.#durations.observe({ route }, milliseconds / 1000);
  }

  rendered(mode: 'buffered' | 'streamed', milliseconds: number): void {
    this.#renders.observe({ mode }, milliseconds / 1000);
  }

  called(outcome: CallOutcome): void {
    this.#calls.inc({ outcome });
  }

  /** A call that was sent has ended. @param call its name */
  callEnded(call: string, milliseconds: number): void {
    this.#callDurations.observe({ call }, milliseconds / 1000);
  }

  /** @param stateNow read at each scrape */
  watchUpstream(stateNow: () => UpstreamState): void {
    new Gauge({
      name: 'foyer_upstream_waiting_calls',
      help: 'Calls of the content API that wait for their turn',
      collect() {
        this.set(stateNow().waiting);
      },
    });
    new Gauge({
      name: 'foyer_upstream_paused',
      help: '1 while calls of the content API are paused, and while the first one after a pause has no answer; of several workers, the maximum',
      aggregator: 'max',
      collect() {
        this.set(stateNow().isPaused ? 1 : 0);
      },
    });
  }

  /** @param call its pattern, not its address */
  faulty(call: string, kind: FaultKind, count: number): void {
    this.#faults.inc({ kind, call }, count);
  }

  imageRequested(outcome: ImageOutcome): void {
    this.#pictures.inc({ outcome });
  }

  diskFault(cache: 'answers' | 'pictures', fault: DiskFault): void {
    this.#diskFaults.inc({ cache, fault });
  }

  redisFailed(kind: RedisFailure): void {
    this.#redisFailures.inc({ kind });
  }

  /** Without Redis there is no figure. @param isUp read at each scrape */
  watchRedis(isUp: () => boolean): void {
    for (const kind of REDIS_FAILURES) this.#redisFailures.inc({ kind }, 0);
    new Gauge({
      name: 'foyer_redis_up',
      help: '1 while Redis is connected and answers in time; of several workers, the minimum',
      aggregator: 'min',
      collect() {
        this.set(isUp() ? 1 : 0);
      },
    });
  }

  /** @param sizeOf the size of each cache, read at each scrape */
  watchCaches(sizeOf: Record<string, () => CacheSize>): void {
    for (const figure of ['bytes', 'entries'] as const) {
      new Gauge({
        name: `foyer_cache_${figure}`,
        help: figure === 'bytes' ? 'Memory of a cache, an upper estimate' : 'Entries of a cache',
        labelNames: ['cache'] as const,
        collect() {
          for (const [cache, size] of Object.entries(sizeOf)) this.set({ cache }, size()[figure]);
        },
      });
    }
  }
}

const LAG_METRICS = ['', '_min', '_max', '_mean', '_stddev', '_p50', '_p90', '_p99'].map(
  (figure) => `nodejs_eventloop_lag${figure}_seconds`,
);

/** Metrics of every process, of a primary without a site of its own too. */
export class ProcessMetrics {
  readonly #restarts = new Counter({
    name: 'foyer_worker_restarts_total',
    help: 'Workers that ended unexpectedly and were replaced',
  });
  readonly #webhookCalls = new Counter({
    name: 'foyer_purge_webhook_calls_total',
    help: 'Calls of PURGE_WEBHOOK, by outcome',
    labelNames: ['outcome'] as const,
  });

  /** @param droppedLines log lines dropped since the start, read at each scrape */
  constructor(droppedLines: () => number) {
    collectDefaultMetrics();
    for (const outcome of ['ok', 'failed'] as const) this.#webhookCalls.inc({ outcome }, 0);
    // The average over workers would hide one that is blocked.
    for (const metric of LAG_METRICS) Object.assign(register.getSingleMetric(metric) ?? {}, { aggregator: 'max' });
    new Counter({
      name: 'foyer_log_lines_dropped_total',
      help: 'Log lines dropped because stdout is not read or cannot be written',
      collect() {
        this.reset();
        this.inc(droppedLines());
      },
    });
    new Gauge({
      name: 'foyer_build_info',
      help: 'Always 1; the version of Foyer and that of Node.js are its labels',
      labelNames: ['version', 'node'] as const,
      aggregator: 'max',
    }).set({ version, node: process.version }, 1);
  }

  workerRestarted(): void {
    this.#restarts.inc();
  }

  webhookCalled(outcome: 'ok' | 'failed'): void {
    this.#webhookCalls.inc({ outcome });
  }
}

/** Of the exposition. */
export const contentType = register.contentType;

/** Counts the faults of the content folder in the process that reads it: with workers, the primary. */
export function watchContent(faultsNow: () => number): void {
  new Gauge({
    name: 'foyer_content_faults',
    help: 'Current faults of the content folder',
    collect() {
      this.set(faultsNow());
    },
  });
}

/** Counts the upstream's calls that have faults now, of all processes. @param callsNow by kind of fault, read at each scrape */
export function watchFaults(callsNow: () => Promise<Record<FaultKind, number>>): void {
  new Gauge({
    name: 'foyer_faulty_calls',
    help: 'Calls whose newest answer has guessed or dropped parts, or that have failed last',
    labelNames: ['kind'] as const,
    async collect() {
      const calls = await callsNow();
      for (const kind of FAULT_KINDS) this.set({ kind }, calls[kind]);
    },
  });
}

/** The state of the search's index, for the metrics. */
export interface SearchFigures {
  documents: number;
  /** Documents without all of their text, for lack of memory. */
  shortened: number;
  /** Whether all content has been read. */
  isComplete: boolean;
  /** Threads that ended unexpectedly and were replaced. */
  restarts: number;
}

/** @param figuresNow read at each scrape */
export function watchSearch(figuresNow: () => SearchFigures): void {
  const gauge = (name: string, help: string, figure: (figures: SearchFigures) => number) =>
    new Gauge({
      name,
      help,
      collect() {
        this.set(figure(figuresNow()));
      },
    });
  gauge('foyer_search_documents', 'Documents in the index of the search', ({ documents }) => documents);
  gauge(
    'foyer_search_shortened_documents',
    'Documents without all of their text, for lack of memory',
    ({ shortened }) => shortened,
  );
  gauge('foyer_search_complete', '1 once the search has read all content', ({ isComplete }) => (isComplete ? 1 : 0));
  gauge(
    'foyer_search_restarts',
    'Threads of the search that ended unexpectedly and were replaced',
    ({ restarts }) => restarts,
  );
}

/** This process's metrics, for the primary to aggregate. */
export const processMetrics = (): Promise<object[]> => register.getMetricsAsJSON();

/** What counts up in the metrics of processes that have ended: without it the sums of all processes would fall, and seem to begin anew. */
export async function countersOf(processes: object[][]): Promise<object[]> {
  const all: { type: unknown }[] = await AggregatorRegistry.aggregate(processes).getMetricsAsJSON();
  return all.filter(({ type }) => type === 'counter' || type === 'histogram');
}

/** The metrics of this process and of its workers, if any, in Prometheus's text format. */
export async function exposition(workers?: object[][]): Promise<string> {
  if (!workers) return register.metrics();
  return AggregatorRegistry.aggregate([await processMetrics(), ...workers]).metrics();
}
