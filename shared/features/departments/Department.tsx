import { organisation } from '../../json-ld.ts';
import type { Head, HeadContext, ScreenProps } from '../../page.ts';
import { Facts } from '../../ui/Facts.tsx';
import { ItemText } from '../../ui/ItemText.tsx';
import { Mail, Phone } from '../../ui/Reach.tsx';
import { MemberCard } from '../members/MemberCard.tsx';
import type { DepartmentData } from './pages.ts';

export { shown } from '../members/MemberCard.tsx';

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
        department: { '@type': 'Organization', name, description: summary, telephone: phone, email },
      },
    ],
  };
}

export function Screen({ data: { department } }: ScreenProps<DepartmentData>) {
  const { name, lang, summary, description, files, head, phone, email, members } = department;
  return (
    <ItemText
      name={name}
      lang={lang}
      summary={summary}
      description={description}
      picture={files[0]}
      before={
        <Facts
          facts={[
            ['Head', head && [head.name, head.designation].filter(Boolean).join(', ')],
            ['Telephone', phone && <Phone number={phone} />],
            ['Mail', email && <Mail address={email} />],
          ]}
        />
      }
    >
      {members.length > 0 && (
        <section>
          <h2>People</h2>
          {members.map((member) => (
            <MemberCard key={member.id} member={member} heading="h3" />
          ))}
        </section>
      )}
    </ItemText>
  );
}
