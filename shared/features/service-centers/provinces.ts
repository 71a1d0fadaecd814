/* The provinces in nepal.svg, and its projection: docs/decisions/0062-screens-and-map.md. */

export const MAP = { width: 1016, height: 592 };

type Box = readonly [left: number, top: number, right: number, bottom: number];

/** By number. Names in content vary: 'Bagmati', 'Bagmati Province', 'बागमती', 'Province No. 3'. */
export const provinces: readonly { id: string; names: RegExp; box: Box }[] = [
  { id: 'koshi', names: /kos|कोश|कोस|[1१]/i, box: [767, 338, 1009, 584] },
  { id: 'madhesh', names: /madh|मधे|[2२]/i, box: [554, 428, 868, 575] },
  { id: 'bagmati', names: /bag|बाग|[3३]/i, box: [486, 304, 812, 503] },
  { id: 'gandaki', names: /gand|गण्ड|गन्ड|[4४]/i, box: [357, 172, 639, 431] },
  { id: 'lumbini', names: /lumb|लुम्ब|[5५]/i, box: [133, 231, 499, 447] },
  { id: 'karnali', names: /karn|कर्ण|कर्न|[6६]/i, box: [124, 14, 456, 330] },
  { id: 'sudurpashchim', names: /sud|far|सुद|सूद|[7७]/i, box: [7, 8, 225, 299] },
];

/** A place on the map; undefined for one elsewhere. */
export function project(latitude: number, longitude: number): { x: number; y: number } | undefined {
  const x = Math.round((longitude - 79.98) * 123.15);
  const y = Math.round((30.52 - latitude) * 140);
  return x > 0 && x < MAP.width && y > 0 && y < MAP.height ? { x, y } : undefined;
}

/** The part of the map around a province, in the map's proportions. */
export function viewAround([left, top, right, bottom]: Box): { x: number; y: number; scale: number } {
  const scale = 1.15 * Math.max((right - left) / MAP.width, (bottom - top) / MAP.height);
  const centred = (from: number, to: number, size: number) => Math.round((from + to - size * scale) / 2);
  return { x: centred(left, right, MAP.width), y: centred(top, bottom, MAP.height), scale };
}
