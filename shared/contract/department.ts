import type { z } from 'zod';
import { list, object, optional, type Reading, text } from './fields.ts';
import { forList, itemFields, served, withoutText } from './item.ts';
import { member } from './member.ts';

export const department = (read: Reading) =>
  object(read, {
    ...itemFields(read),
    head: optional(read, object(read, { name: text, designation: optional(read, text) })),
    phone: optional(read, text),
    email: optional(read, text),
    members: list(read, 'members', member(read)),
  }).transform(served(read));
export type Department = z.output<ReturnType<typeof department>>;

export const departmentSummary = (read: Reading) =>
  department(forList(read))
    .transform(withoutText)
    .transform(({ members: _, ...rest }) => rest);
export type DepartmentSummary = z.output<ReturnType<typeof departmentSummary>>;
