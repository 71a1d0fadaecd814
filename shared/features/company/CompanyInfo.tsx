import type { Company } from '@foyer/model';
import type { ReactNode } from 'react';
import { organisation } from '../../json-ld.ts';
import type { Head, HeadContext, ScreenProps } from '../../page.ts';
import { useMessages, useTextLang } from '../../shown-page.ts';
import { DateText, dateOf } from '../../ui/DateText.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { Documents } from '../../ui/Documents.tsx';
import { ItemText } from '../../ui/ItemText.tsx';
import { RichText } from '../../ui/RichText.tsx';
import { useScreenSummary } from '../../ui/ScreenHeading.tsx';
import { Table } from '../../ui/Table.tsx';

interface CompanyData {
  company: Company;
}

export function head({ company }: CompanyData, { site, origin, page: { path }, messages: m }: HeadContext): Head {
  return {
    title: m.companyInformation,
    description: m.companyDescription({ name: company.legal_name }),
    canonical: path,
    jsonLd: [
      {
        ...organisation(site, origin),
        legalName: company.legal_name,
        foundingDate: company.registered_at,
        taxID: company.pan_no,
        address: company.address,
      },
    ],
  };
}

export function Screen({ data: { company }, page }: ScreenProps<CompanyData>) {
  const m = useMessages();
  const summary = useScreenSummary(page);
  const langOf = useTextLang();
  const { licences, capital, shareholders, files } = company;
  const registered = dateOf(company, 'registered_at');
  return (
    <ItemText
      name={m.companyInformation}
      summary={summary}
      before={
        <DescriptionList
          entries={[
            [m.legalName, company.legal_name],
            [m.registrationNumber, company.registration_no],
            [m.registered, registered && <DateText date={registered} />],
            [m.pan, company.pan_no],
            [m.auditor, company.auditor],
            [m.address, company.address],
          ]}
        />
      }
    >
      <Section name={m.licences} items={licences}>
        <Table
          name={m.licences}
          columns={[m.licence, m.licenceNumber, m.issuedBy]}
          rows={licences.map(({ name, number, issued_by }) => [name, number, issued_by])}
        />
      </Section>
      <Section name={m.capital} items={capital}>
        <Table
          name={m.capital}
          columns={[m.capital, m.amount]}
          numericColumns={[1]}
          rows={capital.map(({ name, amount }) => [name, amount])}
        />
      </Section>
      <Section name={m.shareholders} items={shareholders}>
        {company.shareholders_chart && (
          <RichText html={company.shareholders_chart} lang={langOf(company.shareholders_chart)} />
        )}
        <Table
          name={m.shareholders}
          columns={[m.shareholder, m.share]}
          numericColumns={[1]}
          rows={shareholders.map(({ name, percent }) => [name, m.percent({ percent })])}
        />
      </Section>
      <Section name={m.documents} items={files}>
        <Documents files={files} />
      </Section>
    </ItemText>
  );
}

/** Rendered only if there are items. */
function Section({ name, items, children }: { name: string; items: unknown[]; children: ReactNode }) {
  if (items.length === 0) return null;
  return (
    <section>
      <h2>{name}</h2>
      {children}
    </section>
  );
}
