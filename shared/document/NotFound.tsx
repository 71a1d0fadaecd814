import { useHref, useLocation, useMessages, useShownPage } from '../shown-page.ts';
import { SearchBox } from '../ui/SearchBox.tsx';
import { addressWords } from './address-words.ts';
import css from './MessageView.module.css';

/** A link with its name. */
export interface NamedLink {
  label: string;
  href: string;
}

/** What the server adds to a page that is not found: the link that the visitor may have meant. */
export interface NotFoundData {
  meant?: NamedLink;
}

/** The link that may have been meant; none if the browser has loaded the page itself. */
export const offeredLink = (data: NotFoundData): NamedLink | undefined => data.meant;

/** The page of a 404. */
export function NotFound() {
  const m = useMessages();
  const href = useHref();
  const { root, data } = useShownPage();
  const { pathname } = useLocation();
  const meant = offeredLink(data);
  return (
    <section className={css.message}>
      <h1>{m.notFoundTitle}</h1>
      <p>{m.notFoundText}</p>
      {meant && (
        <p>
          {m.didYouMean({
            link: () => (
              <a key="link" href={meant.href}>
                {meant.label}
              </a>
            ),
          })}
        </p>
      )}
      <SearchBox key={pathname} id="search-words" words={addressWords(pathname, root.locales)} />
      <p className={css.actions}>
        <a className="button" href={href('/')}>
          {m.backToHome}
        </a>
      </p>
    </section>
  );
}
