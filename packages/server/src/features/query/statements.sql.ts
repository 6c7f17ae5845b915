// The statements of a query, each with its values bound.
import { refuse } from '@graticule/contract/refusals/refusal';
import { columnType, qualified } from '../hosted-table.store.ts';
import { binaryValue, wireValue } from '../layer-scope.ts';
import { type HostedLayer, STORED_SRID } from '../layers.rules.ts';
import { identifier, SqlText, type Statement } from '../sql-text.rules.ts';
import type { Moment } from '../where/write.rules.ts';
import type { LayerQuery, RecordFilter } from './layer-query.rules.ts';
import { pageClause, pageText, pageWheres } from './page.sql.ts';
import { projectsWhileWriting, toleranceOf } from './precision.rules.ts';
import { whereClause } from './record-filter.sql.ts';
import { lookedThroughBox } from './small-boxes.ts';
import { orderOfColumn, orderTerms, sortOrder } from './sort-order.sql.ts';
import { type Term, termSql } from './terms.rules.ts';

/**
 * Features: object id, the fields, then WKB and centroid where asked for.
 * @shape columns in the order objectid, ...fields, geometry?, centroid x?, centroid y?, xmin?, ymin?, xmax?, ymax?
 */
export function featuresStatement(layer: HostedLayer, query: LayerQuery, moment: Moment): Statement {
  return pageStatement(layer, query, moment, false);
}

/**
 * The same for the encoders of binary rows, which write dates and ids themselves and, where `projectsWhileWriting`,
 * turn metres into degrees.
 */
export function binaryFeaturesStatement(layer: HostedLayer, query: LayerQuery, moment: Moment): Statement {
  return pageStatement(layer, query, moment, true);
}

/** The same where all features that the query is about are found first and put in order then, see `sortsBox`. */
export function sortedFeaturesStatement(layer: HostedLayer, query: LayerQuery, moment: Moment): Statement {
  const sql = new SqlText();
  const columns = pageColumns(layer, query, sql, { isBinary: true, moment });
  const [where] = pageWheres(layer, query, sortOrder(layer, query, sql, moment), { sql, moment });
  // `offset 0` keeps the database from looking at both together.
  const found = `select * from ${qualified(layer.table)}${where} offset 0`;
  return sql.statement(`select ${columns} from (${found}) as found order by "objectid"${pageClause(query, sql)}`);
}

/**
 * The same where all features of a box are probably fewer than a page: they are found by the index of places, whatever the box, and
 * put in order then. With as many rows as were looked for it has found some of the features only, and not the first. Where `lookedThroughBox`
 * gives a box there may be features among them whose bounds alone meet it.
 */
export function fewFeaturesStatement(layer: HostedLayer, query: LayerQuery, moment: Moment): Statement {
  const sql = new SqlText();
  const columns = pageColumns(layer, query, sql, { isBinary: true, moment });
  const { spatial } = query;
  const isRough = spatial !== null && lookedThroughBox(layer, query) !== undefined;
  const filter: LayerQuery = isRough ? { ...query, spatial: { ...spatial, relation: 'near' } } : query;
  const found = `select * from ${qualified(layer.table)}${whereClause(layer, filter, sql, moment)}${pageClause(query, sql)}`;
  return sql.statement(`select ${columns} from (${found}) as found order by "objectid"`);
}

function pageStatement(layer: HostedLayer, query: LayerQuery, moment: Moment, isBinary: boolean): Statement {
  const sql = new SqlText();
  const columns = pageColumns(layer, query, sql, { isBinary, moment });
  return sql.statement(pageText(layer, query, columns, { sql, moment }));
}

function pageColumns(
  layer: HostedLayer,
  query: LayerQuery,
  sql: SqlText,
  { isBinary, moment }: { isBinary: boolean; moment: Moment },
): string {
  const value = isBinary ? binaryValue : wireValue;
  const columns = ['"objectid"', ...query.fields.map((field) => value(field.type, columnSql(field, sql, moment)))];
  if (query.returnGeometry) {
    const shape = isBinary && projectsWhileWriting(layer, query) ? '"shape"' : geometrySql(layer, query, sql);
    columns.push(`ST_AsBinary(${shape}, 'NDR')`);
  }
  if (query.returnCentroid) {
    const centroid = `ST_Centroid(${projected(query.outSrid)})`;
    columns.push(`ST_X(${centroid})`, `ST_Y(${centroid})`);
  }
  if (query.returnEnvelope && !isBinary) {
    const shape = projected(query.outSrid);
    columns.push(...['ST_XMin', 'ST_YMin', 'ST_XMax', 'ST_YMax'].map((side) => `${side}(${shape})`));
  }
  return columns.map((column, index) => `${column} as c${index}`).join(', ');
}

