// What each privilege opens, by area, and those that open nothing because the portal has no such thing.
import type { Privilege } from '@graticule/contract/privileges';
import { EDITING, ITEMS, SHARING, VIEWING } from './privileges-content.table.ts';
import { GROUPS, LICENCES, MARKETPLACE, OF_OTHERS, ORGANISATION, USERS } from './privileges-people.table.ts';

/** Every operation of this page. */
export const OPENINGS = [
  ...USERS,
  ...OF_OTHERS,
  ...SHARING,
  ...GROUPS,
  ...ITEMS,
  ...VIEWING,
  ...EDITING,
  ...LICENCES,
  ...MARKETPLACE,
  ...ORGANISATION,
];

/** Privileges that roles hold for clients that look for them, while the portal has nothing that they could open. */
export const OPENS_NOTHING: Readonly<Partial<Record<Privilege, string>>> = {
  'portal:publisher:publishScenes': 'no scene services: publishing one is refused for everybody',
  'portal:admin:manageEnterpriseGroups': 'no groups of a directory outside',
  'portal:admin:manageSecurity': 'the rules for passwords are those of the installation',
  'opendata:user:openDataAdmin': 'no sites of open data',
  'opendata:user:designateGroup': 'no sites of open data',
  'premium:user:geocode': 'place search is open to everybody who may enter the portal',
  'premium:user:networkanalysis': 'no analysis services',
  'premium:user:spatialanalysis': 'no analysis services',
  'premium:user:geoenrichment': 'no analysis services',
  'premium:user:demographics': 'no analysis services',
  'premium:user:elevation': 'no analysis services',
  'premium:publisher:geoanalytics': 'no analysis services',
  'premium:publisher:rasteranalysis': 'no analysis services',
};
