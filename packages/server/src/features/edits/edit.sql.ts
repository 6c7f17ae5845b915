// SQL of single edits: of one that stands alone, and of many alike that go together as rows of the relation `given`.
import type { StoredField } from '../../schema/features.ts';
import { columnType, qualified } from '../hosted-table.store.ts';
import { EDGE } from '../layer-facts.store.ts';
import { baseTable, type HostedLayer, STORED_SRID } from '../layers.rules.ts';
import { mendedPolygon } from '../mended-polygons.sql.ts';
import { type Binds, type Bound, dimensionsOf, identifier, SqlText } from '../sql-text.rules.ts';
import { drawnSql } from './drawn-points.sql.ts';
import type { NewGeometry } from './edit.ts';

/** The values of one of many edits: they are columns of `given`, so that edits of the same form have the same text. */
export class GivenValues implements Binds {
  readonly values: Bound[] = [];
  readonly types: string[] = [];

  /** @example bind(7, 'bigint') gives given.v1 */
  bind(value: Bound, type: string): string {
    this.values.push(value);
    this.types.push(type);
    return `given.v${this.values.length}`;
  }
}

/** SQL of one edit, before it runs, and which boxes it gives back. */
export interface EditSql<B extends Binds = SqlText> {
  sql: B;
  text: string;
  gives: { box?: true; was?: true; stood?: true };
}

/** How an edit is written: alone with values of its own, or for each row of `given`, of which it then gives the number back. */
interface Form<B extends Binds> {
  sql: B;
  among: boolean;
  /** Takes the turn of the layer before the feature, so that nobody waits in a ring; for edits that are not in a transaction that has it. */
  turn?: true;
  /** Only while this holds, and only if nobody else is changing the feature. */
  still?: () => string;
}

/** An edit that stands alone in a transaction. */
export const alone = (): Form<SqlText> => ({ sql: new SqlText(), among: false });

/** An edit that is a transaction by itself. */
export const byItself = (): Form<SqlText> => ({ sql: new SqlText(), among: false, turn: true });

/** An edit that is a transaction by itself, made only while something holds. */
export const ifStill = (sql: SqlText, still: () => string): Form<SqlText> => ({ sql, among: false, still });

/** An edit of many. */
export const amongMany = (): Form<GivenValues> => ({ sql: new GivenValues(), among: true });

/** SQL of a number that is there when the statement has its turn in a layer that keeps its changes; in others at once. With `only` nobody waits where that is false. */
export function turnSql(sql: Binds, table: string, only = ''): string {
  const where = `table_name = ${sql.bind(table, 'text')}${only && ` and ${only}`}`;
  return `(select count(*) from (select 1 from feature_tracking where ${where} for update) kept)`;
}

/** What is asked back of an edited row. `box` and `was` are SQL of geometries, `stood` of the zoom level from which on a point was drawn where it is no more. */
export function returning(from: { box?: string; was?: string; stood?: string }, { table = '', number = false } = {}): string {
  const sides = (shape: string): string => `array[ST_XMin(${shape}), ST_YMin(${shape}), ST_XMax(${shape}), ST_YMax(${shape})]`;
  const boxes = [...(from.box ? [`${sides(from.box)} as box`] : []), ...(from.was ? [`${sides(from.was)} as was`] : [])];
  const stood = from.stood ? [`${from.stood} as stood`] : [];
  return ` returning ${[...(number ? ['given.n'] : []), `${table}"objectid"`, `${table}"globalid"`, ...boxes, ...stood].join(', ')}`;
}

const isPoint = ({ geometryType }: HostedLayer): boolean => geometryType === 'esriGeometryPoint';

/** A value for a field; dates as milliseconds. */
export interface Value {
  field: StoredField;
  value: string | number | null;
}

/** SQL of a bound value in the form of its column. */
export function valueSql(sql: Binds, { field, value }: Value): string {
  if (field.type !== 'esriFieldTypeDate') return sql.bind(value, columnType(field.type));
  return `timestamp 'epoch' + ${sql.bind(value, 'double precision')} * interval '1 millisecond'`;
}

/** SQL of a new geometry in the reference system of the tables; undefined where there is none. */
function placedSql(sql: Binds, geometry: NewGeometry): string | undefined {
  if (geometry === null) return undefined;
  const given = `ST_SetSRID(${sql.bind(geometry.wkb, 'bytea')}::geometry, ${sql.bind(geometry.srid, 'integer')})`;
  return geometry.srid === STORED_SRID ? given : `ST_Transform(${given}, ${STORED_SRID})`;
}

