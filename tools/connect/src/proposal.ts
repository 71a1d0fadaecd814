import type { CallMapping, DatasetMapping, Mapping, SubjectMapping } from '@foyer/config';
import type { CallPath } from '@foyer/model';

/* What a mapping could say, one thing at a time, each with its reason. */

/** A line, or a block of lines, of mapping.yaml. */
export interface Proposal {
  /** Undefined: of the whole file. */
  call?: CallPath;
  key:
    | 'headers'
    | 'parameters'
    | 'dates'
    | 'data'
    | 'none'
    | 'path'
    | 'content'
    | 'fields'
    | 'values'
    | 'datasets'
    | 'subjects';
  /** The name below the key: of a header, a parameter, a field. */
  name?: string;
  value:
    | string
    | string[]
    | Readonly<Record<string, string | number | boolean>>
    | DatasetMapping
    | SubjectMapping[]
    | null;
  /** Why, with an example. */
  reason: string;
  /** Uncertain ones are comments. */
  isSure: boolean;
}

/** A mapping with all sure proposals added to it. */
export const mappingWith = (mapping: Mapping, proposals: readonly Proposal[]): Mapping =>
  proposals.filter(({ isSure }) => isSure).reduce(withProposal, mapping);

function withProposal(mapping: Mapping, { call, key, name, value }: Proposal): Mapping {
  if (call === undefined) return withLine(mapping, key, name, value);
  if (key === 'none') return { ...mapping, calls: { ...mapping.calls, [call]: key } };
  const known = mapping.calls?.[call];
  const ofCall: CallMapping = known === undefined || known === 'none' ? {} : known;
  return { ...mapping, calls: { ...mapping.calls, [call]: withLine(ofCall, key, name, value) } };
}

function withLine<Part extends object>(
  part: Part,
  key: string,
  name: string | undefined,
  value: Proposal['value'],
): Part {
  const known: unknown = Reflect.get(part, key);
  return { ...part, [key]: name === undefined ? value : { ...(typeof known === 'object' && known), [name]: value } };
}

/** Two proposals of one line: the later one replaces the earlier one. */
export const lineOf = ({ call, key, name }: Proposal): string => JSON.stringify([call, key, name]);
