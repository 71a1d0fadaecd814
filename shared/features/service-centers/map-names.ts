import { MAP } from './provinces.ts';

/* The names of the map's points: each stands beside its point where there is room for it. */

interface Point {
  name: string;
  district?: string;
  x: number;
  y: number;
}

interface View {
  x: number;
  y: number;
  scale: number;
}

/** In units of the drawn map, as all that follows. */
const LINE_HEIGHT = 40;
const LETTER_WIDTH = 19;
const DISTANCE = 24;
/** Of a longer name, that of the district is shown. */
const MAX_LETTERS = 14;

export interface PlacedName {
  text: string;
  /** From its point. */
  dx: number;
  dy: number;
  textAnchor: 'start' | 'end' | 'middle';
}

/** The names of points: on the right, on the left, below or above. One that would cover another name or point is left out. */
export function placedNames<Shown extends Point>(
  points: readonly Shown[],
  { x, y, scale }: View,
): Map<Shown, PlacedName> {
  const names = new Map<Shown, PlacedName>();
  const drawn = points.map((point) => ({ point, x: (point.x - x) / scale, y: (point.y - y) / scale }));
  const taken = drawn.map(({ x, y }): Box => ({ left: x - DISTANCE / 2, right: x + DISTANCE / 2, y }));
  for (const { point, x, y } of drawn) {
    const text = point.name.length > MAX_LETTERS ? (point.district ?? point.name) : point.name;
    const width = text.length * LETTER_WIDTH;
    const candidates: (Omit<PlacedName, 'text'> & { left: number })[] = [
      { dx: DISTANCE, dy: 0, textAnchor: 'start', left: x + DISTANCE },
      { dx: -DISTANCE, dy: 0, textAnchor: 'end', left: x - DISTANCE - width },
      { dx: 0, dy: LINE_HEIGHT, textAnchor: 'middle', left: x - width / 2 },
      { dx: 0, dy: -LINE_HEIGHT, textAnchor: 'middle', left: x - width / 2 },
    ];
    for (const { left, ...place } of candidates) {
      const box: Box = { left, right: left + width, y: y + place.dy };
      const isOutside =
        left < 0 || box.right > MAP.width || box.y < LINE_HEIGHT / 2 || box.y > MAP.height - LINE_HEIGHT / 2;
      if (isOutside || taken.some((other) => overlap(box, other))) continue;
      names.set(point, { text, ...place });
      taken.push(box);
      break;
    }
  }
  return names;
}

interface Box {
  left: number;
  right: number;
  y: number;
}

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && Math.abs(a.y - b.y) < LINE_HEIGHT * 0.9;
