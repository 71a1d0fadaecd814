import { createContext, type ReactNode, useContext } from 'react';
import { type ShownPage, useShownPage } from './shown-page.ts';

/*
 * Parts of a page that the server renders once for each version of their data: the menu, the footer, the cards of a list. Their
 * HTML is the same as without, and the browser renders and hydrates them as any other element.
 */

export interface StaticPart {
  /** Unique within its screen. */
  name: string;
  /** The data that the part is rendered from, besides site, screen and edition: a part of the key. */
  data: unknown;
  render: () => ReactNode;
}

/** Server only: the HTML of a part. Undefined: it is rendered with its page. */
export const StaticHtml = createContext<((shown: ShownPage, part: StaticPart) => string | undefined) | undefined>(
  undefined,
);

type ContentProps = { children: ReactNode } | { dangerouslySetInnerHTML: { __html: string } };

/**
 * Returns a function for the properties with the content of an element. The content may not depend on the address, on data of the page
 * other than `data`, or on React state, and has neither rich text nor the first picture of the page.
 * @returns a function of the part's name, its data and how it is rendered; without data it is rendered each time
 */
export function useStaticPart(): (name: string, data: unknown, render: () => ReactNode) => ContentProps {
  const htmlOf = useContext(StaticHtml);
  const shown = useShownPage();
  return (name, data, render) => {
    const html = data === undefined ? undefined : htmlOf?.(shown, { name, data, render });
    return html === undefined ? { children: render() } : { dangerouslySetInnerHTML: { __html: html } };
  };
}
