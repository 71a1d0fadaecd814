import { expect, it } from 'vitest';
import { Sessions } from '../../../server/preview/sessions.ts';

it('a session is found among other cookies, and in no longer header than a browser would send', () => {
  const sessions = new Sessions('a-token-of-the-preview');
  const session = sessions.open('a-token-of-the-preview');
  if (!session) throw new Error('no session');
  const [cookie = ''] = sessions.cookie(session, false).split(';');
  const header = (length: number) => `${cookie}; other=`.padEnd(length, 'x');
  expect(sessions.read(header(4_096))).toEqual(session);
  expect(sessions.read(header(4_097))).toBeUndefined();
});
