// SQL of what edits have done to layers since their rows were written: a row for each database connection, added up by readers.
import { type RawBuilder, sql } from 'kysely';

/** Rows of a layer at most; connections that share one wait for each other. */
const SLOTS = 32;

/** The sums for a table as JSON in the order of `LayerEdits`; null without edits. `table` is SQL of its name. */
export function editsOfTable(table: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql<string | null>`(${sumOfEdits(table)})`;
}

/** The same as a statement with the column `edits`; it has no row without edits. */
export function sumOfEdits(table: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select json_build_array(sum(e.edits), sum(e.features), (extract(epoch from max(e.edited)) * 1000)::bigint,
      min(e.west), min(e.south), max(e.east), max(e.north))::text as edits
    from feature_edits e where e.table_name = ${table} having count(*) > 0`;
}

/** What a statement did to a layer: SQL of numbers; a box only where geometries came. */
export interface NotedEdit {
  /** Edits; one, unless it says otherwise. */
  edits?: string;
  features: string;
  box?: readonly [west: string, south: string, east: string, north: string];
  /** When; now, unless it says otherwise. */
  at?: string;
}

/**
 * A statement that notes edits of a table in the row of this connection; `table` is SQL of its name. With `from` it notes nothing when that has no row.
 * @example insert into feature_edits as mine (…) select $1::text, pg_backend_pid() % 32, 1, 0, … from edit on conflict …
 */
export function noteEdits(table: string, { edits = '1', features, box, at = 'clock_timestamp()' }: NotedEdit, from = ''): string {
  const sides = box === undefined ? '' : `${box.map((side) => `${side}::float8`).join(', ')}, `;
  return (
    `insert into feature_edits as mine (table_name, slot, edits, features, ${box === undefined ? '' : 'west, south, east, north, '}edited) ` +
    `select ${table}, pg_backend_pid() % ${SLOTS}, ${edits}, ${features}, ${sides}${at}${from} ` +
    'on conflict (table_name, slot) do update set edits = mine.edits + excluded.edits, features = mine.features + excluded.features, ' +
    'edited = greatest(mine.edited, excluded.edited)' +
    (box === undefined
      ? ''
      : ', west = least(mine.west, excluded.west), south = least(mine.south, excluded.south), ' +
        'east = greatest(mine.east, excluded.east), north = greatest(mine.north, excluded.north)')
  );
}
