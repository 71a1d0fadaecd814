import type { ReactNode } from 'react';
import { ErrorView } from '../../../shared/document/ErrorView.tsx';
import { Logo } from '../../../shared/document/Logo.tsx';
import { NotFound } from '../../../shared/document/NotFound.tsx';
import { useRoot } from '../../../shared/shown-page.ts';
import { Badge } from '../../../shared/ui/Badge.tsx';
import { Breadcrumbs } from '../../../shared/ui/Breadcrumbs.tsx';
import { Byline } from '../../../shared/ui/Byline.tsx';
import { Carousel } from '../../../shared/ui/Carousel.tsx';
import { CategoryLink } from '../../../shared/ui/CategoryLink.tsx';
import { MailLink, PhoneLink } from '../../../shared/ui/contact-links.tsx';
import { DateText } from '../../../shared/ui/DateText.tsx';
import { DescriptionList } from '../../../shared/ui/DescriptionList.tsx';
import { Documents } from '../../../shared/ui/Documents.tsx';
import { filterLinks } from '../../../shared/ui/FilterLinks.tsx';
import { Group } from '../../../shared/ui/Group.tsx';
import { Icon } from '../../../shared/ui/Icon.tsx';
import { ItemList } from '../../../shared/ui/ItemList.tsx';
import { ItemText } from '../../../shared/ui/ItemText.tsx';
import { IMAGE_SIZES } from '../../../shared/ui/image-sizes.ts';
import { LanguageMark, LanguageNotice } from '../../../shared/ui/LanguageMark.tsx';
import { LazyImage } from '../../../shared/ui/LazyImage.tsx';
import { Lines } from '../../../shared/ui/Lines.tsx';
import { ListFilters } from '../../../shared/ui/ListFilters.tsx';
import { Loading } from '../../../shared/ui/Loading.tsx';
import { MapLink } from '../../../shared/ui/MapLink.tsx';
import { OpeningHours } from '../../../shared/ui/OpeningHours.tsx';
import { Pagination } from '../../../shared/ui/Pagination.tsx';
import { Picture } from '../../../shared/ui/Picture.tsx';
import { PictureCards } from '../../../shared/ui/PictureCards.tsx';
import { RichText } from '../../../shared/ui/RichText.tsx';
import { SEARCH_ICON, SearchBox } from '../../../shared/ui/SearchBox.tsx';
import { ShareLinks } from '../../../shared/ui/ShareLinks.tsx';
import { SideNav } from '../../../shared/ui/SideNav.tsx';
import { Table } from '../../../shared/ui/Table.tsx';
import { TableOfContents } from '../../../shared/ui/TableOfContents.tsx';
import type { Brand } from '../theme-css.ts';
import { Colours } from './Colours.tsx';
import { ScreenParts } from './ScreenParts.tsx';

const DATE = { iso: '2026-11-22T09:00:00+05:45', text: 'November 22nd 2026', bs: 'Mangsir 7, 2083 BS' };
const PDF = {
  location: '/media/form.pdf',
  name: 'Dividend mandate',
  mime: 'application/pdf',
  size: 48_000,
  sources: [],
};
const PICTURE = { location: '/media/share.jpg', alt: 'A picture', width: 1200, height: 630, sources: [] };
const QUERY = { search: 'lalitpur', province: 'Bagmati' };
const FILTERS = {
  province: ['Bagmati', 'Gandaki'].map((value, index) => ({ value, label: value, count: index + 1 })),
};
const LINKS = ['One', 'Two'].map((label, index) => ({ label, href: `/_gallery#${label}`, isCurrent: index === 0 }));
const ITEMS = [
  { id: '1', name: 'A short name', href: '/_gallery', summary: 'A summary of one line.' },
  { id: '2', name: 'A name that is long enough for two lines where the column is narrow', summary: 'Without a link.' },
];
const TEXT =
  '<p>Running text with a <a href="/_gallery">link</a>, <strong>weight</strong> and <em>stress</em>.</p>' +
  '<h2>A heading</h2><ul><li>One</li><li>Two</li></ul><blockquote><p>A quotation.</p></blockquote>' +
  '<h3>A smaller heading</h3><p><code>code</code></p>' +
  '<table><thead><tr><th>Year</th><th>Dividend</th></tr></thead><tbody><tr><td>2082/83</td><td>12 %</td></tr></tbody></table>';

