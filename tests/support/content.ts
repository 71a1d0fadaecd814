/* What the test upstream serves. */

export const site = {
  name: 'Himal Trust',
  tagline: 'Plain dealing',
  menu: [
    { label: 'Blogs', href: '/blogs' },
    { label: 'About us', children: [{ label: 'About', href: '/about' }] },
  ],
  footer: [{ label: 'Questions', href: '/old-questions' }],
  address: 'Kathmandu',
  phones: ['+977-1-5550100'],
  emails: ['info@himal.example'],
  social: [],
};

const picture = (name: string, alt?: string) => [{ location: `/storage/${name}.jpg`, alt, width: 1200, height: 800 }];

export const sliders = [
  { id: 1, type: 1, title: 'Save for the monsoon', description: 'Little by little', files: picture('one', 'A river') },
  { id: 2, type: '2', title: 'Ask before you sign', description: 'We explain', files: picture('two', 'A pen') },
  { id: 3, type: 1, title: 'Close to you', description: null, files: [] },
];

export const home = {
  awareness: { name: 'Know your rights', summary: 'As a shareholder you have some.', files: picture('aware', 'Hands') },
  communications: {
    name: 'From the chair',
    summary: 'A letter to all.',
    description: '<p>We have <b>listened</b> to what you told us, and this is what we are going to do about it.</p>',
    files: picture('letter', 'A letter'),
  },
  virtue: { name: 'What we stand for' },
  virtues: [
    { id: 1, name: 'Honesty', summary: 'We say what is.', files: picture('honesty', 'A lamp') },
    { id: 2, name: 'Care', summary: 'We look after it.', files: [] },
  ],
};

export const blogs = Array.from({ length: 14 }, (_, index) => {
  const id = 14 - index;
  return {
    id,
    slug: `blog-${id}`,
    name: `Blog number ${id}`,
    summary: `Summary of blog ${id}.`,
    description: `<h1>Part one</h1><p>Text of blog ${id}.</p><p><a href="/blogs/1">The first</a></p>`,
    files: id === 13 ? [] : picture(`blog-${id}`, `Picture of blog ${id}`),
    created_by: { name: 'Maya Gurung' },
    created_at: id === 14 ? '2024-03-05 00:15:00' : `2024-02-${String(id).padStart(2, '0')} 12:00:00`,
    category: id % 2 ? { slug: 'saving', name: 'Saving' } : { slug: 'shares', name: 'Shares' },
  };
});

