// Statements of searches under names, so that a connection parses each of them once: clients ask with the same few texts.
import type { RawBuilder } from 'kysely';
import type { Portal } from '../platform/context.ts';
import { runOnce } from '../platform/db/prepared.ts';

/** Where searches read. */
export type SearchPlace = Pick<Portal, 'db' | 'database'>;

/** The rows of a statement that is run by itself. */
export function rowsOf<Row>(place: SearchPlace, statement: RawBuilder<Row>): Promise<Row[]> {
  const { sql: text, parameters } = statement.compile(place.db);
  return runOnce<Row>(place.database, { text, values: parameters });
}
