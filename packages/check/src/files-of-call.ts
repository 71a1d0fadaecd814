import { type Entry, type LoadedContent, type LoadedKind, translationFile } from '@foyer/folder';
import { matchCall } from '@foyer/gateway';
import type { Locale } from '@foyer/messages';
import { type CallPath, ContentError, calls, type KindName } from '@foyer/model';

/** Answers that contain several files. The blogs of `home` have pages of their own. */
const COMPOSED: Partial<Record<CallPath, readonly KindName[]>> = {
  home: ['home', 'sliders', 'virtues'],
  site: ['site', 'theme'],
};

/**
 * The content files behind a call of the API in an edition: those of its item or of its list, each followed by its translation
 * if the edition shows it. A list of Markdown files has none, because each of its items has a page of its own, unless the call
 * answers with all of them completely. None for a call that there is not.
 * @param address path and query below the API's base, without the edition: `news/7`, `faq`
 */
export function filesOfCall({ kinds }: Pick<LoadedContent, 'kinds'>, address: string, locale: Locale): string[] {
  const call = callAt(address);
  if (!call) return [];
  const { path, name } = call;
  const { kind, folderAnswer } = calls[path];
  const names: readonly string[] = COMPOSED[path] ?? [kind];
  return kinds
    .filter((loaded) => names.includes(loaded.name))
    .flatMap((loaded) => {
      const { entries } = loaded;
      if (loaded.layout !== 'markdown') return shownFiles(loaded, `${loaded.name}.yaml`, entries, locale);
      const items = name !== undefined ? itemNamed(entries, name) : folderAnswer === 'all' ? entries : [];
      return items.flatMap((entry) => shownFiles(loaded, String(entry.place), [entry], locale));
    });
}

/** The call at an address, and the name of its item. */
function callAt(address: string): { path: CallPath; name?: string } | undefined {
  try {
    const { pathname } = new URL(`http://content.invalid/${address}`);
    const { path, parameters } = matchCall(pathname);
    return { path, name: calls[path].itemId ?? parameters.id };
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return undefined;
  }
}

/** The item with an id, else that with a slug: none or one. */
function itemNamed(entries: readonly Entry<object>[], name: string): Entry<object>[] {
  const named = (field: 'id' | 'slug') => entries.find(({ item }) => Reflect.get(item, field) === name);
  const entry = named('id') ?? named('slug');
  return entry ? [entry] : [];
}

/** An original with entries, and its translation if the edition has one of them. */
function shownFiles(
  { translations }: LoadedKind,
  file: string,
  entries: readonly Entry<object>[],
  locale: Locale,
): string[] {
  const isTranslated = entries.some(({ place }) => translations.get(locale)?.has(place));
  return entries.length === 0 ? [] : [file, ...(isTranslated ? [translationFile(file, locale)] : [])];
}