/** Every component with the theme of the site: npm run dev, /_gallery. */
export function Gallery({ brand }: { brand: Brand }) {
  const { site } = useRoot();
  return (
    <>
      <h1>Gallery</h1>
      <Part name="Colours">
        <Colours brand={brand} />
      </Part>
      <Part name="Logo">
        <Logo site={site} />
      </Part>
      <Part name="Headings and text">
        <h2>Heading of a section</h2>
        <h3>Heading of a part</h3>
        <h4>Heading of a paragraph</h4>
        <RichText html={TEXT} />
        <Byline author="Sarita Maharjan" date={DATE} />
        <LanguageNotice lang="ne" />
      </Part>
      <Part name="Buttons and badges">
        <p>
          <a className="button" href="/_gallery">
            Button
          </a>{' '}
          <a className="button" data-quiet href="/_gallery">
            Quiet button
          </a>{' '}
          <button className="icon-button" type="button" aria-label="Search">
            <Icon path={SEARCH_ICON} />
          </button>
        </p>
        <p>
          <Badge>New</Badge> <Badge quiet>Pinned</Badge> <LanguageMark lang="ne" />
        </p>
      </Part>
      <Part name="Forms">
        <SearchBox id="gallery-search" label="Search" />
        <ListFilters path="/_gallery" query={QUERY} filters={FILTERS} />
      </Part>
      <Part name="Navigation">
        <Breadcrumbs breadcrumbs={[{ label: 'Notices', href: '/notice' }]} />
        <TableOfContents headings={['One', 'Two', 'Three'].map((name) => ({ id: name, name }))} />
        <SideNav id="gallery-links" name="Links beside a text" links={LINKS} />
        {filterLinks({ filters: FILTERS }, { path: '/_gallery', query: QUERY, isFiltered: true })}
        <ShareLinks path="/_gallery" title="Gallery" />
        <Pagination pagination={{ current_page: 3, last_page: 9, per_page: 10, total: 90 }} href={() => '/_gallery'} />
      </Part>
      <Part name="Lists and tables">
        <Group name="A group">
          <ItemList items={ITEMS} heading="h3" above={() => <DateText date={DATE} />} />
        </Group>
        <Table
          name="A table"
          columns={['Year', 'Dividend']}
          rows={[
            ['2081/82', '10 %'],
            ['2082/83', '12 %'],
          ]}
          numericColumns={[1]}
        />
        <DescriptionList
          entries={[
            ['Phone', <PhoneLink key="phone" number="+977-1-5550100" />],
            ['Mail', <MailLink key="mail" address="namaste@juneli.example" />],
            [
              'Hours',
              <OpeningHours key="hours" hours={[{ days: 'Sunday to Friday', open: '10:00', close: '17:00' }]} />,
            ],
            ['Place', <MapLink key="place" latitude={27.7} longitude={85.3} place="Head office" />],
            ['Category', <CategoryLink key="category" category={{ slug: 'dividend', name: 'Dividend' }} />],
          ]}
        />
        <Documents files={[PDF]} />
        <Lines values={['One value', 'Another value']}>{(value) => value}</Lines>
        <Picture file={PICTURE} sizes={IMAGE_SIZES.card} />
        <LazyImage file={undefined} sizes={IMAGE_SIZES.card} />
        <PictureCards cards={ITEMS.map((item) => ({ ...item, href: '/_gallery', picture: PICTURE }))}>
          {({ summary }) => <p>{summary}</p>}
        </PictureCards>
      </Part>
      <Part name="An item">
        <ItemText name="An item" summary="Its summary." description={TEXT} above={<Badge>New</Badge>} />
      </Part>
      <Part name="Parts of screens">
        <ScreenParts />
      </Part>
      <Part name="Loading and messages">
        <Loading />
        <NotFound />
        <ErrorView />
      </Part>
      <Carousel
        label="A carousel"
        slides={['First', 'Second'].map((title) => ({ key: title, title, content: <Slide title={title} /> }))}
      />
    </>
  );
}

function Part({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section>
      <hr />
      <h2>{name}</h2>
      {children}
    </section>
  );
}

const Slide = ({ title }: { title: string }) => (
  <blockquote>
    <h2>{title} slide</h2>
    <p>Its text, on the deep tint of the accent.</p>
  </blockquote>
);
