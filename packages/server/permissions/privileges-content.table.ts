// What the privileges about items, their sharing and their features open.
import * as groups from '@graticule/contract/community/groups';
import * as users from '@graticule/contract/community/users';
import * as items from '@graticule/contract/content/items';
import * as publishing from '@graticule/contract/content/publishing';
import * as sharing from '@graticule/contract/content/sharing';
import * as userContent from '@graticule/contract/content/user-content';
import * as portals from '@graticule/contract/portals/portals';
import * as features from '@graticule/contract/services/feature-server';
import * as serviceAdmin from '@graticule/contract/services/service-admin';
import { fresh, type Opening } from './openings.ts';

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
