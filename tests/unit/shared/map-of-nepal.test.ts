import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { districts } from '../../../packages/model/src/districts.ts';
import { placedNames } from '../../../shared/features/service-centers/map-names.ts';
import { MAP, project, provinces } from '../../../shared/features/service-centers/provinces.ts';

/* The drawn provinces against facts of another source: where the headquarters of the districts are. */

type Point = [x: number, y: number];

const svg = await readFile('shared/features/service-centers/nepal.svg', 'utf8');
/** The corners of each province, by its name. */
const outlines = new Map(
  [...svg.matchAll(/<path id="(\w+)"[^>]* d="M(\d+) (\d+)l([^"]*)z"/g)].map(([, id = '', x, y, steps = '']) => {
    let [left, top]: Point = [Number(x), Number(y)];
    const numbers = (steps.match(/-?\d+/g) ?? []).map(Number);
    const corners: Point[] = [[left, top]];
    for (let at = 0; at < numbers.length; at += 2) {
      left += numbers[at] ?? 0;
      top += numbers[at + 1] ?? 0;
      corners.push([left, top]);
    }
    return [id, corners];
  }),
);

/** By the number of sides that a ray crosses. */
function isInside(corners: Point[], { x, y }: { x: number; y: number }): boolean {
  return (
    corners.filter(([x1, y1], at) => {
      const [x2, y2] = corners[(at + 1) % corners.length] ?? [0, 0];
      return y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1;
    }).length %
      2 ===
    1
  );
}

const provincesAt = (latitude: number, longitude: number) => {
  const point = project(latitude, longitude);
  return provinces.map(({ id }) => id).filter((id) => point && isInside(outlines.get(id) ?? [], point));
};

it('shows each district in its province', () => {
  const misplaced = districts.filter(
    ({ latitude, longitude, province }) =>
      provincesAt(latitude, longitude).join() !== String(provinces[province - 1]?.id),
  );
  expect(misplaced).toEqual([]);
  expect(districts).toHaveLength(77);
});

it('shows what the official map of 2020 shows: Limpiyadhura, Kalapani and Lipulekh', () => {
  for (const [latitude, longitude] of [
    [30.42, 80.63],
    [30.21, 80.95],
    [30.225, 81.01],
  ] as const)
    expect(provincesAt(latitude, longitude)).toEqual(['sudurpashchim']);
});

it.each([
  ['Pithoragarh', 29.58, 80.22],
  ['Gorakhpur', 26.76, 83.37],
  ['Darjeeling', 27.04, 88.26],
  ['Taklakot', 30.28, 81.17],
])('leaves %s out', (_, latitude, longitude) => expect(provincesAt(latitude, longitude)).toEqual([]));

it('has the bounds of each province', () => {
  for (const { id, box } of provinces) {
    const corners = outlines.get(id) ?? [];
    const [across, down] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    expect([id, Math.min(...across), Math.min(...down), Math.max(...across), Math.max(...down)]).toEqual([id, ...box]);
  }
  expect(svg).toContain(`viewBox="0 0 ${MAP.width} ${MAP.height}"`);
});

it.each([
  ['London', 51.5, 0],
  ['Delhi', 28.6, 77.2],
])('has no place for %s', (_, latitude, longitude) => expect(project(latitude, longitude)).toBeUndefined());

it('knows the names of provinces, of which each means one', () => {
  for (const names of [
    ['Koshi', 'Koshi Province', 'कोशी', 'कोशी प्रदेश', 'Province 1', 'प्रदेश नं. १'],
    ['Madhesh', 'मधेश', 'Province No. 2'],
    ['Bagmati', 'Bagmati Province', 'बागमती', 'Province 3'],
    ['Gandaki', 'गण्डकी', 'प्रदेश ४'],
    ['Lumbini', 'लुम्बिनी'],
    ['Karnali', 'कर्णाली'],
    ['Sudurpashchim', 'Sudurpaschim', 'सुदूरपश्चिम', 'Far Western'],
  ].entries())
    for (const name of names[1])
      expect([name, provinces.flatMap((province, at) => (province.names.test(name) ? [at] : []))]).toEqual([
        name,
        [names[0]],
      ]);
});

it('has names beside its points, as far as there is room', () => {
  const at = (name: string, x: number, y: number) => ({ name, district: 'Ilam', x, y });
  const whole = { x: 0, y: 0, scale: 1 };
  const namesOf = (...points: ReturnType<typeof at>[]) => [...placedNames(points, whole).values()];
  expect(namesOf(at('Pokhara', 500, 200))).toEqual([{ text: 'Pokhara', dx: 24, dy: 0, textAnchor: 'start' }]);
  // At the edge on the other side; where a point stands there, below.
  expect(namesOf(at('Pokhara', 1000, 200))).toMatchObject([{ textAnchor: 'end' }]);
  expect(namesOf(at('A', 500, 200), at('B', 530, 200), at('C', 470, 200))).toMatchObject([
    { text: 'A', textAnchor: 'middle', dy: 40 },
    { text: 'B', textAnchor: 'start' },
    { text: 'C', textAnchor: 'end' },
  ]);
  expect(namesOf(at('A name that is too long for a map', 500, 200))).toMatchObject([{ text: 'Ilam' }]);
  const crowd = Array.from({ length: 30 }, (_, index) => at('Kathmandu', 500 + (index % 6) * 8, 200 + index));
  expect(namesOf(...crowd).length).toBeLessThan(8);
});
