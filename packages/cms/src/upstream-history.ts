/** What the answers so far say of a failed call. */
export class UpstreamHistory {
  /** Forms of calls that were answered. */
  readonly #answeredForms = new Set<string>();
  /** The call that was answered 422 last, unless another one was answered since. */
  #rejected?: string;
  #isLimited = false;
  /** Calls that were refused, until one is answered. */
  readonly #refused = new Set<string>();
  /** Calls without parameters that were answered 404; undefined once any call was answered. */
  #missing: Set<string> | undefined = new Set();

  /** Whether any call was successful. */
  get hasAnswered(): boolean {
    return this.#missing === undefined;
  }

  /** Whether a call without parameters, or another one of the same form, was successful. */
  hasAnsweredAs(path: string): boolean {
    return this.#answeredForms.has(formOf(path));
  }

  /** The upstream has answered a call. */
  answered(path: string): void {
    this.#answeredForms.add(formOf(path));
    this.#refused.clear();
    this.#endLimit();
    this.#missing = undefined;
  }

  /** The upstream has answered 404. @returns whether it has no calls at all, as far as is known */
  missed(path: string): boolean {
    this.#endLimit();
    if (!this.#missing || hasParameters(path)) return false;
    this.#missing.add(path);
    return this.#missing.size >= MISSING_CALLS;
  }

  /**
   * The upstream has answered 422.
   * @param isUnlisted the call may be invented: it says nothing of the others
   * @returns whether another call was answered so before, and one of the same form was successful: that is a limit
   */
  rejected(path: string, isUnlisted: boolean): boolean {
    if (isUnlisted) return false;
    const isAnother = this.#rejected !== undefined && this.#rejected !== path;
    this.#rejected = path;
    if (isAnother && this.#answeredForms.has(formOf(path))) this.#isLimited = true;
    return this.#isLimited && this.#answeredForms.has(formOf(path));
  }

  /** The upstream has asked for a login or a token. @returns whether several calls were answered so, and none otherwise since */
  refused(path: string): boolean {
    this.#refused.add(path);
    return this.#refused.size >= REFUSED_CALLS;
  }

  #endLimit(): void {
    this.#rejected = undefined;
    this.#isLimited = false;
  }
}

/** Different calls that are answered 404 before the path of the API counts as wrong. */
const MISSING_CALLS = 5;

/** One call may need another permission than the others. */
const REFUSED_CALLS = 3;

/** Whether a call names an item, or has a query. @param path without the edition */
export const hasParameters = (path: string): boolean => /[?/]/.test(path);

/** The same for all items of a list, and for all queries of a call. */
export const formOf = (path: string): string => path.replace(/\?.*/s, '?').replace(/\/[^?]*/, '/');
