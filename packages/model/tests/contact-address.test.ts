import { expect, it } from 'vitest';
import { contactIssue, firstContact, mailParts, phoneParts } from '../src/contact-address.ts';

/* What is written for a telephone or a mailbox, as links and text. */

/** As Markdown. */
const shown = (parts: ReturnType<typeof phoneParts>) =>
  parts.map(({ text, href }) => (href === undefined ? text : `[${text}](${href})`)).join('');

it.each([
  ['+977-1-5550100', '[+977-1-5550100](tel:+97715550100)'],
  ['०१-४१२३४५६', '[०१-४१२३४५६](tel:014123456)'],
  ['01-4123456 (Ext. 12)', '[01-4123456 (Ext. 12)](tel:014123456;ext=12)'],
  ['01-4123456 ext 12/13', '[01-4123456 ext 12](tel:014123456;ext=12)/[13](tel:014123456;ext=13)'],
  ['01-4123456 #5', '[01-4123456 #5](tel:014123456;ext=5)'],
  ['01-4123456 Extension No. 5', '[01-4123456 Extension No. 5](tel:014123456;ext=5)'],
  ['9851012345 9801012345-46', '[9851012345](tel:9851012345) [9801012345](tel:9801012345)-46'],
  ['01-4123456-57', '[01-4123456](tel:014123456)-[57](tel:014123457)'],
  ['४१२३४५६–५७', '[४१२३४५६](tel:4123456)–[५७](tel:4123457)'],
  ['+44 (0)20 7946 0958', '[+44 (0)20 7946 0958](tel:+442079460958)'],
  ['+977-01-4123456', '[+977-01-4123456](tel:+97714123456)'],
  ['०१-४१२३४५६ एक्स. १२', '[०१-४१२३४५६ एक्स. १२](tel:014123456;ext=12)'],
  ['01-4123456 ext 12, 98510-12345', '[01-4123456 ext 12](tel:014123456;ext=12), [98510-12345](tel:9851012345)'],
  ['+977-1-4123456;ext=7', '[+977-1-4123456;ext=7](tel:+97714123456;ext=7)'],
  ['01-4123456, 01-4123457', '[01-4123456](tel:014123456), [01-4123457](tel:014123457)'],
  ['01-4123456 01-4123457', '[01-4123456](tel:014123456) [01-4123457](tel:014123457)'],
  ['01-4123456 / 57 / 58', '[01-4123456](tel:014123456) / [57](tel:014123457) / [58](tel:014123458)'],
  ['+977 (0)1 4123456', '[+977 (0)1 4123456](tel:+97714123456)'],
  ['00977-1-4123456', '[00977-1-4123456](tel:+97714123456)'],
  ['(01) 4123456', '[(01) 4123456](tel:014123456)'],
  ['+977-1-4123456 +977-9851012345', '[+977-1-4123456](tel:+97714123456) [+977-9851012345](tel:+9779851012345)'],
  ['Toll free: 1660-01-12345 (24 hours)', 'Toll free: [1660-01-12345](tel:16600112345) (24 hours)'],
  ['01–4123456', '[01–4123456](tel:014123456)'],
  ['100', '[100](tel:100)'],
])('the telephone %s', (written, expected) => {
  expect(shown(phoneParts(written))).toBe(expected);
  expect(contactIssue(written, 'phone')).toBeUndefined();
});

it.each(['Ask at the counter', '+977', '12', '12345678901234567890'])('no telephone: %s', (written) => {
  expect(shown(phoneParts(written))).toBe(written);
  expect(contactIssue(written, 'phone')).toBe(`${written}: no telephone number: expected one such as +977-1-5550100`);
});

it.each([
  ['info@x.np', '[info@x.np](mailto:info@x.np)'],
  ['info@x.np, support@x.np', '[info@x.np](mailto:info@x.np), [support@x.np](mailto:support@x.np)'],
  ['info@x.np/support@x.np', '[info@x.np](mailto:info@x.np)/[support@x.np](mailto:support@x.np)'],
  ['Office <info@x.com.np>', 'Office <[info@x.com.np](mailto:info@x.com.np)>'],
  ['Write to info@x.np.', 'Write to [info@x.np](mailto:info@x.np).'],
  ['100%@x.np', '[100%@x.np](mailto:100%25@x.np)'],
  ['सूचना@नेपाल.भारत', '[सूचना@नेपाल.भारत](mailto:सूचना@नेपाल.भारत)'],
])('the mailbox %s', (written, expected) => {
  expect(shown(mailParts(written))).toBe(expected);
  expect(contactIssue(written, 'mail')).toBeUndefined();
});

it.each(['info[at]x.np', 'a@b', 'a@b@c.np'])('no mailbox: %s', (written) => {
  expect(shown(mailParts(written))).toBe(written);
  expect(contactIssue(written, 'mail')).toBe(`${written}: no e-mail address: expected one such as office@example.org`);
});

it('names the part that leads nowhere', () => {
  expect(contactIssue('info@x.np, support@x', 'mail')).toMatch(/^support@x: /);
  expect(contactIssue('01-4123456, +9771', 'phone')).toMatch(/^\+9771: /);
});

it('gives programs the first one alone', () => {
  expect(firstContact(phoneParts('Office: 01-4123456, 01-4123457'))).toBe('01-4123456');
  expect(firstContact(mailParts('none'))).toBeUndefined();
});
