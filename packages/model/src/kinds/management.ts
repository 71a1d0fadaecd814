import { allCall, kind } from '../schema/kind.ts';
import { byRank, member } from '../schema/member.ts';

export default kind({
  calls: { management: allCall('members', member, byRank) },
  folder: { layout: 'markdown', schema: member },
  searched: ['designation', 'qualifications'],
});
