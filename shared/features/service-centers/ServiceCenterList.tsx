import type { Messages } from '@foyer/messages';
import {
  type Answer,
  firstContact,
  groupBy,
  largeAddress,
  mailParts,
  phoneParts,
  type ServiceCenter,
} from '@foyer/model';
import { absoluteUrl, coordinates, organisation, postalAddress } from '../../json-ld.ts';
import { listHead } from '../../list-head.ts';
import { awaitedList, type List, type ListData } from '../../list-page.ts';
import type { Head, HeadContext, ScreenProps } from '../../page.ts';
import { useMessages } from '../../shown-page.ts';
import { useStaticPart } from '../../static-part.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { MailLink, PhoneLink } from '../../ui/contact-links.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { Lines } from '../../ui/Lines.tsx';
import { ListScreen, type ShownPart } from '../../ui/ListScreen.tsx';
import { MapLink } from '../../ui/MapLink.tsx';
import { OpeningHours } from '../../ui/OpeningHours.tsx';
import { CentreMap } from './CentreMap.tsx';
import { NearNote } from './NearNote.tsx';
import css from './ServiceCenterList.module.css';

const centerCard = ({ id, name, lang, branch_code, is_head_office, province, district, ...center }: ServiceCenter) => ({
  id,
  name,
  lang,
  code: branch_code,
  isHeadOffice: is_head_office ?? false,
  province,
  district,
  address: center.address,
  phones: center.phones,
  email: center.email,
  manager: center.manager?.name,
  latitude: center.latitude,
  longitude: center.longitude,
  hours: center.hours,
  distance: center.distance_km,
});
export const selectItems = ({ service_centers }: Answer<'service-center'>) => service_centers.map(centerCard);

type Center = ReturnType<typeof centerCard>;
type ServiceCenterListData = ListData<Center>;

export function head(data: ServiceCenterListData, context: HeadContext): Head {
  const { site, origin, query, messages: m } = context;
  const { items: centers = [], near } = awaitedList(data) ?? {};
  const listed = listHead(data, context);
  const place = near?.is_guess === false ? m.nearPlace({ place: near.name }) : query.near && `“${query.near}”`;
  return {
    ...listed,
    ...(place && { title: `${listed.title}, ${place}` }),
    jsonLd: centers.map((center) => ({
      // Of a bank or of a municipality: the content does not say what the organisation is.
      '@type': 'LocalBusiness',
      // The same thing in all editions.
      '@id': absoluteUrl(`/service-center#center-${center.id}`, origin),
      name: `${site.name}, ${center.name}`,
      branchCode: center.code,
      address: postalAddress({
        streetAddress: center.address,
        addressLocality: center.district,
        addressRegion: center.province,
      }),
      telephone: center.phones[0] && firstContact(phoneParts(center.phones[0])),
      email: center.email && firstContact(mailParts(center.email)),
      geo: coordinates(center.latitude, center.longitude),
      image: site.picture && absoluteUrl(largeAddress(site.picture), origin),
      parentOrganization: organisation(site, origin),
    })),
  };
}

export function Screen({ data, page }: ScreenProps<ServiceCenterListData>) {
  const m = useMessages();
  const aside = ({ items, filters, near }: List<Center>, { path, query: { page: _, ...query } }: ShownPart) => (
    <>
      {near && <NearNote path={path} query={query} near={near} hasDistances={items.some(hasDistance)} />}
      <CentreMap centers={items} values={filters.province} path={path} query={query} />
    </>
  );
  return (
    <ListScreen
      page={page}
      data={data}
      texts={{ count: m.centreCount, range: m.centreRange, none: m.noCentres, noMatch: m.noCentreMatch }}
      box={{ name: 'near', label: m.nearLabel }}
      aside={aside}
    >
      {(centers) => (centers.some(hasDistance) ? <Centers centers={centers} heading="h2" /> : byProvince(centers, m))}
    </ListScreen>
  );
}

const isHeadOffice = (center: Center) => center.isHeadOffice;
const hasDistance = (center: Center) => center.distance !== undefined;

/** First the province with the head office, and in it the head office. */
const byProvince = (centers: Center[], m: Messages) =>
  groupBy(centers, ({ province = m.other }) => province)
    .sort(([, a], [, b]) => Number(b.some(isHeadOffice)) - Number(a.some(isHeadOffice)))
    .map(([province, items]) => (
      <section className={css.province} key={province}>
        <h2>{province}</h2>
        <Centers centers={items.sort((a, b) => Number(isHeadOffice(b)) - Number(isHeadOffice(a)))} heading="h3" />
      </section>
    ));

interface CentersProps {
  centers: Center[];
  heading: 'h2' | 'h3';
}

function Centers({ centers, heading }: CentersProps) {
  const part = useStaticPart();
  return (
    <ul className={css.centers}>
      {centers.map((center) => (
        <li
          key={center.id}
          id={`center-${center.id}`}
          {...part(`centre ${heading}`, center, () => <CenterEntry {...center} heading={heading} />)}
        />
      ))}
    </ul>
  );
}

function CenterEntry({ isHeadOffice, heading: Name, ...center }: Center & Pick<CentersProps, 'heading'>) {
  const { name, lang, code, district, address, phones, email, manager, latitude, longitude, hours, distance } = center;
  const m = useMessages();
  const [phone, ...furtherPhones] = phones;
  return (
    <>
      <div className={css.name}>
        <Name>
          <span lang={lang}>{name}</span> {isHeadOffice && <Badge>{m.headOffice}</Badge>}{' '}
          {distance !== undefined && distance > 0 && <Badge quiet>{m.distance({ km: distance })}</Badge>}
        </Name>
        {phone && <PhoneLink number={phone} />}
      </div>
      <p lang={lang}>{district && !address.includes(district) ? `${address}, ${district}` : address}</p>
      {hours.length > 0 && (
        <div>
          <OpeningHours hours={hours} />
        </div>
      )}
      <details>
        <summary aria-label={m.detailsOf({ name })}>{m.details}</summary>
        <DescriptionList
          entries={[
            [
              m.telephone,
              furtherPhones.length > 0 && <Lines values={phones}>{(number) => <PhoneLink number={number} />}</Lines>,
            ],
            [m.mail, email && <MailLink address={email} />],
            [m.manager, manager && <span lang={lang}>{manager}</span>],
            [m.branchCode, code],
          ]}
        />
        {latitude !== undefined && <MapLink latitude={latitude} longitude={longitude} place={name} />}
      </details>
    </>
  );
}
