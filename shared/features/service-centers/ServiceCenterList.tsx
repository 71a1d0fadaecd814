import type { Answer } from '../../content-api.ts';
import { groupBy } from '../../group.ts';
import { absolute, coordinates, organisation } from '../../json-ld.ts';
import type { ServiceCenter } from '../../kinds/service-center.ts';
import { awaitedList, type ListData, listHead } from '../../list.ts';
import type { Head, HeadContext, ScreenProps } from '../../page.ts';
import { largeAddress } from '../../picture.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Group } from '../../ui/Group.tsx';
import { ListScreen } from '../../ui/ListScreen.tsx';
import { Hours, Lines, Mail, MapLink, Phone } from '../../ui/Reach.tsx';
import css from './ServiceCenterList.module.css';

const shown = ({ id, name, lang, branch_code, is_head_office, province, district, ...center }: ServiceCenter) => ({
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
export const items = ({ service_centers }: Answer<'service-center'>) => service_centers.map(shown);

type Center = ReturnType<typeof shown>;
type ServiceCenterListData = ListData<Center>;

export function head(data: ServiceCenterListData, context: HeadContext): Head {
  const { site, origin } = context;
  const centers = awaitedList(data)?.items ?? [];
  return {
    ...listHead(data, context),
    jsonLd: centers.map((center) => ({
      '@type': 'FinancialService',
      '@id': absolute(`/service-center#center-${center.id}`, origin),
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
      image: site.picture && absolute(largeAddress(site.picture), origin),
      parentOrganization: organisation(site, origin),
    })),
  };
}

export function Screen({ data, page }: ScreenProps<ServiceCenterListData>) {
  return (
    <ListScreen page={page} data={data} noun={['service centre', 'service centres']}>
      {(centers) =>
        groupBy(centers, ({ province = 'Other' }) => province)
          // The province of the head office first, and there the head office.
          .sort(([, a], [, b]) => Number(b.some(isHead)) - Number(a.some(isHead)))
          .map(([province, items]) => (
            <Group key={province} name={province}>
              <ul className={css.centers}>
                {items
                  .sort((a, b) => Number(isHead(b)) - Number(isHead(a)))
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

const isHead = ({ isHeadOffice }: Center) => isHeadOffice;

function CenterCard({ isHeadOffice, ...center }: Center) {
  const { name, code, district, address, phones, email, manager, latitude, longitude, hours } = center;
  return (
    <>
      <h3>
        {name} {isHeadOffice && <Badge>Head office</Badge>}
      </h3>
      <p>{district && !address.includes(district) ? `${address}, ${district}` : address}</p>
      <Facts
        facts={[
          ['Telephone', phones.length > 0 && <Lines of={phones}>{(number) => <Phone number={number} />}</Lines>],
          ['Mail', email && <Mail address={email} />],
          ['Manager', manager],
          ['Open', hours.length > 0 && <Hours hours={hours} />],
          ['Branch code', code],
        ]}
      />
      {latitude !== undefined && <MapLink latitude={latitude} longitude={longitude} of={name} />}
    </>
  );
}
