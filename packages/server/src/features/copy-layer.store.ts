// Adds rows to hosted tables with COPY, several times faster than statements; on external servers only.
import { randomBytes } from 'node:crypto';
import { isPlainWkb } from '@graticule/geo/convert/project-wkb';
import type { ColumnBatch } from '@graticule/geo/formats/format-reader';
import { CopyRows, copyIn } from '../platform/db/copy-rows.ts';
import type { DatabaseHandle, Db } from '../platform/db/database.ts';
import { unhurried } from '../platform/db/unhurried.ts';
import type { StoredField } from '../schema/features.ts';
import { isFitting } from './fitting-values.rules.ts';
import { qualified, run } from './hosted-table.store.ts';
import { union } from './layer-facts.store.ts';
import { type Extent, type HostedLayer, STORED_SRID } from './layers.rules.ts';
import { cell, type LoadedRow } from './load-rows.store.ts';
import { mendedPolygon } from './mended-polygons.sql.ts';
import { orderByPlace, placeNumberOf } from './place-order.rules.ts';
import { identifier } from './sql-text.rules.ts';
import { isTangledWkb } from './tangle.rules.ts';

const UUID_BYTES = 16;
/** Polygons that are looked at together. */
const PORTION = 50;
const DAY_MS = 86_400_000;
/** Days from 1970 to 2000, from which PostgreSQL counts. */
const EPOCH_DAYS = 10_957;
const TIME = /^(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?$/;

/** Whether COPY takes the rows as they are: their geometries have the dimensions of the layer and no marks of their own. */
export function canCopy(layer: HostedLayer, rows: readonly LoadedRow[]): boolean {
  return rows.every(({ wkb }) => wkb === null || (isPlainWkb(wkb) && hasDimensions(wkb, layer)));
}

/** The same for the geometries of a batch. */
export function canCopyShapes(layer: HostedLayer, { places, count }: ColumnBatch): boolean {
  if (places.kind !== 'shapes') return true;
  const { bytes, starts, ends } = places;
  for (let i = 0; i < count; i++) {
    const start = starts[i] as number;
    if (start < 0) continue;
    // As `isPlainWkb` has it.
    const isPlain = (ends[i] as number) - start >= 9 && bytes[start] === 1 && ((bytes[start + 4] as number) & 0x20) === 0;
    if (!isPlain || !hasDimensions(bytes, layer, start)) return false;
  }
  return true;
}

function hasDimensions(wkb: Uint8Array, { hasZ, hasM }: Pick<HostedLayer, 'hasZ' | 'hasM'>, at = 0): boolean {
  const type =
    (wkb[at + 1] as number) + (wkb[at + 2] as number) * 2 ** 8 + (wkb[at + 3] as number) * 2 ** 16 + (wkb[at + 4] as number) * 2 ** 24;
  const iso = (hasZ ? 1000 : 0) + (hasM ? 2000 : 0);
  const flags = (hasZ ? 0x80000000 : 0) + (hasM ? 0x40000000 : 0);
  return (type > iso && type <= iso + 6) || (type > flags && type <= flags + 6);
}

/** Adds rows whose geometries are in Web Mercator, with object ids from `firstId` on; polygons are not checked, see `repairPolygons`. */
export async function copyRows(database: DatabaseHandle, layer: HostedLayer, rows: readonly LoadedRow[], firstId: number): Promise<void> {
  const fields = layer.fields.filter((field) => field.editable);
  const isPoint = layer.geometryType === 'esriGeometryPoint';
  const columns = ['"objectid"', ...fields.map((field) => identifier(field.column))];
  // The database takes as long for an id as for the rest of a row; here they come from numbers made for many at once.
  const ids = layer.fields.some((field) => field.type === 'esriFieldTypeGlobalID') ? randomBytes(rows.length * UUID_BYTES) : undefined;
  if (ids !== undefined) columns.push('"globalid"');
  if (layer.geometryType !== null) columns.push('"shape"');
  if (isPoint) columns.push('"draw_zoom"');
  const copy = new CopyRows();
  // Ids stay in the order of the file, whatever the order in the table.
  const order = isPoint ? orderByPlace(rows.map(({ wkb, drawZoom }) => placeNumberOf(wkb, drawZoom))) : rows.keys();
  for (const index of order) {
    const row = rows[index] as LoadedRow;
    copy.row(columns.length);
    copy.int8(firstId + index);
    for (const [at, field] of fields.entries()) writeCell(copy, field, row.values[at]);
    if (ids !== undefined) copy.uuid(ids, index * UUID_BYTES);
    if (layer.geometryType !== null) {
      if (row.wkb === null) copy.null();
      else copy.geometry(row.wkb, STORED_SRID);
    }
    if (isPoint) copy.int2(row.drawZoom);
  }
  await copyIn(database, qualified(layer.table), columns, copy);
}

/** Writes a value of a row in the form of its field; rows with values that do not fit were left out before. */
export function writeCell(copy: CopyRows, field: StoredField, given: unknown): void {
  const value = cell(field, given);
  if (value === null) {
    copy.null();
    return;
  }
  if (!isFitting(field, value)) refuse(field, value);
  const number = Number(value);
  switch (field.type) {
    case 'esriFieldTypeSmallInteger':
      copy.int2(number);
      break;
    case 'esriFieldTypeInteger':
      copy.int4(number);
      break;
    case 'esriFieldTypeBigInteger':
    case 'esriFieldTypeOID':
      copy.bigint(BigInt(value));
      break;
    case 'esriFieldTypeSingle':
      copy.float4(number);
      break;
    case 'esriFieldTypeDouble':
      copy.float8(number);
      break;
    case 'esriFieldTypeDate':
      copy.timestamp(Number.isFinite(number) ? number : refuse(field, value));
      break;
    case 'esriFieldTypeDateOnly': {
      const days = Date.parse(`${String(value).slice(0, 10)}T00:00:00Z`) / DAY_MS - EPOCH_DAYS;
      copy.int4(Number.isInteger(days) ? days : refuse(field, value));
      break;
    }
    case 'esriFieldTypeTimeOnly': {
      const [whole, hours = '0', minutes = '0', seconds = '0', fraction = ''] = TIME.exec(String(value)) ?? [];
      if (whole === undefined) refuse(field, value);
      copy.int8((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1e6 + Number(fraction.padEnd(6, '0')));
      break;
    }
    default:
      copy.text(String(value));
  }
}

function refuse(field: StoredField, value: unknown): never {
  throw new Error(`The value ${String(value).slice(0, 100)} does not fit the field ${field.name}.`);
}

/** Sets the number that the next feature gets by itself. */
export async function nextObjectId(db: Db, layer: HostedLayer, next: number): Promise<void> {
  const text = `select setval(pg_get_serial_sequence('${qualified(layer.table)}', 'objectid'), $1::bigint, false)`;
  await run(db, { text, values: [next] });
}

/** Polygons that cross themselves: object ids, and the box around all of them; null where there are none. */
export interface BrokenPolygons {
  ids: readonly number[];
  box: Extent | null;
}

/** Looks for polygons that cross themselves: among those of the features that are named, or among all. */
export async function brokenPolygons(db: Db, layer: HostedLayer, ids: readonly number[] | undefined): Promise<BrokenPolygons> {
  if (ids?.length === 0) return { ids: [], box: null };
  const corners = ['ST_XMin', 'ST_YMin', 'ST_XMax', 'ST_YMax'].map((corner, at) => `${corner}("shape") as c${at}`).join(', ');
  const broken = 'not ST_IsValid("shape")';
  // A question of its own: the database asks it with several processes, which it never does for a change.
  const text = `select "objectid", ${corners} from ${qualified(layer.table)} where ${ids === undefined ? broken : `case when "objectid" = any($1::bigint[]) then ${broken} end`}`;
  type Row = { objectid: number; c0: number; c1: number; c2: number; c3: number };
  const { rows } = await unhurried(db, (transaction) => run<Row>(transaction, { text, values: ids === undefined ? [] : [ids] }));
  return { ids: rows.map((row) => Number(row.objectid)), box: union(rows.map(({ c0, c1, c2, c3 }): Extent => [c0, c1, c2, c3])) };
}

/** Connections that mend at the same time: mending one polygon takes the database as long as loading hundreds. */
const MOST_REPAIRS = 2;

/** Mends polygons that cross themselves; gives the number of those of which something is left, and the ids of the others. */
export async function repairPolygons(db: Db, layer: HostedLayer, ids: readonly number[]): Promise<{ repaired: number; lost: number[] }> {
  const text =
    `with mended as (update ${qualified(layer.table)} set "shape" = ST_SetSRID(${mendedPolygon('"shape"', layer)}, ${STORED_SRID}) ` +
    'where "objectid" = any($1::bigint[]) returning "objectid", ST_IsEmpty("shape") as lost) ' +
    'select count(*) filter (where not lost) as n, array_agg("objectid" order by "objectid") filter (where lost) as lost from mended';
  const share = Math.ceil(ids.length / MOST_REPAIRS);
  const shares = Array.from({ length: MOST_REPAIRS }, (_, at) => ids.slice(at * share, (at + 1) * share)).filter(
    ({ length }) => length > 0,
  );
  type Row = { n: number; lost: number[] | null };
  const found = await Promise.all(
    shares.map((own) => unhurried(db, async (transaction) => (await run<Row>(transaction, { text, values: [own] })).rows)),
  );
  const rows = found.flat();
  return { repaired: rows.reduce((sum, { n }) => sum + Number(n), 0), lost: rows.flatMap(({ lost }) => (lost ?? []).map(Number)) };
}

/** Which of them cross themselves too often to be mended. */
export async function tangledPolygons(db: Db, layer: HostedLayer, ids: readonly number[]): Promise<number[]> {
  const tangled: number[] = [];
  for (let i = 0; i < ids.length; i += PORTION) {
    const text = `select "objectid", ST_AsBinary("shape") as w from ${qualified(layer.table)} where "objectid" = any($1::bigint[])`;
    const { rows } = await run<{ objectid: number; w: Uint8Array }>(db, { text, values: [ids.slice(i, i + PORTION)] });
    for (const { objectid, w } of rows) if (isTangledWkb(w)) tangled.push(Number(objectid));
  }
  return tangled;
}

/** Takes rows out again. */
export async function removeRows(db: Db, layer: HostedLayer, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await run(db, { text: `delete from ${qualified(layer.table)} where "objectid" = any($1::bigint[])`, values: [ids] });
}
