// Account row → user on the wire, by what the reader may see.
import type { User } from '@graticule/contract/community/user';
import { type Privilege, wireRole } from '@graticule/contract/privileges';
import type { AccountRow } from '../schema/identity.ts';

/** How much of a profile is shown: the person and administrators see all, members the membership, others the public part. */
export type UserDetail = 'public' | 'member' | 'full';

/**
 * The user object.
 * @param privileges only for the caller itself
 */
export function userView(account: AccountRow, detail: UserDetail, privileges?: ReadonlySet<Privilege>): User {
  const user: User = {
    username: account.username,
    id: account.username,
    fullName: account.full_name,
    firstName: account.first_name,
    lastName: account.last_name,
    description: account.description,
    access: account.access,
    units: account.units,
    tags: account.tags,
    culture: account.culture,
    region: account.region,
    thumbnail: account.thumbnail === null ? null : 'thumbnail.png',
    provider: account.provider,
    created: account.created.getTime(),
    modified: account.modified.getTime(),
  };
  if (detail === 'public') return user;
  Object.assign(user, {
    orgId: account.org_id,
    ...(account.org_id === null ? {} : wireRole(account.role)),
    level: '2',
    userLicenseTypeId: account.role === 'viewer' ? 'viewerUT' : 'creatorUT',
  });
  if (detail === 'member') return user;
  Object.assign(user, {
    preferredView: account.preferred_view,
    email: account.email,
    userType: account.user_type,
    idpUsername: account.idp_username,
    favGroupId: account.fav_group_id,
    lastLogin: account.last_login?.getTime() ?? -1,
    mfaEnabled: false,
    disabled: account.disabled,
    ...(privileges === undefined ? {} : { privileges: [...privileges] }),
  });
  return user;
}
