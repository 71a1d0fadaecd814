const EMAIL = /^[^\s@,;:<>"()]+@[^\s@,;:<>"()]+\.[^\s@,;:<>"().\d]{2,}$/u;
/** Digits with the signs between them, and an extension. */
const PHONE = /^\+?[\d\s().-]{3,}(?:;ext=\d+)?$/;

/** What is wrong with a mailto: or tel: address; undefined if nothing is, and for any other address. */
export function addressIssue(address: string): string | undefined {
  const [, scheme = '', rest = ''] = /^(mailto|tel):(.*)$/is.exec(address.trim()) ?? [];
  const value = decoded(rest);
  if (scheme.toLowerCase() === 'tel' && !PHONE.test(value))
    return `${address}: expected a telephone number, as tel:+977-1-5550100`;
  if (scheme.toLowerCase() !== 'mailto') return undefined;
  const [recipients = ''] = value.split('?', 1);
  // A link to share something leaves the recipient open.
  if (recipients === '' && value.startsWith('?')) return undefined;
  return recipients.split(',').every((recipient) => EMAIL.test(recipient.trim()))
    ? undefined
    : `${address}: expected an e-mail address, as mailto:office@example.org`;
}

/** What a link of a content folder begins with: a place on the site or on the page, or one of these schemes. */
const BEGINNING = /^(?:[/#?]|https?:|mailto:|tel:|data:image\/)/i;
const EXPECTED = 'expected /… for a page of this site, https://…, mailto:… or tel:…';

/** Why a link does not lead where its author means: `info@example.org` would be a page of the site. */
export function beginningIssue(address: string): string | undefined {
  const text = address.trim();
  if (text === '' || BEGINNING.test(text)) return undefined;
  if (EMAIL.test(text)) return `${address}: expected mailto:${text}`;
  if (/^www\./i.test(text)) return `${address}: expected https://${text}`;
  return `${address}: ${EXPECTED}`;
}

/** Percent-encoding decoded, if it can be. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