const DAY = 86_400_000;
/** A date so many days from now, by the site's calendar. */
export const inDays = (days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kathmandu' }).format(Date.now() + days * DAY);

const pdf = (name: string, size?: number) => ({ location: `/storage/${name}.pdf`, mime: 'application/pdf', size });
const category = (slug: string) => ({ slug, name: slug.replace(/^./, (letter) => letter.toUpperCase()) });

export const news = [1, 2, 3].map((id) => ({
  id,
  name: `News number ${id}`,
  description: `<p>Text of news ${id}.</p>`,
  files: picture(`news-${id}`),
  published_at: `2024-04-0${id} 09:00:00`,
  category: category('saving'),
  tags: ['fund', 'fees'],
}));

export const notices = [
  { id: 1, name: 'Meeting', summary: 'All are invited.', created_at: '2024-01-01', category: category('meetings') },
  {
    id: 2,
    name: 'Book closure',
    description: '<p>The register is closed.</p>',
    reference_no: 'HT/80/12',
    is_pinned: '1',
    created_at: '2023-01-01',
    files: [{ ...pdf('closure', 1_234_567), name: 'Notice of closure' }, pdf('form', 40_400)],
  },
  { id: 3, name: 'Old tender', created_at: '2023-06-01', expires_at: '2023-07-01', description: '<p>Over.</p>' },
  { id: 4, name: 'लाभांश वितरण सम्बन्धी सूचना २०८१', lang: 'ne', created_at: '2024-02-01' },
  { id: 5, name: 'Not yet', published_at: '2041-01-01', created_at: '2024-02-01' },
];

export const albums = [
  {
    id: 1,
    name: 'Harvest',
    event_date: '2024-10-12',
    place: 'Dhulikhel',
    files: [1, 2, 3].map((number) => ({
      location: `/storage/harvest-${number}.jpg`,
      alt: `Field ${number}`,
      caption: `The field from hill ${number}`,
      width: 1200,
      height: 800,
    })),
  },
];

export const careers = [
  {
    id: 1,
    name: 'Teller',
    description: '<p>You count.</p>',
    department: { id: 1, name: 'Finance' },
    location: 'Pokhara',
    employment_type: 'FULL_TIME',
    openings: 2,
    created_at: '2024-01-05',
    deadline: inDays(5),
    apply_email: 'jobs@himal.example',
  },
  { id: 2, name: 'Clerk', created_at: '2024-01-01', deadline: '2024-02-01', apply_url: 'https://jobs.example/2' },
  { id: 3, name: 'Auditor', created_at: '2023-01-01', deadline: inDays(0) },
];

const person = (id: number, name: string, rank?: number) => ({ id, name, designation: 'Member', rank });
export const departments = [
  {
    id: 1,
    name: 'Finance',
    summary: 'Counts.',
    head: { name: 'Asha', designation: 'Head' },
    phone: '+977-1-5550111',
    email: 'finance@himal.example',
    members: [person(1, 'Bina')],
  },
];

export const downloads = [
  {
    id: 1,
    name: 'Account form',
    category: category('forms'),
    files: [pdf('account', 999)],
    effective_date: '2024-01-01',
  },
  {
    id: 2,
    name: 'Policy',
    files: [pdf('policy'), { location: '/storage/policy.docx', name: 'As text', size: 20_000 }],
  },
];

export const reports = [
  {
    id: 1,
    name: 'First quarter',
    fiscal_year: '2080/81',
    quarter: '1',
    category: category('quarterly'),
    files: [pdf('q1')],
  },
  { id: 2, name: 'The year', fiscal_year: '2080/81', category: category('annual'), files: [pdf('year')] },
  {
    id: 3,
    name: 'Another first',
    fiscal_year: '2081/82',
    quarter: 1,
    category: category('quarterly'),
    files: [pdf('q1b')],
  },
];

export const faqs = [
  { id: 1, question: 'What is a share?', answer: '<p>A part of a <b>company</b>.</p>', category: category('basics') },
  { id: 2, question: 'What does it cost?', answer: '<p>Little.</p>', category: category('fees') },
];

export const events = [
  {
    id: 1,
    name: 'Open day',
    date: '2041-05-01',
    ends: '2041-05-02',
    place: 'Town hall',
    category: category('meeting'),
  },
];

export const services = [
  {
    id: 1,
    slug: 'demat',
    name: 'Demat accounts',
    summary: 'Shares without paper.',
    description: '<h2>What it is</h2><p>An account.</p>',
    steps: [{ name: 'Fill in the form', summary: 'In blue ink.' }, { name: 'Wait' }],
    fees: [{ name: 'Opening', amount: 150 }],
    documents: [{ ...pdf('demat-form', 2000), name: 'Form' }],
  },
  { id: 2, slug: 'advice', name: 'Advice' },
];

/** A table that is sent whole. */
export const datasets = [
  {
    id: 1,
    slug: 'values',
    name: 'Values of the account',
    subject: { slug: 'fund', name: 'The fund' },
    frequency: 'daily',
    columns: [
      { key: 'date', label: 'Day', type: 'date' },
      { key: 'value', label: 'Value', type: 'money', unit: 'NPR' },
    ],
    chart: { kind: 'line', x: 'date', y: ['value'] },
    rows: [['2024-03-05', 12.5], ['2024-03-06', '1,012.75'], { date: '2024-03-04', value: 11 }],
  },
];

const LONG = ['One', 'Two', 'Three', 'Four'].map((name) => `<h2>${name}</h2><p>Text ${name}.</p>`).join('');
export const textPages = [
  { id: 1, slug: 'about', name: 'About us', description: LONG },
  { id: 2, slug: 'introduction', name: 'Introduction', description: '<p>Hello.</p>' },
  { id: 3, slug: 'profile', name: 'Profile', description: '<p>Figures.</p>' },
  { id: 4, slug: 'fees', name: 'Fees', parent: { slug: 'rules', name: 'Rules' }, description: '<p>Low.</p>' },
  { id: 5, slug: 'rules', name: 'Rules', description: '<p>Few.</p>' },
];

export const contact = {
  address: 'Lazimpat, Kathmandu',
  phones: ['+977-1-5550100'],
  emails: ['info@himal.example'],
  hours: [{ days: 'Sunday to Thursday', open: '10:00', close: '17:00' }, { days: 'Saturday' }],
  latitude: '27.72',
  longitude: 85.32,
  officers: [{ role: 'Grievance officer', name: 'Gita', phone: '+977-1-5550109', email: null }],
};

export const company = {
  legal_name: 'Himal Trust Limited',
  registration_no: '1234/066',
  registered_at: '2009-05-05',
  licences: [{ name: 'Merchant banker', number: 'MB-1', issued_by: 'The board' }],
  capital: [{ name: 'Paid up', amount: 'NPR 20,00,00,000' }],
  shareholders: [
    { name: 'Promoters', percent: '51' },
    { name: 'Public', percent: 49 },
  ],
};

export const members = [
  person(1, 'Third'),
  person(2, 'Second', 2),
  { ...person(3, 'First', 1), files: picture('first') },
];

export const serviceCenters = [
  {
    id: 1,
    name: 'Pokhara',
    province: 'Gandaki',
    district: 'Kaski',
    address: 'Lakeside',
    latitude: 28.2,
    longitude: 83.9,
  },
  { id: 2, name: 'Lalitpur', province: 'Bagmati', address: 'Pulchowk', phones: ['+977-1-5550120'] },
  { id: 3, name: 'Kathmandu', province: 'Bagmati', address: 'Lazimpat', is_head_office: 1 },
];
