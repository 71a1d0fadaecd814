import type { Answer } from '../../content-api.ts';
import { type Load, page } from '../../page.ts';
import type { ShownMember } from './MemberCard.tsx';

export interface MembersData {
  members: ShownMember[];
}

type MembersView = typeof import('./Members.tsx');

async function load(answer: Promise<Answer<'bod' | 'management'>>, view: Load<MembersView>['view']) {
  const [{ members }, { shown }] = await Promise.all([answer, view]);
  return { members: members.map(shown) };
}

export const bod = page<MembersData, MembersView>({
  path: '/bod',
  id: 'Bod',
  chunk: 'Members',
  label: 'Board of directors',
  maxAge: 300,
  load: ({ api, view }) => load(api('bod'), view),
  view: () => import('./Members.tsx'),
});

export const management = page<MembersData, MembersView>({
  path: '/management',
  id: 'Management',
  chunk: 'Members',
  label: 'Management',
  maxAge: 300,
  load: ({ api, view }) => load(api('management'), view),
  view: () => import('./Members.tsx'),
});
