import type { NormalisedAnswer } from '@foyer/gateway';
import { LRUCache } from 'lru-cache';

const MAX_LATE_ANSWERS = 32;

/** Answers of calls whose callers have given up: the upstream works on them all the same. Who asks next gets the answer, and no second call is made. */
export class LateAnswers {
  readonly #answers: LRUCache<string, Promise<NormalisedAnswer>>;

  constructor(keepMs: number) {
    this.#answers = new LRUCache({ max: MAX_LATE_ANSWERS, ttl: keepMs });
  }

  keep(address: string, answer: Promise<NormalisedAnswer>): void {
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
    this.#answers.clear();
  }
}