function geometrySql(layer: HostedLayer, placed: string | undefined): string {
  if (placed === undefined) return 'null';
  const held = `${dimensionsOf(layer)}(${placed})`;
  if (layer.geometryType !== 'esriGeometryPolygon') return held;
  if (!layer.hasM) return `ST_CollectionExtract(ST_MakeValid(${held}), 3)`;
  // Measures make mending long work: what is valid stays as it is.
  return `case when ST_IsValid(${held}) then ${held} else ${mendedPolygon(held, layer)} end`;
}

/** A feature to add. */
export interface NewFeature {
  values: readonly Value[];
  geometry: NewGeometry;
  globalId: string | null;
}

/** Which feature an edit is about. */
export type Key = { objectId: number } | { globalId: string };

/** Whose features an edit may touch: those with this name in the field. */
export interface OwnedBy {
  field: StoredField;
  username: string;
}

/** The condition that chooses the feature, if it may be chosen. */
export function keySql(sql: Binds, layer: HostedLayer, key: Key, owned: OwnedBy | null): string {
  const own = [owned, layer.onlyOf]
    .map((one) => (one ? ` and ${identifier(one.field.column)} = ${sql.bind(one.username, 'text')}` : ''))
    .join('');
  const chosen = 'objectId' in key ? `"objectid" = ${sql.bind(key.objectId, 'bigint')}` : `"globalid" = ${sql.bind(key.globalId, 'uuid')}`;
  return `${chosen}${own}`;
}

/** SQL that adds a feature. One of many is known again by its global id, which is made where it has none. */
export function insertSql<B extends Binds>({ sql, among }: Form<B>, layer: HostedLayer, feature: NewFeature): EditSql<B> {
  const columns = feature.values.map(({ field }) => identifier(field.column));
  const values = feature.values.map((value) => valueSql(sql, value));
  if (layer.geometryType !== null) {
    const placed = placedSql(sql, feature.geometry);
    columns.push('"shape"');
    values.push(geometrySql(layer, placed));
    if (isPoint(layer)) {
      columns.push('"draw_zoom"');
      values.push(drawnSql(sql, layer, { geometry: feature.geometry, placed }));
    }
  }
  if (feature.globalId !== null) {
    columns.push('"globalid"');
    values.push(sql.bind(feature.globalId, 'uuid'));
  }
  const what = among ? `select ${values.join(', ')} from given` : `values (${values.join(', ')})`;
  const row = columns.length === 0 ? 'default values' : `(${columns.join(', ')}) ${what}`;
  const back = returning(layer.geometryType === null ? {} : { box: '"shape"' });
  const text = `insert into ${qualified(layer.table)} ${row} on conflict ("globalid") do nothing${back}`;
  return { sql, text, gives: layer.geometryType === null ? {} : { box: true } };
}

/** A change of a feature. */
export interface FeatureChange {
  key: Key;
  values: readonly Value[];
  geometry: NewGeometry | undefined;
}

/** Undefined when there is nothing to change. `inside` leaves out what is at the edge of the extent. */
export function updateSql<B extends Binds>(
  { sql, among, turn, still }: Form<B>,
  layer: HostedLayer,
  feature: FeatureChange,
  { owned, inside = false }: { owned: OwnedBy | null; inside?: boolean },
): EditSql<B> | undefined {
  const sets = feature.values.map((value) => `${identifier(value.field.column)} = ${valueSql(sql, value)}`);
  const table = qualified(layer.table);
  const moves = layer.geometryType !== null && feature.geometry !== undefined;
  if (moves) {
    const geometry = feature.geometry ?? null;
    const placed = placedSql(sql, geometry);
    sets.push(`"shape" = ${geometrySql(layer, placed)}`);
    if (isPoint(layer)) sets.push(`"draw_zoom" = ${drawnSql(sql, layer, { geometry, placed, of: 'old.' })}`);
  }
  if (sets.length === 0) return undefined;
  const key = `${keySql(sql, layer, feature.key, owned)}${turn ? ` and ${turnSql(sql, baseTable(layer))} >= 0` : ''}`;
  const set = sets.join(', ');
  if (still !== undefined) {
    const held = `(select "objectid" from ${table} where ${key} and ${still()} for update skip locked)`;
    return { sql, text: `update ${table} set ${set} where "objectid" = ${held}${returning({})}`, gives: {} };
  }
  if (!moves && !among) return { sql, text: `update ${table} set ${set} where ${key}${returning({})}`, gives: {} };
  const within = inside && moves ? insideSql(sql, layer, 'old.') : '';
  if (within === undefined) return undefined;
  // One that stays in its cell is drawn as before.
  const stood = isPoint(layer) ? { stood: 'nullif(old."draw_zoom", now."draw_zoom")' } : {};
  const back = returning(moves ? { box: 'now."shape"', was: 'old.shape', ...stood } : {}, { table: 'now.', number: among });
  const from = formerSql(table, key, { among, columns: moves ? placeColumns(layer) : '' });
  const text = `update ${table} as now set ${set} from ${from} where now."objectid" = old.id${within}${back}`;
  return { sql, text, gives: moves ? { box: true, was: true, ...(isPoint(layer) ? { stood: true } : {}) } : {} };
}

