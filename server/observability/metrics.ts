import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client';
import { version } from '../../package.json';
import type { RedisFailure } from '../content-api/redis-connection.ts';
import type { DiskFault } from '../disk-cache/disk-faults.ts';

/** How much a cache holds. */
export interface CacheSize {
  bytes: number;
  entries: number;
}

/** What became of a picture that was not there in the size asked for. */
export type PictureOutcome = 'made' | 'missing' | 'broken' | 'unreachable' | 'busy';

/** How a call of the upstream ended. */
export type Outcome = 'ok' | 'missing' | 'failed' | 'limited';

const REDIS_FAILURES: RedisFailure[] = ['timeout', 'refused', 'lost', 'unreadable'];
const DISK_FAULTS: DiskFault[] = ['dropped', 'damaged', 'failed'];

const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What an operator's monitoring asks for. No label is made of what a visitor sends: routes are patterns. */
export class Metrics {
  readonly #requests = new Counter({
    name: 'foyer_http_requests_total',
    help: 'Requests answered, by route pattern, status and where the answer came from',
    labelNames: ['route', 'status', 'cache'] as const,
  });
  readonly #durations = new Histogram({
    name: 'foyer_http_request_duration_seconds',
    help: 'From a request to the end of its answer',
    labelNames: ['route'] as const,
    buckets: SECONDS,
  });
  readonly #renders = new Histogram({
    name: 'foyer_render_duration_seconds',
    help: 'Rendering: of a whole page, or of the shell of a streamed one',
    labelNames: ['lane'] as const,
    buckets: SECONDS,
  });
  readonly #calls = new Counter({
    name: 'foyer_upstream_calls_total',
    help: 'Calls for content, by how they ended',
    labelNames: ['outcome'] as const,
  });
  readonly #callDurations = new Histogram({
    name: 'foyer_upstream_call_duration_seconds',
    help: 'From a call for content to its answer, waiting for its turn included',
    buckets: SECONDS,
  });

  readonly #pictures = new Counter({
    name: 'foyer_pictures_total',
    help: 'Pictures that were not there in the size asked for: made, or why they could not be',
    labelNames: ['outcome'] as const,
  });

  readonly #diskFaults = new Counter({
    name: 'foyer_disk_cache_faults_total',
    help: 'Entries of the caches on disk that were dropped before they were written, or damaged, and operations that failed',
    labelNames: ['cache', 'fault'] as const,
  });
  readonly #redisFailures = new Counter({
    name: 'foyer_redis_failures_total',
    help: 'Commands that Redis did not answer in time, refused or lost, and values and messages that could not be read',
    labelNames: ['kind'] as const,
  });

  constructor() {
    collectDefaultMetrics();
    for (const cache of ['answers', 'pictures'] as const)
      for (const fault of DISK_FAULTS) this.#diskFaults.inc({ cache, fault }, 0);
  }

  request(route: string, status: number, cache: string, milliseconds: number): void {
    this.#requests.inc({ route, status, cache });
    this.#durations.observe({ route }, milliseconds / 1000);
  }

  rendered(lane: 'whole' | 'streamed', milliseconds: number): void {
    this.#renders.observe({ lane }, milliseconds / 1000);
  }

  called(outcome: Outcome, milliseconds: number): void {
    this.#calls.inc({ outcome });
    this.#callDurations.observe(milliseconds / 1000);
  }

  pictured(outcome: PictureOutcome): void {
    this.#pictures.inc({ outcome });
  }

  diskFault(cache: 'answers' | 'pictures', fault: DiskFault): void {
    this.#diskFaults.inc({ cache, fault });
  }

  redisFailed(kind: RedisFailure): void {
    this.#redisFailures.inc({ kind });
  }

  /** @param isUp at the time of asking; where there is no Redis there is no figure */
  watchRedis(isUp: () => boolean): void {
    for (const kind of REDIS_FAILURES) this.#redisFailures.inc({ kind }, 0);
    new Gauge({
      name: 'foyer_redis_up',
      help: 'Whether Redis is connected and answers in time; of several workers, whether it does for all',
      aggregator: 'min',
      collect() {
        this.set(isUp() ? 1 : 0);
      },
    });
  }

  /** @param sizeOf each cache, at the time of asking */
  watch(sizeOf: Record<string, () => CacheSize>): void {
    for (const figure of ['bytes', 'entries'] as const) {
      new Gauge({
        name: `foyer_cache_${figure}`,
        help: figure === 'bytes' ? 'Memory that a cache takes, more rather than less' : 'What a cache holds',
        labelNames: ['cache'] as const,
        collect() {
          for (const [cache, size] of Object.entries(sizeOf)) this.set({ cache }, size()[figure]);
        },
      });
    }
  }
}

/** What every process measures of itself, a primary that leaves the site to its workers too. */
export class ProcessMetrics {
  readonly #restarts = new Counter({
    name: 'foyer_worker_restarts_total',
    help: 'Workers that have died and were replaced',
  });

  /** @param droppedLines how many lines of the log were dropped since the start */
  constructor(droppedLines: () => number) {
    new Counter({
      name: 'foyer_log_lines_dropped_total',
      help: 'Lines of the log that were dropped because stdout is not read, or cannot be written',
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
}

export const contentType = register.contentType;

/** Measured where the content folder is read: with workers in the primary. */
export function watchContent(faultsNow: () => number): void {
  new Gauge({
    name: 'foyer_content_faults',
    help: 'Faults that the content folder has now',
    collect() {
      this.set(faultsNow());
    },
  });
}

/** What this process has measured, for the primary to gather. */
export const measured = (): Promise<object[]> => register.getMetricsAsJSON();

/** In the text form of Prometheus: what this process has measured, and its workers, where it has some. */
export async function exposition(ofWorkers?: object[][]): Promise<string> {
  if (!ofWorkers) return register.metrics();
  return AggregatorRegistry.aggregate([await measured(), ...ofWorkers]).metrics();
}
