import type { Messages } from '@foyer/messages';
import type { Career, Closing } from '@foyer/model';
import type { LabelKey } from '../../page.ts';

const EMPLOYMENT_TYPES: Record<NonNullable<Career['employment_type']>, LabelKey> = {
  FULL_TIME: 'fullTime',
  PART_TIME: 'partTime',
  CONTRACTOR: 'contract',
  TEMPORARY: 'temporary',
  INTERN: 'internship',
};
export const employmentText = (m: Messages, type: Career['employment_type']): string | undefined =>
  type && m[EMPLOYMENT_TYPES[type]];

/** More days than these say less than the date beside them. */
const MAX_DAYS_COUNTED = 30;

/** The time until a deadline for applications, in words. */
export function closingText(m: Messages, { isClosed, daysLeft }: Closing): string | undefined {
  if (isClosed) return m.closed;
  return daysLeft === undefined || daysLeft > MAX_DAYS_COUNTED ? undefined : m.closesIn({ days: daysLeft });
}
