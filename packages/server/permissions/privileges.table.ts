// What each privilege opens, by area, and those that open nothing because the portal has no such thing.
import * as groups from '@graticule/contract/community/groups';
import * as users from '@graticule/contract/community/users';
import * as items from '@graticule/contract/content/items';
import * as publishing from '@graticule/contract/content/publishing';
import * as sharing from '@graticule/contract/content/sharing';
import * as userContent from '@graticule/contract/content/user-content';
import * as userItems from '@graticule/contract/content/user-items';
import * as marketplace from '@graticule/contract/marketplace/listings';
import * as portalInvitations from '@graticule/contract/portals/invitations';
import * as portals from '@graticule/contract/portals/portals';
import * as resources from '@graticule/contract/portals/resources';
import type { Privilege } from '@graticule/contract/privileges';
import * as features from '@graticule/contract/services/feature-server';
import * as serviceAdmin from '@graticule/contract/services/service-admin';
import type { Call } from './table.ts';

/** What an operation is about; `privileges-world.ts` makes them. `own` belongs to the person whose role is tried. */
export type About =
  | 'home'
  | 'own account'
  | 'own item'
  | 'own group'
  | 'hidden member'
  | 'colleague'
  | 'member'
  | 'new member'
  | 'private item'
  | 'item of the organisation'
  | 'public item'
  | 'new public item'
  | 'private group'
  | 'group of the organisation'
  | 'public group'
  | 'new public group'
  | 'group to join'
  | 'foreign group to join'
  | 'editable layer'
  | 'layer that is only queried'
  | 'own layer'
  | 'app to list'
  | 'listing to buy'
  | 'listing to try'
  | 'purchase by user';

/** An operation that one privilege opens. */
export interface Opening {
  opens: Privilege;
  /** Privileges that the operation needs besides. */
  also?: readonly Privilege[];
  /** Other privileges that open it as well. */
  or?: readonly Privilege[];
  does: string;
  call: Call;
  about: About;
}

let count = 0;
const fresh = (): string => `opened${++count}`;

const person = (): Record<string, string> => ({
  username: fresh(),
  password: 'correct horse 1',
  fullname: 'New',
  email: 'new@example.org',
});

export const USERS: readonly Opening[] = [
  { opens: 'portal:admin:inviteUsers', does: 'add a member', about: 'home', call: { endpoint: users.createUser, send: person } },
  {
    opens: 'portal:admin:inviteUsers',
    does: 'see whom the organisation invited',
    about: 'home',
    call: { endpoint: portalInvitations.listInvitations },
  },
  { opens: 'portal:admin:disableUsers', does: 'lock an account', about: 'member', call: { endpoint: users.disableUser } },
  { opens: 'portal:admin:disableUsers', does: 'unlock it', about: 'member', call: { endpoint: users.enableUser } },
  { opens: 'portal:admin:viewUsers', does: 'see a profile that is private', about: 'hidden member', call: { endpoint: users.getUser } },
  {
    opens: 'portal:admin:updateUsers',
    does: 'change a profile',
    about: 'member',
    call: { endpoint: users.updateUser, send: () => ({ description: fresh() }) },
  },
  { opens: 'portal:admin:deleteUsers', does: 'delete an account', about: 'new member', call: { endpoint: users.deleteUser } },
  {
    opens: 'portal:admin:changeUserRoles',
    does: 'give a member another role',
    about: 'member',
    call: { endpoint: portals.updateUserRole, send: ({ username = '' }) => ({ user: username, role: 'org_publisher' }) },
  },
];

