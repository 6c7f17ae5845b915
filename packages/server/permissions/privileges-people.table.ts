// What the privileges about people, groups, other organisations and the portal itself open.
import * as groups from '@graticule/contract/community/groups';
import * as users from '@graticule/contract/community/users';
import * as items from '@graticule/contract/content/items';
import * as userItems from '@graticule/contract/content/user-items';
import * as marketplace from '@graticule/contract/marketplace/listings';
import * as portalInvitations from '@graticule/contract/portals/invitations';
import * as portals from '@graticule/contract/portals/portals';
import * as resources from '@graticule/contract/portals/resources';
import { ROLE_PRIVILEGES } from '@graticule/contract/privileges';
import { fresh, type Opening, person } from './openings.ts';

export const USERS: readonly Opening[] = [
  // whoever gives a role holds what it holds
  {
    opens: 'portal:admin:inviteUsers',
    also: ROLE_PRIVILEGES.user,
    does: 'add a member',
    about: 'home',
    call: { endpoint: users.createUser, send: person },
  },
  {
    opens: 'portal:admin:inviteUsers',
    does: 'see whom the organisation invited',
    about: 'home',
    call: { endpoint: portalInvitations.listInvitations },
  },
  { opens: 'portal:admin:disableUsers', does: 'lock an account', about: 'member', call: { endpoint: users.disableUser } },
  { opens: 'portal:admin:disableUsers', does: 'unlock it', about: 'member', call: { endpoint: users.enableUser } },
  {
    opens: 'portal:admin:disableUsers',
    does: 'lock accounts',
    about: 'member',
    call: { endpoint: portals.disableUsers, send: ({ username = '' }) => ({ users: username }) },
  },
  {
    opens: 'portal:admin:disableUsers',
    does: 'unlock them',
    about: 'member',
    call: { endpoint: portals.enableUsers, send: ({ username = '' }) => ({ users: username }) },
  },
  {
    opens: 'portal:admin:deleteUsers',
    does: 'read how much members own',
    about: 'member',
    call: { endpoint: portals.usersHoldings, send: ({ username = '' }) => ({ users: username }) },
  },
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
    also: ROLE_PRIVILEGES.publisher,
    does: 'give a member another role',
    about: 'member',
    call: { endpoint: portals.updateUserRole, send: ({ username = '' }) => ({ user: username, role: 'org_publisher' }) },
  },
  {
    opens: 'portal:admin:changeUserRoles',
    also: ROLE_PRIVILEGES.publisher,
    does: 'give members another role',
    about: 'member',
    call: { endpoint: portals.updateUsersRole, send: ({ username = '' }) => ({ users: username, role: 'org_publisher' }) },
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
