import Negotiator from 'negotiator';

export type Encoding = 'identity' | 'gzip' | 'br';

const SMALLEST_FIRST: Encoding[] = ['br', 'gzip', 'identity'];
const MAX_CACHED_ENCODINGS = 200;
const MAX_CACHED_HEADER_LENGTH = 200;

/** By header: browsers send few different ones. */
const known = new Map<string, Encoding>();

/** The smallest encoding that a client accepts. */
export function encodingFor(acceptEncoding = ''): Encoding {
  const before = known.get(acceptEncoding);
  if (before) return before;
  const accepted = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } }).encodings(SMALLEST_FIRST);
  const encoding = SMALLEST_FIRST.find((candidate) => accepted.includes(candidate)) ?? 'identity';
  if (known.size < MAX_CACHED_ENCODINGS && acceptEncoding.length < MAX_CACHED_HEADER_LENGTH)
    known.set(acceptEncoding, encoding);
  return encoding;
}
