import { itemPath, type Service, type ServiceName } from '@foyer/model';
import type { Deferred } from '../../deferred.ts';
import { organisation } from '../../json-ld.ts';
import { type Head, type HeadContext, queryOf, type ScreenProps } from '../../page.ts';
import { useHref, useLocation, useMessages } from '../../shown-page.ts';
import { Block } from '../../ui/Block.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { Documents } from '../../ui/Documents.tsx';
import { ItemList } from '../../ui/ItemList.tsx';
import { ItemText } from '../../ui/ItemText.tsx';
import { Table } from '../../ui/Table.tsx';
import { CalculatorCard } from '../calculator/CalculatorCard.tsx';
import { SubjectCards, SubjectSummary } from '../subjects/SubjectCards.tsx';
import { type SubjectParts, selectSubject } from '../subjects/subject-card.ts';
import css from './Service.module.css';

interface ServiceData {
  service: Service;
  services: ServiceName[];
  summary: Deferred<Pick<SubjectParts, 'main' | 'totals'>>;
  subject: Deferred<Omit<SubjectParts, 'main'>>;
}

export { selectSubject };

const pathOf = (service: Pick<Service, 'id' | 'slug' | 'parent'>) => itemPath(SERVICE_PATHS, service);
const SERVICE_PATHS = { path: '/services/:slug', childPath: '/services/:parent/:slug' };

export function head({ service }: ServiceData, { site, origin, query, canonicalUrl }: HeadContext): Head {
  const { name, summary, description_text, files, updated_at, fees, parent } = service;
  const path = pathOf(service);
  return {
    title: name,
    description: summary ?? description_text,
    canonical: path,
    breadcrumbs: parent && [{ label: parent.name, href: `/services/${parent.slug}` }],
    picture: files[0],
    modified: updated_at,
    // What a visitor calculates is nobody else's.
    index: Object.values(query).every((value) => value === undefined),
    jsonLd: [
      {
        '@type': 'Service',
        name,
        serviceType: name,
        description: summary ?? description_text,
        url: canonicalUrl(path),
        provider: organisation(site, origin),
        offers: fees.map(({ name, amount }) => ({ '@type': 'Offer', name, description: amount })),
      },
    ],
  };
}

export function Screen({ data: { service, services, ...about }, page }: ScreenProps<ServiceData>) {
  const {
    id,
    slug = id,
    name,
    lang,
    summary,
    description,
    files,
    facts,
    calculator,
    steps,
    fees,
    documents,
    parent,
  } = service;
  const { search } = useLocation();
  const m = useMessages();
  const href = useHref();
  const children = services.filter((other) => other.parent?.slug === slug);
  const others = services.filter((other) => other.id !== id && other.parent?.slug === parent?.slug);
  return (
    <ItemText
      name={name}
      lang={lang}
      summary={summary}
      description={description}
      picture={files[0]}
      before={<Before facts={facts} items={children} about={about.summary} />}
    >
      {calculator && <CalculatorCard calculator={calculator} query={queryOf(page, new URLSearchParams(search))} />}
      {steps.length > 0 && (
        <section>
          <h2>{m.procedure}</h2>
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
      <Block name="subject" data={about.subject}>
        {(lists) => <SubjectCards slug={slug} name={name} lists={lists} />}
      </Block>
      {others.length > 0 && (
        <section>
          <h2>{m.otherServices}</h2>
          <ul className={css.others}>
            {others.map((other) => (
              <li key={other.id}>
                <a href={href(pathOf(other))} lang={other.lang}>
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

interface BeforeProps extends Pick<Service, 'facts'> {
  items: ServiceName[];
  about: ServiceData['summary'];
}

/** What is known of the service at a glance, and the services that belong to it. */
function Before({ facts, items, about }: BeforeProps) {
  return (
    <>
      <Block name="summary" data={about}>
        {(summary) => <SubjectSummary {...summary} />}
      </Block>
      {facts.length > 0 && <DescriptionList entries={facts.map(({ name, value }) => [name, value])} />}
      {items.length > 0 && (
        <section>
          <ItemList items={items.map((item) => ({ ...item, href: pathOf(item) }))} />
        </section>
      )}
    </>
  );
}
