import { describe, expect, it } from 'vitest';
import { readCall } from '../../gateway/src/call.ts';
import { AnswerNormaliser } from '../../gateway/src/normalise-answer.ts';
import { normalisedAnswer } from '../../gateway/src/normalise-result.ts';
import { districts } from '../src/districts.ts';
import { nearPlace } from '../src/near.ts';

const nameOf = (text: string) => nearPlace(text, 'en')?.key;

describe('a district', () => {
  it.each([
    ['33700', 'Kaski'],
    ['३३७००', 'Kaski'],
    ['44600', 'Kathmandu'],
    ['kaski', 'Kaski'],
    [' KASKI ', 'Kaski'],
    ['Kaski district', 'Kaski'],
    ['कास्की', 'Kaski'],
    ['कास्की जिल्ला', 'Kaski'],
    ['Pokhara', 'Kaski'],
    ['Lakeside, Pokhara 33700', 'Kaski'],
    ['Kavre', 'Kavrepalanchok'],
    ['Chitawan', 'Chitwan'],
    ['Dhanusa', 'Dhanusha'],
    ['Makawanpur', 'Makwanpur'],
    ['Tanahu', 'Tanahun'],
    ['Kapilbastu', 'Kapilvastu'],
    ['Tehrathum', 'Terhathum'],
    ['Sindhupalchowk', 'Sindhupalchok'],
    ['Nawalparasi (East)', 'Nawalpur'],
    ['Nawalparasi (West)', 'Parasi'],
    ['Rukum East', 'Eastern Rukum'],
    ['रुकुम पश्चिम', 'Western Rukum'],
    ['वीरगञ्ज', 'Parsa'],
    ['बिरगंज', 'Parsa'],
    ['हेटौँडा', 'Makwanpur'],
    ['काठमाण्डौ', 'Kathmandu'],
  ])('is found by %j', (text, name) => expect(nameOf(text)).toBe(name));

  it('is found by its own names and postcodes, each of which names one district', () => {
    expect(districts).toHaveLength(77);
    for (const { name, nameInNepali, also, postcodes } of districts)
      for (const text of [name, nameInNepali, ...also, ...(postcodes ? [`${postcodes}00`] : [])])
        expect([text, nameOf(text)]).toEqual([text, name]);
  });

  it.each([
    ['Kasky', '~Kaski'],
    ['Kathmndu', '~Kathmandu'],
    ['chitwn', '~Chitwan'],
    ['दाङ्ग', '~Dang'],
    ['~Kaski', '~Kaski'],
  ])('is guessed from %j', (text, key) => {
    expect(nearPlace(text, 'en')).toMatchObject({ key, isGuess: true });
  });

  it.each(['', 'x', '99999', '33', 'qqqqqqqqqq', '<script>', '💥'])('is not found by %j', (text) =>
    expect(nameOf(text)).toBeUndefined(),
  );

  it('has its name in the language of the edition', () => {
    expect(nearPlace('33700', 'ne')?.name).toBe('कास्की');
  });
});

describe('a call with near', () => {
  const call = (near: string) => readCall('service-center', { near });

  it('has one address for all spellings', () => {
    for (const near of ['33700', 'kaski', 'कास्की', 'Pokhara'])
      expect(call(near).address).toBe('service-center?near=Kaski');
    expect(readCall('service-center', { near: '33700', province: 'Gandaki', page: '2' }).address).toBe(
      'service-center?near=Kaski&page=2&province=Gandaki',
    );
  });

  it('searches for what is no district', () => {
    for (const near of ['', '  ']) expect(call(near).address).toBe('service-center');
    for (const near of ['qqqqqqqqqq', '99999']) expect(call(near).address).toBe(`service-center?search=${near}`);
    expect(call('Kasky').address).toBe('service-center?near=%7EKaski&search=Kasky');
    expect(readCall('service-center', { near: 'qqqqqqqqqq', search: 'x' }).address).toBe('service-center?search=x');
  });

  it('is logged without the district', () => {
    expect(call('33700').logAddress).toBe('service-center?near=***');
    expect(readCall('service-center', { near: '33700', search: 'x' }).logAddress).toBe(
      'service-center?near=***&search=***',
    );
  });

  it('is refused if it is too long', () => {
    expect(() => call('k'.repeat(101))).toThrow('near: expected at most 100 characters');
  });

  it('has no place in other lists', () => {
    expect(readCall('notice', { near: '33700' }).address).toBe('notice');
  });
});

