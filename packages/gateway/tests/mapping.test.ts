import { describe, expect, it } from 'vitest';
import { AnswerMapping } from '../src/mapping.ts';

describe('the address of a call', () => {
  const mapping = new AnswerMapping({
    parameters: { per_page: 'limit', search: null },
    calls: {
      blogs: { path: 'posts?type=blog', parameters: { page: 'p' } },
      'blogs/{id}': { path: '/api/posts/{id}' },
      about: { path: 'pages/about-us' },
      album: 'none',
    },
  });
  it.each([
    ['blogs', 'posts?type=blog&limit=12'],
    ['blogs?page=2&per_page=24', 'posts?type=blog&p=2&limit=24'],
    ['blogs?search=dividend', 'posts?type=blog&limit=12'],
    ['blogs/7', '/api/posts/7'],
    ['about', 'pages/about-us'],
    ['notice?page=2', 'notice?page=2&limit=12'],
    ['faq', 'faq'],
    ['notice/7', 'notice/7'],
    ['album', undefined],
    // Only the list is not there.
    ['album/7', 'album/7'],
  ])('%s is %s', (ours, theirs) => expect(mapping.addressOf(ours)).toBe(theirs));

  it('is ours without a mapping', () => {
    expect(new AnswerMapping().addressOf('blogs?page=2&search=a%20b')).toBe('blogs?page=2&search=a+b');
  });
});

describe('an item', () => {
  it('keeps the fields that are not mapped, and those whose expression gives nothing', () => {
    const mapping = new AnswerMapping({ calls: { blogs: { fields: { name: 'title', summary: 'intro.text' } } } });
    expect(mapping.item('blogs', { id: 1, title: 'A', summary: 'S' })).toEqual({
      id: 1,
      title: 'A',
      name: 'A',
      summary: 'S',
    });
    expect(mapping.item('blogs', 'text')).toBe('text');
  });

  it('has no members of which nothing is there', () => {
    const fields = { files: '[{location: photo}, {location: pdf, name: pdf_name}]', created_by: '{name: author}' };
    const mapping = new AnswerMapping({ calls: { blogs: { fields } } });
    expect(mapping.item('blogs', { pdf: '/a.pdf' })).toEqual({ pdf: '/a.pdf', files: [{ location: '/a.pdf' }] });
  });

  it('is as it was where a function of an expression does not accept the value', () => {
    const mapping = new AnswerMapping({ calls: { blogs: { fields: { name: "split(title, ' ')[0]" } } } });
    expect(mapping.item('blogs', { name: 'N', title: 5 })).toEqual({ name: 'N', title: 5 });
    expect(mapping.item('blogs', { name: 'N', title: 'One two' })).toMatchObject({ name: 'One' });
  });

  it('of the text page with its own call has the fields of pages', () => {
    const mapping = new AnswerMapping({
      dates: ['DD/MM/YYYY'],
      calls: { page: { fields: { name: 'title' }, dates: ['X'] } },
    });
    expect(mapping.item('about', { title: 'About' })).toMatchObject({ name: 'About' });
    expect(mapping.dates('page/{slug}')).toEqual(['X']);
    expect(mapping.dates('blogs')).toEqual(['DD/MM/YYYY']);
  });
});
