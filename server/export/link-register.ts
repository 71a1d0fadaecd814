/** Which addresses lead nowhere, and where an editor finds the link. */
export class LinkRegister {
  readonly #weakest: string;
  /** A page with a link to an address. */
  readonly #pages = new Map<string, string>();
  readonly #dead = new Set<string>();

  /** @param weakest is named only if no other page has the link */
  constructor(weakest: string) {
    this.#weakest = weakest;
  }

  note(address: string, page: string): void {
    if ((this.#pages.get(address) ?? this.#weakest) === this.#weakest) this.#pages.set(address, page);
  }

  noteDead(address: string): void {
    this.#dead.add(address);
  }

  /** A page with each dead link, by its address. What no page names need not be there. */
  get dead(): Map<string, string> {
    return new Map(
      [...this.#dead].flatMap((address): [string, string][] => {
        const page = this.#pages.get(address);
        return page === undefined ? [] : [[address, page]];
      }),
    );
  }
}
