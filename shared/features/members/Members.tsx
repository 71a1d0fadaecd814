import { absolute, organisation } from '../../json-ld.ts';
import type { Head, HeadContext, ScreenProps } from '../../page.ts';
import { largeAddress } from '../../picture.ts';
import { MemberCard } from './MemberCard.tsx';
import type { MembersData } from './pages.ts';

export { shown } from './MemberCard.tsx';

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
          image: files[0] && absolute(largeAddress(files[0]), origin),
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
      {members.map((member) => (
        <MemberCard key={member.id} member={member} />
      ))}
    </section>
  );
}
