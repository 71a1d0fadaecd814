import type { CallPath } from '@foyer/model';

/** Other paths under which APIs have a call; at most three are asked. */
export const PATH_ALIASES: Partial<Record<CallPath, readonly string[]>> = {
  site: ['settings', 'site-settings', 'setting'],
  home: ['homepage', 'home-page', 'landing'],
  blogs: ['posts', 'articles', 'blog'],
  news: ['latest-news', 'news-events', 'press-releases'],
  notice: ['notices', 'announcements', 'circulars'],
  bod: ['board-of-directors', 'board', 'directors'],
  management: ['management-team', 'team', 'managers'],
  career: ['careers', 'jobs', 'vacancies'],
  album: ['albums', 'gallery', 'galleries'],
  category: ['categories', 'blog-categories', 'post-categories'],
  companyInfo: ['company-info', 'company', 'company_info'],
  contact: ['contacts', 'contact-us', 'contact-info'],
  department: ['departments', 'division', 'divisions'],
  downloads: ['download', 'documents', 'forms'],
  faq: ['faqs', 'questions', 'frequently-asked-questions'],
  page: ['pages', 'cms-pages', 'static-pages'],
  about: ['about-us', 'pages/about', 'page/about'],
  introduction: ['pages/introduction', 'page/introduction', 'intro'],
  profile: ['pages/profile', 'page/profile', 'company-profile'],
  report: ['reports', 'financial-reports', 'annual-reports'],
  'service-center': ['service-centers', 'branches', 'branch'],
  services: ['service', 'our-services', 'products'],
  sliders: ['slider', 'slides', 'banners'],
};
