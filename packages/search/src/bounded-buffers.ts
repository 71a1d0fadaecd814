/*
 * Buffers are outside of the heap, so `resourceLimits` of a thread does not bound them. A few kilobytes of a PDF may be inflated
 * to gigabytes.
 */

/** One buffer: a page of text is inflated to less than 1 MB, a large font to 15 MB. What is longer would also fill the heap. */
const MAX_BUFFER_BYTES = 20_000_000;
/** All buffers for one document, released ones included: 36 pages of a manual take 3 MB. */
const MAX_TOTAL_BYTES = 128_000_000;

const BUFFERS = [
  'ArrayBuffer',
  'Uint8Array',
  'Uint8ClampedArray',
  'Int8Array',
  'Uint16Array',
  'Int16Array',
  'Uint32Array',
  'Int32Array',
  'Float32Array',
  'Float64Array',
] as const;

/**
 * From now on, buffers that the code of this thread creates by length or from an array count, and to create one beyond the bounds
 * throws a RangeError. Views and copies of buffers, and what Node.js creates itself, do not count.
 */
export function boundBuffers(): { reset(): void } {
  let total = 0;
  for (const name of BUFFERS) {
    const unit = name === 'ArrayBuffer' ? 1 : globalThis[name].BYTES_PER_ELEMENT;
    const construct = (target: typeof Uint8Array, args: unknown[], newTarget: new () => object): object => {
      const [source] = args;
      const bytes = unit * (typeof source === 'number' ? source : Array.isArray(source) ? source.length : 0);
      total += bytes;
      if (bytes > MAX_BUFFER_BYTES) throw new RangeError(`a buffer of ${bytes} bytes`);
      if (total > MAX_TOTAL_BYTES) throw new RangeError(`more than ${MAX_TOTAL_BYTES} bytes of buffers`);
      return Reflect.construct(target, args, newTarget);
    };
    const value = new Proxy(globalThis[name], { construct });
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  }
  return {
    reset() {
      total = 0;
    },
  };
}
