// Turns the parameters of a query into a checked query.
import type { ServerInput } from '@graticule/contract/endpoint';
import { refuse } from '@graticule/contract/refusals/refusal';
import type { queryLayer } from '@graticule/contract/services/feature-server';
import { parseQuantisation } from '@graticule/geo/convert/quantise';
import { WGS84 } from '@graticule/geo/project/spatial-reference';
import type { StoredField } from '../../schema/features.ts';
import { fieldByName, type HostedLayer, type HostedService, isInDegrees, maxRecordCount, objectIdField, sridOf } from '../layers.rules.ts';
import { requireReadable } from '../own-rows.ts';
import { readGuid } from '../where/literals.ts';
import type { Checked } from '../where/tree.ts';
import type { Asked, LayerQuery, OrderTerm, QueryKind, RecordFilter, Statistic } from './layer-query.rules.ts';
import { reading, unknownField } from './query-fault.rules.ts';
import { readCondition } from './read-condition.ts';
import { readStatistics } from './read-statistics.ts';
import { readSpatialFilter, readSrid, type SpatialParameters } from './spatial-filter.ts';
import { keyOf, readNamedTerm, readTerm, splitTerms, type Term, withDirection } from './terms.rules.ts';

/** The parameters of a query as they arrive. */
export type QueryInput = Omit<ServerInput<typeof queryLayer>, 'service' | 'layer'>;

const MAX_OBJECT_IDS = 20_000;
const MAX_ORDER_TERMS = 20;
const MAX_OUT_FIELDS = 1_000;

/** The three parameters that choose records, alike for queries and deletions. */
export function readRecordFilter(
  layer: HostedLayer,
  given: { where?: string; objectIds?: string; uniqueIds?: string; globalIds?: string; time?: string } & SpatialParameters,
): Asked<RecordFilter> {
  const where = given.where?.trim() ?? '';
  const time = readTimeSpan(layer, given.time);
  return {
    ...(time === undefined ? {} : { time }),
    condition: where === '' ? null : readCondition(layer, where),
    objectIds: readIds(given),
    ...(given.globalIds === undefined ? {} : { globalIds: readGlobalIds(given.globalIds) }),
    spatial: layer.geometryType === null ? null : readSpatialFilter(given, sridOf(layer)),
  };
}

/** A moment or two with `null` for an open end; layers without times ignore it. */
function readTimeSpan(layer: HostedLayer, given: string | undefined): RecordFilter['time'] {
  const { timeInfo } = layer.definition;
  if (given === undefined || given.trim() === '' || timeInfo === undefined) return undefined;
  const moments = given.split(',').map((part) => {
    const text = part.trim().toLowerCase();
    if (text === 'null' || text === '') return null;
    // Clocks that count seconds give parts of milliseconds when they are multiplied.
    if (!/^-?\d{1,16}(\.\d{1,16})?$/.test(text)) throw refuse('query-time', { value: given.slice(0, 100) });
    return Math.round(Number(text));
  });
  if (moments.length > 2) throw refuse('query-time', { value: given.slice(0, 100) });
  const start = fieldByName(layer, timeInfo.startTimeField);
  const end = fieldByName(layer, timeInfo.endTimeField ?? timeInfo.startTimeField);
  if (start === undefined || end === undefined) return undefined;
  const [from = null, to = moments.length === 1 ? from : null] = moments;
  return { start, end, from, to };
}

/** The object ids that are chosen by either name; the unique id of a hosted layer is its object id. */
function readIds({ objectIds, uniqueIds }: { objectIds?: string; uniqueIds?: string }): number[] | null {
  const ids = objectIds === undefined ? null : readObjectIds(objectIds);
  if (uniqueIds === undefined) return ids;
  const unique = new Set(readObjectIds(uniqueIds, 'uniqueIds'));
  return ids === null ? [...unique] : ids.filter((id) => unique.has(id));
}

/** Global ids from a list with commas, with or without braces. */
function readGlobalIds(text: string): string[] {
  const parts = text.split(',');
  if (parts.length > MAX_OBJECT_IDS) throw refuse('query-ids-many', { parameter: 'globalIds', count: parts.length, most: MAX_OBJECT_IDS });
  return parts.map((part) => {
    const id = readGuid(part);
    if (id === undefined) throw refuse('query-global-id', { value: part.slice(0, 100) });
    return id;
  });
}

/** Object ids from a list with commas. */
export function readObjectIds(text: string, name = 'objectIds'): number[] {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length > MAX_OBJECT_IDS) throw refuse('query-ids-many', { parameter: name, count: parts.length, most: MAX_OBJECT_IDS });
  return parts.map((part) => {
    const id = Number(part);
    if (!/^-?\d{1,16}$/.test(part) || !Number.isSafeInteger(id))
      throw refuse('query-object-id', { parameter: name, value: part.slice(0, 100) });
    return id;
  });
}

