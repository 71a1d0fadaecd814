import type { CallPath } from '@foyer/model';
import type { FaultKind } from '@foyer/runtime';
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import type { AnswerFault } from './answer-fault.ts';
import type { Call } from './call.ts';

/** Calls with faults of one pattern: visitors can invent any number of pages and searches of a list. */
const MAX_CALLS = 50;
/** Faults of one call that are listed; all of them are counted. */
const MAX_FAULTS = 20;
/** A path and a reason are cut to this: they quote the upstream. */
const MAX_CHARACTERS = 400;
/** Calls whose last answer had no fault. */
const MAX_CLEAN_CALLS = 2_000;
/** A call that nothing asks for any more is forgotten after a day. */
const MAX_AGE_MS = 86_400_000;
/** By the wall clock, as the times that are listed. */
const AGING = { ttl: MAX_AGE_MS, perf: { now: () => Date.now() } };

const times = {
  /** By the wall clock: first seen, without a pause since then. */
  since: z.number(),
  seen: z.number(),
};
const listedFault = z.object({
  kind: z.enum(['guessed', 'dropped']),
  path: z.string(),
  id: z.string().optional(),
  reason: z.string(),
  ...times,
});
const failure = z.object({ status: z.number(), reason: z.string(), ...times });
const callState = z.object({
  /** Its address without personal data. */
  call: z.string(),
  /** Its pattern, as `notice/{id}`. */
  path: z.string(),
  /** By the wall clock: the last answer of the upstream. 0: there was none. */
  answeredAt: z.number(),
  /** Of all faults of that answer. */
  count: z.number(),
  faults: z.array(listedFault),
  /** Undefined: the last call was answered. */
  failure: failure.optional(),
});
/** What one process or thread knows about the upstream's answers. */
export const faultSnapshot = z.object({
  calls: z.array(callState),
  /** The calls without faults, each with the time of its last answer: another process may have an older one. */
  clean: z.array(z.tuple([z.string(), z.number()])),
});
type ListedFault = z.output<typeof listedFault>;
type CallState = z.output<typeof callState>;
export type FaultSnapshot = z.output<typeof faultSnapshot>;

/** The faults of the newest answer of each call, and the failure of the last one, if it failed. Bounded. */
export class FaultRegistry {
  readonly #calls = new Map<CallPath, LRUCache<string, CallState>>();
  readonly #clean = new LRUCache<string, number>({ max: MAX_CLEAN_CALLS, ...AGING });

  /** Replaces what an earlier answer had, and ends the failure of the call. */
  answered({ path, logAddress: call }: Pick<Call, 'path' | 'logAddress'>, faults: readonly AnswerFault[]): void {
    const now = Date.now();
    const states = this.#statesOf(path);
    if (faults.length === 0) {
      states.delete(call);
      this.#clean.set(call, now);
      return;
    }
    const before = new Map(states.get(call)?.faults.map((fault) => [identityOf(fault), fault]));
    // What visitors do not see is listed before what was guessed.
    const [dropped, guessed] = [faults.filter(isDropped), faults.filter((fault) => !isDropped(fault))];
    const listed = [...dropped, ...guessed].slice(0, MAX_FAULTS).map((fault): ListedFault => {
      const cut = { ...fault, path: cutText(fault.path), reason: cutText(fault.reason) };
      return { ...cut, since: before.get(identityOf(cut))?.since ?? now, seen: now };
    });
    this.#clean.delete(call);
    states.set(call, { call, path, answeredAt: now, count: faults.length, faults: listed });
  }

  /** The faults of the last answer stay: visitors may still see it. */
  failed({ path, logAddress: call }: Call, status: number, reason: string): void {
    const now = Date.now();
    const states = this.#statesOf(path);
    const answeredAt = this.#clean.get(call) ?? 0;
    const state = states.get(call) ?? { call, path, answeredAt, count: 0, faults: [] };
    const since = state.failure?.since ?? now;
    this.#clean.delete(call);
    states.set(call, { ...state, failure: { status, reason: cutText(reason), since, seen: now } });
  }

  snapshot(): FaultSnapshot {
    return {
      calls: [...this.#calls.values()].flatMap((states) => [...states.values()]),
      clean: [...this.#clean.entries()],
    };
  }

  #statesOf(path: CallPath): LRUCache<string, CallState> {
    const states = this.#calls.get(path) ?? new LRUCache<string, CallState>({ max: MAX_CALLS, ...AGING });
    this.#calls.set(path, states);
    return states;
  }
}

/** The faults of one call, as `GET /faults` lists them. */
export interface FaultyCall {
  call: string;
  path: string;
  /** Of all its faults, those that are not listed too. */
  count: number;
  faults: {
    kind: FaultKind;
    /** The site's own status for a failed call, e.g. 502. */
    status?: number;
    path: string;
    id?: string;
    reason: string;
    since: string;
    seen: string;
  }[];
}

/** The calls with faults of several processes, by address: of each call the newest answer, and a failure after it. */
export function faultyCalls(snapshots: readonly FaultSnapshot[]): FaultyCall[] {
  const newest = new Map<string, CallState>();
  const cleanAt = new Map<string, number>();
  for (const [call, at] of snapshots.flatMap(({ clean }) => clean))
    cleanAt.set(call, Math.max(at, cleanAt.get(call) ?? 0));
  for (const state of snapshots.flatMap(({ calls }) => calls)) {
    const other = newest.get(state.call);
    const failures = [state.failure, other?.failure].filter((failure) => failure !== undefined);
    const [failure] = failures.sort((a, b) => b.seen - a.seen);
    newest.set(state.call, { ...(other && other.answeredAt > state.answeredAt ? other : state), failure });
  }
  return [...newest.values()]
    .map((state): FaultyCall => {
      const at = cleanAt.get(state.call) ?? 0;
      const answer: Pick<CallState, 'answeredAt' | 'count' | 'faults'> =
        at > state.answeredAt ? { answeredAt: at, count: 0, faults: [] } : state;
      const failure = state.failure && state.failure.seen >= answer.answeredAt ? [state.failure] : [];
      return {
        call: state.call,
        path: state.path,
        count: failure.length + answer.count,
        faults: [
          ...failure.map((fault) => ({ kind: 'failed' as const, path: '', ...withDates(fault) })),
          ...answer.faults.map(withDates),
        ],
      };
    })
    .filter(({ count }) => count > 0)
    .sort((a, b) => (a.call < b.call ? -1 : 1));
}

/** How many of the calls have a fault of each kind. */
export function countByKind(calls: readonly FaultyCall[]): Record<FaultKind, number> {
  const count = (kind: FaultKind) => calls.filter(({ faults }) => faults.some((fault) => fault.kind === kind)).length;
  return { guessed: count('guessed'), dropped: count('dropped'), failed: count('failed') };
}

const isDropped = ({ kind }: AnswerFault): boolean => kind === 'dropped';

/** An item has another index as soon as there is a newer one. */
const identityOf = ({ kind, path, id, reason }: AnswerFault): string =>
  JSON.stringify([kind, id === undefined ? path : withoutIndexes(path), id, reason]);

/** `notices[3].created_at` without the item's place in its list: `notices[].created_at`. */
export const withoutIndexes = (path: string): string => path.replace(/\[\d+\]/g, '[]');

const cutText = (text: string): string =>
  text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS).toWellFormed()}…` : text;

const withDates = <Fault extends { since: number; seen: number }>({ since, seen, ...fault }: Fault) => ({
  ...fault,
  since: new Date(since).toISOString(),
  seen: new Date(seen).toISOString(),
});
