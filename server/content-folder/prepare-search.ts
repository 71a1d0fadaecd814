import { kindNames } from '../../shared/content-api.ts';
import { kinds } from '../../shared/kinds/index.ts';
import type { Kind } from '../../shared/schema/kind.ts';
import { type AnswerSource, itemsOf } from './answer-parts.ts';
import type { Fault } from './faults.ts';
import { createYielder } from './yield-to-event-loop.ts';

/**
 * Indexes every item for search and yields to the event loop in between, so that the first search does not wait for it.
 * Resolves with the faults of the texts: indexing converts each of them.
 */
export async function prepareSearch({ content, texts, index }: AnswerSource): Promise<Fault[]> {
  const yieldTurn = createYielder();
  const faults: Fault[] = [];
  for (const name of kindNames) {
    const { searched = [] }: Kind = kinds[name];
    for (const item of itemsOf(content, name)) {
      if (item.id === undefined) continue;
      index.add(item, searched);
      const fault = texts.faultOf(item);
      if (fault) faults.push(fault);
      await yieldTurn();
    }
  }
  return faults;
}
