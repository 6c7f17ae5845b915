// Members as the table looks for them: one page, or everybody whom the search finds.
import type { User } from '@graticule/contract/community/user';
import { portalUsers } from '@graticule/contract/portals/portals';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import type { ListAddress } from '../../ui/use-list-address.ts';

export const PER_PAGE = 25;
const SORTS = ['username:asc', 'fullname:asc', 'created:desc'] as const;
/** When somebody signed in last is for those who see every account. */
const ADMINISTRATORS_SORTS = [...SORTS, 'lastlogin:desc'] as const;
/** Which accounts are listed, besides all. */
export const STANDINGS = ['open', 'locked', 'idle90', 'idle365'] as const;

/** Most that the portal gives in one reply. */
const LARGEST_PAGE = 100;
/** Requests at the same time when everybody is fetched. */
const AT_ONCE = 4;
const DAY_MS = 86_400_000;

/** Orders that the portal gives to the reader. */
export function sortsFor(seesAll: boolean): typeof ADMINISTRATORS_SORTS | typeof SORTS {
  return seesAll ? ADMINISTRATORS_SORTS : SORTS;
}

/** What the address says is looked for; what only some may ask is left out for the others. */
export function readMembersQuery({ get }: Pick<ListAddress, 'get'>, seesAll: boolean, now: number) {
  const sort = sortsFor(seesAll).find((each) => each === get('sort')) ?? SORTS[0];
  const standing = seesAll ? STANDINGS.find((each) => each === get('show')) : undefined;
  const [sortField, sortOrder] = sort.split(':');
  const idleDays = standing?.startsWith('idle') ? Number(standing.slice(4)) : undefined;
  // whole days, so that the same search stays the same question
  const inactiveSince = idleDays === undefined ? undefined : (Math.floor(now / DAY_MS) - idleDays) * DAY_MS;
  const disabled = standing === 'locked' ? true : standing === 'open' ? false : undefined;
  return { sort, standing, query: { sortField, sortOrder, search: get('q'), role: get('role'), disabled, inactiveSince } };
}

type MembersQuery = Partial<ReturnType<typeof readMembersQuery>['query']>;

function pageOf(query: MembersQuery, start: number, num: number) {
  const asked = { ...query, start, num };
  return { queryKey: keys.members(asked), queryFn: () => call(portalUsers, { portal: 'self', ...asked }) };
}

/** The page in sight. */
export function useMembers(query: MembersQuery, start: number) {
  return useQuery({ ...pageOf(query, start, PER_PAGE), placeholderData: keepPreviousData });
}

/** Everybody whom the search finds, asked anew: what is done to them is decided by what they are now. */
export async function allMembers(query: MembersQuery, total: number): Promise<User[]> {
  const starts = Array.from({ length: Math.ceil(total / LARGEST_PAGE) }, (_, i) => i * LARGEST_PAGE + 1);
  const found: User[] = [];
  for (let at = 0; at < starts.length; at += AT_ONCE) {
    const replies = await Promise.all(starts.slice(at, at + AT_ONCE).map((start) => pageOf(query, start, LARGEST_PAGE).queryFn()));
    found.push(...replies.flatMap(({ users }) => users));
  }
  return found;
}
