import { type FileBytes, Parts } from './file-parts.ts';

const [EXTENSION, IMAGE, COMMENT, APPLICATION] = [0x21, 0x2c, 0xfe, 0xff];
/** How often it plays, and its colour profile. */
const KEPT_APPLICATIONS = /^(?:NETSCAPE2\.0|ANIMEXTS1\.0|ICCRGBG1012)/;

/** A GIF without comments and what programs note in it. What follows its end is left out. */
export async function gifParts(bytes: FileBytes): Promise<Parts | undefined> {
  const parts = new Parts();
  const screen = await bytes.read(0, 13);
  let at = 13 + coloursOf(screen[10]);
  parts.keep(0, Math.min(at, bytes.size));
  while (at < bytes.size) {
    const head = await bytes.read(at, 14);
    const [kind, label] = head;
    let data = at + 2;
    if (kind === IMAGE) data = at + 10 + coloursOf(head[9]) + 1;
    else if (kind !== EXTENSION) {
      // The end, or nothing that is known.
      parts.keep(at, at + 1);
      break;
    }
    const end = Math.min(await endOfBlocks(bytes, data), bytes.size);
    const isNote =
      kind === EXTENSION &&
      (label === COMMENT || (label === APPLICATION && !KEPT_APPLICATIONS.test(head.toString('latin1', 3, 14))));
    if (!isNote) parts.keep(at, end);
    at = end;
  }
  return parts;
}

/** The bytes of a table of colours. */
const coloursOf = (flags = 0): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

async function endOfBlocks(bytes: FileBytes, first: number): Promise<number> {
  for (let at = first; ; ) {
    const [length = 0] = await bytes.read(at, 1);
    at += length + 1;
    if (length === 0) return at;
  }
}
