import type { Locale } from '@foyer/messages';
import { isLocale, LANGUAGES } from '@foyer/model';
import { useEffect, useState } from 'react';
import { useMessages, useRoot } from '../shown-page.ts';
import { local, session } from '../storage.ts';
import { Icon } from '../ui/Icon.tsx';
import css from './EditionHint.module.css';
import { EditionLink } from './LanguageSwitch.tsx';

/** The key in session storage that marks a visitor who has had the hint. */
const HINTED = 'edition-hinted';

/** Offers the page in the language that the visitor has chosen before, once in a session. It lies above the page: nothing moves. */
export function EditionHint() {
  const { locale, locales } = useRoot();
  const { close } = useMessages();
  const [offered, setOffered] = useState<Locale>();
  useEffect(() => {
    const chosen = local.read('locale');
    if (chosen === null || !isLocale(chosen) || chosen === locale || !locales.includes(chosen)) return;
    if (session.read(HINTED) || !session.write(HINTED, 'true')) return;
    setOffered(chosen);
  }, [locale, locales]);
  if (!offered || offered === locale) return null;
  return (
    <aside className={css.hint} role="status">
      <EditionLink locale={offered} onClick={() => setOffered(undefined)}>
        {LANGUAGES[offered].invitation}
      </EditionLink>
      <button className="icon-button" type="button" aria-label={close} onClick={() => setOffered(undefined)}>
        <Icon path="M6 6l12 12M18 6 6 18" />
      </button>
    </aside>
  );
}