export const OF_OTHERS: readonly Opening[] = [
  { opens: 'portal:admin:viewGroups', does: 'see a private group', about: 'private group', call: { endpoint: groups.getGroup } },
  { opens: 'portal:admin:viewGroups', does: 'see who is in a group', about: 'public group', call: { endpoint: groups.getGroupUsers } },
  {
    opens: 'portal:admin:updateGroups',
    does: 'change a group',
    about: 'public group',
    call: { endpoint: groups.updateGroup, send: () => ({ snippet: fresh() }) },
  },
  {
    opens: 'portal:admin:assignToGroups',
    does: 'add people to a group',
    about: 'public group',
    call: { endpoint: groups.addGroupUsers, send: () => ({ users: 'viewer' }) },
  },
  {
    opens: 'portal:admin:reassignGroups',
    does: 'give a group to somebody',
    about: 'new public group',
    call: { endpoint: groups.reassignGroup, send: () => ({ targetUsername: 'publisher' }) },
  },
  { opens: 'portal:admin:deleteGroups', does: 'delete a group', about: 'new public group', call: { endpoint: groups.deleteGroup } },
  { opens: 'portal:admin:viewItems', does: 'see a private item', about: 'private item', call: { endpoint: items.getItem } },
  {
    opens: 'portal:admin:updateItems',
    does: 'change an item',
    about: 'public item',
    call: { endpoint: userItems.updateItem, send: () => ({ snippet: fresh() }) },
  },
  {
    opens: 'portal:admin:reassignItems',
    does: 'give an item to somebody',
    about: 'new public item',
    call: { endpoint: userItems.reassignItem, send: () => ({ targetUsername: 'publisher' }) },
  },
  { opens: 'portal:admin:deleteItems', does: 'delete an item', about: 'new public item', call: { endpoint: userItems.deleteItem } },
];

export const SHARING: readonly Opening[] = [
  {
    opens: 'portal:admin:shareToGroup',
    does: 'share an item of somebody with a group of the organisation',
    about: 'public item',
    call: { endpoint: sharing.shareItem, send: (target) => ({ groups: target.readers ?? '' }) },
  },
  {
    opens: 'portal:admin:shareToOrg',
    does: 'share an item of somebody with the organisation',
    about: 'new public item',
    call: { endpoint: sharing.shareItem, send: () => ({ org: true }) },
  },
  {
    opens: 'portal:admin:shareToPublic',
    does: 'share an item of somebody with everybody',
    about: 'new public item',
    call: { endpoint: sharing.shareItem, send: () => ({ everyone: true }) },
  },
  {
    opens: 'portal:user:shareToGroup',
    does: 'share an own item with a group',
    about: 'own item',
    call: { endpoint: sharing.shareItem, send: (target) => ({ groups: target.group ?? '' }) },
    or: ['portal:admin:shareToGroup'],
  },
  {
    opens: 'portal:user:shareToOrg',
    does: 'share an own item with the organisation',
    about: 'own item',
    call: { endpoint: sharing.shareItem, send: () => ({ org: true }) },
    or: ['portal:admin:shareToOrg'],
  },
  {
    opens: 'portal:user:shareToPublic',
    does: 'share an own item with everybody',
    about: 'own item',
    call: { endpoint: sharing.shareItem, send: () => ({ everyone: true }) },
    or: ['portal:admin:shareToPublic'],
  },
  {
    opens: 'portal:user:shareGroupToOrg',
    does: 'open an own group to the organisation',
    about: 'own group',
    call: { endpoint: groups.updateGroup, send: () => ({ access: 'org' }) },
  },
  {
    opens: 'portal:user:shareGroupToPublic',
    does: 'open an own group to everybody',
    about: 'own group',
    call: { endpoint: groups.updateGroup, send: () => ({ access: 'public' }) },
  },
];

export const GROUPS: readonly Opening[] = [
  {
    opens: 'portal:user:createGroup',
    does: 'create a group',
    about: 'home',
    call: { endpoint: groups.createGroup, send: () => ({ title: fresh() }) },
  },
  {
    opens: 'portal:admin:createUpdateCapableGroup',
    also: ['portal:user:createGroup'],
    does: 'create a group whose members update its items',
    about: 'home',
    call: { endpoint: groups.createGroup, send: () => ({ title: fresh(), capabilities: 'updateitemcontrol' }) },
  },
  { opens: 'portal:user:joinGroup', does: 'join a group', about: 'group to join', call: { endpoint: groups.joinGroup } },
  {
    opens: 'portal:user:joinNonOrgGroup',
    also: ['portal:user:joinGroup'],
    does: 'join a group of another organisation',
    about: 'foreign group to join',
    call: { endpoint: groups.joinGroup },
  },
];

