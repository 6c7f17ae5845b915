// Invitations to the home organisation: for those who invite, and for whoever holds one.
import * as held from '@graticule/contract/community/invitations';
import * as invitations from '@graticule/contract/portals/invitations';
import { type Block, table } from './table.ts';

let count = 0;
const fresh = (): string => `guest${++count}`;

/** Lines are what an invitation is: `open` for whoever has the link, `waiting` for approval, `named` for somebody who is not in the columns. */
export const INVITATION_BLOCKS: readonly Block[] = [
  {
    title: 'invite people to the organisation and see whom it invited',
    calls: [
      { endpoint: invitations.invite, send: () => ({ invitationList: { invitations: [{ fullname: fresh() }] } }) },
      { endpoint: invitations.inviteByEmail, send: () => ({ emails: `${fresh()}@example.org` }) },
      { endpoint: invitations.listInvitations },
      { endpoint: invitations.readInvitation },
      { endpoint: invitations.updateInvitation, send: () => ({ expiration: 60 }) },
    ],
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  open       ?    -      -      -    -         +     -        -        -        -      -       -       -
`),
  },
  {
    title: 'give an invitation out again, end it and take it back',
    calls: [
      { endpoint: invitations.resendInvitation },
      { endpoint: invitations.declineInvitation },
      { endpoint: invitations.deleteInvitation },
    ],
    consumes: true,
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  open       ?    -      -      -    -         +     -        -        -        -      -       -       -
`),
  },
  {
    title: 'let in who waits for approval',
    calls: [{ endpoint: invitations.approveInvitation }],
    consumes: true,
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  waiting    ?    -      -      -    -         +     -        -        -        -      -       -       -
`),
  },
  {
    title: 'look at an invitation: whoever has the link, unless it is for somebody else',
    calls: [{ endpoint: held.invitationInfo }],
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  open       +    +      +      +    +         +     +        +        +        +      +       +       +
  named      +    -      -      -    -         -     -        -        -        -      -       -       -
`),
  },
  {
    title: 'accept it: who belongs to an organisation already is told so',
    calls: [{ endpoint: held.acceptInvitation }],
    consumes: true,
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  open       ?    +      /      /    /         /     /        /        /        /      /       /       /
  named      ?    -      -      -    -         -     -        -        -        -      -       -       -
`),
  },
  {
    title: 'decline it',
    calls: [{ endpoint: held.refuseInvitation }],
    consumes: true,
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  open       +    +      +      +    +         +     +        +        +        +      +       +       +
  named      +    -      -      -    -         -     -        -        -        -      -       -       -
`),
  },
  {
    title: 'sign up with it',
    calls: [
      {
        endpoint: held.signUp,
        send: ({ invitationId = '' }) => ({
          username: `signs.up.${fresh()}`,
          password: 'correct horse 1',
          email: 'somebody@example.org',
          invitationId,
        }),
      },
    ],
    consumes: true,
    expected: table(`
             anon public viewer user publisher admin oneRight outsider outAdmin member manager updater owner
  open       +    +      +      +    +         +     +        +        +        +      +       +       +
`),
  },
];
