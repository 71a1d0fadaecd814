import type { Contact } from '../../kinds/contact.ts';
import { page } from '../../page.ts';

export interface ContactData {
  contact: Contact;
}

export const contact = page<ContactData>({
  path: '/contact',
  id: 'Contact',
  label: 'Contact us',
  maxAge: 300,
  load: ({ api }) => api('contact'),
  view: () => import('./Contact.tsx'),
});
