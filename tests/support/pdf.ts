import { deflateSync } from 'node:zlib';

/** A PDF with a page for each content stream. @param trailer further entries of the trailer @param more further objects @param font its name */
export function makePdf(
  streams: { dictionary?: string; bytes: Buffer }[],
  { trailer = '', more = [] as string[], font = 'Helvetica' } = {},
): Buffer {
  const pages = streams.map((_, index) => 3 + 2 * index);
  const objects: Buffer[] = [
    Buffer.from(`<< /Type /Catalog /Pages 2 0 R >>`),
    Buffer.from(
      `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((id) => `${id} 0 R`).join(' ')}] /MediaBox [0 0 600 800]
 /Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /${font} >> >> >> >>`,
    ),
    ...streams.flatMap(({ dictionary = '', bytes }, index) => [
      Buffer.from(`<< /Type /Page /Parent 2 0 R /Contents ${4 + 2 * index} 0 R >>`),
      Buffer.concat([
        Buffer.from(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`),
        bytes,
        Buffer.from('\nendstream'),
      ]),
    ]),
    ...more.map((text) => Buffer.from(text)),
  ];
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const offsets: number[] = [];
  let size = parts[0]?.length ?? 0;
  const add = (part: Buffer) => {
    parts.push(part);
    size += part.length;
  };
  objects.forEach((object, index) => {
    offsets.push(size);
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]));
  });
  const start = size;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  add(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** A PDF with a page for each text; a line each. */
/** A page whose text was typed in a font of that name. */
export const typedPdf = (text: string, font: string): Buffer =>
  makePdf([{ bytes: Buffer.from(textStream(text), 'latin1') }], { font });

export const textPdf = (...pages: string[]): Buffer =>
  makePdf(pages.map((text) => ({ bytes: Buffer.from(textStream(text), 'latin1') })));

const textStream = (text: string): string =>
  `BT /F 12 Tf 14 TL 40 760 Td\n${text
    .split('\n')
    .map((line) => `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`)
    .join('\n')}\nET`;

/** A PDF that asks for a password. */
export const encryptedPdf = (): Buffer =>
  makePdf([{ bytes: Buffer.from(textStream('A text that a password protects')) }], {
    trailer: `/ID [<${'00'.repeat(16)}> <${'00'.repeat(16)}>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'11'.repeat(32)}> /U <${'22'.repeat(32)}> >>`,
  });

/** A PDF of few kilobytes whose page is `megabytes` long when it is inflated: it is deflated twice. */
export function bombPdf(megabytes: number): Buffer {
  const once = deflateSync(Buffer.alloc(megabytes * 1_000_000, 0x20), { level: 9 });
  return makePdf([{ dictionary: '/Filter [/FlateDecode /FlateDecode]', bytes: deflateSync(once, { level: 9 }) }]);
}
