// Where clauses as filters of the map library, whose types the contract does not know.
import { readWhere as readClause } from '@graticule/contract/documents/where-filter';
import type { FilterSpecification } from 'maplibre-gl';

/** As `readWhere` of the contract: undefined for a clause that holds for everything, `null` for one that needs the server. */
export const readWhere = (clause: string): FilterSpecification | undefined | null =>
  readClause(clause) as unknown as FilterSpecification | undefined | null;

/** The same, with clauses that are not understood taken as holding for everything. */
export const whereFilter = (clause: string): FilterSpecification | undefined => readWhere(clause) ?? undefined;
