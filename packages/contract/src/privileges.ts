// Privilege names, the built-in roles and what each role may do by default.

const VIEWER = ['portal:user:joinGroup', 'portal:user:viewOrgUsers', 'portal:user:viewOrgItems', 'portal:user:viewOrgGroups'] as const;

const USER = [
  'portal:user:joinNonOrgGroup',
  'portal:user:createGroup',
  'portal:user:createItem',
  'portal:user:shareToGroup',
  'portal:user:shareToOrg',
  'portal:user:shareToPublic',
  'portal:user:shareGroupToOrg',
  'portal:user:shareGroupToPublic',
  'features:user:edit',
  'premium:user:geocode',
  'premium:user:networkanalysis',
  'premium:user:spatialanalysis',
  'premium:user:geoenrichment',
  'premium:user:demographics',
  'premium:user:elevation',
] as const;

const PUBLISHER = [
  'portal:publisher:publishFeatures',
  'portal:publisher:publishTiles',
  'portal:publisher:publishScenes',
  'premium:publisher:geoanalytics',
  'premium:publisher:rasteranalysis',
] as const;

const ADMIN = [
  'features:user:fullEdit',
  'opendata:user:openDataAdmin',
  'opendata:user:designateGroup',
  'marketplace:admin:manage',
  'marketplace:admin:purchase',
  'marketplace:admin:startTrial',
  'portal:admin:inviteUsers',
  'portal:admin:disableUsers',
  'portal:admin:viewUsers',
  'portal:admin:updateUsers',
  'portal:admin:deleteUsers',
  'portal:admin:changeUserRoles',
  'portal:admin:viewGroups',
  'portal:admin:updateGroups',
  'portal:admin:deleteGroups',
  'portal:admin:reassignGroups',
  'portal:admin:assignToGroups',
  'portal:admin:manageEnterpriseGroups',
  'portal:admin:viewItems',
  'portal:admin:updateItems',
  'portal:admin:deleteItems',
  'portal:admin:reassignItems',
  'portal:admin:manageLicenses',
  'portal:admin:shareToGroup',
  'portal:admin:shareToOrg',
  'portal:admin:shareToPublic',
  'portal:admin:createUpdateCapableGroup',
  'portal:admin:manageRoles',
  'portal:admin:manageSecurity',
  'portal:admin:manageWebsite',
] as const;

/** Every privilege, in the order of the ladder viewer, user, publisher, administrator. */
export const PRIVILEGES = [...VIEWER, ...USER, ...PUBLISHER, ...ADMIN] as const;

export type Privilege = (typeof PRIVILEGES)[number];

/** A built-in role as stored. Wire spelling and ids are in `wireRole`. */
export type BuiltInRole = 'viewer' | 'data_editor' | 'user' | 'publisher' | 'admin';

export const BUILT_IN_ROLES: readonly BuiltInRole[] = ['viewer', 'data_editor', 'user', 'publisher', 'admin'];

/** Default privileges by built-in role. */
export const ROLE_PRIVILEGES: Readonly<Record<BuiltInRole, readonly Privilege[]>> = {
  viewer: VIEWER,
  data_editor: [...VIEWER, 'features:user:edit'],
  user: [...VIEWER, ...USER],
  publisher: [...VIEWER, ...USER, ...PUBLISHER],
  admin: PRIVILEGES,
};

/** Privileges of a public account, which belongs to no organisation. */
export const PUBLIC_ACCOUNT_PRIVILEGES: readonly Privilege[] = [
  'portal:user:joinGroup',
  'portal:user:createGroup',
  'portal:user:createItem',
  'portal:user:shareToGroup',
  'portal:user:shareToPublic',
];

export const VIEWER_ROLE_ID = 'iAAAAAAAAAAAAAAA';
export const DATA_EDITOR_ROLE_ID = 'iBBBBBBBBBBBBBBB';

/** The `role` and `roleId` that clients see. Built-in roles but the viewer's have no `roleId`. */
export function wireRole(role: string): { role: 'org_admin' | 'org_publisher' | 'org_user'; roleId?: string } {
  switch (role) {
    case 'admin':
      return { role: 'org_admin' };
    case 'publisher':
      return { role: 'org_publisher' };
    case 'user':
      return { role: 'org_user' };
    case 'viewer':
      return { role: 'org_user', roleId: VIEWER_ROLE_ID };
    case 'data_editor':
      return { role: 'org_user', roleId: DATA_EDITOR_ROLE_ID };
    default:
      return { role: 'org_user', roleId: role };
  }
}

const SPELLINGS: ReadonlyMap<string, BuiltInRole> = new Map(
  Object.entries<BuiltInRole>({
    org_admin: 'admin',
    account_admin: 'admin',
    org_publisher: 'publisher',
    account_publisher: 'publisher',
    org_user: 'user',
    account_user: 'user',
    org_viewer: 'viewer',
    [VIEWER_ROLE_ID]: 'viewer',
    [DATA_EDITOR_ROLE_ID]: 'data_editor',
  }),
);

/** The stored role for a role name or id sent by a client; a custom role's id comes back unchanged. */
export function storedRole(sent: string): string {
  return SPELLINGS.get(sent) ?? sent;
}
