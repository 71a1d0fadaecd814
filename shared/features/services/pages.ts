import type { Service, ServiceName } from '../../kinds/services.ts';
import { page } from '../../page.ts';

export interface ServiceData {
  service: Service;
  services: ServiceName[];
}

export const service = page<ServiceData>({
  path: '/services/:slug',
  id: 'Service',
  call: 'services',
  maxAge: 300,
  load: ({ api, params }) => api('services/{slug}', params),
  view: () => import('./Service.tsx'),
});
