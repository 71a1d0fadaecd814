import { describe, expect, it } from 'vitest';
import type { CallPath } from '../../../packages/model/src/content-api.ts';
import { contractFields } from '../src/contract-fields.ts';
import { findResemblances } from '../src/resemblance.ts';

/** Our fields, with the expressions that are found for them; a `?` stands before those that are only possible. */
function found(path: CallPath, items: Record<string, unknown>[], locale = 'en') {
  const [call = ''] = path.split('/');
  const resemblances = findResemblances(items, contractFields(path), { call, locale });
  return Object.fromEntries(
    resemblances.map(({ field, expression, isSure }) => [field, `${isSure ? '' : '? '}${expression}`]),
  );
}

describe('fields under other names', () => {
  it('of an article', () => {
    const item = {
      id: 1,
      title: 'A year of growth',
      body: '<p>Text</p>',
      photo: '/uploads/1.jpg',
      author: 'Sita Rai',
      published_on: '01/10/2026',
      views: 12,
    };
    expect(found('blogs', [item])).toEqual({
      name: 'title',
      description: 'body',
      files: '[{location: photo}]',
      created_by: '{name: author}',
      created_at: 'published_on',
    });
  });

  it('of two dates', () => {
    const item = { id: 1, name: 'A', published_on: '2026-10-01' };
    expect(found('news', [{ ...item, posted_at: '2026-09-01' }])).toEqual({
      created_at: 'posted_at',
      published_at: 'published_on',
    });
    expect(found('news', [{ ...item, created_at: '2026-09-01' }])).toEqual({ published_at: 'published_on' });
  });

  it('of people', () => {
    const member = { id: 1, full_name: 'Ram', title: 'Chairperson', position: 2, avatar: '' };
    expect(found('bod', [member, { ...member, avatar: 'https://cdn.example/a.png' }])).toEqual({
      name: 'full_name',
      files: '[avatar][?@].{location: @}',
      designation: 'title',
      rank: 'position',
    });
  });

  it('of branches', () => {
    const branch = {
      id: 1,
      branch_name: 'Pokhara',
      location: 'Lakeside',
      lat: '28.2',
      lng: '83.9',
      contact_no: '061-1, 061-2',
    };
    expect(found('service-center', [branch])).toEqual({
      name: 'branch_name',
      address: 'location',
      phones: "split(contact_no, ', ')",
      latitude: 'lat',
      longitude: 'lng',
    });
  });

  it('with the document of a notice before its picture', () => {
    const item = { id: 1, subject: 'AGM', image: '/a.jpg', pdf: '/agm.pdf', ref_no: '12/081' };
    expect(found('notice', [item, { ...item, image: '' }])).toEqual({
      name: 'subject',
      files: '[pdf, image][?@].{location: @}',
      reference_no: 'ref_no',
    });
  });
});

describe('fields within objects', () => {
  it('of WordPress, Strapi and JSON:API', () => {
    expect(
      found('news', [{ id: 1, title: { rendered: 'Hello' }, content: { rendered: '<p>x</p>' }, date: '2026-01-02' }]),
    ).toEqual({
      name: 'title.rendered',
      description: 'content.rendered',
      created_at: 'date',
    });
    expect(found('news', [{ id: 1, attributes: { title: 'Hello', slug: 'hello' } }])).toEqual({
      name: 'attributes.title',
      slug: 'attributes.slug',
    });
  });

  it('of an author and a category', () => {
    const item = { id: 1, name: 'A', author: { id: 3, full_name: 'Sita' }, category: { id: 4, title: 'Market News' } };
    expect(found('blogs', [item])).toEqual({
      created_by: '{name: author.full_name}',
      category: '{slug: category.id, name: category.title}',
    });
    expect(found('blogs', [{ id: 1, name: 'A', category: 'Market News' }])).toEqual({
      category: "{slug: lower(replace(category, ' ', '-')), name: category}",
    });
  });

  it('of lists', () => {
    expect(found('album', [{ id: 1, name: 'A', photos: [{ url: '/1.jpg', title: 'One' }] }])).toEqual({
      files: 'photos[].{location: url, name: title}',
    });
    expect(found('album', [{ id: 1, name: 'A', gallery: ['/1.jpg'] }])).toEqual({ files: 'gallery[].{location: @}' });
    expect(found('site', [{ name: 'Himal', navigation: [{ title: 'News', url: '/news' }] }])).toEqual({
      menu: 'navigation[].{label: title, href: url}',
    });
  });
});

describe('names in several languages', () => {
  const item = { id: 1, title_en: 'Hello', title_np: 'नमस्ते', body: { en: 'Text', ne: 'पाठ' } };
  it.each([
    ['en', 'title_en', 'body.en'],
    ['ne', 'title_np', 'body.ne'],
  ])('of the edition %s', (locale, name, description) => {
    expect(found('blogs', [item], locale)).toEqual({ name, description });
  });
});

describe('what is only possible', () => {
  it('is marked', () => {
    expect(found('blogs', [{ id: 1, titel: 'Hello', xyz: '<p>Text</p>', abc: '/a/b.webp', q: '2026-01-01' }])).toEqual({
      // Required, and the only one that may be it.
      name: 'titel',
      description: '? xyz',
      files: '? [{location: abc}]',
      created_at: '? q',
    });
  });

  it('is nothing for values of another form', () => {
    expect(
      found('blogs', [{ id: 1, name: 'A', date: 'soon', photo: 'none', created: true, email: 'a@b.example' }]),
    ).toEqual({});
  });
});
