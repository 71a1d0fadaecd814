import type { ReactNode } from 'react';
import { organisation } from '../../json-ld.ts';
import type { Company } from '../../kinds/companyInfo.ts';
import type { Head, HeadContext, ScreenProps } from '../../page.ts';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { Documents } from '../../ui/Documents.tsx';
import { ItemText } from '../../ui/ItemText.tsx';
import { Table } from '../../ui/Table.tsx';

interface CompanyData {
  company: Company;
}

export function head({ company }: CompanyData, { site, origin, page: { label, path } }: HeadContext): Head {
  return {
    title: label,
    description: `${label}: registration, licences, capital and shareholders of ${company.legal_name}`,
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
  const { licences, capital, shareholders, files } = company;
  return (
    <ItemText
      name={page.label ?? company.legal_name}
      before={
        <DescriptionList
          entries={[
            ['Legal name', company.legal_name],
            ['Registration number', company.registration_no],
            ['Registered', company.registered_at_text],
            ['PAN', company.pan_no],
            ['Auditor', company.auditor],
            ['Address', company.address],
          ]}
        />
      }
    >
      <Section name="Licences" items={licences}>
        <Table
          name="Licences"
          columns={['Licence', 'Number', 'Issued by']}
          rows={licences.map(({ name, number, issued_by }) => [name, number, issued_by])}
        />
      </Section>
      <Section name="Capital" items={capital}>
        <Table
          name="Capital"
          columns={['Capital', 'Amount']}
          numericColumns={[1]}
          rows={capital.map(({ name, amount }) => [name, amount])}
        />
      </Section>
      <Section name="Shareholders" items={shareholders}>
        <Table
          name="Shareholders"
          columns={['Shareholder', 'Share']}
          numericColumns={[1]}
          rows={shareholders.map(({ name, percent }) => [name, `${percent}\u00a0%`])}
        />
      </Section>
      <Section name="Documents" items={files}>
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
