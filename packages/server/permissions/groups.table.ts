// Groups of `owner` with each access: who sees them, who is in them, who manages them.
import * as groups from '@graticule/contract/community/groups';
import * as groupContent from '@graticule/contract/content/group-content';
import { type Block, table } from './table.ts';

/** @source ACC-7 */
const SEEN = table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  private    -    -      -      -    -         +     -        -        -        +      +       -       +
  org        -    -      +      +    +         +     -        -        -        +      +       +       +
  public     +    +      +      +    +         +     +        +        +        +      +       +       +
`);

/** Owner, managers, administrators. @source E9 gadmin */
const MANAGED = table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  private    ?    -      -      -    -         +     -        -        -        -      +       -       +
  org        ?    -      -      -    -         +     -        -        -        -      +       -       +
  public     ?    -      -      -    -         +     -        -        -        -      +       -       +
`);

const OWNED = table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  private    ?    -      -      -    -         +     -        -        -        -      -       -       +
  org        ?    -      -      -    -         +     -        -        -        -      -       -       +
  public     ?    -      -      -    -         +     -        -        -        -      -       -       +
`);

export const GROUP_BLOCKS: readonly Block[] = [
  {
    title: 'see a group and what is in it',
    calls: [
      { endpoint: groups.getGroup },
      { endpoint: groups.getGroupInfo, path: () => ({ file: 't.png' }) },
      { endpoint: groups.getGroupCategorySchema },
      { endpoint: groupContent.getGroupContent },
      { endpoint: groupContent.getFeaturedItems },
      { endpoint: groupContent.searchGroupContent, send: () => ({ q: 'one' }) },
      { endpoint: groupContent.searchGroupItems, send: () => ({ q: 'one' }) },
    ],
    expected: SEEN,
  },
  {
    title: 'see who is in a group',
    calls: [{ endpoint: groups.getGroupUsers }, { endpoint: groups.getGroupUserList }],
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  private    -    -      -      -    -         +     -        -        -        +      +       -       +
  org        -    -      -      -    -         +     -        -        -        +      +       -       +
  public     -    -      -      -    -         +     -        -        -        +      +       -       +
`),
  },
  {
    title: 'manage a group and its people',
    calls: [
      { endpoint: groups.updateGroup, send: () => ({ snippet: 'New' }) },
      { endpoint: groups.protectGroup },
      { endpoint: groups.unprotectGroup },
      { endpoint: groups.deleteGroupThumbnail },
      { endpoint: groups.getApplications },
      { endpoint: groups.getApplication, path: () => ({ username: 'user.test' }) },
      { endpoint: groups.acceptApplication, path: () => ({ username: 'user.test' }) },
      { endpoint: groups.declineApplication, path: () => ({ username: 'user.test' }) },
      { endpoint: groups.getGroupInvitations },
      { endpoint: groups.deleteGroupInvitation },
      { endpoint: groups.inviteToGroup, send: () => ({ users: 'viewer' }) },
      { endpoint: groups.addGroupUsers, send: () => ({ users: 'viewer' }) },
      { endpoint: groups.removeGroupUsers, send: () => ({ users: 'viewer' }) },
      { endpoint: groupContent.setFeaturedItems },
      { endpoint: groups.updateGroupUsers, send: () => ({ users: 'viewer' }) },
    ],
    consumes: true,
    expected: MANAGED,
  },
  {
    title: 'delete a group and give it away',
    calls: [{ endpoint: groups.deleteGroup }, { endpoint: groups.reassignGroup, send: () => ({ targetUsername: 'publisher' }) }],
    consumes: true,
    expected: OWNED,
  },
  {
    title: 'join a group or apply: by portal:user:joinGroup, and by joinNonOrgGroup from outside',
    calls: [{ endpoint: groups.joinGroup }],
    consumes: true,
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  private    ?    -      -      -    -         +     -        -        -        /      /       -       /
  org        ?    -      +      +    +         +     -        -        -        /      /       +       /
  public     ?    -      +      +    +         +     -        +        +        /      /       +       /
`),
  },
  {
    title: 'leave a group: members but not its owner',
    calls: [{ endpoint: groups.leaveGroup }],
    consumes: true,
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  private    ?    -      -      -    -         /     -        -        -        +      +       -       /
  org        ?    -      /      /    /         /     -        -        -        +      +       /       /
  public     ?    /      /      /    /         /     /        /        /        +      +       /       /
`),
  },
];
