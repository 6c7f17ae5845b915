// People and their content: whose things others read and change. `owner` is the person that the requests are about.
import * as groups from '@graticule/contract/community/groups';
import * as notifications from '@graticule/contract/community/notifications';
import * as savedSearches from '@graticule/contract/community/saved-searches';
import * as users from '@graticule/contract/community/users';
import * as groupContent from '@graticule/contract/content/group-content';
import * as publishing from '@graticule/contract/content/publishing';
import * as recycleBin from '@graticule/contract/content/recycle-bin';
import * as userContent from '@graticule/contract/content/user-content';
import * as portals from '@graticule/contract/portals/portals';
import * as search from '@graticule/contract/search';
import * as serviceAdmin from '@graticule/contract/services/service-admin';
import { type Block, table } from './table.ts';

let count = 0;
const fresh = (): string => `x${++count}`;

/** The profile of `owner` with each access. @source ACC-8 */
export const PROFILE_BLOCKS: readonly Block[] = [
  {
    title: 'read a profile',
    calls: [{ endpoint: users.getUser }, { endpoint: users.userThumbnail, path: () => ({ file: 'thumbnail.png' }) }],
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  private    0    0      0      0    0         +     0        0        0        0      0       0       +
  org        0    0      +      +    +         +     0        0        0        +      +       +       +
  public     +    +      +      +    +         +     +        +        +        +      +       +       +
`),
  },
  {
    title: 'change a profile',
    calls: [{ endpoint: users.updateUser, send: () => ({ description: fresh() }) }],
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  private    ?    0      0      0    0         +     0        0        0        0      0       0       +
  org        ?    0      -      -    -         +     0        0        0        -      -       -       +
  public     ?    -      -      -    -         +     -        -        -        -      -       -       +
`),
  },
];

