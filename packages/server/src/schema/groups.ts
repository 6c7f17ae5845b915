// Tables of the groups and notifications domains.
import type { ColumnType, Generated, Selectable } from 'kysely';

type Json<T> = ColumnType<T, string | null | undefined, string | null>;

export interface UserGroupTable {
  id: string;
  org_id: string | null;
  owner: string;
  title: string;
  description: string | null;
  snippet: string | null;
  phone: string | null;
  thumbnail_key: string | null;
  thumbnail_name: string | null;
  tags: Generated<string[]>;
  type_keywords: Generated<string[]>;
  capabilities: Generated<string[]>;
  access: Generated<'private' | 'org' | 'public'>;
  membership_access: string | null;
  sort_field: string | null;
  sort_order: string | null;
  invitation_only: Generated<boolean>;
  view_only: Generated<boolean>;
  auto_join: Generated<boolean>;
  hidden_members: Generated<boolean>;
  leaving_disallowed: Generated<boolean>;
  protected: Generated<boolean>;
  favourites: Generated<boolean>;
  properties: Json<Record<string, unknown> | null>;
  display_settings: Json<Record<string, unknown> | null>;
  /** Words for search; written as the text form of a `tsvector`. */
  search: Generated<string>;
  created: Generated<Date>;
  modified: Generated<Date>;
}

/** A group as read, without the column that only serves the index. */
export type GroupRow = Omit<Selectable<UserGroupTable>, 'search'>;

export type StoredMemberType = 'owner' | 'admin' | 'member';

/** A group with what the caller is in it. */
export type GroupForCaller = GroupRow & {
  visible: boolean;
  member_type: StoredMemberType | null;
  /** Open applications; only counted for managers. */
  applications: number;
};

export interface GroupMemberTable {
  group_id: string;
  username: string;
  member_type: StoredMemberType;
  joined: Generated<Date>;
}

export interface GroupApplicationTable {
  group_id: string;
  username: string;
  comments: string | null;
  received: Generated<Date>;
}

export interface GroupInvitationTable {
  id: string;
  group_id: string;
  username: string;
  invited_by: string;
  member_type: 'admin' | 'member';
  state: Generated<'open' | 'accepted' | 'declined'>;
  created: Generated<Date>;
  expires: Date;
}

export interface NotificationTable {
  id: string;
  target: string;
  type: string;
  data: ColumnType<Record<string, unknown>, string, string>;
  received: Generated<Date>;
}

export interface GroupTables {
  user_group: UserGroupTable;
  group_member: GroupMemberTable;
  group_application: GroupApplicationTable;
  group_invitation: GroupInvitationTable;
  notification: NotificationTable;
}
