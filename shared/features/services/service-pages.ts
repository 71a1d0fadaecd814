import { ContentError, type Parameters } from '@foyer/model';
import { defer } from '../../deferred.ts';
import { type LoadOptions, page } from '../../page.ts';
import { CALCULATOR_PARAMETERS } from '../calculator/calculator-card.ts';
import type { SubjectView } from '../subjects/subject-card.ts';

/** @param parent the slug of the service to which it belongs, as its address says */
async function loadService({ api, params: { slug }, view }: LoadOptions<SubjectView>, parent?: string) {
  const parameters: Parameters = { slug };
  const data = await api('services/{slug}', parameters);
  if (parent !== undefined && data.service.parent?.slug !== parent)
    throw new ContentError(404, `no such service of ${parent}`);
  const { id, slug: name = id } = data.service;
  const subject = Promise.all([api('subject/{slug}', { slug: name }), view]).then(([answer, { selectSubject }]) =>
    selectSubject(answer),
  );
  return {
    ...data,
    summary: defer(subject.then(({ main, totals }) => ({ main, totals }))),
    subject: defer(subject.then((parts) => ({ ...parts, main: undefined }))),
  };
}

const options = {
  parameters: CALCULATOR_PARAMETERS,
  item: 'service',
  call: 'services',
  maxAge: 300,
  view: () => import('./Service.tsx'),
} as const;

export const service = page({
  ...options,
  path: '/services/:slug',
  childPath: '/services/:parent/:slug',
  id: 'Service',
  itemsLabel: 'services',
  load: (loadOptions) => loadService(loadOptions),
});

/** Of a service that belongs to another one: a fund. */
export const childService = page({
  ...options,
  path: '/services/:parent/:slug',
  id: 'ChildService',
  chunk: 'Service',
  load: (loadOptions) => loadService(loadOptions, loadOptions.params.parent),
});
