import { listPage } from '../../list-page.ts';

export const serviceCenters = listPage({
  path: '/service-center',
  id: 'ServiceCenterList',
  label: 'serviceCentres',
  call: 'service-center',
  entries: { call: 'service-center', elementId: 'center-' },
  filters: ['province'],
  near: true,
  perPage: 50,
  awaitList: true,
  maxAge: 300,
  view: () => import('./ServiceCenterList.tsx'),
});
