// The group as clients see it.

/** Who may see a group. */
export type GroupAccess = 'private' | 'org' | 'public';

/** By what a group may sort its items; all of them sort searches too. */
export const GROUP_CONTENT_SORTS = [
  'title',
  'owner',
  'type',
  'avgrating',
  'numratings',
  'numviews',
  'created',
  'modified',
  'uploaded',
] as const;

/** What a person is in a group. */
export type MemberType = 'owner' | 'admin' | 'member' | 'none';

/** A group on the wire. Times are epoch milliseconds. */
export interface Group {
  id: string;
  title: string;
  owner: string;
  isInvitationOnly: boolean;
  /** Only managers contribute items. */
  isViewOnly: boolean;
  isFav: boolean;
  /** Whoever asks to join is a member at once. */
  autoJoin: boolean;
  protected: boolean;
  isOpenData: boolean;
  isReadOnly: boolean;
  hiddenMembers: boolean;
  leavingDisallowed: boolean;
  description: string | null;
  snippet: string | null;
  phone: string | null;
  /** File name, read at `community/groups/{id}/info/{thumbnail}`. */
  thumbnail: string | null;
  sortField: string | null;
  sortOrder: string | null;
  tags: string[];
  typeKeywords: string[];
  /** `updateitemcontrol` marks a group whose members may update its items. */
  capabilities: string[];
  membershipAccess: string | null;
  access: GroupAccess;
  orgId: string;
  created: number;
  modified: number;
  displaySettings: { itemTypes: string };
  properties: Record<string, unknown> | null;
  notificationsEnabled: boolean;
  /** Present whenever the caller is known. */
  userMembership?: { username: string; memberType: MemberType; applications: number };
}
