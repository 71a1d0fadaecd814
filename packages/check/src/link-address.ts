import { decoded } from '@foyer/gateway';
import { INTO_MEDIA, mailParts, OF_COMPUTER, phoneParts } from '@foyer/model';

/** Whether a text is one number or one mailbox, and nothing else. */
const isOne = ([first, second]: ReturnType<typeof phoneParts>) => first?.href !== undefined && second === undefined;

/** What is wrong with a mailto: or tel: address; undefined if nothing is, and for any other address. */
export function addressIssue(address: string): string | undefined {
  const [, scheme = '', rest = ''] = /^(mailto|tel):(.*)$/is.exec(address.trim()) ?? [];
  const value = decoded(rest);
  if (scheme.toLowerCase() === 'tel' && !isOne(phoneParts(value.trim())))
    return `${address}: expected a telephone number, as tel:+977-1-5550100`;
  if (scheme.toLowerCase() !== 'mailto') return undefined;
  const [recipients = ''] = value.split('?', 1);
  // A link to share something leaves the recipient open.
  if (recipients === '' && value.startsWith('?')) return undefined;
  return recipients.split(',').every((recipient) => isOne(mailParts(recipient.trim())))
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
  if (isOne(mailParts(text))) return `${address}: expected mailto:${text}`;
  if (/^www\./i.test(text)) return `${address}: expected https://${text}`;
  if (OF_COMPUTER.test(text)) return `${address}: expected an address${INTO_MEDIA}`;
  return `${address}: ${mediaRemedy(text) ?? EXPECTED}`;
}

const FILE =
  /\.(?:pdf|docx?|xlsx?|pptx?|od[tsp]|csv|zip|jpe?g|png|gif|webp|avif|svg|tiff?|hei[cf]|bmp|mp[34]|m4[av]|mov|webm|ogg)$/i;

/** Of an address that is the name of a file: how a file of media/ is written. */
export function mediaRemedy(path: string): string | undefined {
  if (!FILE.test(path) || /^[a-z]+:/i.test(path)) return undefined;
  const name = path.replace(/^(?:\.{0,2}\/|media\/)+/, '').replace(/^(?:Users|home)\/.*\//, '');
  return `expected /media/${name} for a file of media/`;
}
