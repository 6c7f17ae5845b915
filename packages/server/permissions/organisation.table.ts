// Settings of the home organisation, named by its id, and what the operator of the install does.
import * as users from '@graticule/contract/community/users';
import * as publishing from '@graticule/contract/content/publishing';
import * as info from '@graticule/contract/info';
import * as facts from '@graticule/contract/portals/facts';
import * as organisations from '@graticule/contract/portals/organisations';
import * as portals from '@graticule/contract/portals/portals';
import * as resources from '@graticule/contract/portals/resources';
import * as search from '@graticule/contract/search';
import { type Block, table } from './table.ts';

let count = 0;
const fresh = (): string => `y${++count}`;
const person = (): Record<string, string> => {
  const name = `made.by.${fresh()}`;
  return { username: name, password: 'correct horse 1', email: `${name}@example.org`, fullName: name };
};

export const ORGANISATION_BLOCKS: readonly Block[] = [
  {
    title: 'read public facts of an open organisation',
    calls: [
      { endpoint: portals.portalSelf },
      { endpoint: portals.passwordPolicy },
      { endpoint: facts.portalServers },
      { endpoint: facts.portalUrls },
      { endpoint: resources.listPortalResources },
      { endpoint: resources.getPortalResource, path: () => ({ key: 'open.txt' }) },
    ],
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  home       +    +      +      +    +         +     +        +        +        +      +       +       +
`),
  },
  {
    title: 'read what members know of their organisation',
    calls: [
      { endpoint: portals.portalRoles },
      { endpoint: portals.roleById },
      { endpoint: portals.rolePrivileges },
      { endpoint: facts.subscriptionInfo },
      { endpoint: publishing.isServiceNameAvailable, send: () => ({ name: 'x' }) },
    ],
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  home       ?    -      +      +    +         +     +        -        -        +      +       +       +
`),
  },
  {
    title: 'ask where hosted layers are kept',
    calls: [{ endpoint: facts.findDataItems }],
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  home       ?    -      -      -    +         +     -        +        +        -      -       -       +
`),
  },
  {
    title: 'read a file for members: to others it is not there',
    calls: [{ endpoint: resources.getPortalResource, path: () => ({ key: 'members.txt' }) }],
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  home       0    0      +      +    +         +     +        0        0        +      +       +       +
`),
  },
  {
    title: 'list its members',
    calls: [{ endpoint: portals.portalUsers }, { endpoint: search.searchPortalUsers, send: () => ({ q: 'user' }) }],
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  home       ?    -      +      +    +         +     -        -        -        +      +       +       +
`),
  },
  {
    title: 'read how much its members own',
    calls: [{ endpoint: portals.usersHoldings, send: () => ({ users: 'somebody' }) }],
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  home       ?    -      -      -    -         +     -        -        -        -      -       -       -
`),
  },
  {
    title: 'change it',
    calls: [
      { endpoint: portals.updatePortal, send: () => ({ snippet: fresh() }) },
      { endpoint: portals.sampleStatus },
      { endpoint: resources.addPortalResource, send: () => ({ key: 'gone.txt', text: 'x' }) },
      { endpoint: portals.setUpPortal, send: () => ({ name: 'Home' }) },
      { endpoint: portals.createRole, send: () => ({ name: fresh() }) },
      { endpoint: portals.updateRole, send: () => ({ description: fresh() }) },
      { endpoint: portals.setRolePrivileges, send: () => ({ privileges: { privileges: ['portal:admin:viewItems'] } }) },
    ],
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  home       ?    -      -      -    -         +     -        -        -        -      -       -       -
`),
  },
  {
    title: 'remove a file of it',
    calls: [{ endpoint: resources.removePortalResource, send: () => ({ key: fresh() }) }],
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  home       ?    -      -      -    -         0     -        -        -        -      -       -       -
`),
  },
  {
    title: 'delete a role that somebody has: who may learns why not',
    calls: [{ endpoint: portals.deleteRole }],
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  home       ?    -      -      -    -         /     -        -        -        -      -       -       -
`),
  },
  {
    title: 'add members to the own organisation',
    calls: [{ endpoint: users.createUser, send: person }],
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  home       ?    -      -      -    -         +     -        -        +        -      -       -       -
`),
  },
  {
    title: 'run the install: administrators of the home organisation',
    calls: [
      { endpoint: organisations.listOrganisations },
      { endpoint: organisations.organisationContents, send: ({ otherOrgId = '' }) => ({ id: otherOrgId }) },
      { endpoint: organisations.createOrganisation, send: () => ({ ...person(), name: 'New', urlKey: `key-${fresh()}` }) },
    ],
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  home       ?    -      -      -    -         +     -        -        -        -      -       -       -
`),
  },
  {
    title: 'close an organisation: who may is told that its name is another',
    calls: [{ endpoint: organisations.closeOrganisation, send: ({ otherOrgId = '' }) => ({ id: otherOrgId, name: 'Not its name' }) }],
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  home       ?    -      -      -    -         /     -        -        -        -      -       -       -
`),
  },
  {
    title: 'ask the administration what it is: any administrator, because it tells nothing of anybody',
    calls: [{ endpoint: info.portalAdmin }, { endpoint: info.securityConfig }],
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  home       ?    -      -      -    -         +     -        -        +        -      -       -       -
`),
  },
];
