import { type Contact, firstContact, isScreenOff, mailParts, phoneParts } from '@foyer/model';
import { coordinates, organisation } from '../../json-ld.ts';
import type { Head, HeadContext, ScreenProps } from '../../page.ts';
import { useHref, useIsRenamed, useMessages, useRoot, useTextLang } from '../../shown-page.ts';
import { MailLink, PhoneLink } from '../../ui/contact-links.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { FormLinks } from '../../ui/FormLinks.tsx';
import { ItemText } from '../../ui/ItemText.tsx';
import { Lines } from '../../ui/Lines.tsx';
import { MapLink } from '../../ui/MapLink.tsx';
import { OpeningHours } from '../../ui/OpeningHours.tsx';
import { useScreenSummary } from '../../ui/ScreenHeading.tsx';
import css from './Contact.module.css';

interface ContactData {
  contact: Contact;
}

export function head({ contact }: ContactData, { site, origin, page: { path }, messages: m }: HeadContext): Head {
  const { address, phones, emails, latitude, longitude, officers } = contact;
  return {
    title: m.contactUs,
    description: m.contactDescription({
      facts: [site.name, address, phones[0], emails[0]].filter(Boolean).join(', '),
    }),
    canonical: path,
    jsonLd: [
      {
        '@type': 'ContactPage',
        name: m.contactUs,
        mainEntity: {
          ...organisation(site, origin),
          address,
          telephone: phones[0] && firstContact(phoneParts(phones[0])),
          email: emails[0] && firstContact(mailParts(emails[0])),
          location: { '@type': 'Place', address, geo: coordinates(latitude, longitude) },
          contactPoint: officers.map(({ role, phone, email }) => ({
            '@type': 'ContactPoint',
            contactType: role,
            telephone: phone && firstContact(phoneParts(phone)),
            email: email && firstContact(mailParts(email)),
          })),
        },
      },
    ],
  };
}

export function Screen({ data: { contact }, page }: ScreenProps<ContactData>) {
  const m = useMessages();
  const summary = useScreenSummary(page);
  const href = useHref();
  const { site } = useRoot();
  const langOf = useTextLang();
  const isNamed = useIsRenamed('/service-center');
  const link = (text: string) => (
    <a key="link" href={href('/service-center')}>
      {text}
    </a>
  );
  const { address, phones, emails, hours, social, officers } = contact;
  return (
    <ItemText
      name={m.contactUs}
      summary={summary}
      before={
        <DescriptionList
          entries={[
            [m.address, address],
            [m.map, hasMap(contact) && <MapLink {...contact} place={address ?? m.ourOffice} />],
            [
              m.telephone,
              phones.length > 0 && <Lines values={phones}>{(number) => <PhoneLink number={number} />}</Lines>,
            ],
            [m.mail, emails.length > 0 && <Lines values={emails}>{(address) => <MailLink address={address} />}</Lines>],
            [m.open, hours.length > 0 && <OpeningHours hours={hours} />],
          ]}
        />
      }
    >
      {officers.length > 0 && (
        <section>
          <h2>{m.officers}</h2>
          <ul className={css.officers}>
            {officers.map(({ role, name, phone, email }) => (
              <li key={role}>
                <h3 lang={langOf(role)}>{role}</h3>
                <div lang={langOf(name)}>{name}</div>
                {phone && <PhoneLink number={phone} />}
                {email && <MailLink address={email} />}
              </li>
            ))}
          </ul>
        </section>
      )}
      <FormLinks place="contact" />
      {social.length > 0 && (
        <section>
          <h2>{m.socialMedia}</h2>
          <ul className={css.social}>
            {social.map(({ name, href }) => (
              <li key={href}>
                <a href={href} rel="external noopener" lang={langOf(name)}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {!isScreenOff('/service-center', site) && (
        <section>
          <h2>{m.nearYou}</h2>
          <p>{isNamed ? link(m.serviceCentres) : m.ownTelephones({ link })}</p>
        </section>
      )}
    </ItemText>
  );
}

const hasMap = ({ latitude, longitude, map_url }: Contact) =>
  map_url !== undefined || (latitude !== undefined && longitude !== undefined);
