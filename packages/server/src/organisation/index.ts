// The door of the organisation: settings, roles, the gate of private organisations.

export type { OrganisationRow } from '../schema/organisation.ts';
export { factRoutes } from './facts.routes.ts';
export { isClosedToVisitors, privateOrganisationGate } from './gate.ts';
export { infoRoutes } from './info.routes.ts';
export { callerAccount } from './members.ts';
export { organisationById, staysOpen } from './organisations.store.ts';
export {
  changeOrganisation,
  ensureOrganisation,
  forgetKept,
  homeOrganisation,
  markSetUp,
  organisationAt,
  organisationOf,
  organisationWithId,
  ownOrganisation,
  passwordPolicyOf,
  trustedOrigins,
} from './organisations.ts';
export { isSignUpClosed } from './portal.view.ts';
export { portalRoutes } from './portals.routes.ts';
export { portalResourceRoutes } from './resources.routes.ts';
export { privilegesOfRole, requireRole, rolesWithPrivileges } from './roles.ts';
export { tenantRoutes } from './tenants.routes.ts';
export { closeTenant, removeTenant, requireOperator } from './tenants.ts';
