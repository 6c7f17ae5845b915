// Endpoints that say who sees an item, and why one person does or does not: for its owner and administrators.
import { endpoint } from '../endpoint.ts';
import { csv, flag, text } from '../param.ts';

/** Every way that leads to an item. The organisation and groups are told by name as far as the reader may see them. */
export type AccessReason =
  | { kind: 'everyone' }
  | { kind: 'owner' }
  | { kind: 'organization'; id: string; name: string }
  | { kind: 'group'; id: string; title: string | null; memberType: 'owner' | 'admin' | 'member' }
  /** By a licence or trial from the marketplace, of the organisation or of the person. */
  | { kind: 'licence'; by: 'organization' | 'user' }
  | { kind: 'administrator'; id: string; name: string; privilege: 'portal:admin:viewItems' };

/**
 * What stands in the way.
 * - `notShared`: nothing that the item is shared with includes the person
 * - `noPrivilege`: the item is shared with the organisation, and the person's role may not view its items
 * - `disabled`: the account is locked, so the person is as good as signed out
 * - `privateOrganization`: visitors who are not signed in are kept out of the whole organisation
 */
export type AccessBlocker = 'notShared' | 'noPrivilege' | 'disabled' | 'privateOrganization';

export interface AccessExplanation {
  itemId: string;
  /** Null for somebody who is not signed in. */
  username: string | null;
  /** Null when it depends on a group that hides its members from the reader: those groups stand in `hiddenGroups`. */
  canSee: boolean | null;
  reasons: AccessReason[];
  blockers: AccessBlocker[];
  hiddenGroups: { id: string; title: string | null }[];
}

/** People who can sign in; numbers are null where the reader may not list the people. */
export interface ItemAudience {
  itemId: string;
  owner: string;
  access: 'private' | 'org' | 'public';
  /** Everybody, signed in or not; in a private organisation its visitors are still kept out. */
  everyone: boolean;
  /** The organisation of the item; null for items of public accounts. `shared`: all its members see the item. */
  organization: { id: string; name: string; isPrivate: boolean; shared: boolean; members: number | null } | null;
  groups: { id: string; title: string | null; members: number | null }[];
  /** Members who see every item of the organisation. */
  administrators: number | null;
  /** Different people, the owner and administrators among them. */
  people: number;
  /** True when people of groups or organisations that the reader may not list are not in `people`. */
  isAtLeast: boolean;
}

const items = '/sharing/rest/content/items/:id';

/** Without `everyone`, `org` and `groups` it tells of the item as it is, else of the item once it is shared like that. */
export const itemAudience = endpoint<ItemAudience>()(
  `${items}/audience`,
  { everyone: flag(), org: flag(), groups: csv() },
  { needs: 'user', summary: 'Who sees an item, or would see it once it is shared otherwise; for its owner and administrators' },
);

export const explainAccess = endpoint<AccessExplanation>()(
  `${items}/audience/why`,
  { username: text() },
  { needs: 'user', summary: 'Why a person, or a visitor, sees an item or does not; for its owner and administrators' },
);
