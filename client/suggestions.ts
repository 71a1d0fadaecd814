import { type Answer, isLocale, type Locales, messagesOf } from '@foyer/model';
import type { Navigate } from '../shared/shown-page.ts';
import { quietApi } from './fetch-api.ts';
import { isWithinPage, pageAddress } from './navigation/link-address.ts';

/*
 * Suggestions below a search box: an editable combobox with a listbox, by the ARIA Authoring Practices. It adds to the plain
 * form of shared/ui/SearchBox.tsx, whose React elements it leaves as they are.
 */

const DELAY_MS = 150;
const MIN_CHARACTERS = 2;
const MAX_SUGGESTIONS = 8;

interface Option {
  element: HTMLElement;
  choose(): void;
}

const combined = new WeakSet<HTMLInputElement>();

/** Makes a search box a combobox, once. */
export function suggest(input: HTMLInputElement, navigate: Navigate, locales: Locales): void {
  if (combined.has(input)) return;
  combined.add(input);
  const combobox = new Combobox(input, navigate, locales);
  // What the visitor has typed meanwhile.
  if (input.value !== input.defaultValue) combobox.onInput();
}

/** Firefox 100 does not have the properties of these attributes. */
function set(element: Element, attributes: Record<string, string>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}

class Combobox {
  readonly #input: HTMLInputElement;
  readonly #navigate: Navigate;
  readonly #locales: Locales;
  readonly #list = document.createElement('ul');
  /** Says the number of suggestions to screen readers. */
  readonly #status = document.createElement('p');
  /** Those of the open list. */
  #options: Option[] = [];
  /** The option with the visual focus; -1: the box has it. */
  #active = -1;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #call: AbortController | undefined;

  constructor(input: HTMLInputElement, navigate: Navigate, locales: Locales) {
    this.#input = input;
    this.#navigate = navigate;
    this.#locales = locales;
    const list = this.#list;
    const id = `${input.id}-suggestions`;
    set(list, { id, role: 'listbox' });
    list.hidden = true;
    set(this.#status, { role: 'status', class: 'visually-hidden' });
    input.after(list, this.#status);
    set(input, {
      role: 'combobox',
      autocomplete: 'off',
      'aria-autocomplete': 'list',
      'aria-controls': id,
      'aria-expanded': 'false',
    });
    input.addEventListener('input', () => this.onInput());
    input.addEventListener('keydown', (event) => this.#onKey(event));
    input.addEventListener('blur', () => this.#close());
    input.form?.addEventListener('submit', () => this.#close());
    // A press on an option leaves the focus in the box.
    list.addEventListener('mousedown', (event) => event.preventDefault());
  }

  /** Of the shown edition: the visitor may have changed it. */
  get #locale() {
    const { lang } = document.documentElement;
    return isLocale(lang) ? lang : this.#locales[0];
  }

  get #words(): string {
    return this.#input.value.trim();
  }

  /** Also while an input method composes: on phones a word is composed until the space behind it. */
  onInput(): void {
    this.#cancel();
    if ([...this.#words].length < MIN_CHARACTERS) this.#close();
    else this.#timer = setTimeout(() => this.#load(), DELAY_MS);
  }

  async #load(focused?: 'first' | 'last'): Promise<void> {
    this.#cancel();
    const call = new AbortController();
    this.#call = call;
    const q = this.#words;
    // Without an answer the box is a plain form.
    const answer = await quietApi(this.#locale, call.signal)('search', { q, suggest: '1' }).catch(() => undefined);
    if (this.#call !== call) return;
    this.#call = undefined;
    if (answer) this.#open(q, answer);
    else this.#close();
    if (focused) this.#move(focused === 'first' ? 0 : this.#options.length - 1);
  }

  #open(q: string, { results }: Answer<'search'>): void {
    const m = messagesOf(this.#locale);
    const found = results.slice(0, MAX_SUGGESTIONS);
    this.#close();
    this.#status.textContent = m.suggestionCount({ count: found.length });
    if (found.length === 0) return;
    this.#options = [
      ...found.map(({ name, lang, place, href }) => this.#option({ name, lang, place }, () => this.#follow(href))),
      this.#option({ name: m.allResults({ search: q }) }, () => this.#submit()),
    ];
    set(this.#list, { 'aria-label': m.search });
    this.#list.replaceChildren(...this.#options.map(({ element }) => element));
    this.#list.hidden = false;
    set(this.#input, { 'aria-expanded': 'true' });
  }

  #option({ name, lang, place }: { name: string; lang?: string; place?: string }, choose: () => void): Option {
    const element = document.createElement('li');
    set(element, { role: 'option', 'aria-selected': 'false' });
    const text = document.createElement('span');
    text.textContent = name;
    if (lang) text.lang = lang;
    element.append(text);
    if (place) {
      const small = document.createElement('small');
      small.textContent = place;
      element.append(' ', small);
    }
    element.addEventListener('click', choose);
    return { element, choose };
  }

  /** As a press on the button does: Safari 15 has no requestSubmit. */
  #submit(): void {
    this.#input.form?.querySelector('button')?.click();
  }

  #follow(href: string): void {
    this.#close();
    this.#input.form?.reset();
    const url = new URL(href, location.href);
    const to = pageAddress(url, this.#locales);
    if (to === undefined || isWithinPage(url)) location.assign(href);
    else void this.#navigate(to);
  }

  #onKey(event: KeyboardEvent): void {
    // The keys of an input method. Safari sends the Enter that ends a composition after it, with this code.
    if (event.isComposing || event.keyCode === 229) return;
    const isOpen = this.#options.length > 0;
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        const isDown = event.key === 'ArrowDown';
        event.preventDefault();
        if (isOpen) this.#step(isDown ? 1 : -1);
        else if ([...this.#words].length >= MIN_CHARACTERS) void this.#load(isDown ? 'first' : 'last');
        return;
      }
      // These move the cursor in the box.
      case 'Home':
      case 'End':
      case 'ArrowLeft':
      case 'ArrowRight':
        this.#move(-1);
        return;
      case 'Enter': {
        const option = this.#options[this.#active];
        if (option) {
          event.preventDefault();
          option.choose();
        } else this.#close();
        return;
      }
      case 'Escape':
        event.preventDefault();
        if (!isOpen) this.#input.value = '';
        this.#close();
    }
  }

  /** From the last option the way leads back to the box, and from the box to the last. */
  #step(by: 1 | -1): void {
    const places = this.#options.length + 1;
    this.#move(((this.#active + 1 + by + places) % places) - 1);
  }

  #move(to: number): void {
    this.#options[this.#active]?.element.removeAttribute('id');
    this.#active = to;
    for (const [index, { element }] of this.#options.entries()) set(element, { 'aria-selected': String(index === to) });
    const option = this.#options[to]?.element;
    if (!option) {
      this.#input.removeAttribute('aria-activedescendant');
      return;
    }
    option.id = `${this.#list.id}-active`;
    set(this.#input, { 'aria-activedescendant': option.id });
    option.scrollIntoView({ block: 'nearest' });
  }

  #close(): void {
    this.#cancel();
    this.#move(-1);
    this.#options = [];
    this.#list.hidden = true;
    this.#list.replaceChildren();
    this.#status.textContent = '';
    set(this.#input, { 'aria-expanded': 'false' });
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    this.#call?.abort();
    this.#call = undefined;
  }
}
