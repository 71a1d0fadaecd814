import type { Locale } from '@foyer/messages';
import type { FolderSource, Locales, ParseContext } from '@foyer/model';
import * as z from 'zod';
import { type LoadedItems, type LoaderContext, listLoader, markdownLoader, singleLoader } from './kind-loaders.ts';
import type { Translations } from './last-valid-translations.ts';
import { isMarkedKind, type LoadedKind } from './loaded-kind.ts';
import type { TranslationContext } from './parse-translation.ts';
import { listTranslationLoader, markdownTranslationLoader, singleTranslationLoader } from './translation-loaders.ts';
import { UNTRANSLATED } from './unknown-files.ts';

/** Returns a function that loads the originals of a kind and their translations. */
export function kindLoader(
  context: LoaderContext,
  name: string,
  source: FolderSource,
  ctx: ParseContext,
  locales: Locales,
): () => Promise<LoadedKind> {
  const { layout } = source;
  // It is made when the first file is parsed: where parsed files are stored, most starts parse none.
  const schema = z.lazy(() => source.schema(ctx));
  const [defaultLocale] = locales;
  const loadItems: () => Promise<LoadedItems<object>> = originalLoaders[layout](
    context,
    sourceOf(name, layout),
    schema,
  );
  const isTranslated = !UNTRANSLATED.has(sourceOf(name, layout));
  const translationLoaders = (isTranslated ? locales : []).map((locale) => {
    const translationContext: TranslationContext = { ...context, locale, defaultLocale };
    return { locale, load: translationLoadersByLayout[layout](translationContext, sourceOf(name, layout), schema) };
  });
  const isMarked = isMarkedKind(source);
  return async () => {
    const { entries, mediaOfHiddenItems } = await loadItems();
    const translations = new Map<Locale, Translations>();
    const names = [...mediaOfHiddenItems];
    for (const { locale, load } of translationLoaders) {
      const loaded = await load();
      translations.set(locale, loaded.translations);
      names.push(...loaded.mediaOfHiddenItems);
    }
    return { name, layout, isMarked, entries, translations, mediaOfHiddenItems: names };
  };
}

const originalLoaders = { markdown: markdownLoader, list: listLoader, single: singleLoader };
const translationLoadersByLayout = {
  markdown: markdownTranslationLoader,
  list: listTranslationLoader,
  single: singleTranslationLoader,
};

/** The folder or the file of a kind. */
const sourceOf = (name: string, layout: FolderSource['layout']): string =>
  layout === 'markdown' ? name : `${name}.yaml`;
