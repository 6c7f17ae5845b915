// Endpoints of the organisation: settings, roles, password policy.
import { pageReply, pageRequest } from '@graticule/contract/paging';
import type { PortalSelf, ReducedPortalSelf } from '@graticule/contract/portals/portal';
import {
  accountsSelf,
  createRole,
  deleteRole,
  passwordPolicy,
  portalRoles,
  portalSelf,
  roleById,
  rolePrivileges,
  setRolePrivileges,
  updatePortal,
  updateRole,
} from '@graticule/contract/portals/portals';
import { userView } from '../identity/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { Routes } from '../platform/http/routes.ts';
import { customHost } from '../platform/tenants.ts';
import { callerAccount } from './members.ts';
import { changeOrganisation, namedOrganisation, ownOrganisation, passwordPolicyOf } from './organisations.ts';
import { portalView, reducedPortalView } from './portal.view.ts';
import { addRole, changeRoleTexts, listRoles, privilegesOfRole, removeRole, replacePrivileges, roleWithId } from './roles.ts';
import { storageOfOrganisation } from './storage.ts';

/** Binds the endpoints of this file. */
export function portalRoutes(routes: Routes): void {
  routes.bind(portalSelf).to((portal, caller, input) => self(portal, caller, input.portal), { early: true });
  routes.bind(accountsSelf).to((portal, caller) => self(portal, caller, 'self'));

  routes.bind(updatePortal).to(async (portal, caller, input, http) => {
    const organisation = await ownOrganisation(portal, caller, input.portal);
    await changeOrganisation(portal, organisation.id, input, http.cleared);
    return { success: true };
  });

  routes.bind(passwordPolicy).to(async (portal, caller, input) => {
    const policy = passwordPolicyOf(await namedOrganisation(portal, caller, input.portal));
    return {
      type: 'custom',
      ...policy,
      passwordPolicy: { type: 'custom', ...policy, expirationInDays: null, historySize: 0 },
    };
  });

  routes.bind(portalRoles).to(async (portal, caller, input) => {
    const page = pageRequest(input, 100);
    const roles = await listRoles(portal, (await ownOrganisation(portal, caller, input.portal)).id);
    const shown = roles.slice(page.start - 1, page.start - 1 + page.num);
    return { ...pageReply(page, shown.length, roles.length), roles: shown };
  });
  routes
    .bind(roleById)
    .to(async (portal, caller, input) => roleWithId(portal, (await ownOrganisation(portal, caller, input.portal)).id, input.roleId));
  routes.bind(updateRole).to(async (portal, caller, input, http) => {
    const organisation = await ownOrganisation(portal, caller, input.portal);
    await changeRoleTexts(portal, organisation.id, input.roleId, { ...input, clearsDescription: http.cleared.has('description') });
    return { success: true, id: input.roleId };
  });
  routes.bind(rolePrivileges).to(async (portal, caller, input) => ({
    privileges: await privilegesOfRole(portal, (await ownOrganisation(portal, caller, input.portal)).id, input.roleId),
  }));
  routes.bind(createRole).to(async (portal, caller, input) => {
    const organisation = await ownOrganisation(portal, caller, input.portal);
    return { success: true, id: await addRole(portal, organisation.id, input.name, input.description ?? null) };
  });
  routes.bind(setRolePrivileges).to(async (portal, caller, input) => {
    const organisation = await ownOrganisation(portal, caller, input.portal);
    await replacePrivileges(portal, caller, organisation.id, input.roleId, input.privileges);
    return { success: true, id: input.roleId };
  });
  routes.bind(deleteRole).to(async (portal, caller, input) => {
    const organisation = await ownOrganisation(portal, caller, input.portal);
    await removeRole(portal, organisation.id, input.roleId);
    return { success: true, id: input.roleId };
  });
}

async function self(portal: Portal, caller: Caller, name: string): Promise<PortalSelf | ReducedPortalSelf> {
  const organisation = await namedOrganisation(portal, caller, name);
  const isMember = caller.orgId === organisation.id;
  const reader = !isMember ? 'anonymous' : caller.privileges.has('portal:admin:manageWebsite') ? 'administrator' : 'member';
  const storage = reader === 'administrator' ? await storageOfOrganisation(portal, organisation.id) : undefined;
  const full = portalView(organisation, {
    baseUrl: caller.baseUrl,
    reader,
    portalMode: portal.config.multiTenant ? 'multitenant' : 'singletenant',
    customBaseUrl: customHost(portal.config),
    recycleBinDays: portal.config.recycleBinDays,
    sendsMail: portal.mailer !== undefined,
    ...(storage === undefined ? {} : { storage }),
  });
  const shown = !isMember && organisation.access === 'private' ? reducedPortalView(full) : full;
  // Somebody else's organisation is told about, not who asks for it.
  if (!isMember && name.toLowerCase() !== 'self') return shown;
  const account = await callerAccount(portal, caller);
  return account === undefined ? shown : { ...shown, user: userView(account, 'full', caller.privileges) };
}
