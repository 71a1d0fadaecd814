import { type Career, type Closing, isScreenOff } from '@foyer/model';
import { organisation, postalAddress } from '../../json-ld.ts';
import type { Head, HeadContext, ScreenProps } from '../../page.ts';
import { useHref, useMessages, useRoot } from '../../shown-page.ts';
import { Badge } from '../../ui/Badge.tsx';
import { CalendarLink } from '../../ui/CalendarLink.tsx';
import { MailLink } from '../../ui/contact-links.tsx';
import { DateText, type DateValue, dateOf } from '../../ui/DateText.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { Documents } from '../../ui/Documents.tsx';
import { ItemText } from '../../ui/ItemText.tsx';
import { closingText, employmentText } from './employment.ts';

export { closingOf } from '@foyer/model';

interface CareerData extends Closing {
  career: Career;
}

export function head({ career, isClosed }: CareerData, { site, origin }: HeadContext): Head {
  const { id, name, summary, description, description_text, deadline, employment_type, location, updated_at } = career;
  const published = career.published_at ?? career.created_at;
  const employer = organisation(site, origin);
  return {
    title: name,
    description: summary ?? description_text,
    canonical: `/career/${id}/show`,
    published,
    modified: updated_at,
    index: !isClosed,
    jsonLd: [
      {
        '@type': 'JobPosting',
        title: name,
        description: description ?? summary ?? name,
        identifier: { '@type': 'PropertyValue', name: site.name, value: id },
        datePosted: published,
        validThrough: deadline,
        employmentType: employment_type,
        hiringOrganization: { ...employer, sameAs: employer.url },
        jobLocation: {
          '@type': 'Place',
          address: postalAddress(location ? { addressLocality: location } : { streetAddress: site.address }),
        },
        totalJobOpenings: career.openings,
        experienceRequirements: career.experience,
        qualifications: career.qualification,
      },
    ],
  };
}

export function Screen({ data: { career, isClosed, daysLeft } }: ScreenProps<CareerData>) {
  const m = useMessages();
  const href = useHref();
  const { name, lang, summary, description, files, department } = career;
  const deadline = dateOf(career, 'deadline');
  const closing = closingText(m, { isClosed, daysLeft });
  const team = department?.id ? <a href={href(`/department/${department.id}`)}>{department.name}</a> : department?.name;
  const inItsLanguage = (text: string | undefined) => text && <span lang={lang}>{text}</span>;
  return (
    <ItemText
      name={name}
      lang={lang}
      summary={summary}
      description={description}
      above={closing && <Badge quiet={isClosed}>{closing}</Badge>}
      meta={<Apply {...career} deadline={deadline} isClosed={isClosed} />}
      before={
        <DescriptionList
          entries={[
            [m.department, team],
            [m.place, inItsLanguage(career.location)],
            [m.employment, employmentText(m, career.employment_type)],
            [m.openings, career.openings !== undefined && m.openingCount({ count: career.openings })],
            [m.experience, inItsLanguage(career.experience)],
            [m.qualification, inItsLanguage(career.qualification)],
            [
              m.deadline,
              deadline && (
                <>
                  <DateText date={deadline} withTime /> {!isClosed && <CalendarLink item={`career-${career.id}`} />}
                </>
              ),
            ],
          ]}
        />
      }
    >
      {files.length > 0 && (
        <section>
          <h2>{m.documents}</h2>
          <Documents files={files} defaultName={name} lang={lang} />
        </section>
      )}
    </ItemText>
  );
}

interface ApplyProps {
  name: string;
  apply_email?: string;
  apply_url?: string;
  deadline: DateValue | undefined;
  isClosed: boolean;
}

/** Until when one can apply, and how. */
function Apply({ name, apply_email, apply_url, deadline, isClosed }: ApplyProps) {
  const m = useMessages();
  const href = useHref();
  const { site } = useRoot();
  if (isClosed) return <p>{m.vacancyClosed}</p>;
  const link = (text: string) => (
    <a key="link" href={isScreenOff('/contact', site) ? undefined : href('/contact')}>
      {text}
    </a>
  );
  return (
    <>
      {deadline && (
        <p>
          <strong>{m.applyBy({ date: () => <DateText key="date" date={deadline} withTime /> })}</strong>
        </p>
      )}
      {!apply_email && !apply_url && <p>{m.applyAtOffice({ link })}</p>}
      {apply_url && (
        <p>
          <a className="button" href={apply_url}>
            {m.applyOnline}
          </a>
        </p>
      )}
      {apply_email && <p>{m.applyByMail({ name, mail: () => <MailLink key="mail" address={apply_email} /> })}</p>}
    </>
  );
}
