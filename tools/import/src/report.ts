/** What does not fit, by call and field: each reason once, with how often it occurred. */
export class Report {
  readonly #counts = new Map<string, number>();
  #isFaulty = false;
  /** The call whose answer is being parsed. */
  call = '';

  /** @param isLoss whether a part of the CMS's content is not in the folder because of it */
  add(call: string, field: string, reason: string, isLoss = true): void {
    const line = [call, field, reason].filter(Boolean).join(': ');
    this.#counts.set(line, (this.#counts.get(line) ?? 0) + 1);
    this.#isFaulty ||= isLoss;
  }

  get isFaulty(): boolean {
    return this.#isFaulty;
  }

  /** A line for each. */
  lines(): string[] {
    return [...this.#counts].map(([line, count]) => (count > 1 ? `${line} (${count} times)` : line));
  }
}
