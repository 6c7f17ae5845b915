// Reads `outStatistics` and its companions.
import { valueTypeOf } from '../layer-scope.ts';
import type { HostedLayer } from '../layers.rules.ts';
import type { Statistic } from './layer-query.rules.ts';
import { invalidField, invalidParameter } from './query-fault.rules.ts';
import { readTerm, type Term } from './terms.rules.ts';

const TYPES: ReadonlySet<string> = new Set([
  ...['count', 'sum', 'min', 'max', 'avg', 'stddev', 'var', 'percentile_cont', 'percentile_disc', 'exceedslimit'],
]);
const NUMERIC: ReadonlySet<string> = new Set(['sum', 'avg', 'stddev', 'var', 'percentile_cont']);
const MAX_STATISTICS = 100;

type Members = Record<string, unknown>;
const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The statistics of a query, in the order asked for. */
export function readStatistics(layer: HostedLayer, value: unknown): Statistic[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_STATISTICS) {
    throw invalidParameter('outStatistics', `give a list of 1 to ${MAX_STATISTICS} statistics`);
  }
  const statistics = value.map((one: unknown) => readStatistic(layer, one));
  const names = new Set(statistics.map((one) => one.name.toLowerCase()));
  if (names.size !== statistics.length) throw invalidParameter('outStatisticFieldName', 'each name may be used once');
  return statistics;
}

function readStatistic(layer: HostedLayer, value: unknown): Statistic {
  if (!isObject(value)) throw invalidParameter('outStatistics', 'each statistic is an object with statisticType and onStatisticField');
  const type = typeof value.statisticType === 'string' ? value.statisticType.toLowerCase() : '';
  if (!TYPES.has(type)) throw invalidParameter('statisticType', `use one of ${[...TYPES].join(', ')}`);
  const field = type === 'exceedslimit' ? null : readField(layer, value.onStatisticField, type);
  const wanted =
    value.outStatisticFieldName ??
    `${type.toUpperCase()}_${field === null ? 'LIMIT' : field.expression === undefined ? field.name : 'EXPRESSION'}`;
  if (typeof wanted !== 'string' || !/^[A-Za-z_][A-Za-z0-9_]{0,62}$/.test(wanted)) {
    throw invalidParameter('outStatisticFieldName', 'use at most 63 letters of A to Z, digits and underscores, with no digit first');
  }
  if (field && NUMERIC.has(type) && valueTypeOf(field) !== 'number') {
    throw invalidParameter('statisticType', `${type} needs a field of numbers`);
  }
  const statistic: Statistic = { type, field, name: wanted };
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

function readField(layer: HostedLayer, name: unknown, type: string): Term {
  if (typeof name !== 'string') throw invalidField(String(name));
  return readTerm(layer, name, { parameter: 'onStatisticField', name: `${type.toUpperCase()}_EXPRESSION` });
}

function readPercentile(statistic: Statistic, parameters: unknown): void {
  const { value = 0.5, orderBy } = isObject(parameters) ? parameters : {};
  if (typeof value !== 'number' || !(value >= 0 && value <= 1)) {
    throw invalidParameter('statisticParameters', 'the value of a percentile is a number from 0 to 1');
  }
  statistic.value = value;
  statistic.descending = typeof orderBy === 'string' && orderBy.toUpperCase() === 'DESC';
}

function limit(value: unknown): number {
  return typeof value === 'number' && value >= 0 ? value : Number.POSITIVE_INFINITY;
}
