import type { Answer, DirectAnswer, Parameters, SearchResult } from '@foyer/model';
import { LIST_STATUS_ID } from '../../document/element-ids.ts';
import { NotFound } from '../../document/NotFound.tsx';
import { filterText, optionText } from '../../list-head.ts';
import { listAddress } from '../../list-page.ts';
import { type Head, type HeadContext, queryOf, type ScreenProps } from '../../page.ts';
import { useHref, useLocation, useMessages, useRoot, useTextLang } from '../../shown-page.ts';
import { MailLink, PhoneLink } from '../../ui/contact-links.tsx';
import { DateText, dateOf } from '../../ui/DateText.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { Documents } from '../../ui/Documents.tsx';
import { LanguageMark } from '../../ui/LanguageMark.tsx';
import { Lines } from '../../ui/Lines.tsx';
import { countText } from '../../ui/ListScreen.tsx';
import { OpeningHours } from '../../ui/OpeningHours.tsx';
import { Pagination } from '../../ui/Pagination.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import css from './Search.module.css';

type Found = Answer<'search'>;
type Facet = Found['facets'][number];

interface SearchData {
  /** Undefined: nothing is searched for. */
  found: Found | undefined;
}

export function head(_: SearchData, { page, query, site, messages: m }: HeadContext): Head {
  const { q = '', page: number = '1' } = query;
  const search = q.trim();
  return {
    title: search
      ? [m.searchResults({ search }), ...(number === '1' ? [] : [m.pageOfList({ page: number })])].join(', ')
      : m.search,
    description: m.searchDescription({ site: site.name }),
    canonical: listAddress(page.path, query),
    index: false,
  };
}

export function Screen({ data: { found }, page }: ScreenProps<SearchData>) {
  const m = useMessages();
  const { site, exported, isSearchOff } = useRoot();
  const path = useHref()(page.path);
  const { page: _, ...query } = queryOf(page, new URLSearchParams(useLocation().search));
  // The browser has followed a link of a text; the server answers 404.
  if (isSearchOff) return <NotFound />;
  return (
    <section className={css.screen}>
      <h1>{m.search}</h1>
      <SearchBox key={listAddress(path, query)} id="search-words" words={query.q} isFocused={!found}>
        {found && <Filters query={query} years={found.filters.fiscal_year ?? []} />}
      </SearchBox>
      {found ? (
        <Results found={found} path={path} query={query} />
      ) : (
        <>
          <p>{m.searchDescription({ site: site.name })}</p>
          {exported && (
            <noscript>
              <p className={css.note}>{m.searchNeedsScript}</p>
            </noscript>
          )}
          <Sections />
        </>
      )}
    </section>
  );
}

