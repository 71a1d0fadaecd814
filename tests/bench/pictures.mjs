import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { itemAt, median, ratio } from './figures.mjs';
import { generator, load } from './load.mjs';
import { API_PORT, peers } from './peers/peers.mjs';
import { start, startFoyer, startQuiet } from './process.mjs';

/*
 * Photographs of a camera's size in the size of a page, by Foyer and by Next.js's optimiser: each picture for the first
 * time, then one of them over and over. The same files, each server on one core and the load on another, in turn.
 */

const COUNT = 12;
const WIDTH = 4000;
const HEIGHT = 3000;
const AT_A_TIME = 4;
const ROUNDS = 2;
const SECONDS = 2;
const SIZE = 640;
const IN_NEXT = 'pictures';

/**
 * @typedef {keyof typeof FORMATS} Format
 * @typedef {object} Contender
 * @property {string} name
 * @property {() => Promise<import('./process.mjs').Server>} open
 * @property {(name: string, format: Format) => string} address
 * @property {Format} format
 * @property {Awaited<ReturnType<typeof visit>>[]} results of each round
 */

/** Next.js makes AVIF of five eighths of the quality that it is asked for: these come out as Foyer's own 74 and 50. */
const FORMATS = {
  webp: { title: 'WebP', accept: 'image/webp', quality: 74 },
  avif: { title: 'AVIF', accept: 'image/avif,image/webp', quality: 80 },
};

export const title = 'Pictures a second';

export async function run({ count = COUNT, rounds = ROUNDS, seconds = SECONDS } = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'foyer-bench-'));
  const inNext = join(peers.next.cwd, 'public', IN_NEXT);
  try {
    // The last is for warming up.
    const names = Array.from({ length: count + 1 }, (_, index) => `photo-${index}.jpg`);
    const content = join(dir, 'content');
    await cp('content', content, { recursive: true });
    const bytes = await takePictures(names.map((name) => join(content, 'media', name)));
    const api = await startFoyer({}, { port: API_PORT });
    await peers.next.build(`${api.url}/frontapi/en/`);
    await api.stop();
    await mkdir(inNext, { recursive: true });
    for (const name of names) await cp(join(content, 'media', name), join(inNext, name));

    /** @type {Pick<Contender, 'name' | 'open' | 'address'>[]} */
    const servers = [
      {
        name: 'Foyer',
        open: async () => {
          const data = await mkdtemp(join(dir, 'data-'));
          return startQuiet({ CONTENT_DIR: content, DATA_DIR: data }, { path: '/healthz' });
        },
        address: (name, format) => `/media/@${SIZE}/-/${name}.${format}`,
      },
      {
        name: peers.next.title,
        open: async () => {
          await rm(join(peers.next.cwd, '.next/cache/images'), { recursive: true, force: true });
          return start({ args: peers.next.args, cwd: peers.next.cwd, path: peers.next.pages.static });
        },
        address: (name, format) =>
          `/_next/image?url=${encodeURIComponent(`/${IN_NEXT}/${name}`)}&w=${SIZE}&q=${FORMATS[format].quality}`,
      },
    ];
    /** @type {Format[]} */
    const formats = ['webp', 'avif'];
    /** @type {Contender[]} */
    const contenders = formats.flatMap((format) => servers.map((server) => ({ ...server, format, results: [] })));
    for (let turn = 0; turn < rounds; turn += 1) {
      for (const contender of contenders) contender.results.push(await visit(contender, names, seconds));
    }
    const rows = contenders.map((contender) => rowOf(contender, contenders));
    return {
      highlights: rows
        .filter(({ server }) => server === 'Foyer')
        .map((row) => ({
          what: `new pictures a second as ${row.format}: times the rate of Next.js`,
          Foyer: row['of Next.js'],
          others: `once they are cached ${row['of Next.js, cached']}`,
        })),
      text: `${count} photographs of ${WIDTH} x ${HEIGHT}, ${(bytes / names.length / 1e6).toFixed(1)} MB each, ${SIZE} wide; medians of ${rounds} rounds. New: each picture once, on a server that has just started and rests, ${AT_A_TIME} at a time. Cached: one picture over and over, load by ${generator}, 32 connections, ${seconds} s. WebP of quality 74 by both; AVIF of quality 50 by both, by Foyer with effort 2 and 4:2:0, by Next.js with effort 3 and 4:4:4. The first size of a picture takes Foyer 19 ms more, for the colour that holds its place. Memory: before the pictures, and the most while they are scaled.`,
      rows,
    };
  } finally {
    await rm(dir, { recursive: true, force: true });
    await rm(inNext, { recursive: true, force: true });
  }
}

/** @param {Contender} contender @param {string[]} names @param {number} seconds */
async function visit({ open, address, format }, names, seconds) {
  const server = await open();
  const { accept } = FORMATS[format];
  /** @param {string} name */
  const ask = (name) => picture(server.url + address(name, format), accept, format);
  await ask(itemAt(names, -1));
  const before = { cpu: server.cpu(), memory: server.memory() };
  const began = performance.now();
  const waiting = names.slice(0, -1);
  const count = waiting.length;
  /** @type {Awaited<ReturnType<typeof picture>>[]} */
  const made = [];
  const visitor = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift()) made.push(await ask(name));
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, visitor));
  const fresh = {
    rate: (count * 1000) / (performance.now() - began),
    cpu: (server.cpu() - before.cpu) / count,
    p50: median(made.map(({ time }) => time)),
    bytes: made.reduce((sum, { size }) => sum + size, 0) / count,
    memory: before.memory,
    peak: server.peak(),
  };
  const since = server.cpu();
  const cached = await load(server.url + address(itemAt(names, 0), format), { accept, seconds });
  if (cached.failures > 0) throw new Error(`${cached.failures} failures`);
  const cachedCpu = (server.cpu() - since) / cached.requests;
  await server.stop();
  return { ...fresh, cachedRate: cached.rate, cachedCpu, cachedP99: cached.p99 };
}

