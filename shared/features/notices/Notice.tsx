import type { Notice, NoticeSummary } from '@foyer/model';
import type { ReactNode } from 'react';
import type { Deferred } from '../../deferred.ts';
import { absoluteUrl, organisation } from '../../json-ld.ts';
import type { Head, HeadContext, ScreenProps } from '../../page.ts';
import { useHref, useMessages, useRoot, useTextLang } from '../../shown-page.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Block } from '../../ui/Block.tsx';
import { CalendarLink } from '../../ui/CalendarLink.tsx';
import { CategoryLink } from '../../ui/CategoryLink.tsx';
import { MailLink, PhoneLink } from '../../ui/contact-links.tsx';
import { DateText, type DateValue, dateOf, publicationDate } from '../../ui/DateText.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { Documents } from '../../ui/Documents.tsx';
import { ItemText } from '../../ui/ItemText.tsx';
import { Lines } from '../../ui/Lines.tsx';
import { ShareLinks } from '../../ui/ShareLinks.tsx';
import { eventJsonLd } from '../calendar/event-card.ts';
import { Letterhead } from './Letterhead.tsx';
import css from './Notice.module.css';

/* For the loader in notice-pages.ts, which takes them from the view: there they are no part of the first load. */
export { daysUntil, isPast } from '@foyer/model';

interface NoticeData {
  notice: Notice;
  /** Calendar days until each of the notice's dates. */
  daysLeft: number[];
  isExpired: boolean;
  beside: Deferred<NoticesBeside>;
}

type NoticeLink = Pick<NoticeSummary, 'id' | 'name' | 'lang'>;

/** Those of the list that were published next, before and after one. */
interface NoticesBeside {
  newer?: NoticeLink;
  older?: NoticeLink;
}

/** @param notices the newest ones: an older notice has none beside it */
export function noticesBeside({ id }: NoticeLink, notices: readonly NoticeSummary[]): NoticesBeside {
  const byDate = [...notices].sort((a, b) => dayOf(b).localeCompare(dayOf(a)));
  const index = byDate.findIndex((notice) => notice.id === id);
  const link = (at: number): NoticeLink | undefined => {
    const { id, name, lang } = byDate[at] ?? {};
    return id === undefined || name === undefined ? undefined : { id, name, lang };
  };
  return index < 0 ? {} : { newer: link(index - 1), older: link(index + 1) };
}

const dayOf = ({ published_at, created_at }: NoticeSummary): string => published_at ?? created_at ?? '';

export function head(
  { notice, isExpired, daysLeft }: NoticeData,
  { site, origin, locale, canonicalUrl }: HeadContext,
): Head {
  const { id, name, summary, description_text, lang = locale, reference_no, expires_at, updated_at } = notice;
  const published = notice.published_at ?? notice.created_at;
  return {
    title: name,
    description: summary ?? description_text,
    canonical: `/notice/${id}`,
    published,
    modified: updated_at,
    index: !isExpired,
    jsonLd: [
      {
        '@type': 'Article',
        headline: name,
        datePublished: published,
        dateModified: updated_at,
        expires: expires_at,
        identifier: reference_no,
        mainEntityOfPage: canonicalUrl(`/notice/${id}`),
        author: organisation(site, origin),
        inLanguage: lang,
      },
      ...notice.dates.flatMap(({ name: day, date }, index) =>
        date !== undefined && (daysLeft[index] ?? -1) >= 0
          ? eventJsonLd(
              { name: `${day}: ${name}`, summary, iso: date, url: canonicalUrl(`/notice/${id}`) },
              { site, organizer: organisation(site, origin) },
            )
          : [],
      ),
    ],
  };
}

export function Screen({ data: { notice, daysLeft, isExpired, beside } }: ScreenProps<NoticeData>) {
  const { id, name, lang, summary, description, files, reference_no, category } = notice;
  const m = useMessages();
  const { origin, site } = useRoot();
  const firstAhead = daysLeft.findIndex((days) => days >= 0);
  const langOf = useTextLang();
  const published = publicationDate(notice);
  const expires = dateOf(notice, 'expires_at');
  const dates = notice.dates.map(({ name, ...day }, index): [string, ReactNode, string?] => [
    name,
    <NoticeDate
      key={`${name}${day.date}`}
      date={dateOf(day, 'date')}
      daysLeft={daysLeft[index]}
      item={index === firstAhead ? `notice-${id}` : undefined}
    />,
    langOf(name, lang),
  ]);
  return (
    <>
      <Letterhead />
      <ItemText
        name={name}
        lang={lang}
        summary={summary}
        description={description}
        above={isExpired && <Badge quiet>{m.expired}</Badge>}
        before={
          <DescriptionList
            entries={[
              [m.reference, reference_no],
              [m.published, published && <DateText date={published} />],
              ...dates,
              [isExpired ? m.expired : m.validUntil, expires && <DateText date={expires} withTime />],
              [m.category, category && <CategoryLink category={category} />],
            ]}
          />
        }
      >
        {files.length > 0 && (
          <section>
            <h2>{m.attachments({ count: files.length })}</h2>
            <Documents files={files} defaultName={name} lang={lang} />
            <div className={css.addresses}>
              <Lines values={files.map(({ location }) => absoluteUrl(location, origin))}>{(address) => address}</Lines>
            </div>
          </section>
        )}
        <Questions phone={site.phones[0]} mail={site.emails[0]} />
        <ShareLinks path={`/notice/${id}`} title={name} />
      </ItemText>
      <Block name="beside" data={beside} fallback={null}>
        {(notices) => <Beside {...notices} />}
      </Block>
    </>
  );
}

/** Whom a reader asks. */
function Questions({ phone, mail }: { phone?: string; mail?: string }) {
  const m = useMessages();
  if (!phone && !mail) return null;
  return (
    <p>
      {m.questionsAbout} {phone && <PhoneLink number={phone} />}
      {phone && mail && ' · '}
      {mail && <MailLink address={mail} />}
    </p>
  );
}

function Beside({ newer, older }: NoticesBeside) {
  const m = useMessages();
  const href = useHref();
  const link = (label: string, notice: NoticeLink | undefined) =>
    notice && (
      <li>
        <small>{label}</small>
        <a href={href(`/notice/${notice.id}`)} lang={notice.lang}>
          {notice.name}
        </a>
      </li>
    );
  return (
    (newer ?? older) && (
      <nav aria-label={m.notices}>
        <ul className={css.beside}>
          {link(m.newerNotice, newer)}
          {link(m.olderNotice, older)}
        </ul>
      </nav>
    )
  );
}

interface NoticeDateProps {
  date: DateValue | undefined;
  daysLeft?: number;
  /** Of which a visitor's calendar gets all dates. */
  item?: string;
}

/** A day that the notice is about, and how far it is. */
function NoticeDate({ date, daysLeft = -1, item }: NoticeDateProps) {
  const m = useMessages();
  return (
    <>
      <DateText date={date} withTime />{' '}
      {daysLeft >= 0 && <small className={css.left}>{m.inDays({ days: daysLeft })}</small>}
      {item && (
        <>
          {' '}
          <CalendarLink item={item} />
        </>
      )}
    </>
  );
}
