import { listPage } from '../../list-page.ts';
import { page } from '../../page.ts';

export const departments = listPage({
  path: '/department',
  id: 'DepartmentList',
  label: 'departments',
  call: 'department',
  maxAge: 300,
  view: () => import('./DepartmentList.tsx'),
});

export const department = page({
  path: '/department/:id',
  id: 'Department',
  item: 'department',
  parent: departments,
  maxAge: 300,
  view: () => import('./Department.tsx'),
  async load({ api, params, view }) {
    const [{ department }, { memberCard }] = await Promise.all([api('department/{id}', params), view]);
    return { department: { ...department, members: department.members.map(memberCard) } };
  },
});
