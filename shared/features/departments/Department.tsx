import { type Department, firstContact, mailParts, phoneParts } from '@foyer/model';
import { organisation } from '../../json-ld.ts';
import type { Head, HeadContext, ScreenProps } from '../../page.ts';
import { useMessages } from '../../shown-page.ts';
import { MailLink, PhoneLink } from '../../ui/contact-links.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { ItemText } from '../../ui/ItemText.tsx';
import { type MemberCardData, MemberCards } from '../members/MemberCard.tsx';

export { memberCard } from '../members/MemberCard.tsx';

interface DepartmentData {
  department: Omit<Department, 'members'> & { members: MemberCardData[] };
}

export function head({ department }: DepartmentData, { site, origin }: HeadContext): Head {
  const { id, name, summary, description_text, files, phone, email } = department;
  return {
    title: name,
    description: summary ?? description_text,
    canonical: `/department/${id}`,
    picture: files[0],
    jsonLd: [
      {
        ...organisation(site, origin),
        department: {
          '@type': 'Organization',
          name,
          description: summary,
          telephone: phone && firstContact(phoneParts(phone)),
          email: email && firstContact(mailParts(email)),
        },
      },
    ],
  };
}

export function Screen({ data: { department } }: ScreenProps<DepartmentData>) {
  const m = useMessages();
  const { name, lang, summary, description, files, head, phone, email, members } = department;
  return (
    <ItemText
      name={name}
      lang={lang}
      summary={summary}
      description={description}
      picture={files[0]}
      before={
        <DescriptionList
          entries={[
            [m.head, head && [head.name, head.designation].filter(Boolean).join(', ')],
            [m.telephone, phone && <PhoneLink number={phone} />],
            [m.mail, email && <MailLink address={email} />],
          ]}
        />
      }
    >
      {members.length > 0 && (
        <section>
          <h2>{m.people}</h2>
          <MemberCards members={members} heading="h3" />
        </section>
      )}
    </ItemText>
  );
}
