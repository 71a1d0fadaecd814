import type { Service, ServiceName } from '@foyer/model';
import { organisation } from '../../json-ld.ts';
import type { Head, HeadContext, ScreenProps } from '../../page.ts';
import { useHref, useMessages } from '../../shown-page.ts';
import { Documents } from '../../ui/Documents.tsx';
import { ItemText } from '../../ui/ItemText.tsx';
import { Table } from '../../ui/Table.tsx';
import css from './Service.module.css';

interface ServiceData {
  service: Service;
  services: ServiceName[];
}

export function head({ service }: ServiceData, { site, origin, canonicalUrl }: HeadContext): Head {
  const { id, slug = id, name, summary, description_text, files, updated_at, fees } = service;
  return {
    title: name,
    description: summary ?? description_text,
    canonical: `/services/${slug}`,
    picture: files[0],
    modified: updated_at,
    jsonLd: [
      {
        '@type': 'Service',
        name,
        serviceType: name,
        description: summary ?? description_text,
        url: canonicalUrl(`/services/${slug}`),
        provider: organisation(site, origin),
        offers: fees.map(({ name, amount }) => ({ '@type': 'Offer', name, description: amount })),
      },
    ],
  };
}

export function Screen({ data: { service, services } }: ScreenProps<ServiceData>) {
  const { id, name, lang, summary, description, files, steps, fees, documents } = service;
  const m = useMessages();
  const href = useHref();
  const others = services.filter((other) => other.id !== id);
  return (
    <ItemText name={name} lang={lang} summary={summary} description={description} picture={files[0]}>
      {steps.length > 0 && (
        <section>
          <h2>{m.howItGoes}</h2>
          <ol className={css.steps} lang={lang}>
            {steps.map((step) => (
              <li key={step.name}>
                <h3>{step.name}</h3>
                {step.summary && <p>{step.summary}</p>}
              </li>
            ))}
          </ol>
        </section>
      )}
      {fees.length > 0 && (
        <section>
          <h2>{m.fees}</h2>
          <Table
            name={m.fees}
            columns={[m.feeFor, m.fee]}
            rows={fees.map(({ name, amount }) => [name, amount])}
            lang={lang}
          />
        </section>
      )}
      {documents.length > 0 && (
        <section>
          <h2>{m.documents}</h2>
          <Documents files={documents} lang={lang} />
        </section>
      )}
      {others.length > 0 && (
        <section>
          <h2>{m.otherServices}</h2>
          <ul className={css.others}>
            {others.map((other) => (
              <li key={other.id}>
                <a href={href(`/services/${other.slug ?? other.id}`)} lang={other.lang}>
                  {other.name}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </ItemText>
  );
}