/** The checked query. @throws INVALID_QUERY naming the parameter, QUERY_OFF */
export function readQuery(service: HostedService, layer: HostedLayer, input: QueryInput, format: string): Asked<LayerQuery> {
  requireReadable(layer);
  if (input.sqlFormat !== undefined && !/^(none|standard)$/i.test(input.sqlFormat))
    throw refuse('query-sql-format', { value: input.sqlFormat });
  const kind = kindOf(input);
  const filter = readRecordFilter(layer, input);
  const groupBy = splitTerms(input.groupByFieldsForStatistics, 'groupByFieldsForStatistics').map((term, at) =>
    readNamedTerm(layer, term, { parameter: 'groupByFieldsForStatistics', name: `EXPR_${at + 1}` }),
  );
  requireDifferentNames('groupByFieldsForStatistics', new Set(groupBy));
  const groups = groupBy.map((group) => group.name);
  const statistics = kind === 'statistics' ? readStatistics(layer, input.outStatistics, groups) : [];
  const outSrid = readSrid('outSR', input.outSR) ?? (format === 'geojson' ? WGS84 : sridOf(layer));
  const fields = readOutFields(layer, input.outFields, kind, format);
  const quantisation =
    input.quantizationParameters === undefined
      ? null
      : reading('quantizationParameters', () =>
          parseQuantisation(input.quantizationParameters, isInDegrees(outSrid) ? 'degrees' : 'metres'),
        );
  return {
    ...filter,
    kind,
    withCount: input.returnCountOnly === true,
    fields,
    order: readOrder(layer, input.orderByFields, { kind, columns: kind === 'statistics' ? [...groupBy, ...statistics] : fields }),
    returnGeometry: layer.geometryType !== null && input.returnGeometry !== false,
    returnCentroid: layer.geometryType !== null && input.returnCentroid === true,
    returnEnvelope: layer.geometryType !== null && input.returnEnvelope === true,
    returnZ: layer.hasZ && input.returnZ === true,
    returnM: layer.hasM && input.returnM === true,
    outSrid,
    maxAllowableOffset: nonNegative('maxAllowableOffset', input.maxAllowableOffset) ?? 0,
    geometryPrecision: readPrecision(input.geometryPrecision),
    // GeoJSON has no steps, and shapes that are drawn in its degrees would be thinned by the units of another system.
    quantisation: format === 'geojson' ? null : quantisation,
    offset: nonNegative('resultOffset', input.resultOffset) ?? 0,
    limit: readLimit({ service, layer }, input, kind),
    returnExceededLimitFeatures: input.returnExceededLimitFeatures !== false,
    statistics,
    groupBy,
    having: input.having?.trim() || null,
  };
}

function kindOf(input: QueryInput): QueryKind {
  // Clients that always name their statistics send an empty list where they want none.
  const isEmpty = Array.isArray(input.outStatistics) && input.outStatistics.length === 0;
  if (input.outStatistics !== undefined && !isEmpty) return 'statistics';
  if (input.returnExtentOnly) return 'extent';
  if (input.returnDistinctValues) return 'distinct';
  if (input.returnCountOnly) return 'count';
  return input.returnIdsOnly ? 'ids' : 'features';
}

/** Whose pages have limits. */
interface Limited {
  service: HostedService;
  layer: HostedLayer;
}

/** The page limit: the layer's by the kind of result, times the caller's factor. Ids are cut only when asked to. */
function readLimit(target: Limited, input: QueryInput, kind: QueryKind): number | null {
  const asked = input.resultRecordCount;
  if (asked !== undefined && asked <= 0) throw refuse('query-count', { value: asked });
  if (kind === 'ids') return asked ?? (input.resultOffset === undefined ? null : pageLimit(target, input));
  if (kind === 'count' || kind === 'extent') return null;
  return Math.min(asked ?? Number.POSITIVE_INFINITY, pageLimit(target, input));
}

/** Page limits of a layer by `resultType`, as it announces them. */
function pageLimits({ service, layer }: Limited): { none: number; standard: number; standardNoGeometry: number; tile: number } {
  const base = maxRecordCount(service, layer);
  return { none: base, standard: base * 2, standardNoGeometry: base * 16, tile: base * 4 };
}

