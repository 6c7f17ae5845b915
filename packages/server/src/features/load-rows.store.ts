// Adds rows to hosted tables in batches: one statement of arrays, which both engines take fast. (COPY does not work on
// the embedded engine: its socket loses the protocol.)
import type { FieldType } from '@graticule/contract/services/layer';
import { withKnownHeights } from '@graticule/geo/convert/known-heights';
import { type Sentence, sentence } from '@graticule/geo/sentence';
import type { Db } from '../platform/db/database.ts';
import { inHalves } from '../platform/db/in-halves.ts';
import { unhurried } from '../platform/db/unhurried.ts';
import type { StoredField } from '../schema/features.ts';
import { placedInMercator } from './date-line.sql.ts';
import { columnType, qualified, run } from './hosted-table.store.ts';
import { type HostedLayer, STORED_SRID } from './layers.rules.ts';
import { mendedPolygon } from './mended-polygons.sql.ts';
import { type Bound, identifier, inDimensions, SqlText } from './sql-text.rules.ts';
import { isUnsure } from './unsure-polygons.rules.ts';
import { askingOf, comingBack } from './without-drift.store.ts';

/** A row whose geometry is in Web Mercator. */
export interface LoadedRow {
  row: number;
  wkb: Uint8Array | null;
  values: readonly unknown[];
  /** First zoom level at which a point is drawn. */
  drawZoom: number;
}

/** A row that was refused. */
export interface RefusedRow {
  row: number;
  reason: Sentence;
}

type Cell = string | number | null;

/** Why a polygon is left out of which mending leaves nothing. */
export const WITHOUT_AREA = sentence('polygon-without-area');

/** What became of polygons that were not valid. */
export interface InsertedRows {
  repaired: number;
  /** Rows that were not added: mending left nothing of their polygons. */
  refused: RefusedRow[];
}

/** Where there was nothing to mend. */
export const NOTHING_ADDED: Readonly<InsertedRows> = { repaired: 0, refused: [] };

/**
 * Adds rows, mending polygons that cross themselves (the database looks at those alone that are not seen to be valid here), however long that takes: which
 * of them are taken must not depend on what else the database has to do.
 */
export async function insertRows(db: Db, layer: HostedLayer, rows: readonly LoadedRow[]): Promise<InsertedRows> {
  const sql = new SqlText();
  const fields = layer.fields.filter((field) => field.editable);
  const arrays = fields.map((field, index) =>
    sql.bind(
      rows.map((row) => cell(field, row.values[index])),
      `${arrayType(field.type)}[]`,
    ),
  );
  const names = fields.map((_, index) => `c${index}`);
  const targets = fields.map((field) => identifier(field.column));
  const sources = fields.map((field, index) => stored(field.type, `c${index}`));
  if (layer.geometryType !== null) {
    arrays.push(
      sql.bind(
        rows.map((row) => (row.wkb === null ? null : Buffer.from(row.wkb.buffer, row.wkb.byteOffset, row.wkb.byteLength).toString('hex'))),
        'text[]',
      ),
    );
    names.push('g');
    targets.push('"shape"');
    sources.push(shapeSql(layer));
  }
  if (layer.geometryType === 'esriGeometryPoint') {
    arrays.push(
      sql.bind(
        rows.map((row) => row.drawZoom),
        'smallint[]',
      ),
    );
    names.push('z');
    targets.push('"draw_zoom"');
    sources.push('z');
  }
  if (arrays.length === 0) {
    await run(db, { text: `insert into ${qualified(layer.table)} select from generate_series(1, $1::integer)`, values: [rows.length] });
    return NOTHING_ADDED;
  }
  const polygons = layer.geometryType === 'esriGeometryPolygon';
  if (polygons) {
    arrays.push(
      sql.bind(
        rows.map(({ wkb }) => wkb !== null && isUnsure(wkb)),
        'boolean[]',
      ),
    );
    names.push('unsure', 'o');
  }
  const lists = `unnest(${arrays.join(', ')})${polygons ? ' with ordinality' : ''} as u(${names.join(', ')})`;
  const given = `select ${names.map((name) => (name === 'g' ? 'g::geometry as g' : name)).join(', ')} from ${lists}`;
  const into = `insert into ${qualified(layer.table)} (${targets.join(', ')}) select ${sources.join(', ')}`;
  if (!polygons) {
    await run(db, sql.statement(`with given as (${given}) ${into} from given`));
    return NOTHING_ADDED;
  }
  const held = inDimensions('g', layer);
  const text =
    `with given as (${given}), ` +
    `checked as materialized (select *, coalesce(case when unsure then not ST_IsValid(g) end, false) as broken from given), ` +
    `mended as materialized (select *, case when broken then ${mendedPolygon(held, layer)} else ${held} end as made from checked), ` +
    'judged as materialized (select *, broken and ST_IsEmpty(made) as lost from mended), ' +
    `added as (${into} from judged where not lost order by o) ` +
    'select count(*) filter (where not lost) as n, array_agg(o) filter (where lost) as lost from judged where broken';
  type Found = { n: number; lost: number[] | null };
  const [found] = (await unhurried(db, (transaction) => run<Found>(transaction, sql.statement(text)))).rows;
  const refused = (found?.lost ?? []).map((at) => ({ row: rows[Number(at) - 1]?.row ?? 0, reason: WITHOUT_AREA }));
  return { repaired: Number(found?.n ?? 0), refused };
}

