import type { ReactNode } from 'react';
import { organisation } from '../../json-ld.ts';
import type { Head, HeadContext, ScreenProps } from '../../page.ts';
import { Documents } from '../../ui/Documents.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { ItemText } from '../../ui/ItemText.tsx';
import { Table } from '../../ui/Table.tsx';
import type { CompanyData } from './pages.ts';

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
        <Facts
          facts={[
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
      <Part name="Licences" of={licences}>
        <Table
          name="Licences"
          columns={['Licence', 'Number', 'Issued by']}
          rows={licences.map(({ name, number, issued_by }) => [name, number, issued_by])}
        />
      </Part>
      <Part name="Capital" of={capital}>
        <Table
          name="Capital"
          columns={['Capital', 'Amount']}
          numbers={[1]}
          rows={capital.map(({ name, amount }) => [name, amount])}
        />
      </Part>
      <Part name="Shareholders" of={shareholders}>
        <Table
          name="Shareholders"
          columns={['Shareholder', 'Share']}
          numbers={[1]}
          rows={shareholders.map(({ name, percent }) => [name, `${percent}\u00a0%`])}
        />
      </Part>
      <Part name="Documents" of={files}>
        <Documents files={files} />
      </Part>
    </ItemText>
  );
}

function Part({ name, of, children }: { name: string; of: unknown[]; children: ReactNode }) {
  if (of.length === 0) return null;
  return (
    <section>
      <h2>{name}</h2>
      {children}
    </section>
  );
}
