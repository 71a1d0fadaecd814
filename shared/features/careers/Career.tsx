import { organisation } from '../../json-ld.ts';
import type { Career } from '../../kinds/career.ts';
import type { Head, HeadContext, ScreenProps } from '../../page.ts';
import { Badge } from '../../ui/Badge.tsx';
import { MailLink } from '../../ui/contact-links.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { Documents } from '../../ui/Documents.tsx';
import { ItemText } from '../../ui/ItemText.tsx';
import { employmentText, openingsText } from './employment.ts';

export { closingText, isPast } from '../../time.ts';

interface CareerData {
  career: Career;
  /** The time until the deadline, in words. */
  closing?: string;
  isClosed: boolean;
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
          address: { '@type': 'PostalAddress', streetAddress: location ?? site.address, addressLocality: location },
        },
        totalJobOpenings: career.openings,
        experienceRequirements: career.experience,
        qualifications: career.qualification,
      },
    ],
  };
}

export function Screen({ data: { career, closing, isClosed } }: ScreenProps<CareerData>) {
  const { name, lang, summary, description, files, department } = career;
  const team = department?.id ? <a href={`/department/${department.id}`}>{department.name}</a> : department?.name;
  return (
    <ItemText
      name={name}
      lang={lang}
      summary={summary}
      description={description}
      above={closing && <Badge quiet={isClosed}>{closing}</Badge>}
      before={
        <DescriptionList
          entries={[
            ['Department', team],
            ['Place', career.location],
            ['Employment', employmentText(career.employment_type)],
            ['Openings', openingsText(career.openings)],
            ['Experience', career.experience],
            ['Qualification', career.qualification],
            ['Deadline', career.deadline_text],
          ]}
        />
      }
    >
      <section>
        <h2>How to apply</h2>
        <Apply {...career} isClosed={isClosed} />
        <Documents files={files} defaultName={name} />
      </section>
    </ItemText>
  );
}

interface ApplyProps {
  name: string;
  apply_email?: string;
  apply_url?: string;
  deadline_text?: string;
  isClosed: boolean;
}

function Apply({ name, apply_email, apply_url, deadline_text, isClosed }: ApplyProps) {
  if (isClosed) return <p>This vacancy is closed: applications are not taken any more.</p>;
  if (!apply_email && !apply_url) {
    return (
      <p>
        Bring or send your application to our office. <a href="/contact">Contact us</a>
      </p>
    );
  }
  return (
    <>
      {apply_url && (
        <p>
          <a className="button" href={apply_url}>
            Apply online
          </a>
        </p>
      )}
      {apply_email && (
        <p>
          Write to <MailLink address={apply_email} />
          {`, with “${name}” as the subject${deadline_text ? `, by ${deadline_text}` : ''}.`}
        </p>
      )}
    </>
  );
}
