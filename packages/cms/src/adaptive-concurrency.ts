import { LRUCache } from 'lru-cache';

/** Calls that wait for each other at the upstream. Fewer than FEW: it gets more calls at once. More than MANY: it gets fewer. */
const FEW = 2;
const MANY = 4;
/** The shortest time grows by this with each answer: an upstream that has become slower for good is not overloaded. */
const FORGET = 1.005;
/** Forms of calls whose shortest time is known: more than a site has. */
const MAX_FORMS = 500;

/**
 * How many calls an upstream gets at once: fewer as its answers begin to wait for each other, as in TCP Vegas, and half
 * after a timeout. What waits is told by how much longer than its shortest time a call takes.
 */
export class AdaptiveConcurrency {
  readonly #max: number;
  #limit: number;
  /** Of an answer, by the form of its call. */
  readonly #shortestMs = new LRUCache<string, number>({ max: MAX_FORMS });

  constructor(max: number) {
    this.#max = max;
    this.#limit = max;
  }

  get limit(): number {
    return Math.floor(this.#limit);
  }

  /** @param form of the call: what takes as long as it @param inFlight calls at that time, with this one */
  answered(form: string, milliseconds: number, inFlight: number): void {
    const shortest = Math.min(milliseconds, (this.#shortestMs.get(form) ?? milliseconds) * FORGET);
    this.#shortestMs.set(form, shortest);
    const waiting = inFlight * (1 - shortest / milliseconds);
    if (waiting > MANY) this.#limit = Math.max(1, this.#limit - 1 / 2);
    else if (waiting < FEW) this.#limit = Math.min(this.#max, this.#limit + 1 / this.#limit);
  }

  timedOut(): void {
    this.#limit = Math.max(1, this.#limit / 2);
  }
}