export const ITEMS: readonly Opening[] = [
  {
    opens: 'portal:user:createItem',
    does: 'create an item',
    about: 'own account',
    call: { endpoint: userContent.addItem, send: () => ({ title: fresh(), type: 'Web Map', text: '{}' }) },
  },
  {
    opens: 'portal:publisher:publishFeatures',
    also: ['portal:user:createItem'],
    does: 'publish a table as a hosted layer',
    about: 'own account',
    call: {
      endpoint: publishing.publishItem,
      send: () => ({ text: 'a,lat,lon\n1,2,3\n', fileType: 'csv', publishParameters: { name: fresh() } }),
    },
  },
  {
    opens: 'portal:publisher:publishFeatures',
    does: 'make an empty service',
    about: 'own account',
    call: { endpoint: serviceAdmin.createService, send: () => ({ createParameters: { name: fresh() } }) },
  },
  {
    opens: 'portal:publisher:publishTiles',
    also: ['portal:user:createItem'],
    does: 'publish a hosted layer as tiles',
    about: 'own layer',
    call: {
      endpoint: publishing.publishItem,
      send: ({ id = '' }) => ({ itemId: id, fileType: 'featureService', outputType: 'VectorTiles', publishParameters: { name: fresh() } }),
    },
  },
];

export const VIEWING: readonly Opening[] = [
  {
    opens: 'portal:user:viewOrgUsers',
    or: ['portal:admin:viewUsers'],
    does: 'see the profile of a colleague',
    about: 'colleague',
    call: { endpoint: users.getUser },
  },
  { opens: 'portal:user:viewOrgUsers', does: 'list the members', about: 'home', call: { endpoint: portals.portalUsers } },
  {
    opens: 'portal:user:viewOrgItems',
    or: ['portal:admin:viewItems'],
    does: 'see an item of the organisation',
    about: 'item of the organisation',
    call: { endpoint: items.getItem },
  },
  {
    opens: 'portal:user:viewOrgGroups',
    or: ['portal:admin:viewGroups'],
    does: 'see a group of the organisation',
    about: 'group of the organisation',
    call: { endpoint: groups.getGroup },
  },
];

const ADD_POINT = () => ({ features: [{ attributes: { name: 'b' }, geometry: { x: 1, y: 1 } }] });

export const EDITING: readonly Opening[] = [
  {
    opens: 'features:user:edit',
    or: ['features:user:fullEdit'],
    does: 'edit a layer that allows it',
    about: 'editable layer',
    call: { endpoint: features.addFeatures, send: ADD_POINT },
  },
  {
    opens: 'features:user:fullEdit',
    does: 'edit a layer of the organisation that allows nobody to edit',
    about: 'layer that is only queried',
    call: { endpoint: features.addFeatures, send: ADD_POINT },
  },
];

export const LICENCES: readonly Opening[] = [
  {
    opens: 'portal:admin:manageLicenses',
    does: 'give a member a licence',
    about: 'purchase by user',
    call: { endpoint: marketplace.provisionUsers, send: () => ({ users: 'viewer' }) },
  },
  {
    opens: 'portal:admin:manageLicenses',
    does: 'take it back',
    about: 'purchase by user',
    call: { endpoint: marketplace.unprovisionUsers, send: () => ({ users: 'viewer' }) },
  },
];

export const MARKETPLACE: readonly Opening[] = [
  { opens: 'marketplace:admin:manage', does: 'offer an item', about: 'app to list', call: { endpoint: marketplace.listItem } },
  { opens: 'marketplace:admin:manage', does: 'see the customers', about: 'home', call: { endpoint: marketplace.getCustomers } },
  { opens: 'marketplace:admin:purchase', does: 'take a listing', about: 'listing to buy', call: { endpoint: marketplace.purchaseListing } },
  { opens: 'marketplace:admin:startTrial', does: 'try a listing', about: 'listing to try', call: { endpoint: marketplace.startTrial } },
];

export const ORGANISATION: readonly Opening[] = [
  {
    opens: 'portal:admin:manageRoles',
    does: 'add a role',
    about: 'home',
    call: { endpoint: portals.createRole, send: () => ({ name: fresh() }) },
  },
  {
    opens: 'portal:admin:manageWebsite',
    does: 'change settings',
    about: 'home',
    call: { endpoint: portals.updatePortal, send: () => ({ snippet: fresh() }) },
  },
  {
    opens: 'portal:admin:manageWebsite',
    does: 'add a file of the organisation',
    about: 'home',
    call: { endpoint: resources.addPortalResource, send: () => ({ key: `${fresh()}.txt`, text: 'x' }) },
  },
];

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
