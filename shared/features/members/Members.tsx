import { largeAddress } from '@foyer/model';
import { absoluteUrl, organisation } from '../../json-ld.ts';
import type { Head, HeadContext, ScreenProps } from '../../page.ts';
import { useMessages } from '../../shown-page.ts';
import { ScreenHeading } from '../../ui/ScreenHeading.tsx';
import { type MemberCardData, MemberCards } from './MemberCard.tsx';

export { memberCard } from './MemberCard.tsx';

interface MembersData {
  members: MemberCardData[];
}

export function head({ members }: MembersData, { site, origin, page, messages: m }: HeadContext): Head {
  const { path } = page;
  const label = page.label ? m[page.label] : '';
  return {
    title: label,
    description: m.labelOf({ label, site: site.name }),
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
  const m = useMessages();
  return (
    <section>
      <ScreenHeading page={page} />
      {members.length === 0 ? <p>{m.noMembers}</p> : <MemberCards members={members} heading="h2" />}
    </section>
  );
}
