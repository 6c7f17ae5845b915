// SQL of single edits: of one that stands alone, and of many alike that go together as rows of the relation `given`.
import type { StoredField } from '../../schema/features.ts';
import { inMetres } from '../date-line.sql.ts';
import { columnType, qualified } from '../hosted-table.store.ts';
import { EDGE } from '../layer-facts.store.ts';
import { baseTable, type HostedLayer, STORED_SRID } from '../layers.rules.ts';
import { mendedPolygon } from '../mended-polygons.sql.ts';
import { type Binds, type Bound, identifier, inDimensions, numberSql, SqlText, textSql } from '../sql-text.rules.ts';
import { drawnCellOf, drawnSql } from './drawn-points.sql.ts';
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

/** How many sides a box is given back with: of points the two coordinates. */
export type Sides = 2 | 4;

/** SQL of one edit, before it runs, and what it gives back: the box that the feature has in the columns `box1` and so on, the one it had in `was1` and so on. */
export interface EditSql<B extends Binds = SqlText> {
  sql: B;
  text: string;
  gives: { box?: Sides; was?: Sides; stood?: true };
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
export function turnSql(table: string, only = ''): string {
  const where = `table_name = ${textSql(table)}${only && ` and ${only}`}`;
  return `(select count(*) from (select 1 from feature_tracking where ${where} for update) kept)`;
}

/** SQL of the sides of a shape; of a point its two coordinates, which the database finds sooner than a box. */
export function sidesSql(layer: HostedLayer, shape: string): readonly string[] {
  const sides = isPoint(layer) ? ['ST_X', 'ST_Y'] : ['ST_XMin', 'ST_YMin', 'ST_XMax', 'ST_YMax'];
  return sides.map((side) => `${side}(${shape})`);
}

/** Names of the columns of a box: one for each side, because a list costs the database and the reader as much as the rest of the row. */
export const sideColumns = (name: 'box' | 'was', count = 0): readonly string[] =>
  ['1', '2', '3', '4'].slice(0, count).map((side) => `${name}${side}`);

/** The columns of boxes, from SQL of their sides. */
export function boxColumns(from: { box?: readonly string[]; was?: readonly string[] }): string[] {
  return (['box', 'was'] as const).flatMap((name) => {
    const sides = from[name] ?? [];
    return sideColumns(name, sides.length).map((column, at) => `${sides[at]} as ${column}`);
  });
}

/** What is asked back of an edited row. `box` and `was` are SQL of sides, `stood` of the zoom level from which on a point was drawn where it is no more. */
export function returning(
  from: { box?: readonly string[]; was?: readonly string[]; stood?: string },
  { table = '', number = false } = {},
): string {
  const stood = from.stood ? [`${from.stood} as stood`] : [];
  return ` returning ${[...(number ? ['given.n'] : []), `${table}"objectid"`, `${table}"globalid"`, ...boxColumns(from), ...stood].join(', ')}`;
}

const isPoint = ({ geometryType }: HostedLayer): boolean => geometryType === 'esriGeometryPoint';

const sidesOf = (layer: HostedLayer): Sides => (isPoint(layer) ? 2 : 4);

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
  const wkb = sql.bind(geometry.wkb, 'bytea');
  const given = `ST_SetSRID(${wkb}::geometry, ${geometry.srid === STORED_SRID ? STORED_SRID : sql.bind(geometry.srid, 'integer')})`;
  return inMetres(given, geometry.srid);
}

/** SQL of the geometry to store, and, of polygons, where it comes from and what has to hold for it: mending leaves nothing of one without an area. */
function geometrySql(layer: HostedLayer, placed: string | undefined): { shape: string; made?: MadePolygon } {
  if (placed === undefined) return { shape: 'null' };
  const held = inDimensions(placed, layer);
  if (layer.geometryType !== 'esriGeometryPolygon') return { shape: held };
  // Written apart, and kept so: what it is made of is worked out once, though it is asked for twice.
  const mended = layer.hasM
    ? // Measures make mending long work: what is valid stays as it is.
      `case when ST_IsValid(held) then held else ${mendedPolygon('held', layer)} end`
    : 'ST_CollectionExtract(ST_MakeValid(held), 3)';
  const from = `lateral (select held, ${mended} as shape from (select ${held} as held offset 0) sent offset 0) as made`;
  return { shape: 'made.shape', made: { from, lasts: '(not ST_IsEmpty(made.shape) or ST_IsEmpty(made.held))' } };
}

interface MadePolygon {
  from: string;
  lasts: string;
}

