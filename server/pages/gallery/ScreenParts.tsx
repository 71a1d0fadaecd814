import { drawTable } from '@foyer/charts';
import { DocumentTable } from '../../../shared/features/documents/DocumentTable.tsx';
import { QuarterTable } from '../../../shared/features/documents/QuarterTable.tsx';
import { Figures, Tasks } from '../../../shared/features/home/home-entries.tsx';
import { Letterhead } from '../../../shared/features/notices/Letterhead.tsx';
import { CentreMap } from '../../../shared/features/service-centers/CentreMap.tsx';
import { NearNote } from '../../../shared/features/service-centers/NearNote.tsx';
import { CalendarLink } from '../../../shared/ui/CalendarLink.tsx';
import { RichText } from '../../../shared/ui/RichText.tsx';
import { SEARCH_ICON } from '../../../shared/ui/SearchBox.tsx';

const PDF = { location: '/media/report.pdf', name: 'Report', mime: 'application/pdf', size: 48_000, sources: [] };
const REPORTS = [1, 2, 3].map((quarter) => ({
  id: String(quarter),
  name: `Quarter ${quarter}`,
  lang: undefined,
  summary: 'A summary of one line.',
  category: undefined,
  files: [PDF],
  year: '2082/83',
  quarter,
  date: undefined,
}));
const CENTERS = [
  { id: 'kathmandu', name: 'Kathmandu', isHeadOffice: true, latitude: 27.7, longitude: 85.3 },
  { id: 'pokhara', name: 'Pokhara', isHeadOffice: false, latitude: 28.2, longitude: 84 },
];
const PROVINCES = [{ value: 'Bagmati', label: 'Bagmati', count: 1 }];
const SHARES = [
  ['', ''],
  ['Promoters', '51'],
  ['Public', '49'],
];

/** The components of single screens that take plain data. */
export function ScreenParts() {
  return (
    <>
      <Tasks tasks={['A task', 'Another'].map((label) => ({ label, href: '/_gallery', icon_path: SEARCH_ICON }))} />
      <Figures figures={[{ label: 'A figure', value: 'NPR 12.38', href: '/_gallery', line: '0,30 48,10 96,2' }]} />
      <DocumentTable
        headings={['Category', 'Name'].map((label) => (
          <th key={label} scope="col">
            {label}
          </th>
        ))}
        groups={[{ key: 'reports', name: 'Reports', rows: REPORTS }]}
      />
      <QuarterTable reports={REPORTS} />
      {[true, false].map((is_guess) => (
        <NearNote key={`${is_guess}`} path="/_gallery" query={{}} near={{ name: 'Kaski', is_guess }} hasDistances />
      ))}
      <CalendarLink item="notice-1" />
      <CentreMap centers={CENTERS} values={PROVINCES} path="/_gallery" query={{}} />
      <RichText html={drawTable(SHARES, { type: 'share', title: '', unit: '%' }, 'en') ?? ''} />
      {/* On paper only. */}
      <Letterhead />
    </>
  );
}
