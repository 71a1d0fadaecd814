import { largeAddress } from '../../image-renditions.ts';
import { absoluteUrl, organisation } from '../../json-ld.ts';
import type { Head, HeadContext, ScreenProps } from '../../page.ts';
import { MemberCard, type MemberCardData } from './MemberCard.tsx';

export { memberCard } from './MemberCard.tsx';

interface MembersData {
  members: MemberCardData[];
}

export function head({ members }: MembersData, { site, origin, page: { label, path } }: HeadContext): Head {
  return {
    title: label,
    description: `${label} of ${site.name}`,
    canonical: path,
    jsonLd: [
      {
        ...organisation(site, origin),
        [path === '/bod' ? 'member' : 'employee']: members.map(({ name, designation, files }) => ({
          '@type': 'Person',
          name,
          jobTitle: designation,
          image: files[0] && absoluteUrl(largeAddress(files[0]), origin),
        })),
      },
    ],
  };
}

export function Screen({ data: { members }, page }: ScreenProps<MembersData>) {
  return (
    <section>
      <h1>{page.label}</h1>
      {members.length === 0 && <p>There is nobody listed here yet. Please check in later.</p>}
      {members.map((member, index) => (
        <MemberCard key={member.id} member={member} isFirst={index === 0} />
      ))}
    </section>
  );
}
