import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client';
import type { PictureError } from './pictures/errors.ts';

/** How much a cache holds. */
export interface CacheSize {
  bytes: number;
  entries: number;
}

/** What became of a picture that was not there in the size asked for. */
export type PictureOutcome = 'made' | PictureError['kind'];

/** How a call of the upstream ended. */
export type Outcome = 'ok' | 'missing' | 'failed' | 'limited';

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

  constructor() {
    collectDefaultMetrics();
    // Of a worker, this answers the primary, which gathers what all have measured.
    new AggregatorRegistry();
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

/** In the text form of Prometheus: of this process, and with workers of all of them together. */
export async function exposition(hasWorkers: boolean): Promise<string> {
  const own = await register.metrics();
  return hasWorkers ? `${await new AggregatorRegistry().clusterMetrics()}${own}` : own;
}
