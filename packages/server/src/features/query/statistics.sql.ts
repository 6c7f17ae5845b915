// The statement of a statistics query: groups, aggregates, conditions on them.
import { listed, refuse } from '@graticule/contract/refusals/refusal';
import { qualified } from '../hosted-table.store.ts';
import { scopeField, wireValue } from '../layer-scope.ts';
import { fieldByName, type HostedLayer } from '../layers.rules.ts';
import { identifier, SqlText, type Statement } from '../sql-text.rules.ts';
import { checkCondition, type Scope } from '../where/check.ts';
import { momentSql } from '../where/moments.rules.ts';
import type { ScopeField } from '../where/tree.ts';
import { type Moment, writeExpression } from '../where/write.rules.ts';
import type { LayerQuery, Statistic } from './layer-query.rules.ts';
import { pageClause } from './page.sql.ts';
import { reading } from './query-fault.rules.ts';
import { whereClause } from './record-filter.sql.ts';
import { orderOfColumn } from './sort-order.sql.ts';
import { type Term, termSql } from './terms.rules.ts';

/**
 * One row per group, or one row.
 * @shape columns in the order ...group fields, ...statistics
 */
export function statisticsStatement(layer: HostedLayer, query: LayerQuery, moment: Moment): Statement {
  const sql = new SqlText();
  const groups = query.groupBy.map((field) => wireValue(field.type, termSql(field, sql, moment)));
  const values = query.statistics.map((statistic) => aggregateSql(layer, statistic, sql, moment));
  const select = [...groups, ...values].map((column, index) => `${column} as c${index}`).join(', ');
  const where = whereClause(layer, query, sql, moment);
  const groupBy =
    query.groupBy.length === 0
      ? ''
      : ` group by ${query.groupBy.map((field, at) => (field.expression === undefined ? identifier(field.column) : String(at + 1))).join(', ')}`;
  const having = query.having === null ? '' : ` having ${havingSql(layer, query, query.having, sql, moment)}`;
  const order = orderSql(query);
  const rows = `select ${select} from ${qualified(layer.table)}${where}${groupBy}${having}`;
  if (order === '') return sql.statement(`${rows}${pageClause(query, sql)}`);
  // Put in order outside: the groups are few, and the rows that make them need no order then.
  return sql.statement(`select * from (${rows}) as found${order}${pageClause(query, sql)}`);
}

function aggregateSql(layer: HostedLayer, statistic: Statistic, sql: SqlText, moment: Moment): string {
  const { field, type } = statistic;
  const own = rawAggregate(layer, statistic, sql, moment);
  return field !== null && isOwnValue(type) ? wireValue(field.type, own) : own;
}

/** Whether the statistic is one of the values, and so of their type. */
function isOwnValue(type: string): boolean {
  return /^(min|max|percentile_disc)$/.test(type);
}

/** A statistic in its own type, not in the form of the wire: least and greatest ids as text, which the database has an order for everywhere. */
function rawAggregate(layer: HostedLayer, statistic: Statistic, sql: SqlText, moment: Moment): string {
  if (statistic.type === 'exceedslimit') return exceedsLimitSql(layer, statistic, sql);
  const { field } = statistic;
  if (field === null) return 'null';
  const own = termSql(field, sql, moment);
  const column = field.type === 'esriFieldTypeGlobalID' ? `${own}::text` : own;
  const direction = statistic.descending ? ' desc' : '';
  const share = (): string => sql.bind(statistic.value ?? 0.5, 'double precision');
  switch (statistic.type) {
    case 'count':
      return `count(${isNeverNull(field) ? '*' : column})`;
    case 'min':
    case 'max':
      return ofOwn(field, column, (values) => `${statistic.type}(${values})`);
    case 'sum':
      return `sum(${column})`;
    case 'avg':
      return `avg(${column})::double precision`;
    case 'stddev':
      return `stddev_samp(${column})::double precision`;
    case 'var':
      return `var_samp(${column})::double precision`;
    case 'percentile_cont':
      return `percentile_cont(${share()}) within group (order by ${column}${direction})`;
    default:
      return ofOwn(field, column, (values) => `percentile_disc(${share()}) within group (order by ${values}${direction})`);
  }
}

