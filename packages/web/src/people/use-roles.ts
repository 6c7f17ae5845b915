// The roles of the organisation, those that it made itself among them.
import type { User } from '@graticule/contract/community/user';
import { portalRoles } from '@graticule/contract/portals/portals';
import { BUILT_IN_ROLES, ROLE_PRIVILEGES, storedRole } from '@graticule/contract/privileges';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { keys } from '../api/keys.ts';
import { useSession } from '../api/session.ts';
import { useTranslate } from '../language/use-language.ts';
import { ROLES, roleHintKey, roleIdKey, roleOf } from './role-words.ts';

/** What is said of roles, and which of them this person may give. */
export interface Roles {
  /** Values as the wire writes them. */
  all: { value: string; label: string }[];
  /** Without built-in ones that hold more than this person does: only administrators give these. Of own roles the portal knows what they hold. */
  givable: { value: string; label: string }[];
  nameOf: (role: string) => string;
  nameOfUser: (user: Pick<User, 'role' | 'roleId'>) => string;
  hintOf: (role: string) => string;
}

/** Names of own roles come a moment later than the others. */
export function useRoles(): Roles {
  const t = useTranslate();
  const { isAdministrator, can } = useSession();
  const isHeld = (value: string): boolean => BUILT_IN_ROLES.every((role) => role !== storedRole(value) || ROLE_PRIVILEGES[role].every(can));
  const { data } = useQuery({
    queryKey: keys.roles,
    queryFn: () => call(portalRoles, { portal: 'self', num: 100 }, { quiet: true }),
  });
  const own = (data?.roles ?? []).filter(({ id }) => !ROLES.some((role) => role === id));
  const nameOf = (role: string) => own.find(({ id }) => id === role)?.name ?? t(roleIdKey(role));
  const all = [...ROLES, ...own.map(({ id }) => id)].map((value) => ({ value, label: nameOf(value) }));
  return {
    all,
    givable: all.filter(({ value }) => isAdministrator || isHeld(value)),
    nameOf,
    nameOfUser: (user) => nameOf(roleOf(user)),
    hintOf: (role) => own.find(({ id }) => id === role)?.description || t(roleHintKey(role)),
  };
}
