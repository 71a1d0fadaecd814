import type { Company } from '../../kinds/companyInfo.ts';
import { page } from '../../page.ts';

export interface CompanyData {
  company: Company;
}

export const company = page<CompanyData>({
  path: '/companyInfo',
  id: 'CompanyInfo',
  label: 'Company information',
  maxAge: 300,
  load: ({ api }) => api('companyInfo'),
  view: () => import('./CompanyInfo.tsx'),
});
