// The user as clients see it.
import type { Privilege } from '../privileges.ts';
import type { Group } from './group.ts';

/** A person's profile. Fields that the caller may not see are left out. Times are epoch milliseconds. */
export interface User {
  username: string;
  /** The user name once more: the ArcGIS Maps SDK for JavaScript, from 5.0, makes the addresses of users from it. */
  id?: string;
  fullName: string;
  firstName: string;
  lastName: string;
  preferredView?: string | null;
  description: string | null;
  email?: string | null;
  userType?: string;
  idpUsername?: string | null;
  favGroupId?: string | null;
  /** -1 when the person never signed in. */
  lastLogin?: number;
  mfaEnabled?: boolean;
  access: 'private' | 'org' | 'public';
  /** Bytes. */
  storageUsage?: number;
  /** Bytes. */
  storageQuota?: number;
  orgId?: string | null;
  role?: 'org_admin' | 'org_publisher' | 'org_user';
  /** Only for custom roles and the viewer role: clients take an administrator with a `roleId` for none. */
  roleId?: string;
  privileges?: Privilege[];
  level?: string;
  userLicenseTypeId?: string;
  disabled?: boolean;
  units: string;
  tags: string[];
  culture: string | null;
  region: string | null;
  thumbnail: string | null;
  provider: string;
  created: number;
  modified: number;
  groups?: Group[];
}
