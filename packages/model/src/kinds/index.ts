/* Written by the build and by `npm run check` (scripts/build/kinds.mjs): a row for each file of this folder. */

import album from './album.ts';
import blogs from './blogs.ts';
import bod from './bod.ts';
import career from './career.ts';
import category from './category.ts';
import companyInfo from './companyInfo.ts';
import contact from './contact.ts';
import data from './data.ts';
import department from './department.ts';
import downloads from './downloads.ts';
import events from './events.ts';
import faq from './faq.ts';
import home from './home.ts';
import management from './management.ts';
import news from './news.ts';
import notice from './notice.ts';
import page from './page.ts';
import redirects from './redirects.ts';
import report from './report.ts';
import screens from './screens.ts';
import search from './search.ts';
import serviceCenter from './service-center.ts';
import services from './services.ts';
import site from './site.ts';
import sliders from './sliders.ts';
import subject from './subject.ts';
import theme from './theme.ts';
import virtues from './virtues.ts';

export const kinds = {
  album,
  blogs,
  bod,
  career,
  category,
  companyInfo,
  contact,
  data,
  department,
  downloads,
  events,
  faq,
  home,
  management,
  news,
  notice,
  page,
  redirects,
  report,
  screens,
  search,
  'service-center': serviceCenter,
  services,
  site,
  sliders,
  subject,
  theme,
  virtues,
};

export type * from './album.ts';
export type * from './blogs.ts';
export type * from './bod.ts';
export type * from './career.ts';
export type * from './category.ts';
export type * from './companyInfo.ts';
export type * from './contact.ts';
export type * from './data.ts';
export type * from './department.ts';
export type * from './downloads.ts';
export type * from './events.ts';
export type * from './faq.ts';
export type * from './home.ts';
export type * from './management.ts';
export type * from './news.ts';
export type * from './notice.ts';
export type * from './page.ts';
export type * from './redirects.ts';
export type * from './report.ts';
export type * from './screens.ts';
export type * from './search.ts';
export type * from './service-center.ts';
export type * from './services.ts';
export type * from './site.ts';
export type * from './sliders.ts';
export type * from './subject.ts';
export type * from './theme.ts';
export type * from './virtues.ts';