/** One of the values of a field; of moments with offsets the one that is as early or late, as it is written. */
function ofOwn(field: Term, column: string, choose: (values: string) => string): string {
  if (field.type !== 'esriFieldTypeTimestampOffset') return choose(column);
  const key = `to_char((extract(epoch from ${momentSql(column)}) + ${BEFORE_ALL})::numeric, '${KEY}')`;
  return `substr(${choose(`(${key} || ${column}) collate "C"`)}, ${KEY_LENGTH + 1})`;
}

/** Texts of moments that are in the order of time, and as long as each other: seconds since long before the first year. */
const KEY = 'FM000000000000.000000';
const KEY_LENGTH = 19;
const BEFORE_ALL = 100_000_000_000;

/** The portal's own numbers: counting rows costs less than counting values. */
function isNeverNull(field: Term): boolean {
  return field.expression === undefined && (field.type === 'esriFieldTypeOID' || field.type === 'esriFieldTypeGlobalID');
}

/** 1 when a client had better ask for tiles than for all features. */
function exceedsLimitSql(layer: HostedLayer, { limits }: Statistic, sql: SqlText): string {
  const tests: string[] = [];
  const add = (measure: string, limit: number | undefined): void => {
    if (limit !== undefined && Number.isFinite(limit)) tests.push(`${measure} > ${sql.bind(limit, 'double precision')}`);
  };
  add('count(*)', limits?.records);
  if (layer.geometryType === 'esriGeometryPoint') add('count("shape")', limits?.points);
  else if (layer.geometryType !== null) add('coalesce(sum(ST_NPoints("shape")), 0)', limits?.vertices);
  return tests.length === 0 ? '0' : `case when ${tests.join(' or ')} then 1 else 0 end`;
}

/** Characters that statistics may take in a condition: each mention writes the whole of one. */
const MOST_MENTIONED = 200_000;

/** A condition may name the statistics asked for, the group fields, and aggregates of any field. */
function havingSql(layer: HostedLayer, query: LayerQuery, having: string, sql: SqlText, moment: Moment): string {
  const written = new Map<Statistic, string>();
  let mentioned = 0;
  const mention = (statistic: Statistic): string => {
    // What is mentioned again binds nothing anew.
    const text = written.get(statistic) ?? rawAggregate(layer, statistic, sql, moment);
    written.set(statistic, text);
    mentioned += text.length;
    if (mentioned <= MOST_MENTIONED) return text;
    throw refuse('query-having-long');
  };
  const scope: Scope = {
    aggregates: true,
    field(name) {
      const statistic = query.statistics.find((one) => one.name.toLowerCase() === name.toLowerCase());
      if (statistic !== undefined) {
        return { ...kindOf(statistic), name: statistic.name, sql: mention(statistic) };
      }
      const field = fieldByName(layer, name);
      return field === undefined ? undefined : scopeField(field);
    },
    names: () => [...query.statistics, ...layer.fields].map((one) => one.name),
  };
  return writeExpression(
    reading('having', () => checkCondition(having, scope)),
    sql,
    moment,
  );
}

/** What conditions may compare a statistic with. */
function kindOf({ field, type }: Statistic): Omit<ScopeField, 'name' | 'sql'> {
  if (field === null || !isOwnValue(type)) return { type: 'number' };
  const { name: _name, sql: _sql, length: _length, ...kind } = scopeField(field);
  return kind.type === 'guid' ? { type: 'text', isGuid: true } : kind;
}

/** The type of the values of a statistic. */
function ownTypeOf({ field, type }: Statistic): Term['type'] {
  return field !== null && isOwnValue(type) ? field.type : 'esriFieldTypeDouble';
}

function orderSql(query: LayerQuery): string {
  const columns = [...query.groupBy, ...query.statistics.map((one) => ({ name: one.name, type: ownTypeOf(one) }))];
  const names = columns.map(({ name }) => name.toLowerCase());
  const terms = query.order.map((term) => {
    const at = names.indexOf(term.name.toLowerCase());
    if (at < 0) throw refuse('query-order-groups', { name: term.name, names: listed(names) });
    return `${orderOfColumn(columns[at] as (typeof columns)[number], `c${at}`)}${term.descending ? ' desc' : ''}`;
  });
  const rest = query.groupBy.map((_, index) => `c${index}`);
  const all = [...terms, ...rest];
  return all.length === 0 ? '' : ` order by ${all.join(', ')}`;
}
