// Items: who reads them, and who changes what belongs to them.
import * as audience from '@graticule/contract/content/audience';
import * as comments from '@graticule/contract/content/comments';
import * as dependencies from '@graticule/contract/content/dependencies';
import * as items from '@graticule/contract/content/items';
import * as publishing from '@graticule/contract/content/publishing';
import * as recycleBin from '@graticule/contract/content/recycle-bin';
import * as relationships from '@graticule/contract/content/relationships';
import * as resources from '@graticule/contract/content/resources';
import * as sharing from '@graticule/contract/content/sharing';
import * as usage from '@graticule/contract/content/usage';
import * as userContent from '@graticule/contract/content/user-content';
import * as userItems from '@graticule/contract/content/user-items';
import * as apps from '@graticule/contract/oauth2/apps';
import { type Block, table } from './table.ts';

const one = (target: { id?: string }): { items: string } => ({ items: target.id ?? '' });

/** The one definition of who sees an item. @source ACC-1, ACC-6 */
const SEEN = table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  private    -    -      -      -    -         +     +        -        -        -      -       -       +
  shared     -    -      -      -    -         +     +        -        -        +      +       -       +
  updatable  -    -      -      -    -         +     +        -        -        -      -       +       +
  org        -    -      +      +    +         +     +        -        -        +      +       +       +
  public     +    +      +      +    +         +     +        +        +        +      +       +       +
`);

/** The same for what needs somebody who is signed in. */
const SEEN_SIGNED_IN = table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  private    ?    -      -      -    -         +     +        -        -        -      -       -       +
  shared     ?    -      -      -    -         +     +        -        -        +      +       -       +
  updatable  ?    -      -      -    -         +     +        -        -        -      -       +       +
  org        ?    -      +      +    +         +     +        -        -        +      +       +       +
  public     ?    +      +      +    +         +     +        +        +        +      +       +       +
`);

/** Whoever manages the item: its owner and the organisation's administrators. @source ACC-4, ACC-5 */
const MANAGED = table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  private    ?    -      -      -    -         +     -        -        -        -      -       -       +
  shared     ?    -      -      -    -         +     -        -        -        -      -       -       +
  updatable  ?    -      -      -    -         +     -        -        -        -      -       -       +
  org        ?    -      -      -    -         +     -        -        -        -      -       -       +
  public     ?    -      -      -    -         +     -        -        -        -      -       -       +
`);

/** The same, and members of the group whose members update its items. @source ACC-4 */
const UPDATED = table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  private    ?    -      -      -    -         +     -        -        -        -      -       -       +
  shared     ?    -      -      -    -         +     -        -        -        -      -       -       +
  updatable  ?    -      -      -    -         +     -        -        -        -      -       +       +
  org        ?    -      -      -    -         +     -        -        -        -      -       -       +
  public     ?    -      -      -    -         +     -        -        -        -      -       -       +
`);

/** What the owner is told, and whoever may view all items of the organisation. */
const TOLD = table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  private    ?    -      -      -    -         +     +        -        -        -      -       -       +
  shared     ?    -      -      -    -         +     +        -        -        -      -       -       +
  updatable  ?    -      -      -    -         +     +        -        -        -      -       -       +
  org        ?    -      -      -    -         +     +        -        -        -      -       -       +
  public     ?    -      -      -    -         +     +        -        -        -      -       -       +
