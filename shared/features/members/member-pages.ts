import type { Answer } from '@foyer/model';
import { page } from '../../page.ts';

const importView = () => import('./Members.tsx');

async function loadMembers(call: Promise<Answer<'bod' | 'management'>>, view: ReturnType<typeof importView>) {
  const [{ members }, { memberCard }] = await Promise.all([call, view]);
  return { members: members.map(memberCard) };
}

export const bod = page({
  path: '/bod',
  id: 'Bod',
  chunk: 'Members',
  label: 'boardOfDirectors',
  entries: { call: 'bod', elementId: 'member-' },
  maxAge: 300,
  view: importView,
  load: ({ api, view }) => loadMembers(api('bod'), view),
});

export const management = page({
  path: '/management',
  id: 'Management',
  chunk: 'Members',
  label: 'management',
  entries: { call: 'management', elementId: 'member-' },
  maxAge: 300,
  view: importView,
  load: ({ api, view }) => loadMembers(api('management'), view),
});
