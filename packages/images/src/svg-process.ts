import { execFile } from 'node:child_process';
import module from 'node:module';
import { LRUCache } from 'lru-cache';

/** To draw an SVG document. Within the bounds of drawable-svg.ts gradients take up to three seconds, very long texts more. */
const DRAW_TIMEOUT_MS = 6_000;
/** In pixels: that of the largest icon. */
const DRAWN_SIZE = 512;
const MAX_PNG_BYTES = 4_000_000;
/** Documents that are remembered: the sizes of an icon are made of one drawing. */
const MAX_DRAWINGS = 4;
/** A document that took too long is not drawn again within this time. */
const REMEMBERED_MS = 600_000;
/** What a process of its own runs: a thread cannot be ended while librsvg draws. */
const SCRIPT = `
const sharp = require(process.argv[1]);
const size = Number(process.argv[2]);
const chunks = [];
process.stdin.on('data', (chunk) => chunks.push(chunk));
process.stdin.on('end', async () => {
  sharp.concurrency(1);
  const background = { r: 255, g: 255, b: 255, alpha: 0 };
  const drawing = sharp(Buffer.concat(chunks)).resize({ width: size, height: size, fit: 'contain', background });
  process.stdout.write(await drawing.png().toBuffer());
});`;

const drawings = new LRUCache<string, Promise<Buffer>>({ max: MAX_DRAWINGS, ttl: REMEMBERED_MS });

class TooLongError extends Error {}

/** Draws an SVG document as a square PNG, in a process that is killed if it takes too long. Rejects with an Error. @param svg of drawable-svg.ts */
export function drawSvg(svg: string, timeoutMs = DRAW_TIMEOUT_MS): Promise<Buffer> {
  const last = drawings.get(svg);
  if (last) return last;
  const drawing = draw(svg, timeoutMs);
  drawings.set(svg, drawing);
  drawing.catch((error: unknown) => {
    // No process could be started, for example: that says nothing of the document.
    if (!(error instanceof TooLongError)) drawings.delete(svg);
  });
  return drawing;
}

function draw(svg: string, timeout: number): Promise<Buffer> {
  const sharp = module.createRequire(import.meta.url).resolve('sharp');
  const options = { timeout, killSignal: 'SIGKILL', maxBuffer: MAX_PNG_BYTES, encoding: 'buffer' } as const;
  return new Promise((resolve, reject) => {
    const child = execFile(
      process.execPath,
      ['-e', SCRIPT, sharp, String(DRAWN_SIZE)],
      options,
      (error, png, stderr) => {
        if (!error) return resolve(png);
        if (error.killed)
          return reject(new TooLongError('an SVG document that takes too long to draw', { cause: error }));
        reject(new Error(/Error: (.*)/.exec(stderr.toString())?.[1] ?? error.message, { cause: error }));
      },
    );
    // It may have ended: the callback says why.
    child.stdin?.on('error', () => {});
    child.stdin?.end(svg);
  });
}