function shapeSql(layer: HostedLayer): string {
  return `ST_SetSRID(${layer.geometryType === 'esriGeometryPolygon' ? 'made' : inDimensions('g', layer)}, ${STORED_SRID})`;
}

/** Type of the array that carries the values of a field; dates travel as milliseconds. */
function arrayType(type: FieldType): string {
  return type === 'esriFieldTypeDate' ? 'double precision' : columnType(type);
}

function stored(type: FieldType, name: string): string {
  return type === 'esriFieldTypeDate' ? `timestamp 'epoch' + ${name} * interval '1 millisecond'` : name;
}

/** Whether the database has such a moment: it begins in the year 4713 before our era. */
const isMoment = (ms: number): boolean => ms >= -2.1e14 && ms <= 8.64e15;

/** A value as statements and COPY take it; dates as milliseconds. */
export function cell(field: StoredField, value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return Number.isFinite(value) && (field.type !== 'esriFieldTypeDate' || isMoment(value)) ? value : null;
  if (typeof value === 'bigint') return value.toString();
  const text = typeof value === 'string' ? value : value instanceof Date ? value.toISOString() : JSON.stringify(value);
  // PostgreSQL has no place for the null character in text.
  return field.type === 'esriFieldTypeString' ? text.replaceAll('\u0000', '') : text;
}

interface UnplacedRow {
  row: number;
  wkb: Uint8Array | null;
  values: readonly unknown[];
}

interface PlacedRows {
  placed: LoadedRow[];
  refused: RefusedRow[];
}

/**
 * Brings geometries to another reference system, that of hosted tables where none is named. Where one cannot be projected the batch is halved until
 * the faulty rows stand alone.
 */
export async function transformed(db: Db, rows: readonly UnplacedRow[], srid: number, to: number = STORED_SRID): Promise<PlacedRows> {
  const known = rows.map((row) => row.wkb && withKnownHeights(row.wkb));
  const wkbs = to === STORED_SRID ? await comingBack(askingOf(db), known, srid) : known;
  return projected(
    db,
    rows.map((row, at) => ({ ...row, wkb: wkbs[at] ?? null })),
    srid,
    to,
  );
}

async function projected(db: Db, rows: readonly UnplacedRow[], srid: number, to: number): Promise<PlacedRows> {
  const ask = async (some: readonly UnplacedRow[]): Promise<(LoadedRow | RefusedRow)[]> => {
    const sql = new SqlText();
    const hex: Bound = some.map(({ wkb }) => wkb && Buffer.from(wkb).toString('hex'));
    const given = `ST_SetSRID(g::geometry, ${sql.bind(srid, 'integer')})`;
    const placed = to === STORED_SRID ? placedInMercator(given) : `ST_Transform(${given}, ${sql.bind(to, 'integer')})`;
    const text = `select ST_AsBinary(${placed}, 'NDR') as w from unnest(${sql.bind(hex, 'text[]')}) with ordinality as u(g, o) order by o`;
    const { rows: found } = await run<{ w: Uint8Array | null }>(db, sql.statement(text));
    return some.map((row, at) => ({ ...row, wkb: found[at]?.w ?? null, drawZoom: 0 }));
  };
  const lost = (some: readonly UnplacedRow[]): RefusedRow[] => some.map(({ row }) => ({ row, reason: sentence('unprojectable') }));
  const placed: LoadedRow[] = [];
  const refused: RefusedRow[] = [];
  for (const one of await inHalves(rows, { ask, lost })) {
    if ('reason' in one) refused.push(one);
    else placed.push(one);
  }
  return { placed, refused };
}
