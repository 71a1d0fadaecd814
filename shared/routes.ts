import { ContentError } from '@foyer/model';
import { album, albums } from './features/albums/album-pages.ts';
import { blog, blogs, news, newsItem } from './features/articles/article-pages.ts';
import { calendar } from './features/calendar/calendar-pages.ts';
import { career, careers } from './features/careers/career-pages.ts';
import { category } from './features/category/category-pages.ts';
import { company } from './features/company/company-pages.ts';
import { contact } from './features/contact/contact-pages.ts';
import { dataset, datasets } from './features/data/data-pages.ts';
import { department, departments } from './features/departments/department-pages.ts';
import { downloads, reports } from './features/documents/document-pages.ts';
import { faq } from './features/faq/faq-pages.ts';
import { home } from './features/home/home-pages.ts';
import { bod, management } from './features/members/member-pages.ts';
import { notice, notices } from './features/notices/notice-pages.ts';
import { search } from './features/search/search-pages.ts';
import { serviceCenters } from './features/service-centers/service-center-pages.ts';
import { childService, service } from './features/services/service-pages.ts';
import { about, introduction, profile, textPage } from './features/text-pages/text-pages.ts';
import { type Page, page } from './page.ts';

/** All pages of the site. */
export const pages: Page[] = [
  home,
  introduction,
  profile,
  category,
  contact,
  about,
  faq,
  blogs,
  blog,
  careers,
  career,
  management,
  service,
  childService,
  bod,
  reports,
  downloads,
  notices,
  notice,
  calendar,
  textPage,
  albums,
  album,
  company,
  departments,
  department,
  news,
  newsItem,
  serviceCenters,
  datasets,
  dataset,
  search,
];

/** Any other path. PageError (shared/document/Site.tsx) renders it. */
export const notFound = page({
  path: '*',
  id: 'NotFound',
  chunk: '',
  maxAge: 10,
  load() {
    throw new ContentError(404, 'no such page');
  },
  view: async () => ({ head: () => ({}), Screen: () => null }),
});