/** The fields of the form beside the words. */
function Filters({ query, years }: { query: Parameters; years: Found['filters'][string] }) {
  const m = useMessages();
  const { kind, fiscal_year = '' } = query;
  // The chosen one stays a choice when nothing is found in it.
  const isListed = fiscal_year === '' || years.some(({ value }) => value === fiscal_year);
  const choices = isListed ? years : [{ value: fiscal_year, label: fiscal_year, count: 0 }, ...years];
  return (
    <>
      {kind && <input type="hidden" name="kind" value={kind} />}
      {choices.length > 0 && (
        <label>
          {m.fiscalYear}
          <select name="fiscal_year" defaultValue={fiscal_year}>
            <option value="">{m.all}</option>
            {choices.map(({ value, label, count }) => (
              <option key={value} value={value}>
                {optionText({ label: filterText('fiscal_year', label, m), count }, m)}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  );
}

function Results({ found, path, query }: { found: Found; path: string; query: Parameters }) {
  const m = useMessages();
  const { results, facets, direct, pagination } = found;
  const { did_you_mean: otherWords, is_partial: isPartial } = found;
  return (
    <>
      {isPartial && <p className={css.note}>{m.searchIsPartial}</p>}
      {otherWords && (
        <p>
          {m.didYouMean({
            link: () => (
              <a key="link" href={listAddress(path, { q: otherWords })}>
                {otherWords}
              </a>
            ),
          })}
        </p>
      )}
      {direct && <Direct {...direct} />}
      <Kinds facets={facets} path={path} query={query} />
      {results.length > 0 && (
        <>
          <p id={LIST_STATUS_ID} className={css.small}>
            {countText(pagination, { count: m.resultCount, range: m.resultRange })}
          </p>
          <ol className={css.results}>
            {results.map((result) => (
              <li key={`${result.kind} ${result.id ?? result.href}`}>
                <Result {...result} facets={facets} />
              </li>
            ))}
          </ol>
        </>
      )}
      {results.length === 0 && !direct && <NothingFound search={query.q ?? ''} />}
      <Pagination pagination={pagination} href={(number) => listAddress(path, { ...query, page: String(number) })} />
    </>
  );
}

/** Links to the results of each kind. */
function Kinds({ facets, path, query }: { facets: Facet[]; path: string; query: Parameters }) {
  const m = useMessages();
  if (facets.length < 2 && !query.kind) return null;
  const total = facets.reduce((sum, { count }) => sum + count, 0);
  const kinds = [{ kind: undefined, label: m.all, count: total }, ...facets];
  return (
    <nav className={css.kinds} aria-label={m.resultKinds}>
      <ul>
        {kinds.map(({ kind, label = kind ?? '', count }) => (
          <li key={kind ?? ''}>
            <a href={listAddress(path, { ...query, kind })} aria-current={query.kind === kind ? 'true' : undefined}>
              {m.filterOption({ label, count })}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Result({ kind, name, href, lang, place, excerpt, file, facets, ...item }: SearchResult & { facets: Facet[] }) {
  const m = useMessages();
  const langOf = useTextLang();
  const date = dateOf(item, 'date');
  const kindLabel = facets.find((facet) => facet.kind === kind)?.label;
  const places = [...new Set([kindLabel, place])].filter((text) => text !== undefined);
  return (
    <article>
      <h2 lang={lang}>
        <a href={href}>{name}</a>
      </h2>
      <LanguageMark lang={lang} />
      {(places.length > 0 || date) && (
        <p className={`${css.small} ${css.above}`}>
          {places.map((text) => (
            <span key={text}>{text}</span>
          ))}
          <DateText date={date} />
        </p>
      )}
      {excerpt && (
        <p lang={langOf(excerpt, lang)}>
          <Marked text={excerpt} />
        </p>
      )}
      {file && (
        <p className={css.small}>
          {m.inDocument({
            link: () => (
              <a key="link" href={file.href} lang={lang}>
                {file.name}
              </a>
            ),
          })}
        </p>
      )}
    </article>
  );
}

/** A plain text in which matches stand between `<mark>` and `</mark>`. */
function Marked({ text }: { text: string }) {
  // Every second part is a match.
  const parts = text.split(/<mark>(.*?)<\/mark>/s);
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have their order only
  return parts.map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part));
}

/** The thing that the words name, with its facts. */
function Direct({ name, href, lang, place, text, reference_no, designation, files, ...direct }: DirectAnswer) {
  const m = useMessages();
  const { address, phones, email, hours } = direct;
  const date = dateOf(direct, 'date');
  return (
    <article className={css.direct}>
      <h2 lang={lang}>
        <a href={href}>{name}</a>
      </h2>
      <LanguageMark lang={lang} />
      {place && <p className={`${css.small} ${css.above}`}>{place}</p>}
      {designation && <p lang={lang}>{designation}</p>}
      {text && (
        <p className={css.text} lang={lang}>
          {text}
        </p>
      )}
      <DescriptionList
        entries={[
          [m.reference, reference_no],
          [m.published, date && <DateText date={date} />],
          [m.address, address],
          [
            m.telephone,
            phones.length > 0 && <Lines values={phones}>{(number) => <PhoneLink number={number} />}</Lines>,
          ],
          [m.mail, email && <MailLink address={email} />],
          [m.open, hours.length > 0 && <OpeningHours hours={hours} />],
          [m.documents, files.length > 0 && <Documents files={files} defaultName={name} lang={lang} />],
        ]}
      />
    </article>
  );
}

function NothingFound({ search }: { search: string }) {
  const m = useMessages();
  const href = useHref();
  return (
    <>
      <p id={LIST_STATUS_ID}>{m.nothingFound({ search })}</p>
      <p>
        {m.nothingFoundHelp({
          link: (text) => (
            <a key="link" href={href('/contact')}>
              {text}
            </a>
          ),
        })}
      </p>
      <Sections />
    </>
  );
}

/** The site's menu, for visitors who would rather look around. */
function Sections() {
  const m = useMessages();
  const { menu } = useRoot().site;
  if (menu.length === 0) return null;
  return (
    <nav className={css.sections} aria-labelledby="sections">
      <h2 id="sections">{m.sections}</h2>
      <ul>
        {menu.map(({ label, href, children }) => (
          <li key={label}>
            {href ? <a href={href}>{label}</a> : <strong>{label}</strong>}
            {children.length > 0 && (
              <ul>
                {children.map((child) => (
                  <li key={child.href}>
                    <a href={child.href}>{child.label}</a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
