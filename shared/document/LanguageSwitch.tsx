import type { Locale } from '@foyer/messages';
import { LANGUAGES } from '@foyer/model';
import type { ReactNode } from 'react';
import { editionsOf } from '../page-editions.ts';
import { useShownPage } from '../shown-page.ts';

/** Links to the page in the other editions, each with the language's own name. */
export function LanguageSwitch({ className }: { className?: string }) {
  const { locale, locales } = useShownPage().root;
  return locales
    .filter((other) => other !== locale)
    .map((other) => (
      <EditionLink key={other} locale={other} className={className}>
        {LANGUAGES[other].name}
      </EditionLink>
    ));
}

interface EditionLinkProps {
  locale: Locale;
  className?: string;
  onClick?: () => void;
  /** In the language of the edition. */
  children: ReactNode;
}

/** A link to the page in another edition. client/hydrate.tsx stores the choice of a visitor who follows it. */
export function EditionLink({ locale, children, ...attributes }: EditionLinkProps) {
  const { addressIn } = editionsOf(useShownPage());
  return (
    <a {...attributes} href={addressIn(locale)} hrefLang={locale} lang={locale} data-locale={locale}>
      {children}
    </a>
  );
}
