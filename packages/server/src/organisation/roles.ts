// Custom roles: adding, changing, removing.
import { randomBytes } from 'node:crypto';
import { fail } from '@graticule/contract/errors';
import type { RoleReply } from '@graticule/contract/portals/portals';
import {
  BUILT_IN_ROLES,
  DATA_EDITOR_ROLE_ID,
  PRIVILEGES,
  ROLE_PRIVILEGES,
  storedRole,
  VIEWER_ROLE_ID,
} from '@graticule/contract/privileges';
import { shown } from '@graticule/contract/refusals/refusal';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';
import { violatedUnique } from '../platform/db/errors.ts';
import { deleteUnusedRole, insertRole, rolesOf, updateRolePrivileges, updateRoleTexts } from './organisations.store.ts';

const MAX_ROLE_DESCRIPTION = 250;

/** The roles that have an id: viewer, data editor and the custom ones. */
export async function listRoles(portal: Portal, orgId: string): Promise<RoleReply[]> {
  const fixed = (id: string, name: string, description: string): RoleReply => ({
    id,
    baseRole: 'org_user',
    name,
    description,
    created: 0,
    modified: 0,
  });
  const custom = await rolesOf(portal.db, orgId);
  return [
    fixed(VIEWER_ROLE_ID, 'Viewer', 'Views items and joins groups.'),
    fixed(DATA_EDITOR_ROLE_ID, 'Data editor', 'Viewer who edits features.'),
    ...custom.map((role) => ({
      id: role.id,
      baseRole: 'org_user' as const,
      name: role.name,
      description: role.description,
      created: role.created.getTime(),
      modified: role.created.getTime(),
    })),
  ];
}

/** One role that has an id. @throws INVALID_PARAMETER for an unknown one */
export async function roleWithId(portal: Portal, orgId: string, roleId: string): Promise<RoleReply> {
  const role = (await listRoles(portal, orgId)).find((each) => each.id === roleId);
  if (role === undefined) throw fail('INVALID_PARAMETER', { values: ['role', 'is not known'] });
  return role;
}

/**
 * Changes name and description of a custom role; what is not given stays.
 * @throws INVALID_PARAMETER when the name is taken or not fit, or the role is not a custom one
 */
export async function changeRoleTexts(
  portal: Portal,
  orgId: string,
  roleId: string,
  { name, description, clearsDescription }: { name?: string; description?: string; clearsDescription: boolean },
): Promise<void> {
  const change = {
    ...(name === undefined ? {} : { name: checkedRoleName(name) }),
    ...(description === undefined && !clearsDescription ? {} : { description: description?.slice(0, MAX_ROLE_DESCRIPTION) ?? null }),
  };
  try {
    if (!(await updateRoleTexts(portal.db, orgId, roleId, change)))
      throw fail('INVALID_PARAMETER', { values: ['role', 'is not a custom role'] });
  } catch (error) {
    if (violatedUnique(error) !== undefined) throw fail('INVALID_PARAMETER', { values: ['name', 'is taken'] });
    throw error;
  }
}

function checkedRoleName(name: string): string {
  if (name.trim() === '' || name.length > 128) throw fail('INVALID_PARAMETER', { values: ['name', 'must have 1 to 128 characters'] });
  return name.trim();
}

/** @throws INVALID_PARAMETER for an unknown role */
export async function privilegesOfRole(portal: Portal, orgId: string, roleId: string): Promise<string[]> {
  const builtIn = BUILT_IN_ROLES.find((role) => role === storedRole(roleId));
  if (builtIn !== undefined) return [...ROLE_PRIVILEGES[builtIn]];
  const role = (await rolesOf(portal.db, orgId)).find((candidate) => candidate.id === roleId);
  if (role === undefined) throw fail('INVALID_PARAMETER', { values: ['role', 'is not known'] });
  return role.privileges;
}

/** Every role of an organisation, built-in and custom, as stored, with its privileges. */
export async function rolesWithPrivileges(db: Db, orgId: string): Promise<{ role: string; privileges: readonly string[] }[]> {
  const builtIn = BUILT_IN_ROLES.map((role) => ({ role: role as string, privileges: ROLE_PRIVILEGES[role] as readonly string[] }));
  return [...builtIn, ...(await rolesOf(db, orgId)).map(({ id, privileges }) => ({ role: id, privileges }))];
}

/**
 * The stored form of a role that a client names.
 * @throws INVALID_PARAMETER for an unknown role
 */
export async function requireRole(portal: Portal, orgId: string, sent: string): Promise<string> {
  const role = storedRole(sent);
  if (BUILT_IN_ROLES.some((builtIn) => builtIn === role)) return role;
  if ((await rolesOf(portal.db, orgId)).some((custom) => custom.id === role)) return role;
  throw fail('INVALID_PARAMETER', { values: ['role', 'is not known'] });
}

/** @throws INVALID_PARAMETER when the name is taken or not fit */
export async function addRole(portal: Portal, orgId: string, name: string, description: string | null): Promise<string> {
  const checked = checkedRoleName(name);
  const id = randomBytes(12).toString('base64url').replace(/[-_]/g, 'x').slice(0, 16);
  try {
    await insertRole(portal.db, { id, orgId, name: checked, description: description?.slice(0, MAX_ROLE_DESCRIPTION) ?? null });
  } catch (error) {
    if (violatedUnique(error) !== undefined) throw fail('INVALID_PARAMETER', { values: ['name', 'is taken'] });
    throw error;
  }
  return id;
}

/**
 * Replaces the privileges of a custom role.
 * @throws INVALID_PARAMETER for unknown names, FORBIDDEN for privileges that the caller does not hold
 */
export async function replacePrivileges(portal: Portal, caller: Caller, orgId: string, roleId: string, sent: unknown): Promise<void> {
  const names = Array.isArray(sent) ? sent : (sent as { privileges?: unknown } | null)?.privileges;
  if (!Array.isArray(names)) throw fail('INVALID_PARAMETER', { values: ['privileges', 'must be a list'] });
  const privileges = names.map((name) => {
    const known = PRIVILEGES.find((privilege) => privilege === name);
    if (known === undefined) throw fail('INVALID_PARAMETER', { values: ['privileges', `hold the unknown name ${shown(name, 60)}`] });
    if (!caller.privileges.has(known)) throw fail('FORBIDDEN', { details: [`You do not hold ${known} yourself.`] });
    return known;
  });
  const changed = await updateRolePrivileges(portal.db, orgId, roleId, [...new Set(privileges)]);
  if (!changed) throw fail('INVALID_PARAMETER', { values: ['role', 'is not a custom role'] });
}

/** @throws INVALID_PARAMETER while members have the role, or when it is not a custom one */
export async function removeRole(portal: Portal, orgId: string, roleId: string): Promise<void> {
  if (!(await deleteUnusedRole(portal.db, orgId, roleId)))
    throw fail('INVALID_PARAMETER', { values: ['role', 'is not a custom role, or members have it'] });
}
