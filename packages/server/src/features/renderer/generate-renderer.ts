// Makes a renderer from the values of a field: one symbol for each value, or classes of numbers.

import { refuse } from '@graticule/contract/refusals/refusal';
import type { FeatureSet, GeometryType } from '@graticule/contract/services/layer';
import { z } from 'zod';
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import { defaultDrawing } from '../default-renderer.ts';
import { checked } from '../definition/service-settings.ts';
import { type HostedLayer, type HostedService, objectIdField } from '../layers.rules.ts';
import { queryFeatures } from '../query/query.ts';
import { readTerm } from '../query/terms.rules.ts';
import {
  countOfIntervals,
  definedIntervals,
  deviationBreaks,
  equalIntervals,
  geometricalIntervals,
  naturalBreaks,
} from './classes.rules.ts';
import { type Colour, colourRamp, rampColour } from './colour-ramp.rules.ts';
import { normalisation, normalised, readNumber, type Wish } from './normalise.ts';

const MOST_CLASSES = 32;

const symbol = z.looseObject({ type: z.string() });
const LOOKS = { baseSymbol: symbol.nullable().optional(), colorRamp: colourRamp.nullable().optional() };
const definition = z.discriminatedUnion('type', [
  z.looseObject({
    type: z.literal('uniqueValueDef'),
    uniqueValueFields: z.array(z.string()).min(1).max(3),
    fieldDelimiter: z.string().max(10).default(','),
    ...LOOKS,
  }),
  z.looseObject({
    type: z.literal('classBreaksDef'),
    classificationField: z.string(),
    classificationMethod: z
      .enum([
        'esriClassifyEqualInterval',
        'esriClassifyDefinedInterval',
        'esriClassifyQuantile',
        'esriClassifyNaturalBreaks',
        'esriClassifyGeometricalInterval',
        'esriClassifyStandardDeviation',
      ])
      .default('esriClassifyNaturalBreaks'),
    // Null from clients that leave the number of classes to the method.
    breakCount: z
      .number()
      .int()
      .min(1)
      .max(MOST_CLASSES)
      .nullable()
      .default(5)
      .transform((count) => count ?? 5),
    standardDeviationInterval: z.number().min(0.25).max(3).nullable().optional(),
    definedInterval: z.number().positive().nullable().optional(),
    normalizationType: normalisation.nullable().optional(),
    normalizationField: z.string().nullable().optional(),
    ...LOOKS,
  }),
]);

interface Target {
  service: HostedService;
  layer: HostedLayer;
}

/** What the layer says: rows, and whether there are more. */
interface Told {
  rows: Record<string, string | number | null>[];
  cut: boolean;
}

/** Asks the layer for statistics. */
type Ask = (outStatistics: object[], groupBy?: string) => Promise<Told>;

/** The colour of one of several classes. */
type Paint = (index: number, count: number) => Colour;
/** The symbol of one of several classes. */
type Draw = (index: number, count: number) => object;

/** Unique values beyond this many have one symbol together. */
const MAX_VALUES = 1_000;
const OTHERS = { color: [170, 170, 170, 255] satisfies Colour, label: 'Other' };

/** The renderer. @throws INVALID_QUERY, INVALID_PARAMETER */
export async function rendererFor(
  portal: Portal,
  caller: Caller,
  target: Target,
  input: { classificationDef: unknown; where?: string },
): Promise<Record<string, unknown>> {
  const given = checked(definition, input.classificationDef, 'classificationDef');
  const where = input.where === undefined ? {} : { where: input.where };
  const ask: Ask = async (outStatistics, groupBy) => {
    const grouped = groupBy === undefined ? {} : { groupByFieldsForStatistics: groupBy, resultRecordCount: MAX_VALUES };
    const answer = await queryFeatures(portal, caller, target, { ...where, ...grouped, outStatistics }, 'json');
    if (!('json' in answer)) return { rows: [], cut: false };
    const { features, exceededTransferLimit } = answer.json as FeatureSet;
    return { rows: features.map((feature) => feature.attributes), cut: exceededTransferLimit === true };
  };
  const base = given.baseSymbol ?? (baseSymbol(target.layer.geometryType) as z.infer<typeof symbol>);
  const { colorRamp } = given;
  const drawn = (own: Paint): Draw => {
    const paint: Paint = colorRamp ? (index, count) => rampColour(colorRamp, index, count) : own;
    return (index, count) => ({ ...base, color: paint(index, count) });
  };
  if (given.type === 'uniqueValueDef')
    return uniqueValues(target.layer, ask, given, { draw: drawn(hue), others: { ...base, color: OTHERS.color } });
  return classBreaks(target.layer, ask, given, drawn(ramp));
}

function baseSymbol(geometryType: GeometryType | null): unknown {
  return defaultDrawing(geometryType ?? 'esriGeometryPoint', 0).renderer.symbol;
}

