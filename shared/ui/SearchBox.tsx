import type { ReactNode } from 'react';
import { useHref, useMessages, useRoot } from '../shown-page.ts';
import { Icon } from './Icon.tsx';
import css from './SearchBox.module.css';

/** A magnifier. */
export const SEARCH_ICON = 'm20 20-4.5-4.5M18 10.5a7.5 7.5 0 1 1-15 0 7.5 7.5 0 0 1 15 0Z';

interface SearchBoxProps {
  /** Of the field, unique on the page. */
  id: string;
  words?: string;
  /** The name of the small box of the header. */
  label?: string;
  className?: string;
  /** It is what the screen is for: it has the focus at once. */
  isFocused?: boolean;
  /** More fields. */
  children?: ReactNode;
}

/** The search over everything, as a plain GET form. client/suggestions.ts adds suggestions while the visitor types. */
export function SearchBox({ id, words, label, className, isFocused, children }: SearchBoxProps) {
  const m = useMessages();
  const action = useHref()('/search');
  if (useRoot().isSearchOff) return null;
  return (
    <search className={className} aria-label={label}>
      <form className={css.form} action={action} data-small={label && true}>
        <div className={css.field}>
          <label className="visually-hidden" htmlFor={id}>
            {m.search}
          </label>
          <input
            type="search"
            id={id}
            name="q"
            maxLength={100}
            defaultValue={words}
            placeholder={label && m.search}
            // biome-ignore lint/a11y/noAutofocus: the screen has nothing else to do
            autoFocus={isFocused}
            data-suggest
          />
        </div>
        {children}
        {label ? (
          <button className="icon-button" type="submit" aria-label={m.search}>
            <Icon path={SEARCH_ICON} />
          </button>
        ) : (
          <button className="button" type="submit">
            {m.search}
          </button>
        )}
      </form>
    </search>
  );
}
