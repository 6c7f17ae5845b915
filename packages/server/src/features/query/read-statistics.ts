// Reads `outStatistics` and its companions.
import { listed, refuse, shown } from '@graticule/contract/refusals/refusal';
import { valueTypeOf } from '../layer-scope.ts';
import type { HostedLayer } from '../layers.rules.ts';
import type { Statistic } from './layer-query.rules.ts';
import { unknownField } from './query-fault.rules.ts';
import { readTerm, type Term } from './terms.rules.ts';

const TYPES: ReadonlySet<string> = new Set([
  ...['count', 'sum', 'min', 'max', 'avg', 'stddev', 'var', 'percentile_cont', 'percentile_disc', 'exceedslimit'],
]);
const NUMERIC: ReadonlySet<string> = new Set(['sum', 'avg', 'stddev', 'var', 'percentile_cont']);
const MAX_STATISTICS = 100;
/** Names stand in the reply alone, so that any script will do; statements number their columns. */
const NAME = /^[\p{L}\p{M}\p{N}_]{1,128}$/u;

type Members = Record<string, unknown>;
const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The statistics of a query, in the order asked for. `groups` are the names of the columns that stand beside them. */
export function readStatistics(layer: HostedLayer, value: unknown, groups: readonly string[] = []): Statistic[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_STATISTICS) {
    throw refuse('query-statistics', { most: MAX_STATISTICS });
  }
  const statistics = value.map((one: unknown) => readStatistic(layer, one));
  const taken = new Set(groups.map((name) => name.toLowerCase()));
  for (const { name } of statistics) {
    const key = name.toLowerCase();
    if (taken.has(key)) throw refuse('query-statistic-name-twice', { name });
    taken.add(key);
  }
  return statistics;
}

function readStatistic(layer: HostedLayer, value: unknown): Statistic {
  if (!isObject(value)) throw refuse('query-statistic', { value: shown(value) });
  const type = typeof value.statisticType === 'string' ? value.statisticType.toLowerCase() : '';
  if (!TYPES.has(type)) throw refuse('query-statistic-type', { value: shown(value.statisticType ?? '', 40), types: listed([...TYPES]) });
  const field = type === 'exceedslimit' ? null : readField(layer, value.onStatisticField, type);
  const name = readName(value.outStatisticFieldName) ?? ownName(type, field);
  if (field && NUMERIC.has(type) && valueTypeOf(field) !== 'number') {
    throw refuse('query-statistic-numbers', { type, field: field.name });
  }
  const statistic: Statistic = { type, field, name };
  if (type.startsWith('percentile')) readPercentile(statistic, value.statisticParameters);
  if (type === 'exceedslimit') {
    statistic.limits = {
      records: limit(value.maxRecordCount),
      points: limit(value.maxPointCount),
      vertices: limit(value.maxVertexCount),
    };
  }
  return statistic;
}

/** The name that a client gave, where it gave one. */
function readName(given: unknown): string | undefined {
  // As the vendor's services take it: an empty name is none.
  if (given === undefined || given === null || given === '') return undefined;
  if (typeof given === 'string' && NAME.test(given)) return given;
  throw refuse('query-statistic-name', { name: shown(given, 140) });
}

/** The name of a statistic without one, which is that of its field whatever it is made of. */
function ownName(type: string, field: Term | null): string {
  return `${type.toUpperCase()}_${field === null ? 'LIMIT' : field.expression === undefined ? field.name : 'EXPRESSION'}`;
}

function readField(layer: HostedLayer, name: unknown, type: string): Term {
  if (typeof name !== 'string') throw unknownField(layer.fields, shown(name));
  return readTerm(layer, name, { parameter: 'onStatisticField', name: `${type.toUpperCase()}_EXPRESSION` });
}

function readPercentile(statistic: Statistic, parameters: unknown): void {
  const { value = 0.5, orderBy } = isObject(parameters) ? parameters : {};
  if (typeof value !== 'number' || !(value >= 0 && value <= 1)) {
    throw refuse('query-percentile', { value: shown(value, 40) });
  }
  statistic.value = value;
  statistic.descending = typeof orderBy === 'string' && orderBy.toUpperCase() === 'DESC';
}

function limit(value: unknown): number {
  return typeof value === 'number' && value >= 0 ? value : Number.POSITIVE_INFINITY;
}
