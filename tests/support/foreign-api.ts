import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Behaviour, failure } from './upstream.ts';

/* A small Laravel-like API that knows nothing of the contract: other paths, other keys, other names, other dates. */

export interface ForeignApi {
  /** The base of its API. */
  url: string;
  origin: string;
  /** Path and query of each request below the base. */
  requests: string[];
  headers: IncomingMessage['headers'][];
  /** Answers before the content does; false: it does not. */
  answer: (request: IncomingMessage, response: ServerResponse) => boolean;
  close(): Promise<void>;
}

const date = (day: number) => `${String(day).padStart(2, '0')}/10/2026`;
const posts = Array.from({ length: 15 }, (_, index) => ({
  id: index + 1,
  title: `Post ${index + 1}: how to begin to invest`,
  body: `<p>The text of post ${index + 1}.</p>`,
  photo: `/uploads/post-${index + 1}.jpg`,
  author: { id: 3, full_name: 'Sita Rai' },
  category: { id: 2, title: 'Learning' },
  published_on: date(index + 1),
  views: 100 + index,
}));
const notices = Array.from({ length: 5 }, (_, index) => ({
  id: 40 + index,
  subject: `Notice of the general meeting ${index + 1}`,
  details: `<p>The members are asked to attend meeting ${index + 1}.</p>`,
  date: date(index + 14),
  pdf: `/uploads/notice-${index + 1}.pdf`,
  ref_no: `12/${index}`,
  sticky: index === 0 ? 'Yes' : 'No',
}));
const people = ['Ram Shrestha', 'Gita Karki', 'Hari Thapa', 'Maya Gurung', 'Bina Rana', 'Dev Joshi', 'Nima Lama'].map(
  (full_name, index) => ({
    id: index + 1,
    full_name,
    position: index === 0 ? 'Chairperson' : 'Director',
    order: index + 1,
    avatar: index === 3 ? null : `/uploads/person-${index + 1}.png`,
  }),
);
const jobs = [
  {
    id: 9,
    job_title: 'Analyst',
    description: '<p>Reads balances.</p>',
    job_type: 'Full Time',
    vacancies: '2',
    last_date: date(30),
    job_location: 'Kathmandu',
  },
];
const branches = [
  {
    id: 1,
    branch_name: 'Head Office',
    location: 'Naxal, Kathmandu',
    contact_no: '01-4220000, 01-4220001',
    lat: '27.71',
    long: '85.32',
  },
  { id: 2, branch_name: 'Pokhara', location: 'Lakeside', contact_no: '061-520000', lat: '28.20', long: '83.96' },
];

const paginator = (items: readonly object[], size: number, page: number) => ({
  current_page: page,
  data: items.slice((page - 1) * size, page * size),
  last_page: Math.ceil(items.length / size),
  per_page: size,
  total: items.length,
});

function contentOf(path: string, page: number): unknown {
  const [name, id] = path.split('/');
  const item = (items: readonly { id: number }[]) => items.find((candidate) => String(candidate.id) === id);
  if (path === 'site')
    return {
      site_name: 'Sagarmatha Capital',
      logo: '/uploads/logo.png',
      navigation: [
        { title: 'Notices', url: '/notice' },
        { title: 'Board', url: '/bod' },
      ],
    };
  if (name === 'posts') return id === undefined ? paginator(posts, 10, page) : item(posts);
  if (name === 'notice') return id === undefined ? paginator(notices, 10, page) : item(notices);
  if (path === 'board-of-directors') return { members: people };
  if (name === 'jobs') return id === undefined ? { vacancies: jobs } : { vacancy: item(jobs) };
  if (path === 'branches') return branches;
  if (path === 'contact') return { address: 'Naxal, Kathmandu', phone: '01-4220000', email: 'info@sagarmatha.example' };
  if (path === 'faq') return { faqs: [{ id: 1, title: 'How do I open an account?', content: '<p>With a form.</p>' }] };
  if (path === 'about') return { id: 1, title: 'About us', content: '<p>We began in 2070.</p>', slug: 'about' };
  return undefined;
}

const BASE = '/api/en/';

/** Answers these calls and no others: by path and query below the base, or by path. @param otherwise a 404 if missing */
export const only =
  (answers: Readonly<Record<string, Behaviour>>, otherwise = failure(404, 'Not found')): ForeignApi['answer'] =>
  (request, response) => {
    const address = request.url?.slice(BASE.length) ?? '';
    const behaviour = answers[address] ?? answers[address.split('?')[0] ?? ''] ?? otherwise;
    void behaviour(response, request);
    return true;
  };

export async function startForeignApi(): Promise<ForeignApi> {
  const requests: string[] = [];
  const headers: ForeignApi['headers'] = [];
  const api: Pick<ForeignApi, 'answer'> = { answer: () => false };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://api.invalid');
    if (url.pathname.startsWith(BASE)) {
      requests.push(url.pathname.slice(BASE.length) + url.search);
      headers.push(request.headers);
    }
    if (api.answer(request, response)) return;
    const data = contentOf(url.pathname.slice(BASE.length), Number(url.searchParams.get('page') ?? 1));
    const isFound = url.pathname.startsWith(BASE) && data !== undefined;
    response.writeHead(isFound ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isFound ? { error: false, data } : { error: true, message: 'Not found' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(api, {
    origin,
    url: origin + BASE,
    requests,
    headers,
    close() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}
