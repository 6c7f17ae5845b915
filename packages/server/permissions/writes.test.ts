// What nobody may change without signing in: read from the tables, which the matrix runs.
import { expect, it } from 'vitest';
import { ALL_BLOCKS } from './blocks.ts';

it('CO-165 in the tables, whoever is not signed in changes nothing, with the exceptions that are named here', () => {
  const open = ALL_BLOCKS.flatMap(({ calls, expected }) =>
    calls
      .filter(({ endpoint }) => endpoint.method === 'change' && Object.values(expected).some((row) => row.anon === '+'))
      .map(({ endpoint }) => endpoint.path),
  );
  expect([...new Set(open)].sort()).toEqual([
    // the link itself is the right: see decision 0062
    '/sharing/rest/community/invitations/:invitationId/decline',
    '/sharing/rest/community/signup',
  ]);
});
