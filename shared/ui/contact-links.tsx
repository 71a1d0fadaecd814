import { type ContactPart, mailParts, phoneParts } from '@foyer/model';
import { Fragment, type ReactNode } from 'react';

/** The parts of an address of mail, which may break after @ and before a dot. */
const partsOf = (address: string): string[] => address.replaceAll('.', ' .').replace('@', '@ ').split(' ');

/** The numbers in a text, each a link. */
export function PhoneLink({ number }: { number: string }) {
  return <Parts parts={phoneParts(number)}>{(text) => text}</Parts>;
}

/** The mailboxes in a text, each a link. */
export function MailLink({ address }: { address: string }) {
  return (
    <Parts parts={mailParts(address)}>
      {(text) =>
        partsOf(text).map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
          <Fragment key={index}>
            {index > 0 && <wbr />}
            {part}
          </Fragment>
        ))
      }
    </Parts>
  );
}

function Parts({ parts, children }: { parts: ContactPart[]; children: (text: string) => ReactNode }) {
  return parts.map(({ text, href }, index) =>
    href === undefined ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
      <a key={index} href={href}>
        {children(text)}
      </a>
    ),
  );
}
