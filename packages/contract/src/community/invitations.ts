// Endpoints for whoever holds an invitation to an organisation: looking at it, signing up, accepting, declining.
import { endpoint } from '../endpoint.ts';
import { required, text } from '../param.ts';
import type { UserChanged } from './users.ts';

const base = '/sharing/rest/community/invitations/:invitationId';

/** What the holder of an invitation sees. Of the organisation it tells the name and nothing else. */
export interface InvitationInfo {
  id: string;
  account: { name: string; socialProviders: string[]; idpName: null; targetUserProvider: 'all' };
  targetUserProvider: 'all';
  mustApprove: boolean;
  role: string;
  /** Where it was meant to go; null when it is for whoever has the link. */
  email: string | null;
  /** Proposed for a new account; null when the invitation is for an account that exists or names none. */
  username: string | null;
  fullName: string;
  /** True for whoever accepted it and waits for approval; everybody else is told that it is used. */
  accepted: boolean;
  created: number;
  expiration: number;
}

export const invitationInfo = endpoint<InvitationInfo>()(
  base,
  {},
  { confidential: true, summary: 'An invitation, for whoever holds its id' },
);

export interface JoinedReply {
  success: true;
  username: string;
  id: string;
  /** True when an administrator has to approve first: the caller belongs to the organisation only then. */
  mustApprove: boolean;
}

export const acceptInvitation = endpoint<JoinedReply>()(
  `${base}/accept`,
  { invitationId: text() },
  { method: 'change', needs: 'user', summary: 'Joins the organisation of an invitation' },
);

export const refuseInvitation = endpoint<{ success: true }>()(
  `${base}/decline`,
  { invitationId: text() },
  { method: 'change', summary: 'Declines an invitation; nobody can use it any more' },
);

export const signUp = endpoint<UserChanged>()(
  '/sharing/rest/community/signup',
  {
    username: required(text()),
    password: required(text({ secret: true })),
    email: required(text()),
    firstname: text({ aliases: ['firstName'] }),
    lastname: text({ aliases: ['lastName'] }),
    fullname: text({ aliases: ['fullName'] }),
    invitationId: text(),
    provider: text(),
  },
  {
    method: 'change',
    confidential: true,
    summary: "Creates an account of one's own: with an invitation, or where the organisation lets everybody sign up",
  },
);