/** The SQL of a term as a column of its own type: what an expression gives is cast to the type that replies name. */
function columnSql(term: Term, sql: SqlText, moment: Moment): string {
  return term.expression === undefined ? identifier(term.column) : `${termSql(term, sql, moment)}::${columnType(term.type)}`;
}

function projected(srid: number): string {
  return srid === STORED_SRID ? '"shape"' : `ST_Transform("shape", ${srid})`;
}

/** The geometry as it goes out: projected, then generalised to what the client can show. */
function geometrySql(layer: HostedLayer, query: LayerQuery, sql: SqlText): string {
  const shape = projected(query.outSrid);
  const tolerance = toleranceOf(layer, query);
  return tolerance === 0 ? shape : `ST_Simplify(${shape}, ${sql.bind(tolerance, 'double precision')}, true)`;
}

/** The number of records. */
export function countStatement(layer: HostedLayer, query: RecordFilter, moment: Moment): Statement {
  const sql = new SqlText();
  return sql.statement(`select count(*) as n from ${qualified(layer.table)}${whereClause(layer, query, sql, moment)}`);
}

/** Object ids in the order that was asked for, ascending where none was. */
export function idsStatement(layer: HostedLayer, query: LayerQuery, moment: Moment): Statement {
  const sql = new SqlText();
  return sql.statement(pageText(layer, query, '"objectid"', { sql, moment }, 'ids'));
}

/** Object ids of the first features of each group, in ascending order. */
export function topStatement(
  layer: HostedLayer,
  query: LayerQuery,
  { groups, topCount, limit }: { groups: readonly Term[]; topCount: number; limit: number },
  moment: Moment,
): Statement {
  const sql = new SqlText();
  const by = groups.map((group) => termSql(group, sql, moment)).join(', ');
  const order = orderTerms(layer, query, sql, moment).map(
    (term, at) => `${term}${query.order[at]?.descending ? ' desc nulls last' : ''}, `,
  );
  const ranked =
    `select "objectid", row_number() over (partition by ${by} order by ${order.join('')}"objectid") as nth ` +
    `from ${qualified(layer.table)}${whereClause(layer, query, sql, moment)}`;
  return sql.statement(
    `select "objectid" from (${ranked}) ranked where nth <= ${sql.bind(topCount, 'integer')} order by "objectid" limit ${sql.bind(limit, 'integer')}`,
  );
}

/** Extent in the wanted reference system, and the number of records. */
export function extentStatement(layer: HostedLayer, query: LayerQuery, moment: Moment): Statement {
  const sql = new SqlText();
  const where = whereClause(layer, query, sql, moment);
  return sql.statement(
    'select ST_XMin(e), ST_YMin(e), ST_XMax(e), ST_YMax(e), n from ' +
      `(select ST_Extent(${projected(query.outSrid)}) as e, count(*) as n from ${qualified(layer.table)}${where}) facts`,
  );
}

/** Distinct rows of the fields, or their number. */
export function distinctStatement(layer: HostedLayer, query: LayerQuery, moment: Moment): Statement {
  const sql = new SqlText();
  const columns = query.fields.map((field, index) => `${wireValue(field.type, columnSql(field, sql, moment))} as c${index}`);
  const where = whereClause(layer, query, sql, moment);
  const rows = `select distinct ${columns.join(', ')} from ${qualified(layer.table)}${where}`;
  if (query.withCount) return sql.statement(`select count(*) as n from (${rows}) rows`);
  const named = query.order.map((term) => {
    const at = query.fields.findIndex((field) => field.name.toLowerCase() === term.name.toLowerCase());
    if (at < 0) throw refuse('query-order-distinct', { name: term.name });
    return `${orderOfColumn(query.fields[at] as Term, `c${at}`)}${term.descending ? ' desc' : ''}`;
  });
  const rest = query.fields.map((_, index) => `c${index}`);
  return sql.statement(`select * from (${rows}) as found order by ${[...named, ...rest].join(', ')}${pageClause(query, sql)}`);
}
