// Endpoints that clients ask before anything else.
import { ENTERPRISE_VERSION, restInfo, SERVICES_VERSION, SHARING_VERSION, sharingInfo, sharingRoot } from '@graticule/contract/info';
import type { Routes } from '../platform/http/routes.ts';

/** Binds the endpoints of this file. */
export function infoRoutes(routes: Routes): void {
  routes
    .bind(sharingRoot)
    .to(async () => ({ currentVersion: SHARING_VERSION, enterpriseVersion: ENTERPRISE_VERSION, enterpriseBuild: '1' }));

  routes.bind(sharingInfo).to(async (_portal, caller) => ({
    owningSystemUrl: caller.baseUrl,
    authInfo: { tokenServicesUrl: `${caller.baseUrl}/sharing/rest/generateToken`, isTokenBasedSecurity: true },
    hasIAA: false,
  }));

  routes.bind(restInfo).to(async (_portal, caller) => ({
    currentVersion: SERVICES_VERSION,
    fullVersion: `${SERVICES_VERSION}.0`,
    soapUrl: null,
    secureSoapUrl: null,
    owningSystemUrl: caller.baseUrl,
    authInfo: { isTokenBasedSecurity: true, tokenServicesUrl: `${caller.baseUrl}/sharing/rest/generateToken`, shortLivedTokenValidity: 60 },
  }));
}
