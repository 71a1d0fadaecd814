import Negotiator from 'negotiator';

export type Encoding = 'identity' | 'gzip' | 'br';

const SMALLEST_FIRST: Encoding[] = ['br', 'gzip', 'identity'];
const MAX_CACHED_ENCODINGS = 200;
const MAX_CACHED_HEADER_LENGTH = 200;

/** The smallest encoding that a client accepts. */
export const encodingFor = remembered<Encoding>((acceptEncoding) => {
  const accepted = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } }).encodings(SMALLEST_FIRST);
  return SMALLEST_FIRST.find((candidate) => accepted.includes(candidate)) ?? 'identity';
});

/** The encoding that the `compression` middleware chooses; undefined for a header with weights, or one that leads to deflate. */
export const encodingWhileSent = remembered<Encoding | undefined>((acceptEncoding) => {
  if (acceptEncoding.includes(';')) return undefined;
  const encoding = encodingFor(acceptEncoding);
  return encoding === 'identity' && /deflate/i.test(acceptEncoding) ? undefined : encoding;
});

/** Remembers what is chosen for an Accept-Encoding header: browsers send few different ones. */
function remembered<Choice>(choose: (acceptEncoding: string) => Choice): (acceptEncoding?: string) => Choice {
  // In objects: no choice is one, too.
  const choices = new Map<string, { choice: Choice }>();
  return (acceptEncoding = '') => {
    const known = choices.get(acceptEncoding);
    if (known) return known.choice;
    const choice = choose(acceptEncoding);
    if (choices.size < MAX_CACHED_ENCODINGS && acceptEncoding.length < MAX_CACHED_HEADER_LENGTH) {
      choices.set(acceptEncoding, { choice });
    }
    return choice;
  };
}
