const QUOTED_CHARACTERS = 40;

/** A value as an example, in a line. */
export function quote(value: unknown): string {
  const text = (typeof value === 'string' ? JSON.stringify(value) : (JSON.stringify(value) ?? String(value)))
    .replace(/\\[nrt]/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '');
  const characters = [...text];
  return characters.length > QUOTED_CHARACTERS ? `${characters.slice(0, QUOTED_CHARACTERS - 1).join('')}…` : text;
}
