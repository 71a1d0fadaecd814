import { coordinates, organisation } from '../../json-ld.ts';
import type { Head, HeadContext, ScreenProps } from '../../page.ts';
import { Facts } from '../../ui/Facts.tsx';
import { ItemText } from '../../ui/ItemText.tsx';
import { Hours, Lines, Mail, MapLink, Phone } from '../../ui/Reach.tsx';
import css from './Contact.module.css';
import type { ContactData } from './pages.ts';

export function head({ contact }: ContactData, { site, origin, page: { label, path } }: HeadContext): Head {
  const { address, phones, emails, latitude, longitude, officers } = contact;
  return {
    title: label,
    description: [`${label}: ${site.name}`, address, phones[0], emails[0]].filter(Boolean).join(', '),
    canonical: path,
    jsonLd: [
      {
        '@type': 'ContactPage',
        name: label,
        mainEntity: {
          ...organisation(site, origin),
          address,
          telephone: phones[0],
          email: emails[0],
          location: { '@type': 'Place', address, geo: coordinates(latitude, longitude) },
          contactPoint: officers.map(({ role, phone, email }) => ({
            '@type': 'ContactPoint',
            contactType: role,
            telephone: phone,
            email,
          })),
        },
      },
    ],
  };
}

export function Screen({ data: { contact }, page }: ScreenProps<ContactData>) {
  const { address, phones, emails, hours, social, officers } = contact;
  return (
    <ItemText
      name={page.label ?? ''}
      before={
        <Facts
          facts={[
            ['Address', address],
            ['Map', hasMap(contact) && <MapLink {...contact} of={address ?? 'our office'} />],
            ['Telephone', phones.length > 0 && <Lines of={phones}>{(number) => <Phone number={number} />}</Lines>],
            ['Mail', emails.length > 0 && <Lines of={emails}>{(address) => <Mail address={address} />}</Lines>],
            ['Open', hours.length > 0 && <Hours hours={hours} />],
          ]}
        />
      }
    >
      {officers.length > 0 && (
        <section>
          <h2>Officers</h2>
          <ul className={css.officers}>
            {officers.map(({ role, name, phone, email }) => (
              <li key={role}>
                <h3>{role}</h3>
                <div>{name}</div>
                {phone && <Phone number={phone} />}
                {email && <Mail address={email} />}
              </li>
            ))}
          </ul>
        </section>
      )}
      {social.length > 0 && (
        <section>
          <h2>Elsewhere</h2>
          <ul className={css.social}>
            {social.map(({ name, href }) => (
              <li key={href}>
                <a href={href} rel="external noopener">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h2>Near you</h2>
        <p>
          Every one of our <a href="/service-center">service centres</a> has its own telephone and opening hours.
        </p>
      </section>
    </ItemText>
  );
}

const hasMap = ({ latitude, longitude, map_url }: ContactData['contact']) =>
  map_url !== undefined || (latitude !== undefined && longitude !== undefined);
