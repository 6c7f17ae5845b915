// Counts what an organisation has.
import type { OrganisationContents } from '@graticule/contract/portals/organisations';
import { sql } from 'kysely';
import type { Db } from '../platform/db/database.ts';

/** One statement that reads four tables; undefined for an organisation that is not there. */
export async function contentsOf(db: Db, orgId: string): Promise<OrganisationContents | undefined> {
  const result = await sql<OrganisationContents>`
    select (select count(*) from account where org_id = o.id)::int as members, (select count(*) from item where org_id = o.id)::int as items,
      (select count(*) from feature_service where org_id = o.id)::int as services,
      (select count(*) from user_group where org_id = o.id and not favourites)::int as groups
    from organisation o where o.id = ${orgId}`.execute(db);
  return result.rows[0];
}
