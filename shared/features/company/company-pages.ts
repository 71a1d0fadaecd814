import { page } from '../../page.ts';

export const company = page({
  path: '/companyInfo',
  id: 'CompanyInfo',
  label: 'companyInformation',
  maxAge: 300,
  view: () => import('./CompanyInfo.tsx'),
  load: ({ api }) => api('companyInfo'),
});
