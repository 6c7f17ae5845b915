// Endpoints that the tables leave out, each with the reason.
import { checkUsernames, createInitialAdmin, forgotPassword, resetPassword } from '@graticule/contract/community/users';
import type { Endpoint } from '@graticule/contract/endpoint';
import { restInfo, sharingInfo, sharingRoot } from '@graticule/contract/info';
import * as marketplace from '@graticule/contract/marketplace/listings';
import * as apps from '@graticule/contract/oauth2/apps';
import * as tokens from '@graticule/contract/oauth2/tokens';
import { isServerRegistered, portalLanguages, portalRegions } from '@graticule/contract/portals/facts';
import { accountsSelf } from '@graticule/contract/portals/portals';
import { searchGroups, searchItems, searchUsers, suggest } from '@graticule/contract/search';
import * as basemap from '@graticule/contract/services/basemap';
import { hostedDirectory, servicesDirectory } from '@graticule/contract/services/feature-server';
import * as geocoding from '@graticule/contract/services/geocode-server';

const SAME_FOR_ALL = 'answers everybody alike and tells nothing of anybody';
const CREDENTIALS =
  'takes or ends credentials: identity/tokens.api.test.ts, setup/first-admin.api.test.ts, people/new-password.api.test.ts';
const LISTS = 'leaves out what the caller may not see instead of refusing: leaks.api.test.ts';
const APPS = 'works on an app by its client id, with the right over its item: content/registered-apps.api.test.ts';
const MARKETPLACE = 'offers between organisations by privileges of their own: marketplace/marketplace.api.test.ts';

const endpointsOf = (module: object): Endpoint[] =>
  Object.values(module).filter(
    (value): value is Endpoint => typeof value === 'object' && value !== null && 'path' in value && 'manner' in value,
  );

/** Endpoints by the reason why they stand in no table. */
export const NOT_IN_THE_MATRIX: ReadonlyMap<string, readonly Endpoint[]> = new Map([
  [
    SAME_FOR_ALL,
    [
      sharingRoot,
      sharingInfo,
      restInfo,
      checkUsernames,
      forgotPassword,
      isServerRegistered,
      portalLanguages,
      portalRegions,
      ...endpointsOf(geocoding),
      ...endpointsOf(basemap),
    ],
  ],
  ['is an old name of portals/self, which is in the matrix', [accountsSelf]],
  [CREDENTIALS, [createInitialAdmin, resetPassword, ...endpointsOf(tokens)]],
  [LISTS, [searchItems, searchGroups, searchUsers, suggest, servicesDirectory, hostedDirectory]],
  [APPS, [apps.getApp, apps.updateApp, apps.resetAppSecret, apps.unregisterApp, apps.validateRedirectUri]],
  [MARKETPLACE, endpointsOf(marketplace)],
]);
