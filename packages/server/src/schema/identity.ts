// Tables of the identity domain: accounts, revoked tokens, failed sign-ins.
import type { ColumnType, Generated } from 'kysely';

type Bytes = ColumnType<string, number | string | undefined, number | string>;

export interface AccountTable {
  /** Stored spelling; unique without regard to case. */
  username: string;
  org_id: string | null;
  /** Built-in role name or the id of a custom role. */
  role: string;
  password_hash: string | null;
  full_name: Generated<string>;
  first_name: Generated<string>;
  last_name: Generated<string>;
  email: string | null;
  description: string | null;
  access: Generated<'private' | 'org' | 'public'>;
  tags: Generated<string[]>;
  culture: string | null;
  region: string | null;
  units: Generated<'metric' | 'english'>;
  preferred_view: string | null;
  /** Key in the file store. */
  thumbnail: string | null;
  user_type: Generated<'arcgisonly' | 'both'>;
  provider: Generated<string>;
  idp_username: string | null;
  disabled: Generated<boolean>;
  /** Tokens issued with an older epoch are invalid. */
  token_epoch: Generated<number>;
  fav_group_id: string | null;
  storage_quota: Bytes | null;
  properties: ColumnType<Record<string, unknown>, string | undefined, string>;
  created: Generated<Date>;
  modified: Generated<Date>;
  last_login: ColumnType<Date | null, Date | undefined, Date>;
}

export interface RevokedTokenTable {
  id: string;
  expires: Date;
}

export interface SignInFailureTable {
  id: Generated<string>;
  /** Lower-case user name as typed, known or not. */
  username_key: string;
  address: string;
  at: ColumnType<Date, Date | undefined, never>;
}

export interface PasswordCodeTable {
  /** SHA-256 of the code in hexadecimal digits. */
  code_hash: string;
  username: string;
  expires: Date;
}

export interface RegisteredAppTable {
  client_id: string;
  item_id: string;
  app_type: 'browser' | 'native' | 'server' | 'multiple';
  client_secret: string;
  redirect_uris: string[];
  registered: Date;
  modified: Date;
}

/** An account as stored. */
export interface AccountRow {
  username: string;
  org_id: string | null;
  role: string;
  password_hash: string | null;
  full_name: string;
  first_name: string;
  last_name: string;
  email: string | null;
  description: string | null;
  access: 'private' | 'org' | 'public';
  tags: string[];
  culture: string | null;
  region: string | null;
  units: 'metric' | 'english';
  preferred_view: string | null;
  thumbnail: string | null;
  user_type: 'arcgisonly' | 'both';
  provider: string;
  idp_username: string | null;
  disabled: boolean;
  token_epoch: number;
  fav_group_id: string | null;
  storage_quota: number | null;
  properties: Record<string, unknown>;
  created: Date;
  modified: Date;
  last_login: Date | null;
}

export interface IdentityTables {
  account: AccountTable;
  revoked_token: RevokedTokenTable;
  sign_in_failure: SignInFailureTable;
  password_code: PasswordCodeTable;
  registered_app: RegisteredAppTable;
}
