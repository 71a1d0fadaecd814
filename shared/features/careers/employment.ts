import type { Career } from '../../kinds/career.ts';

const EMPLOYMENT_TYPES: Record<NonNullable<Career['employment_type']>, string> = {
  FULL_TIME: 'Full time',
  PART_TIME: 'Part time',
  CONTRACTOR: 'Contract',
  TEMPORARY: 'Temporary',
  INTERN: 'Internship',
};
export const employmentText = (type: Career['employment_type']): string | undefined => type && EMPLOYMENT_TYPES[type];

export const openingsText = (openings: number | undefined): string | undefined => {
  if (openings === undefined) return undefined;
  return openings === 1 ? '1 opening' : `${openings} openings`;
};
