import type { Member } from '../../contract/member.ts';
import { page } from '../../page.ts';

export interface MembersData {
  members: Member[];
}

export const bod = page<MembersData>({
  path: '/bod',
  id: 'Bod',
  chunk: 'Members',
  label: 'Board of directors',
  maxAge: 300,
  load: ({ api }) => api('bod'),
  view: () => import('./Members.tsx'),
});

export const management = page<MembersData>({
  path: '/management',
  id: 'Management',
  chunk: 'Members',
  label: 'Management',
  maxAge: 300,
  load: ({ api }) => api('management'),
  view: () => import('./Members.tsx'),
});
