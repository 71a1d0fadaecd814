import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp from 'sharp';

/*
 * Draws the example organisation's pictures into content/media (or the folder given): flat scenes in one palette, each
 * as JPEG. Seeded, so that it draws the same each time.
 */

const OUT = process.argv[2] ?? 'content/media';

const INK = '#12303c';
const TEAL = '#1f4b5c';
const SLATE = '#3f7283';
const MIST = '#8fb3bd';
const HAZE = '#cfdfe0';
const PAPER = '#f3ead9';
const SAND = '#e2cfac';
const GOLD = '#d98e32';
const BRICK = '#a8503a';
const LEAF = '#3d5a45';
const SPROUT = '#7d9a62';

/** @typedef {(w: number, h: number) => string} Draw SVG of a scene of that size */
/** @typedef {readonly [width: number, height: number, seed: number, draw: Draw]} Scene */

let state = 1;
/** @param {number} value */
const seed = (value) => {
  state = value;
};
function random() {
  state = (state * 1664525 + 1013904223) % 4294967296;
  return state / 4294967296;
}
/** @param {number} count */
const range = (count) => Array.from({ length: count }, (_, index) => index);
/**
 * One of a list, which repeats itself.
 * @template T
 * @param {readonly T[]} list
 * @param {number} index
 */
function pick(list, index) {
  const item = list[index % list.length];
  if (item === undefined) throw new Error('an empty list');
  return item;
}
/** @type {(count: number, draw: (index: number) => string) => string} */
const many = (count, draw) => range(count).map(draw).join('');

