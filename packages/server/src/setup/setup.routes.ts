// Endpoints of a new install: the administrator probe, the first administrator, the first set-up.
import { createInitialAdmin } from '@graticule/contract/community/users';
import { fail } from '@graticule/contract/errors';
import { ENTERPRISE_VERSION, portalAdmin, securityConfig } from '@graticule/contract/info';
import { sampleStatus, setUpPortal } from '@graticule/contract/portals/portals';
import type { Routes } from '../platform/http/routes.ts';
import { createFirstAdmin, hasAdministrator } from './first-admin.ts';
import { finishSetUp, readSampleStatus } from './set-up.ts';

/** Binds the endpoints of this file. */
export function setupRoutes(routes: Routes): void {
  routes.bind(portalAdmin).to(async (portal, caller) => {
    // Two readers of this probe disagree; this answer means "not yet" to both of them.
    if (!(await hasAdministrator(portal))) throw fail('NO_ADMINISTRATOR', { details: ['no user'] });
    if (caller.kind === 'anonymous') throw fail('TOKEN_REQUIRED');
    if (caller.role !== 'admin') throw fail('FORBIDDEN');
    return { version: ENTERPRISE_VERSION, resources: [] };
  });
  routes.bind(securityConfig).to(async (_portal, caller) => {
    if (caller.role !== 'admin') throw fail('FORBIDDEN');
    return { groupStoreConfig: { type: 'BUILTIN' }, userStoreConfig: { type: 'BUILTIN' } };
  });
  routes
    .bind(createInitialAdmin)
    .to(async (portal, _caller, input) => ({ success: true, username: await createFirstAdmin(portal, input) }));
  routes.bind(setUpPortal).to(async (portal, caller, input) => ({ success: true, sampleJobId: await finishSetUp(portal, caller, input) }));
  routes.bind(sampleStatus).to((portal, caller, input) => readSampleStatus(portal, caller, input.portal));
}
