import { z } from 'zod';
import { album, albumSummary } from './album.ts';
import { article, articleSummary } from './article.ts';
import { career, careerSummary } from './career.ts';
import { category, categoryItem } from './category.ts';
import { company } from './company.ts';
import { contact } from './contact.ts';
import { department, departmentSummary } from './department.ts';
import { download, report } from './document.ts';
import { faq } from './faq.ts';
import { block, list, type Reading } from './fields.ts';
import { awareness, communications, slider, virtue, virtueHeading } from './home.ts';
import { byRank, member } from './member.ts';
import { notice, noticeSummary } from './notice.ts';
import { page, pageName } from './page.ts';
import { listAnswer } from './pagination.ts';
import { redirect } from './redirect.ts';
import { service, serviceName } from './service.ts';
import { serviceCenter } from './service-center.ts';
import { site } from './site.ts';

/** Every call of the content API (CONTRACT.md, Calls): its path below `/frontapi/en/` and the schema of its `data`. */
export const contract = {
  site: (read: Reading) => z.object({ site: site(read) }),
  home: (read: Reading) =>
    z.object({
      sliders: list(read, 'sliders', slider(read)),
      awareness: block(read, 'awareness', awareness(read)),
      communications: block(read, 'communications', communications(read)),
      virtue: block(read, 'virtue', virtueHeading(read)),
      virtues: list(read, 'virtues', virtue(read)),
      blogs: list(read, 'blogs', articleSummary(read)),
    }),
  sliders: (read: Reading) => z.object({ sliders: list(read, 'sliders', slider(read)) }),
  blogs: (read: Reading) => listAnswer(read, 'blogs', articleSummary(read)),
  'blogs/{id}': (read: Reading) => z.object({ blog: article(read) }),
  news: (read: Reading) => listAnswer(read, 'news', articleSummary(read)),
  'news/{id}': (read: Reading) => z.object({ news: article(read) }),
  notice: (read: Reading) => listAnswer(read, 'notices', noticeSummary(read)),
  'notice/{id}': (read: Reading) => z.object({ notice: notice(read) }),
  album: (read: Reading) => listAnswer(read, 'albums', albumSummary(read)),
  'album/{id}': (read: Reading) => z.object({ album: album(read) }),
  career: (read: Reading) => listAnswer(read, 'careers', careerSummary(read)),
  'career/{id}': (read: Reading) => z.object({ career: career(read) }),
  department: (read: Reading) => listAnswer(read, 'departments', departmentSummary(read)),
  'department/{id}': (read: Reading) => z.object({ department: department(read) }),
  downloads: (read: Reading) => listAnswer(read, 'downloads', download(read)),
  report: (read: Reading) => listAnswer(read, 'reports', report(read)),
  faq: (read: Reading) => listAnswer(read, 'faqs', faq(read)),
  category: (read: Reading) => listAnswer(read, 'categories', category(read)),
  'category/{slug}': (read: Reading) =>
    z.intersection(z.object({ category: category(read) }), listAnswer(read, 'items', categoryItem(read))),
  services: (read: Reading) => listAnswer(read, 'services', serviceName(read)),
  'services/{slug}': (read: Reading) =>
    z.object({ service: service(read), services: list(read, 'services', serviceName(read)) }),
  page: (read: Reading) => listAnswer(read, 'pages', pageName(read)),
  'page/{slug}': (read: Reading) => z.object({ page: page(read) }),
  introduction: (read: Reading) => z.object({ page: page(read) }),
  profile: (read: Reading) => z.object({ page: page(read) }),
  about: (read: Reading) => z.object({ page: page(read) }),
  contact: (read: Reading) => z.object({ contact: contact(read) }),
  companyInfo: (read: Reading) => z.object({ company: company(read) }),
  management: (read: Reading) => z.object({ members: list(read, 'members', member(read)).transform(byRank) }),
  bod: (read: Reading) => z.object({ members: list(read, 'members', member(read)).transform(byRank) }),
  'service-center': (read: Reading) => listAnswer(read, 'service_centers', serviceCenter(read)),
  redirects: (read: Reading) => z.object({ redirects: list(read, 'redirects', redirect(read)) }),
} satisfies Record<string, (read: Reading) => z.ZodType>;

/** A call's path, with `{id}` or `{slug}` where the item's goes. */
export type CallPath = keyof typeof contract;
export type Answer<Path extends CallPath> = z.output<ReturnType<(typeof contract)[Path]>>;
export const callPaths = Object.keys(contract) as CallPath[];

/** A call that answers with a list. */
export interface ListCall {
  /** The list's name in `data`. */
  name: string;
  filters: readonly string[];
  /** In the order given; else the newest first. */
  asGiven?: boolean;
  /** Never paged. */
  whole?: boolean;
}

/** The calls that answer with a list that can be searched, and what is to be known of each beside its answer. */
export const listCalls = {
  blogs: { name: 'blogs', filters: ['category'] },
  news: { name: 'news', filters: ['category'] },
  notice: { name: 'notices', filters: ['category'] },
  album: { name: 'albums', filters: [] },
  career: { name: 'careers', filters: ['department'] },
  department: { name: 'departments', filters: [] },
  downloads: { name: 'downloads', filters: ['category'] },
  report: { name: 'reports', filters: ['category', 'fiscal_year'] },
  faq: { name: 'faqs', filters: ['category'], asGiven: true, whole: true },
  category: { name: 'categories', filters: [], asGiven: true, whole: true },
  'category/{slug}': { name: 'items', filters: [] },
  services: { name: 'services', filters: [], asGiven: true, whole: true },
  page: { name: 'pages', filters: [], asGiven: true, whole: true },
  'service-center': { name: 'service_centers', filters: ['province'], asGiven: true },
} as const satisfies Partial<Record<CallPath, ListCall>>;
export type ListPath = keyof typeof listCalls;

/** Path and query parameters by name, as they stand in an address. */
export type Parameters = Readonly<Record<string, string | undefined>>;

/** The content API as a page's loader sees it, on the server and in the browser; rejects with a ContentError. */
export type Api = <Path extends CallPath>(path: Path, parameters?: Parameters) => Promise<Answer<Path>>;
