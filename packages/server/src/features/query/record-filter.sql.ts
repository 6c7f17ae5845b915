// SQL that chooses the records of a query.
import type { StoredField } from '../../schema/features.ts';
import { inMetres } from '../date-line.sql.ts';
import { qualified } from '../hosted-table.store.ts';
import type { HostedLayer } from '../layers.rules.ts';
import { STORED_SRID } from '../layers.rules.ts';
import { ownRowsCondition } from '../own-rows.ts';
import { identifier, type SqlText } from '../sql-text.rules.ts';
import { mayFail } from '../where/may-fail.rules.ts';
import type { Checked } from '../where/tree.ts';
import { type Moment, writeExpression } from '../where/write.rules.ts';
import { type Box, boxOf, isAlways, type RecordFilter, type SpatialFilter } from './layer-query.rules.ts';

/** The WHERE clause of a filter, with its keyword; empty when every record is meant. */
export function whereClause(layer: HostedLayer, filter: RecordFilter, sql: SqlText, moment: Moment): string {
  const parts: string[] = [];
  // The database tries conditions of equal cost in this order: ids and places leave out more than most others.
  if (filter.objectIds !== null) parts.push(`"objectid" = any(${sql.bind(filter.objectIds, 'bigint[]')})`);
  const { from = null, below = null } = filter.part ?? {};
  if (from !== null) parts.push(`"objectid" >= ${sql.bind(from, 'bigint')}`);
  if (below !== null) parts.push(`"objectid" < ${sql.bind(below, 'bigint')}`);
  if (filter.globalIds !== undefined) parts.push(`"globalid" = any(${sql.bind(filter.globalIds, 'uuid[]')})`);
  if (filter.spatial !== null) parts.push(spatialCondition(layer, filter.spatial, sql));
  if (filter.condition !== null && !isAlways(filter.condition)) parts.push(conditionSql(layer, filter.condition, sql, moment));
  if (filter.time !== undefined) parts.push(...timeConditions(filter.time, sql));
  const own = ownRowsCondition(layer, sql);
  if (own !== undefined) parts.push(own);
  if (filter.owned !== undefined) parts.push(`${identifier(filter.owned.field.column)} = ${sql.bind(filter.owned.username, 'text')}`);
  return parts.length === 0 ? '' : ` where ${parts.join(' and ')}`;
}

function conditionSql(layer: HostedLayer, condition: Checked, sql: SqlText, moment: Moment): string {
  const text = writeExpression(condition, sql, moment);
  if (!mayFail(condition)) return text;
  const own = ownRowsCondition(layer, sql);
  return amongShown(layer, own === undefined ? text : `(case when ${own} then ${text} end)`);
}

/**
 * A condition that may fail on a value, asked of the rows that a view shows and of no others: the database may try it before the
 * filter of the view, and the failure would tell of the others.
 */
export function amongShown(layer: HostedLayer, condition: string): string {
  if (layer.view === undefined || (layer.view.condition === null && layer.view.area === null)) return condition;
  const shown = `exists (select 1 from ${qualified(layer.table)} as shown where shown."objectid" = ${identifier(layer.table)}."objectid")`;
  return `(case when ${shown} then ${condition} end)`;
}

/**
 * A feature belongs to a span of time when it began before its end and ended after its start. With two fields an empty one is an open end: what has no
 * beginning was always there, and what has no end is still there. With one field a feature is there at a moment, and without it at none.
 */
function timeConditions({ start, end, from, to }: NonNullable<RecordFilter['time']>, sql: SqlText): string[] {
  const moment = (ms: number): string => `(timestamp 'epoch' + ${sql.bind(ms, 'double precision')} * interval '1 millisecond')`;
  const meets = (field: StoredField, comparison: string): string => {
    const column = identifier(field.column);
    return start.column === end.column ? `${column} ${comparison}` : `(${column} ${comparison} or ${column} is null)`;
  };
  return [...(to === null ? [] : [meets(start, `<= ${moment(to)}`)]), ...(from === null ? [] : [meets(end, `>= ${moment(from)}`)])];
}

