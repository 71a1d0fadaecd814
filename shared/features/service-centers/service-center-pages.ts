import { listPage } from '../../list-page.ts';

export const serviceCenters = listPage({
  path: '/service-center',
  id: 'ServiceCenterList',
  label: 'Service centres',
  call: 'service-center',
  filters: ['province'],
  perPage: 50,
  awaitList: true,
  maxAge: 300,
  view: () => import('./ServiceCenterList.tsx'),
});
