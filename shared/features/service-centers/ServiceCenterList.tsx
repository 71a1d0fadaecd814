import type { Answer } from '../../content-api.ts';
import { groupBy } from '../../group-by.ts';
import { largeAddress } from '../../image-renditions.ts';
import { absoluteUrl, coordinates, organisation } from '../../json-ld.ts';
import type { ServiceCenter } from '../../kinds/service-center.ts';
import { awaitedList, type ListData, listHead } from '../../list-page.ts';
import type { Head, HeadContext, ScreenProps } from '../../page.ts';
import { Badge } from '../../ui/Badge.tsx';
import { MailLink, PhoneLink } from '../../ui/contact-links.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { Group } from '../../ui/Group.tsx';
import { Lines } from '../../ui/Lines.tsx';
import { ListScreen } from '../../ui/ListScreen.tsx';
import { MapLink } from '../../ui/MapLink.tsx';
import { OpeningHours } from '../../ui/OpeningHours.tsx';
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
});
export const selectItems = ({ service_centers }: Answer<'service-center'>) => service_centers.map(centerCard);

type Center = ReturnType<typeof centerCard>;
type ServiceCenterListData = ListData<Center>;

export function head(data: ServiceCenterListData, context: HeadContext): Head {
  const { site, origin } = context;
  const centers = awaitedList(data)?.items ?? [];
  return {
    ...listHead(data, context),
    jsonLd: centers.map((center) => ({
      '@type': 'FinancialService',
      '@id': absoluteUrl(`/service-center#center-${center.id}`, origin),
      name: `${site.name}, ${center.name}`,
      branchCode: center.code,
      address: {
        '@type': 'PostalAddress',
        streetAddress: center.address,
        addressLocality: center.district,
        addressRegion: center.province,
      },
      telephone: center.phones[0],
      email: center.email,
      geo: coordinates(center.latitude, center.longitude),
      image: site.picture && absoluteUrl(largeAddress(site.picture), origin),
      parentOrganization: organisation(site, origin),
    })),
  };
}

export function Screen({ data, page }: ScreenProps<ServiceCenterListData>) {
  return (
    <ListScreen page={page} data={data} noun={['service centre', 'service centres']}>
      {(centers) =>
        groupBy(centers, ({ province = 'Other' }) => province)
          // First the province with the head office, and in it the head office.
          .sort(([, a], [, b]) => Number(b.some(isHeadOffice)) - Number(a.some(isHeadOffice)))
          .map(([province, items]) => (
            <Group key={province} name={province}>
              <ul className={css.centers}>
                {items
                  .sort((a, b) => Number(isHeadOffice(b)) - Number(isHeadOffice(a)))
                  .map((center) => (
                    <li key={center.id} id={`center-${center.id}`} lang={center.lang}>
                      <CenterCard {...center} />
                    </li>
                  ))}
              </ul>
            </Group>
          ))
      }
    </ListScreen>
  );
}

const isHeadOffice = (center: Center) => center.isHeadOffice;

function CenterCard({ isHeadOffice, ...center }: Center) {
  const { name, code, district, address, phones, email, manager, latitude, longitude, hours } = center;
  return (
    <>
      <h3>
        {name} {isHeadOffice && <Badge>Head office</Badge>}
      </h3>
      <p>{district && !address.includes(district) ? `${address}, ${district}` : address}</p>
      <DescriptionList
        entries={[
          [
            'Telephone',
            phones.length > 0 && <Lines values={phones}>{(number) => <PhoneLink number={number} />}</Lines>,
          ],
          ['Mail', email && <MailLink address={email} />],
          ['Manager', manager],
          ['Open', hours.length > 0 && <OpeningHours hours={hours} />],
          ['Branch code', code],
        ]}
      />
      {latitude !== undefined && <MapLink latitude={latitude} longitude={longitude} place={name} />}
    </>
  );
}
