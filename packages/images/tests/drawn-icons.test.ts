import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { Images } from '../src/images.ts';
import { Originals } from '../src/originals.ts';
import { openScaler, Scaler } from '../src/scaler.ts';
import { fixedKeys } from '../src/seal-keys.ts';

/* Icons that this server draws itself, such as the letter of a site without a logo. */

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8"/></svg>';

afterEach(() => {
  vi.restoreAllMocks();
});

it('are drawn once, and again after a failure', async () => {
  const log = pino({ level: 'silent' });
  const originals = new Originals({ origins: [] });
  const images = new Images({
    originals,
    scaler: await openScaler(log),
    sealKeys: fixedKeys(['key']),
    concurrency: 1,
    log,
  });
  const icon = vi.spyOn(Scaler.prototype, 'draw').mockRejectedValueOnce(new Error('timeout'));
  await expect(images.draw(SVG, 'icon32')).rejects.toThrow('timeout');
  const drawn = await images.draw(SVG, 'icon32');
  expect(drawn.bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(await images.draw(SVG, 'icon32')).toBe(drawn);
  expect(icon).toHaveBeenCalledTimes(2);
  await images.close();
});
