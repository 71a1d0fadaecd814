import { listPage } from '../../list.ts';

export const serviceCenters = listPage({
  path: '/service-center',
  id: 'ServiceCenterList',
  label: 'Service centres',
  call: 'service-center',
  filters: ['province'],
  perPage: 50,
  awaited: true,
  maxAge: 300,
  view: () => import('./ServiceCenterList.tsx'),
});
