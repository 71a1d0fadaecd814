import { type ContentFile, originalOf } from '@foyer/folder';
import { contentNow } from '@foyer/model';
import type { Finding } from './findings.ts';

/** The list that the rules of the right to information ask public bodies for, and its longest age: three months. */
const LIST = /^page\/right-to-information\.md$/;
const MAX_DAYS = 92;
const DAY_MS = 86_400_000;

/** Advice for a list that has to be renewed. @param timeOf of a date as an editor writes it, in ms; undefined for none */
export function checkRenewal(sources: readonly ContentFile[], timeOf: (text: string) => number | undefined): Finding[] {
  return sources.flatMap((source) => {
    const { file, value } = source;
    if (!LIST.test(file) || originalOf(file) !== file || typeof value !== 'object' || value === null) return [];
    const name = 'updated_at' in value ? 'updated_at' : 'created_at';
    const day: unknown = Reflect.get(value, name);
    const time = typeof day === 'string' ? timeOf(day) : undefined;
    const isRecent = time !== undefined && contentNow() - time <= MAX_DAYS * DAY_MS;
    const said =
      time === undefined ? 'no day is said' : `the last time was ${new Date(time).toISOString().slice(0, 10)}`;
    const message = `the list is renewed every three months, and ${said}: look through it, and set updated_at`;
    return isRecent ? [] : [{ file, ...source.positionOf([name]), rule: 'renewal', level: 'advice', message }];
  });
}
