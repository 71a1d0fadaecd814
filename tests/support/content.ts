/* What the test upstream serves. */

export const site = {
  name: 'Himal Trust',
  tagline: 'Plain dealing',
  menu: [
    { label: 'Blogs', href: '/blogs' },
    { label: 'About us', children: [{ label: 'About', href: '/about' }] },
  ],
  footer: [{ label: 'Questions', href: '/faq' }],
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
    description: `<h1>Part one</h1><p>Text of blog ${id}.</p><script>alert(1)</script><p><a href="/blogs/1">The first</a></p>`,
    files: id === 13 ? [] : picture(`blog-${id}`, `Picture of blog ${id}`),
    created_by: { name: 'Maya Gurung' },
    created_at: id === 14 ? '2024-03-05 00:15:00' : `2024-02-${String(id).padStart(2, '0')} 12:00:00`,
    category: id % 2 ? { slug: 'saving', name: 'Saving' } : { slug: 'shares', name: 'Shares' },
  };
});