/** @type {(x: number, y: number, w: number, h: number, fill: string, more?: string) => string} */
const rect = (x, y, w, h, fill, more = '') =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}" ${more}/>`;
/** @type {(x: number, y: number, r: number, fill: string, more?: string) => string} */
const circle = (x, y, r, fill, more = '') => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${more}/>`;
/** @type {(x: number, y: number, rx: number, ry: number, fill: string, more?: string) => string} */
const ellipse = (x, y, rx, ry, fill, more = '') =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}" ${more}/>`;
/** @type {(d: string, fill: string, more?: string) => string} */
const path = (d, fill, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`;
/** @type {(d: string, stroke: string, width: number, more?: string) => string} */
const line = (d, stroke, width, more = '') =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
/** @type {(x: number, y: number, scale: number, content: string) => string} */
const at = (x, y, scale, content) => `<g transform="translate(${x} ${y}) scale(${scale})">${content}</g>`;

/** A sky that grows lighter towards the horizon. @type {(w: number, h: number, top: string, bottom: string) => string} */
const sky = (w, h, top, bottom) =>
  `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs>${rect(0, 0, w, h, 'url(#sky)')}`;

/** @type {(x: number, y: number, r: number, fill?: string) => string} */
const moon = (x, y, r, fill = PAPER) =>
  circle(x, y, r * 1.5, fill, 'opacity=".14"') + circle(x, y, r * 1.22, fill, 'opacity=".2"') + circle(x, y, r, fill);

/**
 * The outline of mountains by midpoint displacement, from left to right.
 * @param {number} w
 * @param {number} base
 * @param {number} height
 * @param {number} roughness
 */
function outline(w, base, height, roughness) {
  let points = [base - height * random(), base - height * random()];
  let reach = height;
  while (points.length < 200) {
    points = points.flatMap((y, index) => {
      const next = points[index + 1];
      return next === undefined ? [y] : [y, (y + next) / 2 + (random() - 0.5) * reach];
    });
    reach *= roughness;
  }
  return points.map((y, index) => [Math.round((index / (points.length - 1)) * w), Math.round(y)]);
}
/**
 * @param {number} w
 * @param {number} h
 * @param {number} base
 * @param {number} height
 * @param {string} fill
 */
function ridge(w, h, base, height, fill, roughness = 0.5) {
  const points = outline(w, base, height, roughness);
  return path(`M0 ${h}L${points.map((point) => point.join(' ')).join('L')}L${w} ${h}Z`, fill);
}
/** A snow peak with a lit and a shaded side. @type {(x: number, y: number, w: number, h: number) => string} */
const peak = (x, y, w, h) =>
  path(
    `M${x - w} ${y}L${x - w * 0.42} ${y - h * 0.52}L${x - w * 0.3} ${y - h * 0.5}L${x} ${y - h}L${x + w * 0.28} ${y - h * 0.6}L${x + w * 0.44} ${y - h * 0.58}L${x + w} ${y}Z`,
    HAZE,
  ) +
  path(
    `M${x} ${y - h}L${x + w * 0.28} ${y - h * 0.6}L${x + w * 0.44} ${y - h * 0.58}L${x + w} ${y}L${x + w * 0.1} ${y}L${x + w * 0.16} ${y - h * 0.36}L${x - w * 0.04} ${y - h * 0.58}Z`,
    MIST,
  );

/** A smooth hill as one arc. @type {(w: number, h: number, left: number, top: number, right: number, fill: string) => string} */
const hill = (w, h, left, top, right, fill) =>
  path(`M0 ${left}C${w * 0.3} ${top} ${w * 0.65} ${top} ${w} ${right}V${h}H0Z`, fill);

/**
 * Rice terraces: bands that follow the slope, each with its bright edge.
 * @param {number} w
 * @param {number} h
 * @param {number} from
 * @param {number} count
 * @param {string[]} colours
 */
function terraces(w, h, from, count, colours) {
  return many(count, (index) => {
    const y = from + ((h - from) * index) / count;
    const bow = 60 + index * 12;
    const edge = `M0 ${y + bow * 0.9}C${w * 0.25} ${y - bow * 0.2} ${w * 0.45} ${y + bow} ${w * 0.62} ${y + bow * 0.35}S${w * 0.9} ${y - bow * 0.3} ${w} ${y + bow * 0.25}`;
    return path(`${edge}V${h}H0Z`, pick(colours, index)) + line(edge, PAPER, 3, 'opacity=".55"');
  });
}

/** @type {(x: number, y: number, s: number, wall?: string) => string} */
const house = (x, y, s, wall = BRICK) =>
  at(
    x,
    y,
    s,
    rect(-30, -40, 60, 40, wall) +
      path('M-42 -38L-30 -66H30L42 -38Z', INK) +
      rect(-20, -28, 12, 16, PAPER) +
      rect(8, -28, 12, 16, GOLD) +
      rect(-6, -18, 11, 18, INK),
  );
/** @type {(x: number, y: number, s: number, fill?: string) => string} */
const tree = (x, y, s, fill = LEAF) =>
  at(x, y, s, rect(-3, -40, 6, 40, INK) + ellipse(0, -62, 26, 34, fill) + ellipse(14, -48, 20, 22, fill));
/** A person seen from afar: a head, a shawl. @type {(x: number, y: number, s: number, shawl: string, head?: string) => string} */
const person = (x, y, s, shawl, head = INK) =>
  at(
    x,
    y,
    s,
    path('M-34 0C-34 -58 -22 -76 0 -76S34 -58 34 0Z', shawl) +
      circle(0, -94, 19, head) +
      path('M-34 0C-30 -40 -10 -52 14 -66L26 -52C6 -36 0 -20 -4 0Z', '#ffffff', 'opacity=".16"'),
  );
/** @type {(x1: number, y1: number, x2: number, y2: number, count: number) => string} */
const flags = (x1, y1, x2, y2, count) => {
  const colours = [SLATE, PAPER, BRICK, SPROUT, GOLD];
  /** @type {(t: number) => readonly [number, number]} */
  const point = (t) => [x1 + (x2 - x1) * t, y1 + (y2 - y1) * t + Math.sin(t * Math.PI) * 46];
  const rope = range(21)
    .map((index) => point(index / 20).join(' '))
    .join('L');
  return (
    line(`M${rope}`, INK, 2.5) +
    many(count, (index) => {
      const [x, y] = point((index + 0.5) / count);
      return path(`M${x - 13} ${y}h26l-2 32q-11 -7 -22 0z`, pick(colours, index));
    })
  );
};
/** @type {(x: number, y: number, s: number, fill?: string) => string} */
const cup = (x, y, s, fill = PAPER) =>
  at(
    x,
    y,
    s,
    path('M-26 -56H26L20 0H-20Z', fill, 'opacity=".92"') +
      path('M-24 -40H24L20 0H-20Z', GOLD) +
      line('M-8 -70c-8 -12 8 -18 0 -32M10 -70c-8 -12 8 -18 0 -32', PAPER, 4, 'opacity=".7"'),
  );
/** @type {(w: number, h: number, y: number, fill?: string) => string} */
const table = (w, h, y, fill = BRICK) => rect(0, y, w, h - y, fill) + rect(0, y, w, 12, INK, 'opacity=".35"');
/** @type {(x: number, y: number, s: number) => string} */
const book = (x, y, s) =>
  at(
    x,
    y,
    s,
    path(
      'M0 0C-70 -34 -180 -34 -260 -8V150C-180 124 -70 124 0 158C70 124 180 124 260 150V-8C180 -34 70 -34 0 0Z',
      PAPER,
    ) +
      line('M0 0V158', INK, 4, 'opacity=".4"') +
      many(
        5,
        (i) =>
          line(
            `M-220 ${24 + i * 22}C-160 ${8 + i * 22} -90 ${8 + i * 22} -34 ${26 + i * 22}`,
            SLATE,
            4,
            'opacity=".6"',
          ) +
          line(
            `M34 ${26 + i * 22}C90 ${8 + i * 22} 160 ${8 + i * 22} ${i === 3 ? 150 : 220} ${24 + i * 22}`,
            i === 3 ? BRICK : SLATE,
            4,
            'opacity=".7"',
          ),
      ),
  );
/** @type {(x: number, y: number, s: number) => string} */
const lamp = (x, y, s) =>
  at(
    x,
    y,
    s,
    path('M-46 0C-46 34 46 34 46 0C20 10 -20 10 -46 0Z', BRICK) +
      path('M0 -58C22 -30 18 -6 0 2C-18 -6 -22 -30 0 -58Z', GOLD) +
      path('M0 -34C9 -20 8 -6 0 0C-8 -6 -9 -20 0 -34Z', PAPER) +
      circle(0, -22, 62, GOLD, 'opacity=".13"'),
  );
/** @type {(x: number, y: number, count: number, r?: number) => string} */
const coins = (x, y, count, r = 54) =>
  many(
    count,
    (i) =>
      ellipse(x + (i % 2 ? 4 : -3), y - i * 20, r, r * 0.34, INK) +
      ellipse(x + (i % 2 ? 4 : -3), y - 7 - i * 20, r, r * 0.34, i === count - 1 ? GOLD : SAND),
  );
/** @type {(x: number, y: number, angle: number, s?: number) => string} */
const pen = (x, y, angle, s = 1) =>
  `<g transform="translate(${x} ${y}) rotate(${angle}) scale(${s})">${path('M0 0L-9 -26V-200H9V-26Z', INK) + path('M0 0L-9 -26H9Z', GOLD) + rect(-9, -214, 18, 16, BRICK)}</g>`;
/** @type {(x: number, y: number, s: number) => string} */
const leafPair = (x, y, s) =>
  at(
    x,
    y,
    s,
    line('M0 0C-4 -40 4 -70 0 -110', LEAF, 8) +
      path('M0 -84C-60 -90 -84 -130 -80 -156C-34 -152 -4 -128 0 -84Z', SPROUT) +
      path('M0 -100C54 -110 72 -150 66 -178C22 -170 -2 -144 0 -100Z', LEAF),
  );
/** A carved window of the old towns. @type {(x: number, y: number, s: number) => string} */
const carved = (x, y, s) =>
  at(
    x,
    y,
    s,
    rect(-60, -78, 120, 156, INK) +
      rect(-46, -64, 92, 128, '#5b2f25') +
      many(5, (i) =>
        line(
          `M${-46 + i * 23} -64L46 ${28 - i * 23}M${-46 + i * 23} 64L46 ${-28 + i * 23}M-46 ${-64 + i * 26}L${46 - i * 12} 64`,
          GOLD,
          2.5,
          'opacity=".55"',
        ),
      ) +
      rect(-82, -92, 164, 18, INK) +
      rect(-82, 74, 164, 18, INK),
  );

/** @type {Record<string, Scene>} */
const scenes = {
  'sliders/dawn': [
    1920,
    960,
    11,
    (w, h) =>
      sky(w, h, '#6f9aa8', '#f0d9b4') +
      moon(1310, 330, 120) +
      peak(1050, 640, 420, 330) +
      peak(1560, 660, 460, 390) +
      ridge(w, h, 690, 130, MIST, 0.48) +
      ridge(w, h, 770, 120, SLATE, 0.5) +
      ridge(w, h, 860, 90, TEAL, 0.52) +
      ridge(w, h, 930, 50, INK, 0.5) +
      flags(1240, 520, 1960, 300, 17),
  ],
  'sliders/terraces': [
    1920,
    960,
    23,
    (w, h) =>
      sky(w, h, HAZE, PAPER) +
      circle(1480, 210, 92, GOLD) +
      ridge(w, h, 400, 120, MIST, 0.48) +
      ridge(w, h, 470, 90, SLATE, 0.5) +
      terraces(w, h, 450, 9, [SPROUT, LEAF, '#5d7d57', '#94ad74']) +
      house(1360, 560, 1.5) +
      house(1480, 590, 1.2, SAND) +
      house(1240, 600, 1.1) +
      tree(1560, 600, 1.5) +
      tree(1140, 610, 1.2) +
      person(1640, 800, 0.9, GOLD),
  ],
  'sliders/old-town': [
    1920,
    960,
    31,
    (w, h) => sky(w, h, TEAL, '#c98d62') + moon(620, 230, 70) + ridge(w, h, 560, 110, SLATE, 0.48) + roofs(w, h),
  ],
  awareness: [
    1200,
    900,
    41,
    (w, h) =>
      rect(0, 0, w, h, INK) +
      circle(600, 330, 420, GOLD, 'opacity=".12"') +
      circle(600, 330, 270, GOLD, 'opacity=".16"') +
      line('M600 0V210', PAPER, 4) +
      path('M600 200L520 300H680Z', GOLD) +
      person(300, 640, 3.1, SLATE, '#0c2029') +
      person(900, 640, 3.1, BRICK, '#0c2029') +
      person(600, 560, 2.2, SPROUT, '#0c2029') +
      table(w, h, 620, '#6d3526') +
      book(600, 610, 0.95) +
      cup(210, 720, 0.9) +
      cup(1000, 730, 0.9),
  ],
  communications: [
    1200,
    900,
    43,
    (w, h) =>
      rect(0, 0, w, h, SAND) +
      rect(180, 90, 620, 470, INK) +
      rect(204, 114, 572, 422, MIST) +
      at(
        204,
        114,
        1,
        `<svg width="572" height="422">${sky(572, 422, '#9dbdc4', PAPER) + circle(420, 110, 46, GOLD) + ridge(572, 422, 280, 110, MIST, 0.48) + ridge(572, 422, 340, 80, SLATE, 0.5) + hill(572, 422, 380, 330, 400, LEAF)}</svg>`,
      ) +
      rect(484, 114, 12, 422, INK) +
      table(w, h, 620) +
      path('M330 690L800 650L870 850L380 900Z', PAPER) +
      many(5, (i) =>
        line(`M${400 + i * 12} ${726 + i * 30}L${760 + i * 8} ${696 + i * 30}`, SLATE, 5, 'opacity=".6"'),
      ) +
      pen(830, 800, 38, 1.5) +
      cup(990, 700, 1.4) +
      lamp(150, 690, 1.1),
  ],
  share: [
    1200,
    630,
    47,
    (w, h) =>
      sky(w, h, INK, SLATE) +
      moon(820, 230, 96) +
      ridge(w, h, 470, 150, SLATE, 0.48) +
      ridge(w, h, 540, 100, TEAL, 0.5) +
      ridge(w, h, 610, 60, '#0c222b', 0.5),
  ],
  'blogs/market': [
    1200,
    800,
    53,
    (w, h) =>
      rect(0, 0, w, h, SAND) +
      many(8, (i) => path(`M${i * 150} 90h150v150q-75 62 -150 0z`, i % 2 ? PAPER : BRICK)) +
      rect(0, 60, w, 40, INK) +
      person(600, 560, 2.7, TEAL) +
      rect(60, 540, 1080, 260, '#6d3526') +
      many(
        4,
        (i) =>
          rect(90 + i * 262, 560, 234, 36, INK) +
          many(9, (k) =>
            circle(
              120 + i * 262 + (k % 5) * 44,
              556 - Math.floor(k / 5) * 34,
              25,
              pick([BRICK, SPROUT, GOLD, LEAF], i),
            ),
          ),
      ) +
      line('M840 300V430M740 340H940M740 340L700 420M740 340L780 420M940 340L900 420M940 340L980 420', INK, 7) +
      path('M690 420h100q-8 34 -50 34t-50 -34z', INK) +
      path('M890 420h100q-8 34 -50 34t-50 -34z', INK),
  ],
  'blogs/ledger': [
    1200,
    800,
    59,
    (w, h) =>
      rect(0, 0, w, h, TEAL) +
      circle(980, 120, 330, GOLD, 'opacity=".12"') +
      path('M0 560L1200 480V800H0Z', '#6d3526') +
      book(560, 350, 1.75) +
      pen(880, 620, 32, 1.7) +
      coins(1040, 700, 4),
  ],
  'blogs/desk': [
    1200,
    800,
    61,
    (w, h) =>
      rect(0, 0, w, h, HAZE) +
      rect(90, 80, 300, 300, PAPER) +
      many(4, (i) => rect(120, 120 + i * 58, i % 2 ? 170 : 230, 16, MIST)) +
      table(w, h, 560) +
      line('M880 560V330L990 220', INK, 14) +
      path('M930 160L1080 250L1010 300L880 220Z', GOLD) +
      path('M900 250L620 560H1090L1030 300Z', GOLD, 'opacity=".22"') +
      at(
        420,
        590,
        1,
        many(3, (i) =>
          path(
            `M${i * 30} ${i * 16}L360 ${-20 + i * 20}L420 ${120 + i * 16}L${50 + i * 20} ${150 + i * 16}Z`,
            i % 2 ? SAND : PAPER,
          ),
        ) + line('M100 60L330 44M112 92L340 76M124 124L270 112', SLATE, 6, 'opacity=".6"'),
      ) +
      cup(240, 660, 1.5) +
      pen(860, 760, 70, 1.1),
  ],
  'blogs/bus': [
    1200,
    800,
    67,
    (w, h) =>
      sky(w, h, '#9dbdc4', PAPER) +
      peak(860, 420, 360, 300) +
      ridge(w, h, 430, 120, MIST, 0.48) +
      ridge(w, h, 520, 120, SLATE, 0.5) +
      hill(w, h, 640, 430, 560, LEAF) +
      line('M-40 780C260 640 520 700 660 610S860 500 1260 560', INK, 74) +
      line('M-40 780C260 640 520 700 660 610S860 500 1260 560', PAPER, 4, 'stroke-dasharray="36 34"') +
      at(
        520,
        640,
        1.25,
        rect(-110, -120, 220, 96, BRICK, 'rx="14"') +
          rect(-110, -70, 220, 14, GOLD) +
          many(4, (i) => rect(-92 + i * 50, -108, 38, 32, HAZE, 'rx="4"')) +
          rect(-90, -146, 150, 26, TEAL, 'rx="6"') +
          rect(-60, -164, 60, 20, GOLD, 'rx="4"') +
          circle(-62, -22, 24, INK) +
          circle(64, -22, 24, INK) +
          circle(-62, -22, 9, PAPER) +
          circle(64, -22, 9, PAPER),
      ),
  ],
  'blogs/coins': [
    1200,
    800,
    71,
    (w, h) =>
      rect(0, 0, w, h, SAND) +
      circle(600, 360, 300, PAPER) +
      table(w, h, 580, SLATE) +
      coins(280, 700, 5, 74) +
      coins(450, 720, 9, 74) +
      path('M620 690C580 600 640 470 780 470S990 590 940 690C900 730 660 730 620 690Z', BRICK) +
      ellipse(780, 476, 66, 22, '#7d3828') +
      rect(744, 540, 74, 13, INK, 'rx="6"') +
      circle(770, 420, 34, GOLD) +
      line('M640 620C690 600 870 600 926 620', PAPER, 6, 'opacity=".5"'),
  ],
  'blogs/tea': [
    1200,
    800,
    73,
    (w, h) =>
      rect(0, 0, w, h, TEAL) +
      circle(330, 300, 240, GOLD, 'opacity=".16"') +
      table(w, h, 600) +
      path('M190 640C170 500 240 420 370 420S570 500 550 640C500 676 240 676 190 640Z', MIST) +
      path('M320 420L340 372H400L420 420Z', SLATE) +
      circle(370, 362, 16, GOLD) +
      line('M540 560C640 540 610 470 690 450', MIST, 34) +
      line('M250 430C270 300 470 300 490 430', INK, 16) +
      cup(790, 690, 2.3) +
      cup(980, 670, 2),
  ],
  'blogs/report': [
    1200,
    800,
    79,
    (w, h) =>
      rect(0, 0, w, h, MIST) +
      path('M190 110L970 60L1030 700L250 750Z', PAPER) +
      many(9, (i) => {
        const height = pick([120, 190, 160, 250, 330, 280, 380, 300, 420], i) * 0.9;
        return rect(300 + i * 72, 600 - height, 52, height, pick([TEAL, SLATE, SPROUT], i));
      }) +
      line('M290 612L960 570', INK, 6) +
      line('M326 470L398 400L470 424L542 346L614 276L686 320L758 230L830 290L902 190', BRICK, 8) +
      circle(902, 190, 17, GOLD) +
      pen(1010, 690, 24, 1.6),
  ],
  'blogs/group': [
    1200,
    800,
    83,
    (w, h) =>
      rect(0, 0, w, h, SPROUT) +
      ellipse(600, 520, 560, 270, '#94ad74') +
      at(600, 330, 4.2, rect(-7, -40, 14, 44, INK)) +
      ellipse(600, 120, 430, 170, LEAF) +
      ellipse(380, 180, 230, 120, LEAF) +
      ellipse(830, 190, 240, 120, '#34503c') +
      many(7, (i) => {
        const t = Math.PI * (0.05 + (i / 6) * 0.9);
        return person(
          600 - Math.cos(t) * 430,
          500 + Math.sin(t) * 190,
          1.25 + Math.sin(t) * 0.45,
          pick([BRICK, TEAL, GOLD, PAPER, SLATE, '#c77b62', INK], i),
          '#2a1a16',
        );
      }) +
      rect(556, 420, 88, 54, INK, 'rx="6"') +
      rect(556, 420, 88, 14, GOLD),
  ],
  'blogs/paddy': [
    1200,
    800,
    89,
    (w, h) =>
      sky(w, h, '#b4674a', '#f0cf9a') +
      circle(820, 350, 110, PAPER, 'opacity=".85"') +
      ridge(w, h, 560, 90, SLATE, 0.48) +
      hill(w, h, 640, 580, 620, TEAL) +
      many(17, (i) => {
        const x = 30 + i * 74 + random() * 30;
        const y = 300 + random() * 180;
        const bend = 40 + random() * 60;
        return (
          line(`M${x} 820C${x} 640 ${x + 10} ${y + 80} ${x + bend} ${y}`, i % 3 ? LEAF : SPROUT, 7) +
          many(8, (k) =>
            ellipse(
              x + bend + k * 9 - 4,
              y + k * 15 + (k % 2) * 4,
              6,
              12,
              k % 2 ? GOLD : SAND,
              `transform="rotate(${-28 + k * 2} ${x + bend + k * 9} ${y + k * 15})"`,
            ),
          )
        );
      }),
  ],
  'blogs/lamps': [
    1200,
    800,
    97,
    (w, h) =>
      rect(0, 0, w, h, INK) +
      ridge(w, h, 380, 140, TEAL, 0.5) +
      moon(240, 150, 46) +
      rect(0, 470, w, 330, '#0c222b') +
      many(6, (i) => lamp(110 + i * 196, 520, 0.85)) +
      many(5, (i) => lamp(140 + i * 232, 690, 1.5)),
  ],
  'blogs/hands': [
    1200,
    800,
    101,
    (w, h) =>
      rect(0, 0, w, h, PAPER) +
      circle(600, 400, 330, SAND) +
      path(
        'M-20 520C160 470 270 420 430 410L590 420C630 424 630 470 590 476L470 484L600 500C640 510 628 552 590 552L330 590C220 610 100 660 -20 690Z',
        '#8a5a44',
      ) +
      path('M-20 500L120 462L170 650L-20 710Z', TEAL) +
      path(
        'M1220 300C1040 330 930 350 800 348L640 350C600 352 600 398 640 402L760 404L640 424C604 432 612 470 650 470L900 462C1030 456 1120 470 1220 480Z',
        '#c08a68',
      ) +
      path('M1220 270L1060 312L1090 492L1220 510Z', BRICK) +
      path('M540 300L760 270L800 440L570 470Z', '#ffffff') +
      line('M650 286L686 454M572 350L730 330M580 390L700 374', MIST, 5),
  ],
  'blogs/bridge': [
    1200,
    800,
    103,
    (w, h) =>
      sky(w, h, HAZE, PAPER) +
      peak(620, 420, 300, 260) +
      ridge(w, h, 440, 100, MIST, 0.48) +
      ridge(w, h, 520, 80, SLATE, 0.5) +
      path('M0 260C150 300 240 420 280 800H0Z', LEAF) +
      path('M1200 240C1060 300 960 440 930 800H1200Z', '#34503c') +
      path('M280 800C420 690 780 690 930 800Z', MIST) +
      line('M90 250C380 560 820 560 1110 240', INK, 8) +
      line('M90 380C380 600 820 600 1110 370', INK, 16) +
      many(21, (i) => {
        const t = (i + 0.5) / 21;
        /** @type {(a: readonly [number, number], b: readonly [number, number]) => number} */
        const y = (a, b) =>
          (1 - t) ** 3 * a[0] + 3 * (1 - t) ** 2 * t * a[1] + 3 * (1 - t) * t * t * b[0] + t ** 3 * b[1];
        const x = y([90, 380], [820, 1110]);
        return line(`M${x} ${y([250, 560], [560, 240])}V${y([380, 600], [600, 370])}`, INK, 3);
      }) +
      person(560, 540, 0.62, BRICK) +
      person(640, 543, 0.55, GOLD) +
      flags(100, 250, 1100, 240, 24),
  ],
  'blogs/road': [
    1200,
    800,
    107,
    (w, h) =>
      sky(w, h, '#9dbdc4', PAPER) +
      circle(930, 170, 64, GOLD) +
      ridge(w, h, 380, 130, MIST, 0.48) +
      ridge(w, h, 440, 90, SLATE, 0.5) +
      rect(0, 440, w, 360, SPROUT) +
      hill(w, h, 520, 470, 500, '#94ad74') +
      path('M520 800C600 640 760 600 640 540S600 470 660 440L690 440C650 480 720 500 760 540S820 700 820 800Z', SAND) +
      line('M668 800C700 690 760 620 706 550', PAPER, 6, 'stroke-dasharray="30 26"') +
      at(
        270,
        620,
        2.6,
        rect(-60, -70, 120, 70, PAPER) +
          rect(-68, -82, 136, 16, BRICK) +
          rect(-44, -52, 30, 26, TEAL) +
          rect(14, -52, 30, 26, TEAL) +
          rect(-12, -46, 22, 46, INK) +
          rect(-30, -100, 60, 18, GOLD),
      ) +
      tree(480, 600, 1.9) +
      tree(1010, 640, 2.4) +
      tree(1120, 560, 1.5),
  ],
  'blogs/seedling': [
    1200,
    800,
    109,
    (w, h) =>
      sky(w, h, '#e0a866', PAPER) +
      circle(720, 420, 170, PAPER) +
      circle(720, 420, 130, GOLD, 'opacity=".8"') +
      ridge(w, h, 520, 100, MIST, 0.48) +
      ridge(w, h, 580, 70, SLATE, 0.5) +
      terraces(w, h, 590, 3, [LEAF, '#34503c', INK]) +
      path('M220 690C300 620 460 620 540 690Z', '#5b2f25') +
      leafPair(380, 650, 2.6),
  ],
  'blogs/terrace': [
    1200,
    800,
    113,
    (w, h) =>
      sky(w, h, HAZE, PAPER) +
      ridge(w, h, 260, 90, MIST, 0.48) +
      terraces(w, h, 230, 12, ['#94ad74', SPROUT, '#5d7d57', LEAF, MIST]) +
      tree(820, 480, 4.2, '#2f4a38'),
  ],
};

/**
 * @typedef {object} Person
 * @property {string} ground
 * @property {string} shirt
 * @property {string} skin
 * @property {string} hair
 * @property {boolean} [long] hair
 * @property {boolean} [glasses]
 * @property {boolean} [topi]
 * @property {string} [shawl]
 */

/**
 * Head and shoulders; the same few features in other colours and shapes.
 * @param {number} w
 * @param {number} h
 * @param {Person} person
 */
function portrait(w, h, { ground, shirt, skin, hair, long = false, glasses = false, topi = false, shawl }) {
  const shoulders = path(`M90 ${h}C100 450 200 410 300 410S500 450 510 ${h}Z`, shirt);
  const back = long
    ? path('M170 260C160 130 440 130 430 260C450 380 440 450 420 470H180C160 450 150 380 170 260Z', hair)
    : '';
  const head =
    rect(262, 350, 76, 96, skin) +
    path('M196 250C196 150 404 150 404 250C404 350 350 396 300 396S196 350 196 250Z', skin);
  const shade = path(
    'M300 396C350 396 404 350 404 250C404 200 380 174 350 164C372 240 366 340 300 396Z',
    INK,
    'opacity=".1"',
  );
  const top = topi
    ? path('M190 210C196 120 250 96 330 92C380 92 408 140 410 206C340 176 260 178 190 210Z', shawl ?? BRICK) +
      line('M230 140L270 110M270 168L320 100M320 160L360 112', GOLD, 5, 'opacity=".7"')
    : path(
        long
          ? 'M190 250C184 130 420 130 410 250C386 200 350 190 300 178C260 200 214 200 190 250Z'
          : 'M190 244C180 130 260 110 330 116C410 120 420 190 408 248C396 200 372 188 320 186C260 186 214 190 190 244Z',
        hair,
      );
  const face =
    circle(258, 268, 8, INK) +
    circle(342, 268, 8, INK) +
    line('M272 338C290 350 312 350 330 338', INK, 6, 'opacity=".65"') +
    line('M240 240C250 232 264 232 274 238M326 238C336 232 350 232 360 240', hair, 7);
  const specs = glasses
    ? `<g fill="none" stroke="${INK}" stroke-width="6">${circle(258, 270, 32, 'none')}${circle(342, 270, 32, 'none')}<path d="M290 268h20"/></g>`
    : '';
  const wrap = shawl && !topi ? path(`M110 ${h}C130 470 220 430 268 432L330 ${h}Z`, shawl) : '';
  return (
    rect(0, 0, w, h, ground) +
    circle(300, 330, 250, '#ffffff', 'opacity=".16"') +
    back +
    shoulders +
    wrap +
    head +
    shade +
    top +
    face +
    specs
  );
}

const SKIN = /** @type {const} */ (['#c08a68', '#a9745a', '#8a5a44', '#d1a07c']);
/** @type {Person[]} */
const PEOPLE = [
  { ground: MIST, shirt: TEAL, skin: SKIN[0], hair: '#9a9a9a', glasses: true },
  { ground: SAND, shirt: BRICK, skin: SKIN[1], hair: '#1c1512', long: true, shawl: GOLD },
  { ground: HAZE, shirt: INK, skin: SKIN[2], hair: '#1c1512', topi: true },
  { ground: SPROUT, shirt: PAPER, skin: SKIN[3], hair: '#3a2720', long: true },
  { ground: SLATE, shirt: '#c77b62', skin: SKIN[1], hair: '#1c1512' },
  { ground: GOLD, shirt: TEAL, skin: SKIN[2], hair: '#4a4442', long: true, glasses: true },
  { ground: LEAF, shirt: SAND, skin: SKIN[0], hair: '#5a5350', topi: true, glasses: true, shawl: TEAL },
  { ground: BRICK, shirt: HAZE, skin: SKIN[3], hair: '#1c1512', glasses: true },
  { ground: TEAL, shirt: GOLD, skin: SKIN[1], hair: '#2a1a16', long: true, shawl: BRICK },
  { ground: '#c77b62', shirt: LEAF, skin: SKIN[2], hair: '#77706c' },
];
PEOPLE.forEach((person, index) => {
  scenes[`people/person-${index + 1}`] = [600, 600, 200 + index, (w, h) => portrait(w, h, person)];
});

/** What the albums show: the people of the blogs' pictures, on their way. */
/** @type {(y: number, count: number, scale: number, colours: string[]) => string} */
const crowd = (y, count, scale, colours) =>
  many(count, (i) => person(140 + (i * 1320) / (count - 1), y + (i % 2) * 24, scale, pick(colours, i), '#2a1a16'));
const SHAWLS = [BRICK, TEAL, GOLD, SLATE, SPROUT, '#c77b62'];
/** @type {Record<string, Scene>} */
const albums = {
  'album/opening': [
    1600,
    1067,
    301,
    (w, h) =>
      sky(w, h, '#9dbdc4', PAPER) +
      ridge(w, h, 520, 150, MIST, 0.48) +
      rect(0, 700, w, 367, SAND) +
      at(
        800,
        760,
        6,
        rect(-80, -72, 160, 72, PAPER) +
          rect(-88, -84, 176, 16, BRICK) +
          rect(-60, -54, 34, 30, TEAL) +
          rect(26, -54, 34, 30, TEAL) +
          rect(-16, -48, 32, 48, INK) +
          rect(-44, -104, 88, 20, GOLD),
      ) +
      flags(60, 330, 1540, 330, 26) +
      crowd(1020, 8, 1.9, SHAWLS),
  ],
  'album/planting': [
    1600,
    1067,
    303,
    (w, h) =>
      sky(w, h, HAZE, PAPER) +
      ridge(w, h, 420, 130, MIST, 0.48) +
      terraces(w, h, 430, 6, [SPROUT, '#94ad74', LEAF, '#5d7d57']) +
      many(7, (i) => leafPair(200 + i * 210, 860 + (i % 3) * 50, 0.9)) +
      crowd(800, 5, 1.4, SHAWLS),
  ],
  'album/workshop': [
    1600,
    1067,
    305,
    (w, h) =>
      rect(0, 0, w, h, SAND) +
      rect(380, 90, 840, 400, INK) +
      rect(404, 114, 792, 352, TEAL) +
      line('M470 400L620 330L760 350L900 250L1120 180', GOLD, 10) +
      line('M470 420H1130M470 420V160', PAPER, 6) +
      person(1330, 620, 2.6, BRICK) +
      crowd(960, 7, 2.1, SHAWLS) +
      rect(0, 960, w, 107, '#6d3526'),
  ],
  'album/meeting': [
    1600,
    1067,
    307,
    (w, h) =>
      rect(0, 0, w, h, TEAL) +
      rect(0, 0, w, 300, INK) +
      circle(800, 160, 84, PAPER) +
      many(4, (row) =>
        many(9, (i) =>
          person(80 + i * 190 - (row % 2) * 95, 560 + row * 170, 1.5 + row * 0.25, pick(SHAWLS, i + row), '#0c2029'),
        ),
      ),
  ],
  'album/walk': [
    1600,
    1067,
    309,
    (w, h) =>
      sky(w, h, '#e0a866', PAPER) +
      peak(1050, 560, 460, 380) +
      ridge(w, h, 600, 120, MIST, 0.48) +
      ridge(w, h, 700, 100, SLATE, 0.5) +
      hill(w, h, 860, 720, 800, LEAF) +
      many(6, (i) => person(320 + i * 160, 850 - Math.abs(2.5 - i) * 12, 0.9, pick(SHAWLS, i))) +
      hill(w, h, 1000, 930, 980, INK),
  ],
  'album/harvest': [
    1600,
    1067,
    311,
    (w, h) =>
      sky(w, h, '#9dbdc4', PAPER) +
      circle(1260, 230, 90, GOLD) +
      ridge(w, h, 480, 130, MIST, 0.48) +
      rect(0, 560, w, 507, GOLD) +
      many(60, () => {
        const x = random() * w;
        const y = 600 + random() * 440;
        return line(`M${x} ${y}q8 -50 26 -70`, SAND, 5);
      }) +
      crowd(900, 5, 1.8, [TEAL, BRICK, INK, SLATE, '#c77b62']) +
      house(260, 600, 2.2),
  ],
};

/** Tiled roofs over brick walls with carved windows, the nearest last. @param {number} w @param {number} h */
function roofs(w, h) {
  /** @type {(x: number, y: number, width: number, wall: string, roof: string) => string} */
  const block = (x, y, width, wall, roof) => {
    const tiles = many(Math.floor(width / 26), (i) =>
      line(`M${x - 20 + i * 27} ${y}L${x + 6 + i * 25} ${y - 88}`, INK, 3, 'opacity=".25"'),
    );
    return (
      rect(x, y, width, h - y, wall) +
      many(14, (i) => rect(x, y + 24 + i * 34, width, 3, INK, 'opacity=".12"')) +
      path(`M${x - 46} ${y + 8}L${x + 30} ${y - 92}H${x + width - 30}L${x + width + 46} ${y + 8}Z`, roof) +
      tiles
    );
  };
  const pagoda = at(
    1330,
    560,
    1.15,
    path('M-190 0L-90 -110H90L190 0Z', INK) +
      rect(-100, -170, 200, 62, BRICK) +
      path('M-140 -160L-60 -250H60L140 -160Z', '#5b2f25') +
      rect(-62, -300, 124, 54, BRICK) +
      path('M-96 -292L-20 -384H20L96 -292Z', INK) +
      path('M-8 -384L0 -440L8 -384Z', GOLD) +
      rect(-150, 0, 300, 420, '#7d3828'),
  );
  return (
    pagoda +
    block(700, 640, 440, '#8a4433', '#5b2f25') +
    block(1500, 600, 480, '#95492f', INK) +
    carved(1660, 770, 1) +
    carved(1850, 770, 1) +
    block(1080, 720, 360, BRICK, '#5b2f25') +
    carved(1260, 850, 0.9) +
    carved(830, 800, 0.85) +
    carved(1010, 800, 0.85) +
    block(-60, 780, 640, '#6d3526', INK) +
    hill(w, h, 960, 930, 960, INK)
  );
}

const GRAIN = `<filter id="grain" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".8" numOctaves="2" seed="3"/><feColorMatrix values="0 0 0 0 .07  0 0 0 0 .15  0 0 0 0 .18  0 0 0 .5 -.2"/></filter>`;

for (const [name, [w, h, start, draw]] of Object.entries({ ...scenes, ...albums })) {
  seed(start * 7919);
  const grain = `<defs>${GRAIN}</defs><rect width="${w}" height="${h}" filter="url(#grain)" opacity=".5"/>`;
  const svg = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">${draw(w, h)}${grain}</svg>`,
  );
  await mkdir(dirname(`${OUT}/${name}`), { recursive: true });
  await sharp(svg).jpeg({ quality: 78, mozjpeg: true }).toFile(`${OUT}/${name}.jpg`);
}

