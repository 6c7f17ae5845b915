// Tables of the invitations domain.
import type { ColumnType, Generated, Selectable } from 'kysely';

export interface OrganisationInvitationTable {
  /** The secret of the link: 32 hexadecimal characters. */
  id: string;
  org_id: string;
  email: string | null;
  /** The account that it is for when `for_account`, else the name proposed for a new one. */
  username: string | null;
  for_account: Generated<boolean>;
  full_name: Generated<string>;
  role: string;
  group_ids: Generated<string[]>;
  message: string | null;
  must_approve: Generated<boolean>;
  invited_by: string | null;
  state: Generated<'pending' | 'accepted' | 'approved' | 'declined'>;
  /** Who signed up with it or accepted it. */
  account: string | null;
  created: Date;
  sent: Date;
  /** When the mail with its link was handed over; null when none was. */
  mailed: ColumnType<Date | null, Date | null | undefined, Date | null>;
  answered: Date | null;
  expires: Date;
}

/** An invitation as stored. */
export type InvitationRow = Selectable<OrganisationInvitationTable>;

/** An invitation with the name of who invited. */
export type InvitationWithInviter = InvitationRow & { invited_by_name: string | null };

export interface InvitationTables {
  organisation_invitation: OrganisationInvitationTable;
}
