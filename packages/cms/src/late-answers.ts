import type { NormalisedAnswer } from '@foyer/gateway';
import { LRUCache } from 'lru-cache';

const MAX_LATE_ANSWERS = 32;

/** Answers of calls whose callers have given up: the upstream works on them all the same. Who asks next gets the answer, and no second call is made. */
export class LateAnswers {
  readonly #answers: LRUCache<string, Promise<NormalisedAnswer>>;
  /** Grows with each purge. */
  #revision = 0;

  constructor(keepMs: number) {
    this.#answers = new LRUCache({ max: MAX_LATE_ANSWERS, ttl: keepMs });
  }

  get revision(): number {
    return this.#revision;
  }

  /** Keeps an answer unless there was a purge since it was asked for. @param revision at that time */
  keep(address: string, answer: Promise<NormalisedAnswer>, revision: number): void {
    if (revision !== this.#revision) return;
    this.#answers.set(address, answer);
    answer.catch(() => {
      if (this.#answers.peek(address) === answer) this.#answers.delete(address);
    });
  }

  take(address: string): Promise<NormalisedAnswer> | undefined {
    const answer = this.#answers.get(address);
    this.#answers.delete(address);
    return answer;
  }

  /** What was asked for before a purge may be of content before it. */
  forget(): void {
    this.#revision += 1;
    this.#answers.clear();
  }
}