/** @param {string} url @param {string} accept @param {Format} format */
async function picture(url, accept, format) {
  const began = performance.now();
  const response = await fetch(url, { headers: { accept } });
  const { byteLength } = await response.arrayBuffer();
  // A server that cannot scale a picture may answer with another one.
  const type = response.headers.get('content-type');
  if (type !== `image/${format}`) throw new Error(`${url}: ${response.status} ${type}`);
  return { time: performance.now() - began, size: byteLength };
}

/** @param {Contender} contender @param {Contender[]} contenders */
function rowOf({ name, format, results }, contenders) {
  /** @type {(figure: keyof Contender['results'][number], from?: Contender['results']) => number} */
  const of = (figure, from = results) => median(from.map((result) => result[figure]));
  const others = contenders.findLast((other) => other.format === format)?.results;
  return {
    format: FORMATS[format].title,
    server: name,
    'new/s': of('rate').toFixed(1),
    'of Next.js': ratio(of('rate'), of('rate', others)),
    'CPU s': (of('cpu') / 1e6).toFixed(3),
    'p50 ms': Math.round(of('p50')),
    'memory MB': `${of('memory')} → ${of('peak')}`,
    'kB each': (of('bytes') / 1000).toFixed(1),
    'cached/s': Math.round(of('cachedRate')),
    'of Next.js, cached': ratio(of('cachedRate'), of('cachedRate', others)),
    'CPU µs, cached': Math.round(of('cachedCpu')),
  };
}

/**
 * Makes pictures that weigh what photographs do, the same each time: a sky, hills and houses, with detail in all sizes,
 * from clouds to a sensor's noise.
 * @param {string[]} paths
 * @returns the bytes of all
 */
async function takePictures(paths) {
  const random = seeded(1);
  const grain = await grainOf(random);
  let bytes = 0;
  for (const path of paths) {
    const pixels = await sharp(Buffer.from(scene(random)))
      .removeAlpha()
      .raw()
      .toBuffer();
    const shift = Math.floor(random() * grain.length);
    for (let index = 0; index < pixels.length; index += 1) {
      // Skies are smoother than what is below them.
      const strength = 0.4 + (1.4 * index) / pixels.length;
      const detail = grain[(Math.floor(index / 3) + shift + (index % 3) * 2) % grain.length] ?? 0;
      pixels[index] = Math.max(0, Math.min(255, (pixels[index] ?? 0) + strength * detail));
    }
    const jpeg = await sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
      .jpeg({ quality: 88 })
      .toBuffer();
    await writeFile(path, jpeg);
    bytes += jpeg.length;
  }
  return bytes;
}

/** The finer, the fainter, as in nature. @param {() => number} random */
async function grainOf(random) {
  const grain = new Float32Array(WIDTH * HEIGHT);
  for (const scale of [1, 2, 4, 8, 16, 32, 64]) {
    const [width, height] = [Math.ceil(WIDTH / scale), Math.ceil(HEIGHT / scale)];
    const layer = await sharp(
      Uint8Array.from({ length: width * height }, () => random() * 256),
      { raw: { width, height, channels: 1 } },
    )
      .resize(WIDTH, HEIGHT, { fit: 'fill', kernel: 'cubic' })
      .extractChannel(0)
      .raw()
      .toBuffer();
    const weight = 0.07 * scale ** 0.3;
    for (const [index, value] of layer.entries()) grain[index] = (grain[index] ?? 0) + (value - 128) * weight;
  }
  return grain;
}

/** @param {() => number} random */
function scene(random) {
  /** @param {number} from @param {number} to */
  const within = (from, to) => Math.round(from + random() * (to - from));
  /** @param {number} lightness */
  const colour = (lightness) => `hsl(${within(0, 360)},${within(20, 60)}%,${lightness}%)`;
  const hills = [0.4, 0.55, 0.7].map((at) => {
    const points = Array.from({ length: 21 }, (_, x) => `${x * 200},${within(at * HEIGHT - 250, at * HEIGHT + 250)}`);
    return `<polygon points="0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}" fill="${colour(within(25, 60))}"/>`;
  });
  const houses = Array.from({ length: 60 }, () => {
    const [x, y, width] = [within(0, WIDTH), within(HEIGHT * 0.5, HEIGHT), within(40, 300)];
    return `<rect x="${x}" y="${y}" width="${width}" height="${within(40, 300)}" fill="${colour(within(20, 80))}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><linearGradient id="sky" x2="0" y2="1"><stop stop-color="${colour(45)}"/><stop offset="1" stop-color="${colour(85)}"/></linearGradient><rect width="100%" height="100%" fill="url(#sky)"/><circle cx="${within(400, 3600)}" cy="${within(300, 1200)}" r="${within(100, 300)}" fill="${colour(80)}"/>${hills.join('')}${houses.join('')}</svg>`;
}

/** @param {number} seed */
function seeded(seed) {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}
