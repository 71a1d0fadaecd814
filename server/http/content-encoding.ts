import Negotiator from 'negotiator';

export type Encoding = 'identity' | 'gzip' | 'br';

const SMALLEST_FIRST: Encoding[] = ['br', 'gzip', 'identity'];
/** By Accept-Encoding header: browsers send few different ones. */
const encodings = new Map<string, Encoding>();
const MAX_CACHED_ENCODINGS = 200;
const MAX_CACHED_HEADER_LENGTH = 200;

/** The smallest encoding that a client accepts. */
export function encodingFor(acceptEncoding: string | undefined): Encoding {
  if (acceptEncoding === undefined) return 'identity';
  const cached = encodings.get(acceptEncoding);
  if (cached) return cached;
  const accepted = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } }).encodings(SMALLEST_FIRST);
  const encoding = SMALLEST_FIRST.find((candidate) => accepted.includes(candidate)) ?? 'identity';
  if (encodings.size < MAX_CACHED_ENCODINGS && acceptEncoding.length < MAX_CACHED_HEADER_LENGTH) {
    encodings.set(acceptEncoding, encoding);
  }
  return encoding;
}
