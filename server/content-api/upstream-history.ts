/** What the answers so far say of a failed call. */
export class UpstreamHistory {
  /** Forms of calls with parameters that were answered. */
  readonly #answeredForms = new Set<string>();
  /** The call that was answered 422 last, unless another one was answered since. */
  #rejected?: string;
  #isLimited = false;
  /** Calls without parameters that were answered 404; undefined once any call was answered. */
  #missing: Set<string> | undefined = new Set();

  /** Whether any call was successful. */
  get hasAnswered(): boolean {
    return this.#missing === undefined;
  }

  /** The upstream has answered a call. */
  answered(path: string): void {
    if (hasParameters(path)) this.#answeredForms.add(formOf(path));
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

  #endLimit(): void {
    this.#rejected = undefined;
    this.#isLimited = false;
  }
}

/** So many calls that are not there are no coincidence. */
const MISSING_CALLS = 5;

/** Whether a call names an item, or has a query. @param path without the edition */
export const hasParameters = (path: string): boolean => /[?/]/.test(path);

/** The same for all items of a list, and for all queries of a call. */
const formOf = (path: string): string => path.replace(/\?.*$/, '?').replace(/\/[^?]*/, '/');
