import { page } from '../../page.ts';

export const contact = page({
  path: '/contact',
  id: 'Contact',
  label: 'contactUs',
  maxAge: 300,
  view: () => import('./Contact.tsx'),
  load: ({ api }) => api('contact'),
});
