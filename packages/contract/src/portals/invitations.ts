// Endpoints of invitations to an organisation, for those who invite.
import { endpoint } from '../endpoint.ts';
import { type Page, paging, sorting } from '../paging.ts';
import { csv, flag, integer, json, required, text } from '../param.ts';

const base = '/sharing/rest/portals/:portal';

/** Most people in one call of `invite` and `inviteByEmail`. */
export const MAX_INVITED = 200;

/** Minutes that an invitation lasts unless the call says otherwise: two weeks. */
export const INVITATION_MINUTES = 20_160;

/** Longest life of an invitation in minutes: half a year. */
export const MAX_INVITATION_MINUTES = 262_800;

/** Somebody to be invited. With a password the member is created at once. */
export interface Invitee {
  username?: string;
  email?: string;
  firstname?: string;
  lastname?: string;
  fullname?: string;
  password?: string;
  /** Built-in role or the id of a custom one; `org_user` by default. */
  role?: string;
  /** Groups that the person joins when the invitation is accepted. */
  groups?: string[];
  /** Whether an administrator lets the person in after the invitation was accepted. */
  mustApprove?: boolean;
}

/**
 * Where an invitation stands: open; accepted (and, where it must be approved, waiting for that); approved; declined.
 * Withdrawn ones are gone, expired ones are `pending` with an `expiration` that has passed.
 */
export type InvitationState = 'pending' | 'accepted' | 'approved' | 'declined';

/** An invitation to an organisation as its administrators and the person invited see it. Times are epoch milliseconds. */
export interface OrganisationInvitation {
  id: string;
  targetType: 'account';
  /** Id of the organisation. */
  targetId: string;
  type: 'user' | 'email';
  /** Who invited; null when that account is gone. */
  fromUsername: { username: string; fullname: string } | null;
  /** Account or proposed user name. */
  username: string | null;
  email: string | null;
  fullName: string;
  role: string;
  groups: string[];
  mustApprove: boolean;
  accepted: boolean;
  state: InvitationState;
  created: number;
  /** When it was last given out. */
  received: number;
  /** -1 while nobody accepted. */
  dateAccepted: number;
  expiration: number;
}

/** The same for those who may pass it on: with the address of the page that accepts it, and who used it. */
export interface ManagedInvitation extends OrganisationInvitation {
  url: string;
  /** Account that was made with it or accepted it. */
  account: string | null;
  /** When its link was sent by mail, in epoch milliseconds; null when it was not, or not yet. */
  mailed: number | null;
}

export interface InvitedReply {
  success: true;
  /** User names and addresses that were not invited: members already, or not fit. */
  notInvited: string[];
  /** The invitations in the order given: their links are passed on by whoever invites. */
  invitations: ManagedInvitation[];
  /** Members who were created at once because a password was given. */
  created: string[];
}

export const invite = endpoint<InvitedReply>()(
  `${base}/invite`,
  {
    invitationList: required(json<{ invitations: Invitee[] }>()),
    message: text(),
    subject: text(),
    html: text(),
    expiration: integer(),
  },
  {
    method: 'change',
    needs: 'portal:admin:inviteUsers',
    summary: 'Invites people to the organisation, or creates members who have a password',
  },
);

export const inviteByEmail = endpoint<InvitedReply>()(
  `${base}/inviteByEmail`,
  { emails: required(csv()), role: text(), groups: csv(), message: text(), expiration: integer(), mustApprove: flag() },
  { method: 'change', needs: 'portal:admin:inviteUsers', summary: 'Invites people by their addresses, all with the same role' },
);

/** Which invitations are listed: every state, or one; `expired` and `pending` tell open ones apart, `waiting` are those to approve. */
export type InvitationKind = 'all' | 'pending' | 'expired' | 'waiting' | 'accepted' | 'declined';

export const listInvitations = endpoint<Page & { invitations: ManagedInvitation[] }>()(
  `${base}/invitations`,
  { ...paging, ...sorting, type: text<InvitationKind>(), q: text() },
  { needs: 'portal:admin:inviteUsers', summary: 'Invitations of the organisation that the caller may pass on' },
);

export const readInvitation = endpoint<ManagedInvitation>()(
  `${base}/invitations/:invitationId`,
  {},
  { needs: 'portal:admin:inviteUsers', summary: 'One invitation' },
);

export interface InvitationChanged {
  success: true;
  id: string;
}

const change = { method: 'change', needs: 'portal:admin:inviteUsers' } as const;

export const updateInvitation = endpoint<InvitationChanged>()(
  `${base}/invitations/:invitationId/update`,
  { role: text(), groups: csv(), expiration: integer(), mustApprove: flag(), clearEmptyFields: flag() },
  { ...change, summary: 'Changes role, groups or end of an open invitation' },
);

export const resendInvitation = endpoint<InvitationChanged & { invitation: ManagedInvitation }>()(
  `${base}/invitations/:invitationId/resend`,
  { expiration: integer() },
  { ...change, summary: 'Gives an invitation out again under a new link; the old link ends' },
);

export const approveInvitation = endpoint<InvitationChanged>()(
  `${base}/invitations/:invitationId/approve`,
  {},
  { ...change, summary: 'Lets in a person who accepted an invitation that must be approved' },
);

export const declineInvitation = endpoint<InvitationChanged>()(
  `${base}/invitations/:invitationId/decline`,
  {},
  { ...change, summary: 'Refuses a person who accepted an invitation that must be approved, or ends an open one' },
);

export const deleteInvitation = endpoint<InvitationChanged>()(
  `${base}/invitations/:invitationId/delete`,
  {},
  { ...change, summary: 'Takes an invitation back; its link ends' },
);
