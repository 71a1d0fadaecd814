import { plainText } from '@foyer/gateway';
import type { Locale } from '@foyer/messages';
import type { Kind } from '@foyer/model';
import type { Facts, SearchFile, SearchText } from './search-document.ts';

/* What an item of any kind says, as the search reads it. */

/** An item as the gateway answers it: fields of its kind, of which these have a meaning here. */
export interface ContentItem {
  id?: string;
  slug?: string;
  parent?: { slug: string };
  name?: string;
  question?: string;
  summary?: string;
  lang?: string;
  translations?: Record<string, string>;
  created_at?: string;
  published_at?: string;
  expires_at?: string;
  deadline?: string;
  fiscal_year?: string;
  reference_no?: string;
  category?: { name: string };
  tags?: string[];
  files?: FileOfItem[];
  documents?: FileOfItem[];
}

interface FileOfItem {
  location: string;
  name?: string;
  caption?: string;
  alt?: string;
  mime?: string;
  size?: number;
}

/** Fields that are no text for visitors, that have a place of their own in the index, or that repeat another field. */
const OTHER_FIELDS = new Set(
  `id slug name question summary lang translations files documents category tags href mime sources scaled placeholder
  contents services open close branch_code description_text latitude longitude map_url apply_url employment_type rank is_pinned parent
  is_head_office quarter shareholders_chart columns chart chart_html filters unique_by order newest choices periods points
  pagination frequency latest as_of`.split(/\s+/),
);
const DATE_FIELDS = /_(at|text|bs|date|end)$|^(date|deadline|fiscal_year|reference_no)$/;
/** Fields of HTML; all others are plain text. */
const HTML_FIELDS = new Set(['description', 'answer']);
/** Characters of an item. The rest is not found. */
const MAX_ITEM_CHARACTERS = 100_000;

/** The text of an item in an edition. @param searched the fields that its kind searches beside the common ones */
export function textOfItem(
  item: ContentItem,
  { locale, href, place, searched = [] }: { locale: Locale; href: string; place?: string } & Pick<Kind, 'searched'>,
): SearchText {
  const { id = '', name, question, summary, lang, tags = [], category, fiscal_year = '' } = item;
  const keywords = searched.flatMap((field) =>
    HTML_FIELDS.has(field) || field === 'question' ? [] : textsIn(fieldOf(item, field), field),
  );
  return {
    id,
    name: name ?? question ?? id,
    href,
    ...(lang !== undefined && lang !== locale && { lang }),
    ...(place !== undefined && { place }),
    ...(summary !== undefined && { summary }),
    text: textsIn(item, '').join(' · ').slice(0, MAX_ITEM_CHARACTERS),
    keywords: [...keywords, ...tags, category?.name ?? '', fiscal_year].filter(Boolean).join(' · '),
    labels: labelsOf(item),
    files: filesOf(item),
    facts: factsOf(item),
  };
}

/** Every text in a value, in order. */
function textsIn(value: unknown, field: string): string[] {
  if (typeof value === 'string') {
    const text = HTML_FIELDS.has(field) ? plainText(value) : value;
    return text === '' ? [] : [text];
  }
  if (Array.isArray(value)) return value.flatMap((element) => textsIn(element, field));
  if (typeof value !== 'object' || value === null) return [];
  const isItem = field === '';
  // The plain value of a cell repeats its text.
  if ('text' in value && 'value' in value) return textsIn(value.text, 'text');
  return Object.entries(value).flatMap(([name, inner]) =>
    (isItem ? OTHER_FIELDS.has(name) : NESTED_OTHER_FIELDS.has(name)) || DATE_FIELDS.test(name)
      ? []
      : textsIn(inner, name),
  );
}

/** Parts of an item have names and summaries too, which have no other place. The location of a part is an address, that of an item is a place. */
const NESTED_OTHER_FIELDS = new Set([
  ...[...OTHER_FIELDS].filter((field) => !['name', 'summary', 'question', 'category', 'tags'].includes(field)),
  'location',
]);

/** The documents of an item; pictures are found by their captions. */
const filesOf = ({ files = [], documents = [] }: ContentItem): SearchFile[] =>
  [...files, ...documents].map(({ location, name, caption, alt, mime, size }) => ({
    name: name ?? caption ?? alt ?? fileName(location),
    href: location,
    ...(mime !== undefined && { mime }),
    ...(size !== undefined && { size }),
  }));

function fileName(location: string): string {
  const name = location.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? location;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The names of the fields that have a value. */
const labelsOf = (item: object): string =>
  Object.entries(item)
    .filter(([name, value]) => !OTHER_FIELDS.has(name) && !DATE_FIELDS.test(name) && textsIn(value, name).length > 0)
    .map(([name]) => name.replaceAll('_', ' '))
    .join(' ');

const fieldOf = (item: object, field: string): unknown => Reflect.get(item, field);

function factsOf(item: object): Facts {
  const text = (field: string) => {
    const value = fieldOf(item, field);
    return typeof value === 'string' ? value : undefined;
  };
  const phones = fieldOf(item, 'phones');
  const hours = fieldOf(item, 'hours');
  return {
    designation: text('designation'),
    address: text('address'),
    phones: Array.isArray(phones) ? phones.map(String) : [text('phone') ?? []].flat(),
    email: text('email'),
    ...(Array.isArray(hours) && { hours }),
  };
}