/** SQL that says whether mending leaves nothing of a polygon. */
export function lostSql(sql: SqlText, layer: HostedLayer, geometry: NewGeometry): string | undefined {
  const { made } = geometrySql(layer, placedSql(sql, geometry));
  return made && `select not ${made.lasts} as lost from ${made.from}`;
}

/** A feature to add. */
export interface NewFeature {
  values: readonly Value[];
  geometry: NewGeometry;
  globalId: string | null;
  /** Whether the portal made the global id up for this edit, so that no other feature has it. */
  isOwnId?: boolean;
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
export function insertSql<B extends Binds>({ sql, among, still }: Form<B>, layer: HostedLayer, feature: NewFeature): EditSql<B> {
  const columns = feature.values.map(({ field }) => identifier(field.column));
  const values = feature.values.map((value) => valueSql(sql, value));
  let made: MadePolygon | undefined;
  if (layer.geometryType !== null) {
    const placed = placedSql(sql, feature.geometry);
    const geometry = geometrySql(layer, placed);
    made = geometry.made;
    columns.push('"shape"');
    values.push(geometry.shape);
    if (isPoint(layer)) {
      columns.push('"draw_zoom"');
      values.push(drawnSql(sql, layer, { geometry: feature.geometry, placed }));
    }
  }
  if (feature.globalId !== null) {
    columns.push('"globalid"');
    values.push(sql.bind(feature.globalId, 'uuid'));
  }
  const list = values.join(', ');
  const from = [...(among ? ['given'] : []), ...(made === undefined ? [] : [made.from])].join(', ');
  const where = [...(made === undefined ? [] : [made.lasts]), ...(still === undefined ? [] : [still()])].join(' and ');
  const what = from || where ? `select ${list}${from && ` from ${from}`}${where && ` where ${where}`}` : `values (${list})`;
  const row = columns.length === 0 ? 'default values' : `(${columns.join(', ')}) ${what}`;
  const back = returning(layer.geometryType === null ? {} : { box: sidesSql(layer, '"shape"') });
  // Looking out for a clash costs the database a tenth of the time of an addition: only where an id was given there can be one.
  const clash = feature.globalId === null || feature.isOwnId ? '' : ' on conflict ("globalid") do nothing';
  const text = `insert into ${qualified(layer.table)} ${row}${clash}${back}`;
  return { sql, text, gives: layer.geometryType === null ? {} : { box: sidesOf(layer) } };
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
  let made: MadePolygon | undefined;
  if (moves) {
    const geometry = feature.geometry ?? null;
    const placed = placedSql(sql, geometry);
    const written = geometrySql(layer, placed);
    made = written.made;
    sets.push(`"shape" = ${written.shape}`);
    if (isPoint(layer)) sets.push(`"draw_zoom" = ${drawnSql(sql, layer, { geometry, placed, of: 'old.' })}`);
  }
  if (sets.length === 0) return undefined;
  const key = `${keySql(sql, layer, feature.key, owned)}${turn ? ` and ${turnSql(baseTable(layer))} >= 0` : ''}`;
  const within = inside && moves ? insideSql(layer, 'old.') : '';
  if (within === undefined) return undefined;
  const chosen = still === undefined ? key : `${key} and ${still()}`;
  const set = sets.join(', ');
  if (!moves && still !== undefined) {
    const held = `(select "objectid" from ${table} where ${chosen} for update skip locked)`;
    return { sql, text: `update ${table} set ${set} where "objectid" = ${held}${returning({})}`, gives: {} };
  }
  if (!moves && !among) return { sql, text: `update ${table} set ${set} where ${chosen}${returning({})}`, gives: {} };
  // One that stays in its cell is drawn as before.
  const stood = isPoint(layer) ? { stood: 'nullif(old."draw_zoom", now."draw_zoom")' } : {};
  const boxes = { box: sidesSql(layer, 'now."shape"'), was: sidesSql(layer, 'old."shape"'), ...stood };
  const back = returning(moves ? boxes : {}, { table: 'now.', number: among });
  const former = formerSql(table, chosen, { waits: !among && still === undefined, columns: moves ? placeColumns(layer) : '' });
  const from = `${among ? `given, lateral ${former}` : former}${made === undefined ? '' : `, ${made.from}`}`;
  const only = `${within}${made === undefined ? '' : ` and ${made.lasts}`}`;
  const text = `update ${table} as now set ${set} from ${from} where now."objectid" = old.id${only}${back}`;
  const gives = { box: sidesOf(layer), was: sidesOf(layer), ...(isPoint(layer) ? ({ stood: true } as const) : {}) };
  return { sql, text, gives: moves ? gives : {} };
}

/**
 * SQL of the features as they were, which nobody else can change any more. Unless it waits, one that somebody else is changing is left out: others need not
 * wait for it, and it comes again alone.
 */
function formerSql(table: string, chosen: string, { waits, columns }: { waits: boolean; columns: string }): string {
  return `(select "objectid" as id${columns} from ${table} where ${chosen} for update${waits ? '' : ' skip locked'}) as old`;
}

/** What has to be known of the place of a feature before it leaves it. */
function placeColumns(layer: HostedLayer): string {
  return `, "shape"${isPoint(layer) ? ', "draw_zoom"' : ''}`;
}

/**
 * The condition that nothing has to be looked for when the geometry leaves its place: it lies inside the extent, away from its sides. Undefined where the
 * extent is not known. `of` names the row, with a dot.
 */
function insideSql(layer: HostedLayer, of = ''): string | undefined {
  const inside = insideOf(layer);
  if (inside === undefined) return undefined;
  const shape = `${of}"shape"`;
  const [west, south, east, north] = isPoint(layer) ? ['ST_X', 'ST_Y', 'ST_X', 'ST_Y'] : ['ST_XMin', 'ST_YMin', 'ST_XMax', 'ST_YMax'];
  const measures = [`${west}(${shape}) >`, `${south}(${shape}) >`, `${east}(${shape}) <`, `${north}(${shape}) <`];
  const sides = measures.map((measure, at) => `${measure} ${numberSql(inside[at] as number)}`);
  return ` and (${shape} is null or (${sides.join(' and ')}))`;
}

/** The extent without its sides; undefined where it is not known. */
function insideOf({ extent, view }: HostedLayer): readonly [number, number, number, number] | undefined {
  if (extent === null || view !== undefined) return undefined;
  const [xmin, ymin, xmax, ymax] = extent;
  return [xmin + EDGE, ymin + EDGE, xmax - EDGE, ymax - EDGE];
}

/** The values of a change that `updateSql` binds, in its order, of a feature that may be anybody's; undefined where it has to be asked. */
export function valuesOfChange(layer: HostedLayer, { key, values, geometry }: FeatureChange): Bound[] | undefined {
  const given = values.map(({ value }) => value);
  const chosen = 'objectId' in key ? key.objectId : key.globalId;
  if (geometry === undefined) return [...given, chosen];
  if (geometry === null || !isPoint(layer) || geometry.srid !== STORED_SRID || insideOf(layer) === undefined) return undefined;
  return [...given, geometry.wkb, drawnCellOf(geometry.wkb), chosen];
}

/** The values of a new feature that `insertSql` binds, in its order; undefined where its place has to be asked. */
export function valuesOfAddition(layer: HostedLayer, { values, geometry, globalId }: NewFeature): Bound[] | undefined {
  const given = values.map(({ value }) => value);
  if (layer.geometryType === null || geometry === null) return [...given, globalId];
  if (geometry.srid !== STORED_SRID) return undefined;
  return [...given, geometry.wkb, ...(isPoint(layer) ? [drawnCellOf(geometry.wkb)] : []), globalId];
}

/** SQL that deletes a feature; undefined when it may reach the edge of an extent that is not known. */
export function deleteSql<B extends Binds>(
  { sql, among, turn }: Form<B>,
  layer: HostedLayer,
  key: Key,
  { owned, inside = false }: { owned: OwnedBy | null; inside?: boolean },
): EditSql<B> | undefined {
  const chosen = `${keySql(sql, layer, key, owned)}${turn ? ` and ${turnSql(baseTable(layer))} >= 0` : ''}`;
  const isPlace = layer.geometryType !== null;
  const within = inside && isPlace ? insideSql(layer, among ? 'old.' : '') : '';
  if (within === undefined) return undefined;
  const table = qualified(layer.table);
  const gives = { ...(isPlace ? { was: sidesOf(layer) } : {}), ...(isPoint(layer) ? ({ stood: true } as const) : {}) };
  const asked = (of: string): Parameters<typeof returning>[0] =>
    isPlace ? { was: sidesSql(layer, `${of}"shape"`), ...(isPoint(layer) ? { stood: `${of}"draw_zoom"` } : {}) } : {};
  if (!among) return { sql, text: `delete from ${table} where ${chosen}${within}${returning(asked(''))}`, gives };
  const back = returning(asked('old.'), { table: 'now.', number: true });
  const former = formerSql(table, chosen, { waits: false, columns: isPlace ? placeColumns(layer) : '' });
  return { sql, text: `delete from ${table} as now using given, lateral ${former} where now."objectid" = old.id${within}${back}`, gives };
}

/** One checked edit. */
export type OneEdit = ({ kind: 'add' } & NewFeature) | ({ kind: 'update' } & FeatureChange) | { kind: 'delete'; key: Key };
