import type { Department } from '../../kinds/department.ts';
import { listPage } from '../../list.ts';
import { page } from '../../page.ts';
import type { ShownMember } from '../members/MemberCard.tsx';

export const departments = listPage({
  path: '/department',
  id: 'DepartmentList',
  label: 'Departments',
  call: 'department',
  maxAge: 300,
  view: () => import('./DepartmentList.tsx'),
});

export interface DepartmentData {
  department: Omit<Department, 'members'> & { members: ShownMember[] };
}

export const department = page<DepartmentData, typeof import('./Department.tsx')>({
  path: '/department/:id',
  id: 'Department',
  parent: departments,
  maxAge: 300,
  async load({ api, params, view }) {
    const [{ department }, { shown }] = await Promise.all([api('department/{id}', params), view]);
    return { department: { ...department, members: department.members.map(shown) } };
  },
  view: () => import('./Department.tsx'),
});
