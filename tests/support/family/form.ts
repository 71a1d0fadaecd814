import type { IncomingHttpHeaders } from 'node:http';
import type { Answer } from './contract.ts';

/* How an API differs from the contract (docs/content-api.md). */

export interface FormRequest {
  /** Below the API's base. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
}

export interface Form {
  /** What its answers look like. */
  name: string;
  /** The path of FRONTAPI_URL. Default: that of the contract. */
  base?: string;
  /** The text of mapping.yaml. Undefined: the form is read without one. */
  mapping?: string;
  /** The `site.yaml` of a content folder, for an API that has none. */
  site?: object;
  /** It pages its lists: the names of its parameters, and the items of a page without them. Undefined: a list is complete. */
  paging?: { page: string; size: string; defaultSize: number };
  /** The screens whose lists are complete although it pages: the site orders and filters them. Default: none. */
  complete?: RegExp;
  /** The contract's path for a request. Default: the same. Undefined: there is no such call. */
  pathOf?(request: FormRequest): string | undefined;
  /** The screens of lists whose items have no ids. */
  hasNoIds?: string[];
  /** An answer in this form. */
  body(answer: Answer, request: FormRequest): unknown;
  /** The status and body for a request that it does not answer. */
  refuse?(request: FormRequest): { status: number; body: unknown } | undefined;
  headers?(answer: Answer): Record<string, string>;
  /** What the site reports of its answers: the calls, and what is said of them. Default: nothing. */
  guesses?: Guess[];
}

export type Guess = [calls: RegExp, reason: RegExp];

export const NO_ENVELOPE: Guess = [/./, /^no envelope: expected /];
/** Calls with a list, or with one item. */
const WITH_ONE_CONTENT = /^(?!home|category|services\/)/;
export const DIRECTLY: Guess = [WITH_ONE_CONTENT, /^the (?:list|item) directly: expected \w+$/];
export const under = (key: string): Guess => [
  WITH_ONE_CONTENT,
  new RegExp(`^the (?:list|item) in ${key}: expected \\w+$`),
];
export const PARTS_IN_DATA: Guess = [/^home$/, /^the parts in data: expected in data itself$/];