function pageLimit(target: Limited, input: QueryInput): number {
  const factor = input.maxRecordCountFactor ?? 1;
  if (!(factor >= 1 && factor <= 5)) throw refuse('query-count-factor', { value: factor });
  const limits = pageLimits(target);
  switch ((input.resultType ?? 'none').toLowerCase()) {
    case 'none':
      return Math.floor(limits.none * factor);
    case 'standard':
      return input.returnGeometry === false ? limits.standardNoGeometry : Math.floor(limits.standard * factor);
    case 'tile':
      return Math.max(limits.tile, Math.floor(limits.none * factor));
    default:
      throw refuse('query-result-type', { value: input.resultType ?? '' });
  }
}

function readOutFields(layer: HostedLayer, outFields: string | undefined, kind: QueryKind, format: string): Term[] {
  const asked = splitTerms(outFields, 'outFields', MAX_OUT_FIELDS);
  const oid = objectIdField(layer);
  if (asked.length === 0) return format === 'geojson' ? layer.fields : [oid];
  const chosen = [...new Set(asked.flatMap((term, at) => (term === '*' ? layer.fields : [readOutField(layer, term, at)])))];
  requireDifferentNames('outFields', chosen);
  // geojson and pbf always carry the object id.
  const needsId = kind === 'features' && (format === 'geojson' || format === 'pbf') && !chosen.includes(oid);
  return needsId ? [oid, ...chosen] : chosen;
}

function readOutField(layer: HostedLayer, text: string, at: number): Term {
  if (/^"?[^\s"()'+*/|-]+"?$/.test(text)) return requireField(layer, text);
  return readNamedTerm(layer, text, { parameter: 'outFields', name: `EXPR_${at + 1}` });
}

/** Attributes go by their names. @throws INVALID_QUERY for two of one name */
function requireDifferentNames(parameter: string, terms: Iterable<Term>): void {
  const names = Array.from(terms, ({ name }) => name.toLowerCase());
  const again = names.find((name, at) => names.indexOf(name) < at);
  if (again !== undefined) throw refuse('query-fields-twice', { parameter, name: again });
}

/** The columns of a reply that an order may name: by their names, or as they were asked for. */
interface Columns {
  kind: QueryKind;
  columns: readonly (Term | Statistic)[];
}

function readOrder(layer: HostedLayer, orderBy: string | undefined, asked: Columns): OrderTerm[] {
  const terms = splitTerms(orderBy, 'orderByFields');
  if (terms.length > MAX_ORDER_TERMS) throw refuse('query-order-many', { count: terms.length, most: MAX_ORDER_TERMS });
  const columnOf = columnsByExpression(asked);
  return terms.map((term) => {
    const { text, descending } = withDirection(term);
    const name = /^"?([^"\s]+)"?$/.exec(text)?.[1] ?? '';
    const named = name === '' ? undefined : namedOrder(layer, name, asked);
    if (named !== undefined) return { ...named, descending };
    const { expression } = readTerm(layer, text, { parameter: 'orderByFields', name: 'EXPR' });
    if (expression === undefined) return { name: '', descending };
    const column = columnOf(expression);
    return column === undefined ? { name: text.slice(0, 100), expression, descending } : { name: column, descending };
  });
}

/** Finds the column that an expression makes, of rows that stand for many features: only what they show can be put in order. Lists are long: each is written once. */
function columnsByExpression({ kind, columns }: Columns): (expression: Checked) => string | undefined {
  let names: ReadonlyMap<string, string> | undefined;
  return (expression) => {
    if (kind !== 'statistics' && kind !== 'distinct') return undefined;
    names ??= new Map(
      columns.flatMap((one) => ('expression' in one && one.expression ? [[keyOf(one.expression), one.name] as const] : [])),
    );
    return names.get(keyOf(expression));
  };
}

/** What a single name in an order means: a column of rows that stand for many features, a field of the layer, or an expression by its name. */
function namedOrder(layer: HostedLayer, name: string, { kind, columns }: Columns): Omit<OrderTerm, 'descending'> | undefined {
  const column = columns.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (fieldByName(layer, name) !== undefined || (column !== undefined && (kind === 'statistics' || kind === 'distinct'))) return { name };
  if (column === undefined || !('column' in column)) return undefined;
  if (column.expression !== undefined) return { name, expression: column.expression };
  return { name: layer.fields.find((field) => field.column === column.column)?.name ?? name };
}

function readPrecision(value: number | undefined): number | undefined {
  if (value !== undefined && (value < 0 || value > 15)) throw refuse('query-precision', { value });
  return value;
}

function nonNegative(name: string, value: number | undefined): number | undefined {
  if (value !== undefined && value < 0) throw refuse('query-negative', { parameter: name, value });
  return value;
}

function requireField(layer: HostedLayer, name: string): StoredField {
  const field = fieldByName(layer, name.replace(/^"(.*)"$/, '$1'));
  if (field === undefined) throw unknownField(layer.fields, name);
  return field;
}
