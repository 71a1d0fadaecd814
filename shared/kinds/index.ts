/* Written by the build and by `npm run check` (scripts/build/kinds.mjs): a row for each file of this folder. */

import album from './album.ts';
import blogs from './blogs.ts';
import bod from './bod.ts';
import career from './career.ts';
import category from './category.ts';
import companyInfo from './companyInfo.ts';
import contact from './contact.ts';
import department from './department.ts';
import downloads from './downloads.ts';
import faq from './faq.ts';
import home from './home.ts';
import management from './management.ts';
import news from './news.ts';
import notice from './notice.ts';
import page from './page.ts';
import redirects from './redirects.ts';
import report from './report.ts';
import search from './search.ts';
import serviceCenter from './service-center.ts';
import services from './services.ts';
import site from './site.ts';
import sliders from './sliders.ts';
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
  department,
  downloads,
  faq,
  home,
  management,
  news,
  notice,
  page,
  redirects,
  report,
  search,
  'service-center': serviceCenter,
  services,
  site,
  sliders,
  theme,
  virtues,
};