/** The geometry of the query is brought to the reference system of the table, never the other way round: the index stays usable. */
export function spatialCondition(layer: Pick<HostedLayer, 'geometryType'>, filter: SpatialFilter, sql: SqlText): string {
  if (filter.place === null) return 'false';
  if (filter.relation === 'envelopeIntersects' && 'wkb' in filter.place && filter.place.boxes !== undefined) {
    // The bounds that they have together are those of the world.
    return `(${filter.place.boxes.map((box) => spatialCondition(layer, { ...filter, place: { box } }, sql)).join(' or ')})`;
  }
  const shape = identifier('shape');
  const box = boxOf(filter);
  if (box !== undefined && layer.geometryType === 'esriGeometryPoint') {
    if (filter.relation === 'intersects' || filter.relation === 'envelopeIntersects') return inBox(box, sql);
    if (filter.relation === 'disjoint') return `(${shape} is not null and (${inBox(box, sql)}) is not true)`;
  }
  if (box !== undefined && filter.relation === 'envelopeIntersects') return boundsInBox(box, sql);
  const query = queryGeometry(filter, filter.place, sql);
  switch (filter.relation) {
    case 'intersects':
      return `ST_Intersects(${shape}, ${query})`;
    case 'contains':
      return `ST_Within(${shape}, ${query})`;
    case 'within':
      return `ST_Contains(${shape}, ${query})`;
    case 'crosses':
      return `ST_Crosses(${shape}, ${query})`;
    case 'overlaps':
      return `ST_Overlaps(${shape}, ${query})`;
    case 'touches':
      return `ST_Touches(${shape}, ${query})`;
    case 'envelopeIntersects':
      return meetingBounds(`ST_Expand(${query}, ${TOLERANCE})`);
    case 'near':
      return `${shape} && ${query}`;
    case 'disjoint':
      return `not ST_Intersects(${shape}, ${query})`;
  }
}

/** Metres, of the map: what clients take for the same place. A box made of coordinates that were projected there and back differs from the points by less. */
const TOLERANCE = 0.001;

/**
 * A point in a box. The index knows places in 32 bits, which far from the origin are two metres apart: it is asked first, and the point itself then, as the
 * database's own type of points, whose comparison takes half the time of four comparisons of coordinates. As `case`, which the database takes for half of
 * the rows: of the comparison alone it would expect next to none, and look for them in another way.
 */
function inBox(box: Box, sql: SqlText): string {
  const sides = box.map((side, at) => sql.bind(at < 2 ? side - TOLERANCE : side + TOLERANCE, 'double precision'));
  const [west, south, east, north] = sides;
  const isInside = `box(point(${west}, ${south}), point(${east}, ${north})) @> "shape"::point`;
  return `("shape" && ${envelopeSql(sides)} and case when ${isInside} then true end)`;
}

/** Bounds of 32 bits lie outside of those of the shape by less than this part of the greatest side, and by less than half of it for the box itself. */
const ROUNDING = 2 ** -21;

/**
 * The bounds of a line or polygon that meet a box. The index knows them in 32 bits, too; but those of a shape itself have to be worked out of all its
 * corners, so that this is asked only where they meet nothing but the outermost metres of the box.
 */
function boundsInBox([west, south, east, north]: Box, sql: SqlText): string {
  const margin = Math.max(...[west, south, east, north].map(Math.abs)) * ROUNDING;
  const inner: Box = [west + margin, south + margin, east - margin, north - margin];
  const outer = [west - TOLERANCE, south - TOLERANCE, east + TOLERANCE, north + TOLERANCE];
  const bound = (sides: readonly number[]): string[] => sides.map((side) => sql.bind(side, 'double precision'));
  const surely = inner[0] < inner[2] && inner[1] < inner[3] ? `"shape" && ${envelopeSql(bound(inner))} or ` : '';
  return meetingBounds(envelopeSql(bound(outer)), surely);
}

/** Shapes whose bounds meet those of another, by the database's own type of boxes, which are found in the geometry itself. */
function meetingBounds(other: string, surely = ''): string {
  return `("shape" && ${other} and case when ${surely}"shape"::box && ${other}::box then true end)`;
}

function envelopeSql(sides: readonly string[]): string {
  return `ST_MakeEnvelope(${sides.join(', ')}, ${STORED_SRID})`;
}

/**
 * The numbers of a box cost the database less than its bytes: each condition is looked at several times before there is a plan. A box without width
 * or height is a line or a point: as an area that has none it meets other shapes for a single row than among many.
 */
export function placeSql(place: NonNullable<SpatialFilter['place']>, srid: number, sql: SqlText): string {
  if ('box' in place) {
    const [west, south, east, north] = place.box;
    const box = envelopeSql(place.box.map((side) => sql.bind(side, 'double precision')));
    return west === east || south === north ? `ST_MakeValid(${box})` : box;
  }
  const given = `ST_SetSRID(${sql.bind(place.wkb, 'bytea')}::geometry, ${sql.bind(srid, 'integer')})`;
  if (place.isValid) return given;
  const valid = `ST_MakeValid(${given})`;
  return place.step === undefined ? valid : `ST_Segmentize(${valid}, ${sql.bind(place.step, 'double precision')})`;
}

/** SQL of the place in the reference system of the tables. */
export function queryGeometry(filter: SpatialFilter, place: NonNullable<SpatialFilter['place']>, sql: SqlText): string {
  return inMetres(placeSql(place, filter.srid, sql), filter.srid);
}