/**
 * SQL of the features as they were, which nobody else can change any more. One of many that somebody else is changing is left out: the others
 * need not wait for it, and it comes again alone.
 */
function formerSql(table: string, key: string, { among, columns }: { among: boolean; columns: string }): string {
  const former = `(select "objectid" as id${columns} from ${table} where ${key} for update${among ? ' skip locked' : ''}) as old`;
  return among ? `given, lateral ${former}` : former;
}

/** What has to be known of the place of a feature before it leaves it. */
function placeColumns(layer: HostedLayer): string {
  return `, "shape"${isPoint(layer) ? ', "draw_zoom"' : ''}`;
}

/**
 * The condition that nothing has to be looked for when the geometry leaves its place: it lies inside the extent, away from its sides. Undefined where the
 * extent is not known. `of` names the row, with a dot.
 */
function insideSql(sql: Binds, layer: HostedLayer, of = ''): string | undefined {
  if (layer.extent === null || layer.view !== undefined) return undefined;
  const shape = `${of}"shape"`;
  const [xmin, ymin, xmax, ymax] = layer.extent;
  const side = (measure: string, than: string, value: number): string => `${measure}(${shape}) ${than} ${sql.bind(value, 'float8')}`;
  const sides = [
    side('ST_XMin', '>', xmin + EDGE),
    side('ST_YMin', '>', ymin + EDGE),
    side('ST_XMax', '<', xmax - EDGE),
    side('ST_YMax', '<', ymax - EDGE),
  ];
  return ` and (${shape} is null or (${sides.join(' and ')}))`;
}

/** SQL that deletes a feature; undefined when it may reach the edge of an extent that is not known. */
export function deleteSql<B extends Binds>(
  { sql, among, turn }: Form<B>,
  layer: HostedLayer,
  key: Key,
  { owned, inside = false }: { owned: OwnedBy | null; inside?: boolean },
): EditSql<B> | undefined {
  const chosen = `${keySql(sql, layer, key, owned)}${turn ? ` and ${turnSql(sql, baseTable(layer))} >= 0` : ''}`;
  const isPlace = layer.geometryType !== null;
  const within = inside && isPlace ? insideSql(sql, layer, among ? 'old.' : '') : '';
  if (within === undefined) return undefined;
  const table = qualified(layer.table);
  const gives = { ...(isPlace ? ({ was: true } as const) : {}), ...(isPoint(layer) ? ({ stood: true } as const) : {}) };
  const asked = (of: string): Parameters<typeof returning>[0] =>
    isPlace ? { was: `${of}"shape"`, ...(isPoint(layer) ? { stood: `${of}"draw_zoom"` } : {}) } : {};
  if (!among) return { sql, text: `delete from ${table} where ${chosen}${within}${returning(asked(''))}`, gives };
  const back = returning(asked('old.'), { table: 'now.', number: true });
  const from = formerSql(table, chosen, { among, columns: isPlace ? placeColumns(layer) : '' });
  return { sql, text: `delete from ${table} as now using ${from} where now."objectid" = old.id${within}${back}`, gives };
}

/** One checked edit. */
export type OneEdit = ({ kind: 'add' } & NewFeature) | ({ kind: 'update' } & FeatureChange) | { kind: 'delete'; key: Key };
