import { useMessages } from '../shown-page.ts';
import { SideNav } from './SideNav.tsx';
import css from './TableOfContents.module.css';

export interface Heading {
  id: string;
  name: string;
}

/** A text with fewer headings has no table of contents. */
const MIN_HEADINGS = 3;
export const hasContents = (headings: Heading[]): boolean => headings.length >= MIN_HEADINGS;

interface TableOfContentsProps {
  headings: Heading[];
  lang?: string;
}

/** Links to the headings of a long text: beside it, or on small screens above it, where they open on demand. */
export function TableOfContents({ headings, lang }: TableOfContentsProps) {
  const m = useMessages();
  const links = headings.map(({ id, name }) => ({ href: `#${id}`, label: name }));
  return (
    <div className={css.contents} data-contents>
      <details>
        <summary>{m.onThisPage}</summary>
        <ol lang={lang}>
          {links.map(({ href, label }) => (
            <li key={href}>
              <a href={href}>{label}</a>
            </li>
          ))}
        </ol>
      </details>
      <SideNav id="contents" name={m.onThisPage} links={links} lang={lang} />
    </div>
  );
}