describe('a list with near', () => {
  const normaliser = new AnswerNormaliser({ timeZone: 'Asia/Kathmandu', videoOrigins: [] });
  const items = [
    { id: 'none' },
    { id: 'Kathmandu', latitude: 27.7172, longitude: 85.324 },
    { id: 'Pokhara', latitude: 28.2096, longitude: 83.9856 },
    { id: 'Biratnagar', latitude: 26.4525, longitude: 87.2718 },
  ].map((item) => ({ ...item, name: item.id, address: 'A', distance_km: 7 }));
  const pageOf = (parameters: Record<string, string>, pagination?: object) => {
    const bytes = Buffer.from(JSON.stringify({ error: false, data: { service_centers: items, pagination } }));
    return normalisedAnswer(normaliser.normalise(readCall('service-center', parameters), { bytes, status: 200 })).data;
  };
  const centers = (...expected: [id: string, distance?: number][]) => ({
    service_centers: expected.map(([id, distance_km]) =>
      expect.objectContaining({ id, ...(distance_km && { distance_km }) }),
    ),
  });

  it('is ordered by distance along a great circle, items without coordinates last', () => {
    expect(pageOf({ near: 'Kaski' })).toMatchObject({
      ...centers(['Pokhara', 1], ['Kathmandu', 142], ['Biratnagar', 379], ['none']),
      near: { name: 'Kaski', is_guess: false },
    });
  });

  it('says no distance in the district itself, which comes first', () => {
    const bytes = Buffer.from(
      JSON.stringify({
        error: false,
        data: {
          service_centers: [
            { id: 'a', name: 'A', address: 'A', latitude: 28.2, longitude: 83.97, district: 'Parbat' },
            { id: 'b', name: 'B', address: 'B', latitude: 28.5, longitude: 84.2, district: 'Kaski' },
          ],
        },
      }),
    );
    const { data } = normalisedAnswer(
      normaliser.normalise(readCall('service-center', { near: 'Pokhara' }), { bytes, status: 200 }),
    );
    expect(data).toMatchObject({
      service_centers: [
        { id: 'b', distance_km: 0 },
        { id: 'a', distance_km: 2 },
      ],
    });
  });

  it('is ordered before it is paged', () => {
    expect(pageOf({ near: 'Morang', per_page: '2', page: '2' })).toMatchObject(centers(['Pokhara', 379], ['none']));
  });

  it('is a page of an upstream that pages: its items are ordered', () => {
    expect(pageOf({ near: 'Kaski' }, { current_page: 1, last_page: 2, per_page: 4, total: 8 })).toMatchObject(
      centers(['Pokhara', 1], ['Kathmandu', 142], ['Biratnagar', 379], ['none']),
    );
  });

  it('has no distances for a guess, and what is found by its words', () => {
    expect(pageOf({ near: 'Pokara' })).toMatchObject({ ...centers(), near: { name: 'Kaski', is_guess: true } });
    expect(pageOf({ near: 'Kathmand' })).toMatchObject({
      ...centers(['Kathmandu']),
      near: { name: 'Kathmandu', is_guess: true },
    });
    expect(JSON.stringify(pageOf({ near: 'Kathmand' }))).not.toContain('distance');
    expect(pageOf({ near: 'Pokara' }, { current_page: 1, last_page: 2, per_page: 4, total: 8 })).toMatchObject(
      centers(['none'], ['Kathmandu'], ['Pokhara'], ['Biratnagar']),
    );
  });

  it('says nothing of distances without near, whatever the upstream sends', () => {
    expect(JSON.stringify(pageOf({}))).not.toMatch(/distance|near/);
  });
});
