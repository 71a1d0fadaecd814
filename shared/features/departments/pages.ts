import type { Department } from '../../contract/department.ts';
import { listPage } from '../../list.ts';
import { page } from '../../page.ts';

export const departments = listPage({
  path: '/department',
  id: 'DepartmentList',
  label: 'Departments',
  call: 'department',
  maxAge: 300,
  view: () => import('./DepartmentList.tsx'),
});

export interface DepartmentData {
  department: Department;
}

export const department = page<DepartmentData>({
  path: '/department/:id',
  id: 'Department',
  parent: departments,
  maxAge: 300,
  load: ({ api, params }) => api('department/{id}', params),
  view: () => import('./Department.tsx'),
});