async function uniqueValues(
  layer: HostedLayer,
  ask: Ask,
  given: { uniqueValueFields: string[]; fieldDelimiter: string },
  { draw, others }: { draw: Draw; others: object },
): Promise<Record<string, unknown>> {
  // Expressions are answered under names of their own.
  const terms = given.uniqueValueFields.map((text, at) => ({
    text,
    ...readTerm(layer, text, { parameter: 'uniqueValueFields', name: `EXPR_${at + 1}` }),
  }));
  const fields = terms.map((term) => (term.expression === undefined ? term.name : term.text));
  const columns = terms.map((term) => term.name);
  const count = { statisticType: 'count', onStatisticField: objectIdField(layer).name, outStatisticFieldName: 'graticule_n' };
  const { rows, cut } = await ask([count], fields.join(','));
  const named = Object.fromEntries([0, 1, 2].map((index) => [`field${index + 1}`, fields[index] ?? '']));
  return {
    type: 'uniqueValue',
    ...named,
    fieldDelimiter: given.fieldDelimiter,
    // Without a symbol of theirs the features of values that are left out would not be drawn at all.
    ...(cut
      ? { defaultSymbol: others, defaultLabel: OTHERS.label, exceededTransferLimit: true }
      : { defaultSymbol: null, defaultLabel: '' }),
    uniqueValueInfos: rows
      .filter((row) => columns.every((column) => row[column] !== null))
      .map((row, index, all) => {
        const value = columns.map((column) => String(row[column])).join(given.fieldDelimiter);
        return { value, label: value, description: '', count: row.graticule_n, symbol: draw(index, all.length) };
      }),
  };
}

/** Which classes are wanted. */
interface Classes {
  classificationMethod: string;
  breakCount: number;
  /** The part of a standard deviation that a class is wide. */
  standardDeviationInterval?: number | null | undefined;
  /** How wide a class is. */
  definedInterval?: number | null | undefined;
}

async function classBreaks(
  layer: HostedLayer,
  ask: Ask,
  given: Wish & Classes & { classificationField: string },
  draw: Draw,
): Promise<Record<string, unknown>> {
  const field = readNumber(layer, given.classificationField, 'classificationField');
  const { onStatisticField, told } = await normalised(layer, field, given, async (name) => {
    const [row = {}] = (await ask([{ statisticType: 'sum', onStatisticField: name, outStatisticFieldName: 'graticule_sum' }])).rows;
    return Number(row.graticule_sum ?? 0);
  });
  const statistic = (statisticType: string, more = {}) => ({
    statisticType,
    onStatisticField,
    outStatisticFieldName: statisticType,
    ...more,
  });
  const [facts = {}] = (await ask(['min', 'max', 'avg', 'stddev'].map((type) => statistic(type)))).rows;
  const head = { type: 'classBreaks', field: field.said, classificationMethod: given.classificationMethod, ...told };
  if (typeof facts.min !== 'number' || typeof facts.max !== 'number') return { ...head, minValue: 0, classBreakInfos: [] };
  const { min, max } = facts;
  const numbers = { min, max, mean: Number(facts.avg), deviation: Number(facts.stddev ?? 0) };
  const ends = await endsOf(ask, statistic, given, numbers);
  return {
    ...head,
    minValue: min,
    classBreakInfos: ends.map((end, index) => ({
      classMaxValue: end,
      label: `${rounded(ends[index - 1] ?? min)} – ${rounded(end)}`,
      description: '',
      symbol: draw(index, ends.length),
    })),
  };
}

/** Ends of classes; quantiles, and the sample for methods that look at how the values lie, are taken by the database. @throws INVALID_QUERY */
async function endsOf(
  ask: Ask,
  statistic: (type: string, more: object) => object,
  { classificationMethod, breakCount, standardDeviationInterval, definedInterval }: Classes,
  facts: { min: number; max: number; mean: number; deviation: number },
): Promise<number[]> {
  const { min, max } = facts;
  if (classificationMethod === 'esriClassifyDefinedInterval') {
    if (!definedInterval) throw refuse('query-interval');
    const count = countOfIntervals(min, max, definedInterval);
    if (!(count <= MOST_CLASSES)) throw refuse('query-interval-small', { interval: definedInterval, min, max, most: MOST_CLASSES });
    return definedIntervals(min, max, definedInterval);
  }
  if (min === max) return [max];
  if (classificationMethod === 'esriClassifyEqualInterval') return equalIntervals(min, max, breakCount);
  if (classificationMethod === 'esriClassifyStandardDeviation') return deviationBreaks(facts, standardDeviationInterval ?? 1);
  const bySample = BY_SAMPLE[classificationMethod];
  const parts = bySample === undefined ? breakCount : SAMPLE;
  const wanted = Array.from({ length: parts }, (_, index) =>
    statistic('percentile_disc', { outStatisticFieldName: `p${index}`, statisticParameters: { value: (index + 1) / parts } }),
  );
  const [row = {}] = (await ask(wanted)).rows;
  const values = wanted.map((_, index) => Number(row[`p${index}`]));
  return bySample === undefined ? [...new Set(values)] : bySample([min, ...values], breakCount);
}

/** Methods that look at how the values lie. */
const BY_SAMPLE: Readonly<Record<string, (sorted: readonly number[], count: number) => number[]>> = {
  esriClassifyNaturalBreaks: naturalBreaks,
  esriClassifyGeometricalInterval: geometricalIntervals,
};

/** Percentiles that stand for all values. */
const SAMPLE = 100;

function rounded(value: number): string {
  return String(Number(value.toPrecision(6)));
}

/** Colours around the wheel for values without an order. */
function hue(index: number, count: number): Colour {
  const angle = (index * 360) / Math.max(1, count);
  const channel = (shift: number): number => {
    const k = (shift + angle / 30) % 12;
    return Math.round(255 * (0.5 - 0.32 * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [channel(0), channel(8), channel(4), 255];
}

/** Light to dark blue for classes that rise. */
function ramp(index: number, count: number): Colour {
  const share = count <= 1 ? 1 : index / (count - 1);
  const between = (low: number, high: number): number => Math.round(low + (high - low) * share);
  return [between(222, 8), between(235, 48), between(247, 107), 255];
}
