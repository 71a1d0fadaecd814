import { z } from 'zod';
import { link, number, object, optional, type Reading, text, until } from './fields.ts';
import { forList, itemFields, served, withoutText } from './item.ts';

export const EMPLOYMENT_TYPES = ['FULL_TIME', 'PART_TIME', 'CONTRACTOR', 'TEMPORARY', 'INTERN'] as const;

export const career = (read: Reading) =>
  object(read, {
    ...itemFields(read),
    department: optional(read, object(read, { id: optional(read, text), name: text })),
    location: optional(read, text),
    employment_type: optional(read, z.enum(EMPLOYMENT_TYPES)),
    openings: optional(read, number),
    experience: optional(read, text),
    qualification: optional(read, text),
    deadline: optional(read, until(read)),
    apply_email: optional(read, text),
    apply_url: optional(read, link(read)),
  }).transform(served(read));
export type Career = z.output<ReturnType<typeof career>>;

export const careerSummary = (read: Reading) => career(forList(read)).transform(withoutText);
export type CareerSummary = z.output<ReturnType<typeof careerSummary>>;
