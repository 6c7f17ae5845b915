// Tables of the organisation domain.
import type { ColumnType, Generated } from 'kysely';

export interface OrganisationTable {
  /** 16 upper-case letters and digits. */
  id: string;
  name: string;
  description: string | null;
  snippet: string | null;
  access: Generated<'public' | 'private'>;
  url_key: string | null;
  culture: Generated<string>;
  region: string | null;
  units: Generated<'metric' | 'english'>;
  /** Every other writable field of portal self, by its wire name. */
  settings: ColumnType<Record<string, unknown>, string, string>;
  /** False until somebody finished the set-up page. */
  set_up: Generated<boolean>;
  /** The organisation of the main address; one at most. */
  is_home: Generated<boolean>;
  /** Since when it is being removed. */
  closing: ColumnType<Date | null, Date | undefined, Date>;
  created: Generated<Date>;
  modified: Generated<Date>;
}

export interface RoleTable {
  id: string;
  org_id: string;
  name: string;
  description: string | null;
  privileges: string[];
  base_role: string;
  created: Generated<Date>;
}

/** An organisation as stored. */
export interface OrganisationRow {
  id: string;
  name: string;
  description: string | null;
  snippet: string | null;
  access: 'public' | 'private';
  url_key: string | null;
  culture: string;
  region: string | null;
  units: 'metric' | 'english';
  settings: Record<string, unknown>;
  set_up: boolean;
  is_home: boolean;
  closing: Date | null;
  created: Date;
  modified: Date;
}

export interface OrganisationResourceTable {
  org_id: string;
  key: string;
  /** Key in the file store. */
  file_key: string;
  content_type: string;
  size_bytes: number;
  access: 'public' | 'private';
  created: Generated<Date>;
}

export interface OrganisationTables {
  organisation: OrganisationTable;
  organisation_resource: OrganisationResourceTable;
  role: RoleTable;
}
