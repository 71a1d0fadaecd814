import { isLocale } from '@foyer/model';
import { useMessages, useRoot } from '../shown-page.ts';
import css from './LanguageMark.module.css';

/** The language of a text that is not in the language of its page: 'in Nepali'. */
function useLanguageText(lang: string | undefined): string | undefined {
  const { locale, locales } = useRoot();
  const messages = useMessages();
  if (locales.length === 1 || lang === undefined || lang === locale || !isLocale(lang)) return undefined;
  return { en: messages.inEnglish, ne: messages.inNepali }[lang];
}

/** Marks an item of a list whose text is in another language. */
export function LanguageMark({ lang }: { lang: string | undefined }) {
  const text = useLanguageText(lang);
  return text && <small className={css.mark}>{text}</small>;
}

/** Says once on an item's page that its text is not in the page's language. */
export function LanguageNotice({ lang }: { lang: string | undefined }) {
  const messages = useMessages();
  const language = useLanguageText(lang);
  return language && <p className={css.notice}>{messages.notTranslated({ language })}</p>;
}
