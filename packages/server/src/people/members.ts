// The list of members of an organisation.
import type { User } from '@graticule/contract/community/user';
import type { ServerInput } from '@graticule/contract/endpoint';
import { fail } from '@graticule/contract/errors';
import type { Page } from '@graticule/contract/paging';
import type { portalUsers } from '@graticule/contract/portals/portals';
import { storedRole } from '@graticule/contract/privileges';
import { userView } from '../identity/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { isMemberSort, membersPage } from './people.store.ts';

const MAX_PAGE = 100;
/** Orders that tell what is for administrators to know: when others signed in last, and how much they store. */
const ADMINISTRATORS_SORTS: readonly string[] = ['lastlogin', 'storageusage'];
/** The database keeps times far beyond this year, but not those before its calendar. */
const FURTHEST_TIME_MS = Date.UTC(9999, 0);

/** One page of members; e-mail addresses and usage are for administrators, and who is locked for those who may lock as well. */
export async function listMembers(
  portal: Portal,
  caller: Caller,
  input: ServerInput<typeof portalUsers>,
): Promise<Page & { users: User[] }> {
  if (caller.orgId === null || (input.portal.toLowerCase() !== 'self' && input.portal !== caller.orgId)) throw fail('FORBIDDEN');
  const sort = (input.sortField ?? 'username').toLowerCase();
  if (!isMemberSort(sort)) throw fail('INVALID_PARAMETER', { values: ['sortField', 'is not known'] });
  const order = (input.sortOrder ?? 'asc').toLowerCase();
  if (order !== 'asc' && order !== 'desc') throw fail('INVALID_PARAMETER', { values: ['sortOrder', 'must be asc or desc'] });
  if (input.num !== undefined && input.num < 0) throw fail('INVALID_PARAMETER', { values: ['num', 'must not be negative'] });
  const start = Math.max(1, input.start ?? 1);
  const num = Math.min(MAX_PAGE, input.num ?? 10);
  const isAdministrator = caller.privileges.has('portal:admin:viewUsers');
  // Who locks and unlocks has to see whom: undoing must not let in somebody who was locked before.
  const seesLocks = isAdministrator || caller.privileges.has('portal:admin:disableUsers');
  if (input.disabled !== undefined && !seesLocks) throw fail('FORBIDDEN');
  if (ADMINISTRATORS_SORTS.includes(sort) && !isAdministrator) throw fail('FORBIDDEN');
  if (input.inactiveSince !== undefined) {
    // When others signed in last is for administrators to know.
    if (!isAdministrator) throw fail('FORBIDDEN');
    if (Math.abs(input.inactiveSince) > FURTHEST_TIME_MS) throw fail('INVALID_PARAMETER', { values: ['inactiveSince', 'is not a time'] });
  }
  const { total, rows } = await membersPage(portal.db, {
    orgId: caller.orgId,
    ...(input.role === undefined ? {} : { role: storedRole(input.role) }),
    ...(input.username === undefined ? {} : { username: input.username }),
    ...(input.fullname === undefined ? {} : { fullname: input.fullname }),
    ...(input.firstname === undefined ? {} : { firstname: input.firstname }),
    ...(input.lastname === undefined ? {} : { lastname: input.lastname }),
    ...(input.search === undefined ? {} : { search: input.search }),
    withEmail: isAdministrator,
    ...(input.disabled === undefined ? {} : { disabled: input.disabled }),
    ...(input.inactiveSince === undefined ? {} : { inactiveSince: new Date(input.inactiveSince) }),
    sort,
    descending: order === 'desc',
    offset: start - 1,
    limit: num,
  });
  const users = rows.map((row) =>
    isAdministrator
      ? { ...userView(row, 'full'), storageUsage: row.storage_used }
      : { ...userView(row, 'member'), ...(seesLocks ? { disabled: row.disabled } : {}) },
  );
  const next = start + rows.length;
  return { total, start, num, nextStart: rows.length > 0 && next <= total ? next : -1, users };
}
