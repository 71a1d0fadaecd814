import { type Kind, kindNames, kinds } from '@foyer/model';
import { TimeSlice } from '@foyer/runtime';
import { itemsOf, type NamedItem } from './answer-parts.ts';
import type { LoadedContent } from './content-store.ts';
import { convertInTurns } from './convert-in-turns.ts';
import { type Fault, faultText } from './faults.ts';

/**
 * Indexes every item of every edition for search and yields to the event loop in between, so that the first search does not wait for it.
 * Resolves with the faults of the texts: indexing converts each of them.
 */
export async function prepareSearch({
  editions,
  texts,
  index,
}: Pick<LoadedContent, 'editions' | 'texts' | 'index'>): Promise<Fault[]> {
  // Editions share texts, and each has the fault of a shared one.
  const faults = new Map<string, Fault>();
  const addFault = (item: object) => {
    const fault = texts.faultOf(item);
    if (fault) faults.set(faultText(fault), fault);
  };
  const slice = new TimeSlice();
  const places = [...editions.values()].flatMap((content) => kindNames.map((name) => ({ content, name })));
  for (const { content, name } of places) {
    const { searched = [] }: Kind = kinds[name];
    const unread: NamedItem[] = [];
    for (const item of itemsOf(content, name)) {
      // After an edit nearly all are known: a time limit for them would take longer than they do.
      if (index.numbersOf(item)) addFault(item);
      else if (item.id !== undefined) unread.push(item);
      if (slice.isUsedUp) await slice.end();
    }
    const convert = (item: NamedItem) => {
      index.add(item, searched);
      addFault(item);
    };
    await convertInTurns(unread, convert);
  }
  return [...faults.values()];
}
