// Every table by name; one file per domain holds the shapes.
import type { ContentTables } from './content.ts';
import type { FeatureTables } from './features.ts';
import type { GazetteerTables } from './gazetteer.ts';
import type { GroupTables } from './groups.ts';
import type { IdentityTables } from './identity.ts';
import type { InvitationTables } from './invitations.ts';
import type { MarketplaceTables } from './marketplace.ts';
import type { OrganisationTables } from './organisation.ts';
import type { PlatformTables } from './platform.ts';
import type { SearchTables } from './search.ts';
import type { TileTables } from './tiles.ts';

/** The tables that Kysely knows. Hosted data tables are not among them. */
export type Schema = PlatformTables &
  OrganisationTables &
  IdentityTables &
  GroupTables &
  InvitationTables &
  ContentTables &
  FeatureTables &
  TileTables &
  GazetteerTables &
  SearchTables &
  MarketplaceTables;
