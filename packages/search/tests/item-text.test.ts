import { describe, expect, it } from 'vitest';
import { type ContentItem, textOfItem } from '../src/item-text.ts';

/* What an item says, as the search reads it. */

const read = (item: ContentItem & Record<string, unknown>, searched: readonly string[] = []) =>
  textOfItem(item, { locale: 'en', href: '/x/1', place: 'Things', searched });

describe('the text of an item', () => {
  it('has its fields in their places', () => {
    const text = read({
      id: '1',
      slug: 'one',
      name: 'One',
      summary: 'In short',
      description: '<p>Long <b>story</b></p>',
      tags: ['fund'],
      category: { name: 'Markets' },
      fiscal_year: '2082/83',
    });
    expect(text).toMatchObject({ id: '1', name: 'One', href: '/x/1', place: 'Things', summary: 'In short' });
    expect(text.text).toBe('Long story');
    expect(text.keywords).toBe('fund · Markets · 2082/83');
  });

  it('is plain: no markup, no scripts, no addresses', () => {
    const { text } = read({
      description: '<p>Read <a href="https://secret.example">this</a>&amp;that</p><script>alert(1)</script>',
      image: { location: '/media/hidden.jpg', mime: 'image/jpeg' },
    });
    expect(text).toContain('Read this&that');
    expect(text).not.toMatch(/secret|alert|hidden|jpeg|<|script/);
  });

  it('has the place of a vacancy, which is no address of a file', () => {
    expect(read({ name: 'Teller', location: 'Birendranagar, Surkhet' }).text).toBe('Birendranagar, Surkhet');
  });

  it('includes names and summaries of parts, and not the names of fields', () => {
    const { text } = read({
      name: 'Service',
      steps: [{ name: 'Fill the form', summary: 'In ink' }],
      fees: [{ name: 'Opening', amount: '150' }],
    });
    expect(text).toBe('Fill the form · In ink · Opening · 150');
  });

  it('has neither dates nor other facts that are shown elsewhere', () => {
    const { text } = read({
      created_at: '2026-01-02',
      created_at_text: '2 January',
      created_at_bs: '१८ पुस',
      reference_no: 'X/1',
      latitude: '27.7',
      rank: 3,
      employment_type: 'PART_TIME',
      dates: [{ name: 'General meeting', date: '2026-12-04T00:00:00+05:45', date_text: '4 December', date_bs: '१९' }],
    });
    expect(text).toBe('General meeting');
  });

  it('of a question is named by the question', () => {
    expect(read({ id: '4', question: 'Why?', answer: '<p>Because.</p>' })).toMatchObject({
      name: 'Why?',
      text: 'Because.',
    });
    expect(read({ id: '5' }).name).toBe('5');
  });

  it('says its language only if it is another one', () => {
    expect(read({ lang: 'ne' }).lang).toBe('ne');
    expect(read({ lang: 'en' }).lang).toBeUndefined();
  });

  it('names its files by name, caption, description or address', () => {
    const { files } = read({
      files: [
        { location: '/a.pdf', name: 'Named', mime: 'application/pdf', size: 12 },
        { location: '/b.jpg', caption: 'Caption', alt: 'Alt' },
        { location: '/c.jpg', alt: 'Alt' },
        { location: '/dir/%E0%A4%B8%E0%A5%82.pdf?v=1' },
        { location: '/dir/bad%E0.pdf' },
      ],
      documents: [{ location: '/form.pdf' }],
    });
    expect(files.map(({ name }) => name)).toEqual(['Named', 'Caption', 'Alt', 'सू.pdf', 'bad%E0.pdf', 'form.pdf']);
    expect(files[0]).toEqual({ name: 'Named', href: '/a.pdf', mime: 'application/pdf', size: 12 });
  });

  it('has the facts of a place and of a person', () => {
    const hours = [{ days: 'Friday', open: '10:00' }];
    expect(read({ address: 'Lakeside', phones: ['1', '2'], email: 'a@b.example', hours }).facts).toMatchObject({
      address: 'Lakeside',
      phones: ['1', '2'],
      email: 'a@b.example',
      hours,
    });
    expect(read({ designation: 'Chair', phone: '3' }).facts).toMatchObject({ designation: 'Chair', phones: ['3'] });
    expect(read({}).facts.phones).toEqual([]);
  });

  it('has the fields that its kind searches as keywords, without its long text', () => {
    const { keywords } = read({ name: 'A', province: 'Gandaki', description: '<p>Long</p>', absent: undefined }, [
      'province',
      'description',
      'absent',
    ]);
    expect(keywords).toBe('Gandaki');
  });

  it('has a bound', () => {
    expect(read({ description: `<p>${'word '.repeat(100_000)}</p>` }).text.length).toBeLessThanOrEqual(100_000);
  });
});
