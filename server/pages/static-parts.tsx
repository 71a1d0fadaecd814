import { derived, isDerived, type Site } from '@foyer/model';
import { LRUCache } from 'lru-cache';
import { renderToString } from 'react-dom/server';
import type { RootData } from '../../shared/document/root.ts';
import type { Page } from '../../shared/page.ts';
import { type ShownPage, ShownPageContext } from '../../shared/shown-page.ts';
import type { StaticPart } from '../../shared/static-part.tsx';

/** A thousand cards and more. */
const MAX_HTML_CHARACTERS = 2_500_000;
const MAX_DATA_CHARACTERS = 1_500_000;

const NOT_STATIC = Symbol('not static');
/** React preloads images that are not lazy: what it renders without a head begins with their links. */
const PRELOAD = '<link rel="preload"';

/** The page as a static part sees it: what its HTML must not depend on is not there. */
class PartOfPage implements ShownPage {
  constructor(
    readonly page: Page,
    readonly root: RootData,
  ) {}

  get location(): never {
    throw new Error(`a static part of ${this.page.id} depends on the address`);
  }

  get data(): never {
    throw new Error(`a static part of ${this.page.id} depends on data that are not part of its key`);
  }
}

/** The HTML of the static parts of all pages, by what it was rendered from. */
export class StaticParts {
  readonly #html = new LRUCache<string, string | typeof NOT_STATIC>({
    maxSize: MAX_HTML_CHARACTERS,
    sizeCalculation: (html, key) => (html === NOT_STATIC ? 0 : html.length) + key.length,
  });
  #lastNumber = 0;
  /** Each version of a site has a number. */
  readonly #siteNumber = derived((_: Site) => this.#nextNumber());
  /** The data of parts, as JSON, have numbers as well: they are too long for keys. */
  readonly #numbers = new LRUCache<string, number>({
    maxSize: MAX_DATA_CHARACTERS,
    sizeCalculation: (_, json) => json.length,
  });
  /** What is derived from answers is serialised once. */
  readonly #numberOf = derived((data: object) => this.#numberOfJson(JSON.stringify(data)));

  /** @returns undefined: the part has to be rendered with its page, because its images are preloaded in the page's head */
  readonly htmlOf = ({ page, root }: ShownPage, { name, data, render }: StaticPart): string | undefined => {
    const number = isDerived(data) ? this.#numberOf(data) : this.#numberOfJson(JSON.stringify(data));
    const key = `${this.#siteNumber(root.site)} ${root.locale} ${page.id} ${name} ${number}`;
    const known = this.#html.get(key) ?? this.#render(key, page, root, render);
    return known === NOT_STATIC ? undefined : known;
  };

  #render(key: string, page: Page, root: RootData, render: StaticPart['render']): string | typeof NOT_STATIC {
    const html = renderToString(<ShownPageContext value={new PartOfPage(page, root)}>{render()}</ShownPageContext>);
    const result = html.startsWith(PRELOAD) ? NOT_STATIC : html;
    this.#html.set(key, result);
    return result;
  }

  /** Equal data have the same number. */
  #numberOfJson(json: string): number {
    const known = this.#numbers.get(json);
    if (known !== undefined) return known;
    const number = this.#nextNumber();
    this.#numbers.set(json, number);
    return number;
  }

  #nextNumber(): number {
    this.#lastNumber += 1;
    return this.#lastNumber;
  }
}