/* Marks and icons: lines, and one detail in gold. */

/** @param {string} content */
const icon = (content) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64" fill="none" stroke="#2f7f92" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round">${content}</svg>\n`;
/** @param {string} content */
const gold = (content) => `<g stroke="${GOLD}">${content}</g>`;
/** @param {number} radius */
const mark = (radius) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64"><clipPath id="c"><rect width="64" height="64" rx="${radius}"/></clipPath><g clip-path="url(#c)"><path fill="${TEAL}" d="M0 0h64v64H0z"/><circle cx="40" cy="23" r="12" fill="${PAPER}"/><path fill="${MIST}" d="m0 50 17-18 11 10 13-14 23 24v12H0z"/><path fill="${INK}" d="m0 58 22-16 13 9 12-8 17 12v9H0z"/></g></svg>\n`;

const vectors = {
  logo: mark(14),
  favicon: mark(10),
  'virtues/clarity': icon(
    `<path d="M8 32s9-15 24-15 24 15 24 15-9 15-24 15S8 32 8 32Z"/>${gold('<circle cx="32" cy="32" r="7"/>')}`,
  ),
  'virtues/care': icon(
    `<path d="M10 40c8-4 14-2 20 2h10a4 4 0 0 1 0 8H28M40 44l12-8a4 4 0 0 1 4 7L40 54H22l-12-4"/>${gold('<circle cx="34" cy="20" r="9"/><path d="M34 16v8"/>')}`,
  ),
  'virtues/fairness': icon(
    `<path d="M32 10v44M20 54h24M12 20h40M12 20 5 38h14L12 20ZM52 20l-7 18h14L52 20Z"/>${gold('<circle cx="32" cy="12" r="3"/>')}`,
  ),
  'virtues/patience': icon(
    `<path d="M18 8h28M18 56h28M20 8c0 14 9 17 12 24 3-7 12-10 12-24M20 56c0-14 9-17 12-24 3 7 12 10 12 24"/>${gold('<path d="M26 52c2-5 4-7 6-8 2 1 4 3 6 8"/>')}`,
  ),
  'virtues/nearness': icon(
    `<path d="M32 56S14 40 14 26a18 18 0 0 1 36 0c0 14-18 30-18 30Z"/>${gold('<path d="M24 28l8-7 8 7v8H24z"/>')}`,
  ),
  'virtues/stewardship': icon(
    `<path d="M32 56V30M32 42c-12 0-16-8-16-16 10 0 16 6 16 16ZM32 34c0-12 6-18 18-18 0 12-6 18-18 18Z"/>${gold('<path d="M18 56h28"/>')}`,
  ),
};
for (const [name, svg] of Object.entries(vectors)) {
  await mkdir(dirname(`${OUT}/${name}`), { recursive: true });
  await writeFile(`${OUT}/${name}.svg`, svg);
}