`);

export const ITEM_BLOCKS: readonly Block[] = [
  {
    title: 'read an item and what belongs to it',
    calls: [
      { endpoint: items.getItem },
      { endpoint: items.getItemData },
      { endpoint: items.getItemInfo, path: () => ({ '*': 'iteminfo.xml' }) },
      { endpoint: items.getItemInfo, path: () => ({ '*': 'thumbnail/t.png' }) },
      { endpoint: items.getItemPackageInfo },
      { endpoint: items.getItemPackageFile },
      { endpoint: items.getPackages },
      { endpoint: relationships.getItemSources },
      { endpoint: items.getItemGroups },
      { endpoint: comments.getComments },
      { endpoint: comments.getComment },
      { endpoint: comments.getRatings },
      { endpoint: relationships.getRelatedItems, send: () => ({ relationshipType: 'Map2Service' }) },
      { endpoint: dependencies.listDependencies },
      { endpoint: dependencies.listDependents },
      { endpoint: resources.getResources },
      { endpoint: resources.getResource, path: () => ({ '*': 'a.txt' }) },
      {
        endpoint: publishing.generateFeatures,
        send: ({ id = '' }) => ({ itemId: id, fileType: 'csv', publishParameters: { name: 'x' } }),
      },
    ],
    expected: SEEN,
  },
  {
    title: 'comment on an item, ask for the own rating, and read it as a file to publish',
    calls: [
      { endpoint: publishing.analyzeFile, send: ({ id = '' }) => ({ itemId: id, fileType: 'csv' }) },
      { endpoint: comments.addComment, send: () => ({ comment: 'Well' }) },
      { endpoint: comments.getRating },
      { endpoint: comments.deleteRating },
    ],
    expected: SEEN_SIGNED_IN,
  },
  {
    title: 'rate an item: everybody who sees it but the owner',
    calls: [{ endpoint: comments.addRating, send: () => ({ rating: 4 }) }],
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  private    ?    -      -      -    -         +     +        -        -        -      -       -       /
  shared     ?    -      -      -    -         +     +        -        -        +      +       -       /
  updatable  ?    -      -      -    -         +     +        -        -        -      -       +       /
  org        ?    -      +      +    +         +     +        -        -        +      +       +       /
  public     ?    +      +      +    +         +     +        +        +        +      +       +       /
`),
  },
  {
    title: 'change a comment: who wrote it (here `user`), while the item is seen',
    calls: [{ endpoint: comments.updateComment, send: () => ({ comment: 'Better' }) }],
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  private    ?    -      -      -    -         -     -        -        -        -      -       -       -
  shared     ?    -      -      -    -         -     -        -        -        -      -       -       -
  updatable  ?    -      -      -    -         -     -        -        -        -      -       -       -
  org        ?    -      -      +    -         -     -        -        -        -      -       -       -
  public     ?    -      -      +    -         -     -        -        -        -      -       -       -
`),
  },
  {
    title: 'delete a comment: who wrote it (here `user`), and who manages the item',
    calls: [{ endpoint: comments.deleteComment }],
    consumes: true,
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  private    ?    -      -      -    -         +     -        -        -        -      -       -       +
  shared     ?    -      -      -    -         +     -        -        -        -      -       -       +
  updatable  ?    -      -      -    -         +     -        -        -        -      -       -       +
  org        ?    -      -      +    -         +     -        -        -        -      -       -       +
  public     ?    -      -      +    -         +     -        -        -        -      -       -       +
`),
  },
  {
    title: 'be told what an item has behind it',
    calls: [
      { endpoint: userItems.getUserItem },
      { endpoint: userItems.getItemStatus },
      { endpoint: audience.itemAudience },
      { endpoint: audience.explainAccess },
      { endpoint: usage.itemUsage },
    ],
    expected: TOLD,
  },
  {
    title: 'ask why a member sees an item: who is told that, and may see the profile too',
    calls: [{ endpoint: audience.explainAccess, send: () => ({ username: 'publisher' }) }],
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  private    ?    -      -      -    -         +     0        -        -        -      -       -       +
  shared     ?    -      -      -    -         +     0        -        -        -      -       -       +
  updatable  ?    -      -      -    -         +     0        -        -        -      -       -       +
  org        ?    -      -      -    -         +     0        -        -        -      -       -       +
  public     ?    -      -      -    -         +     0        -        -        -      -       -       +
`),
  },
  {
    title: 'change an item and its files',
    calls: [
      { endpoint: userItems.updateItem, send: () => ({ snippet: 'New' }) },
      { endpoint: resources.addResources, send: () => ({ fileName: 'b.txt', text: 'x' }) },
      { endpoint: userItems.updateItemInfo, files: { file: { name: 'note.xml', bytes: '<a/>', type: 'text/xml' } } },
      {
        endpoint: userItems.updateItemThumbnail,
        send: () => ({
          data: 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
        }),
      },
      { endpoint: userItems.deleteItemThumbnail },
      {
        endpoint: relationships.addRelationship,
        send: ({ id = '', openItem = '' }) => ({ originItemId: id, destinationItemId: openItem, relationshipType: 'Map2Area' }),
      },
    ],
    consumes: true,
    expected: UPDATED,
  },
  {
    title: 'change and remove files that an item has',
    calls: [
      { endpoint: resources.updateResources, send: () => ({ fileName: 'a.txt', text: 'y' }) },
      { endpoint: resources.removeResources, send: () => ({ resource: 'a.txt' }) },
    ],
    consumes: true,
    before: { endpoint: resources.addResources, send: () => ({ fileName: 'a.txt', text: 'x' }) },
    expected: UPDATED,
  },
  {
    title: 'register an app with an item',
    calls: [{ endpoint: apps.registerApp, send: ({ id = '' }) => ({ itemId: id, appType: 'browser', redirect_uris: [] }) }],
    consumes: true,
    expected: MANAGED,
  },
  {
    title: 'read the registration of an app at its item',
    calls: [{ endpoint: apps.registeredAppInfo }],
    consumes: true,
    before: { endpoint: apps.registerApp, send: ({ id = '' }) => ({ itemId: id, appType: 'browser', redirect_uris: [] }) },
    expected: MANAGED,
  },
  {
    title: 'take all files that an item has along: who may change them',
    calls: [
      { endpoint: resources.exportResources },
      { endpoint: resources.exportUserItemResources },
      { endpoint: resources.exportItemResources },
    ],
    expected: UPDATED,
  },
  {
    title: 'remove an information file',
    calls: [{ endpoint: userItems.deleteItemInfo, send: () => ({ infoFile: 'note.xml' }) }],
    consumes: true,
    before: { endpoint: userItems.updateItemInfo, files: { file: { name: 'note.xml', bytes: '<a/>', type: 'text/xml' } } },
    expected: UPDATED,
  },
  {
    title: 'end a relationship',
    calls: [
      {
        endpoint: relationships.deleteRelationship,
        send: ({ id = '', openItem = '' }) => ({ originItemId: id, destinationItemId: openItem, relationshipType: 'Map2Area' }),
      },
    ],
    consumes: true,
    before: {
      endpoint: relationships.addRelationship,
      send: ({ id = '', openItem = '' }) => ({ originItemId: id, destinationItemId: openItem, relationshipType: 'Map2Area' }),
    },
    expected: UPDATED,
  },
  {
    title: 'move, protect, share and delete an item',
    calls: [
      { endpoint: userItems.moveItem, send: ({ folder = '' }) => ({ folder }) },
      { endpoint: userItems.protectItem },
      { endpoint: userItems.unprotectItem },
      { endpoint: userItems.deleteItem },
      { endpoint: userItems.deleteItem, send: () => ({ permanentDelete: true }) },
      { endpoint: sharing.shareUserItem, send: () => ({ everyone: true }) },
      { endpoint: sharing.shareUserItem, send: () => ({ org: true }) },
      { endpoint: sharing.shareUserItem, send: ({ readers = '' }) => ({ groups: readers }) },
      { endpoint: sharing.shareItem, send: () => ({ everyone: true }) },
      { endpoint: dependencies.findDependents, send: one },
      { endpoint: userContent.deleteItems, send: one },
      { endpoint: userContent.moveItems, send: ({ id = '', folder = '' }) => ({ items: id, folder }) },
      { endpoint: userContent.protectItems, send: one },
      { endpoint: userContent.unprotectItems, send: one },
      { endpoint: sharing.shareItems, send: ({ id = '' }) => ({ items: id, everyone: true }) },
    ],
    consumes: true,
    expected: MANAGED,
  },
  {
    title: 'take an item back out of the recycle bin: for all others it is gone',
    calls: [
      { endpoint: recycleBin.restoreItem },
      { endpoint: recycleBin.restoreItems, send: one },
      { endpoint: recycleBin.canRestoreItem },
    ],
    consumes: true,
    before: { endpoint: userItems.deleteItem },
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  private    ?    0      0      0    0         +     0        0        0        0      0       0       +
  shared     ?    0      0      0    0         +     0        0        0        0      0       0       +
  updatable  ?    0      0      0    0         +     0        0        0        0      0       0       +
  org        ?    0      0      0    0         +     0        0        0        0      0       0       +
  public     ?    0      0      0    0         +     0        0        0        0      0       0       +
`),
  },
  {
    title: 'see an item that lies in the recycle bin: nobody',
    calls: [{ endpoint: items.getItem }, { endpoint: items.getItemData }, { endpoint: comments.getComments }],
    consumes: true,
    before: { endpoint: userItems.deleteItem },
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  private    0    0      0      0    0         0     0        0        0        0      0       0       0
  shared     0    0      0      0    0         0     0        0        0        0      0       0       0
  updatable  0    0      0      0    0         0     0        0        0        0      0       0       0
  org        0    0      0      0    0         0     0        0        0        0      0       0       0
  public     0    0      0      0    0         0     0        0        0        0      0       0       0
`),
  },
  {
    title: 'give an item to somebody else: an administrator, even if it is the own one',
    calls: [{ endpoint: userItems.reassignItem, send: () => ({ targetUsername: 'publisher' }) }],
    consumes: true,
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  private    ?    -      -      -    -         +     -        -        -        -      -       -       -
  shared     ?    -      -      -    -         +     -        -        -        -      -       -       -
  updatable  ?    -      -      -    -         +     -        -        -        -      -       -       -
  org        ?    -      -      -    -         +     -        -        -        -      -       -       -
  public     ?    -      -      -    -         +     -        -        -        -      -       -       -
`),
  },
  {
    title: 'give several items to somebody else: administrators of other organisations do not even find the person',
    calls: [{ endpoint: userContent.reassignItems, send: ({ id = '' }) => ({ items: id, targetUsername: 'publisher' }) }],
    consumes: true,
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  private    ?    -      -      -    -         +     -        -        0        -      -       -       -
  shared     ?    -      -      -    -         +     -        -        0        -      -       -       -
  updatable  ?    -      -      -    -         +     -        -        0        -      -       -       -
  org        ?    -      -      -    -         +     -        -        0        -      -       -       -
  public     ?    -      -      -    -         +     -        -        0        -      -       -       -
`),
  },
  {
    title: 'put an item into a group: who manages it, and contributors of the group who see it when it is for more than groups',
    calls: [{ endpoint: sharing.shareItem, send: ({ readers = '' }) => ({ groups: readers }) }],
    consumes: true,
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  private    ?    -      -      -    -         +     -        -        -        -      -       -       +
  shared     ?    -      -      -    -         +     -        -        -        -      -       -       +
  updatable  ?    -      -      -    -         +     -        -        -        -      -       -       +
  org        ?    -      -      -    -         +     -        -        -        +      +       -       +
  public     ?    -      -      -    -         +     -        -        -        +      +       -       +
`),
  },
  {
    title: 'take an item out of a group: who manages it, and managers of the group who see it',
    calls: [
      { endpoint: sharing.unshareItem, send: ({ readers = '' }) => ({ groups: readers }) },
      { endpoint: sharing.unshareUserItem, send: ({ readers = '' }) => ({ groups: readers }) },
      { endpoint: sharing.unshareItems, send: ({ id = '', readers = '' }) => ({ items: id, groups: readers }) },
    ],
    consumes: true,
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  private    ?    -      -      -    -         +     -        -        -        -      -       -       +
  shared     ?    -      -      -    -         +     -        -        -        -      +       -       +
  updatable  ?    -      -      -    -         +     -        -        -        -      -       -       +
  org        ?    -      -      -    -         +     -        -        -        -      +       -       +
  public     ?    -      -      -    -         +     -        -        -        -      +       -       +
`),
  },
];

/** A part upload that is under way, which only who manages the item goes on with. */
export const UPLOAD_BLOCKS: readonly Block[] = [
  {
    title: 'go on with an upload in parts',
    calls: [
      { endpoint: userItems.getParts },
      { endpoint: userItems.addPart, send: () => ({ partNum: 1 }), files: { file: { name: 'p', bytes: 'x' } } },
      { endpoint: userItems.cancelUpload },
    ],
    consumes: true,
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  upload     ?    -      -      -    -         +     -        -        -        -      -       -       +
`),
  },
  {
    title: 'finish an upload in parts',
    calls: [{ endpoint: userItems.commitUpload }],
    consumes: true,
    before: { endpoint: userItems.addPart, send: () => ({ partNum: 1 }), files: { file: { name: 'p', bytes: 'x' } } },
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  upload     ?    -      -      -    -         +     -        -        -        -      -       -       +
`),
  },
];