/** A member whom nobody in the columns is. */
export const MEMBER_BLOCKS: readonly Block[] = [
  {
    title: 'delete an account',
    calls: [{ endpoint: users.deleteUser }],
    consumes: true,
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  member     ?    0      -      -    -         +     0        0        0        -      -       -       -
`),
  },
  {
    title: 'hand over everything that a person has',
    calls: [{ endpoint: userContent.reassignContent, send: () => ({ targetUsername: 'publisher' }) }],
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  member     ?    -      -      -    -         +     -        -        0        -      -       -       -
`),
  },
  {
    title: 'lock an account, unlock it, and give it another role',
    calls: [
      { endpoint: users.disableUser },
      { endpoint: users.enableUser },
      { endpoint: portals.updateUserRole, send: ({ username = '' }) => ({ user: username, role: 'org_publisher' }) },
      { endpoint: portals.disableUsers, send: ({ username = '' }) => ({ users: username }) },
      { endpoint: portals.enableUsers, send: ({ username = '' }) => ({ users: username }) },
      { endpoint: portals.updateUsersRole, send: ({ username = '' }) => ({ users: username, role: 'org_publisher' }) },
    ],
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  member     ?    -      -      -    -         +     -        -        0        -      -       -       -
`),
  },
];

/** What is nobody's business but one's own, not even an administrator's. */
export const OWN_BLOCKS: readonly Block[] = [
  {
    title: 'read and change what a person keeps and is told',
    calls: [
      { endpoint: notifications.getNotifications },
      { endpoint: notifications.getUserInvitations },
      { endpoint: groupContent.getFavorites },
      { endpoint: savedSearches.getSavedSearches },
      { endpoint: savedSearches.addSavedSearch, send: () => ({ name: fresh(), query: 'x' }) },
      { endpoint: users.userProperties },
      { endpoint: users.setUserProperties, send: () => ({ properties: { a: 1 } }) },
    ],
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  own        ?    -      -      -    -         -     -        -        -        -      -       -       +
`),
  },
  {
    title: 'change and delete a search that a person keeps: the person itself is told that it is not there',
    calls: [
      { endpoint: savedSearches.updateSavedSearch, path: () => ({ savedSearchId: '0'.repeat(32) }), send: () => ({ name: 'x' }) },
      { endpoint: savedSearches.deleteSavedSearch, path: () => ({ savedSearchId: '0'.repeat(32) }) },
    ],
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  own        ?    -      -      -    -         -     -        -        -        -      -       -       0
`),
  },
  {
    title: 'read and remove one notification of a person',
    calls: [{ endpoint: notifications.getNotification }, { endpoint: notifications.deleteNotification }],
    consumes: true,
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  own        ?    -      -      -    -         -     -        -        -        -      -       -       +
`),
  },
  {
    title: 'answer an invitation (here of `user`)',
    calls: [
      { endpoint: notifications.getUserInvitation },
      { endpoint: notifications.acceptUserInvitation },
      { endpoint: notifications.declineUserInvitation },
    ],
    consumes: true,
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  invited    ?    -      -      +    -         -     -        -        -        -      -       -       -
`),
  },
];

/** The content of `owner`. @source ACC-5 */
export const CONTENT_BLOCKS: readonly Block[] = [
  {
    title: 'list what they see of the content of a person',
    calls: [{ endpoint: userContent.getUserContent }, { endpoint: userContent.getUserTags }],
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  content    ?    +      +      +    +         +     +        +        +        +      +       +       +
`),
  },
  {
    title: 'look into a folder: others know the person at most',
    calls: [{ endpoint: userContent.getFolderContent }],
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  content    ?    0      -      -    -         +     +        0        0        -      -       -       +
`),
  },
  {
    title: 'search in all of it',
    calls: [{ endpoint: search.searchUserContent, send: () => ({ q: 'one' }) }],
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  content    ?    -      -      -    -         +     +        -        0        -      -       -       +
`),
  },
  {
    title: 'add to it',
    calls: [
      { endpoint: userContent.addItem, send: () => ({ title: fresh(), type: 'Web Map', text: '{}' }) },
      { endpoint: userContent.addItemToFolder, send: () => ({ title: fresh(), type: 'Web Map', text: '{}' }) },
      { endpoint: userContent.createFolder, send: () => ({ title: fresh() }) },
      { endpoint: userContent.updateFolder, send: () => ({ title: fresh() }) },
      { endpoint: serviceAdmin.createService, send: () => ({ createParameters: { name: fresh() } }) },
      { endpoint: serviceAdmin.createServiceInFolder, send: () => ({ createParameters: { name: fresh() } }) },
      {
        endpoint: publishing.publishItem,
        send: () => ({ text: 'a,lat,lon\n1,2,3\n', fileType: 'csv', publishParameters: { name: fresh() } }),
      },
      { endpoint: recycleBin.emptyRecycleBin },
    ],
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  content    ?    -      -      -    -         +     -        -        0        -      -       -       +
`),
  },
  {
    title: 'hand a folder over',
    calls: [{ endpoint: userContent.reassignFolder, send: () => ({ targetUsername: 'publisher' }) }],
    consumes: true,
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  content    ?    -      -      -    -         +     -        -        0        -      -       -       -
`),
  },
  {
    title: 'delete a folder',
    calls: [{ endpoint: userContent.deleteFolder }],
    consumes: true,
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  content    ?    -      -      -    -         +     -        -        0        -      -       -       +
`),
  },
];

/** Things that people do for themselves. */
export const SELF_BLOCKS: readonly Block[] = [
  {
    title: 'ask who they are',
    calls: [{ endpoint: users.communitySelf }],
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  self       ?    +      +      +    +         +     +        +        +        +      +       +       +
`),
  },
  {
    title: 'create a group',
    calls: [{ endpoint: groups.createGroup, send: () => ({ title: fresh() }) }],
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  self       ?    +      -      +    +         +     -        +        +        +      +       +       +
`),
  },
];
