import { Fragment } from 'react';

/** The parts of an address of mail, which may break after @ and before a dot. */
const partsOf = (address: string): string[] => address.replaceAll('.', ' .').replace('@', '@ ').split(' ');

export function PhoneLink({ number }: { number: string }) {
  return <a href={`tel:${number.replace(/[^+\d]/g, '')}`}>{number}</a>;
}

export function MailLink({ address }: { address: string }) {
  return (
    <a href={`mailto:${address}`}>
      {partsOf(address).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </a>
  );
}
