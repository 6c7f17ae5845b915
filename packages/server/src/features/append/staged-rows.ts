// Gathers the rows of a file in a table beside the layer they are for; no reader sees them.
import { fail } from '@graticule/contract/errors';
import { refuse, shown } from '@graticule/contract/refusals/refusal';
import type { GeometryType } from '@graticule/contract/services/layer';
import { dayOf, momentText } from '@graticule/geo/formats/field-text';
import { type Sentence, sentence } from '@graticule/geo/sentence';
import type { Portal } from '../../platform/context.ts';
import type { StoredField } from '../../schema/features.ts';
import { checkedValue, ValueFault } from '../edits/values.rules.ts';
import type { HostedLayer } from '../layers.rules.ts';
import { type LayerLoader, placeRows, type SourceRow } from '../load-layer.ts';
import type { RefusedRow } from '../load-rows.store.ts';
import { insertRows, NOTHING_ADDED } from '../load-rows.store.ts';
import { PointRanks } from '../point-ranks.ts';
import { readGuid } from '../where/literals.ts';
import { type ColumnPlan, planColumns, requireFilled, type SourceColumn } from './column-plan.rules.ts';
import type { LoadOptions } from './load-options.rules.ts';
import { createReplacement, createStage, numberedColumn, OBJECT_ID_KEY, ROW_NUMBER } from './staging.store.ts';

/** What is to be gathered, and where. Plain data: it may be handed to another process. */
export interface StagingTask {
  layer: HostedLayer;
  /** Name of the table to make. */
  table: string;
  options: LoadOptions;
  /** Values that the portal keeps itself, for new features. */
  own: { field: StoredField; value: string | number | null }[];
}

/** What the reader says about the file. */
export interface SourceShape {
  fields: readonly SourceColumn[];
  geometryType: GeometryType | null;
}

const special = (column: string, type: StoredField['type']): StoredField => ({
  name: column,
  alias: column,
  column,
  type,
  nullable: true,
  editable: true,
});

/**
 * Makes the table and gives the loader that fills it.
 * @throws INVALID_PARAMETER when the columns do not fit, UNREADABLE_FILE when the geometries are of another type
 */
export async function startStaging(portal: Pick<Portal, 'db'>, task: StagingTask, source: SourceShape, srid: number): Promise<LayerLoader> {
  const { layer, options } = task;
  const plan = planColumns(layer, source.fields, options);
  const makesFeatures = !(options.mode === 'upsert' && options.skipInserts);
  if (makesFeatures) requireFilled(layer, plan);
  const withGeometry = hasFittingGeometry(layer, source, options);
  if (plan.columns.length === 0 && !withGeometry) throw noneFits(layer, source);
  const stage = stageLayer(task, plan, withGeometry);
  if (options.mode === 'replace') await createReplacement(portal.db, layer, stage, defaultsOf(task, plan));
  else await createStage(portal.db, stage);
  const ranks = stage.geometryType === 'esriGeometryPoint' ? new PointRanks() : null;
  const loader: LayerLoader = {
    layer: stage,
    loaded: 0,
    repaired: 0,
    movedInward: 0,
    append: async (rows) => {
      const { fit, refused } = checkedRows(rows, plan, stage);
      const { placed, refused: unplaced, inward = 0 } = await placeRows(portal, stage, fit, srid);
      const ranked = placed.map((row) => ({ ...row, drawZoom: ranks === null || row.wkb === null ? 0 : ranks.rank(row.wkb) }));
      const added = ranked.length > 0 ? await insertRows(portal.db, stage, ranked) : NOTHING_ADDED;
      loader.movedInward += inward;
      loader.repaired += added.repaired;
      loader.loaded += ranked.length - added.refused.length;
      return [...refused, ...unplaced, ...added.refused];
    },
    finish: async () => stage,
  };
  return loader;
}

function noneFits(layer: HostedLayer, source: SourceShape): Error {
  const names = (list: readonly { name: string }[]): string =>
    list
      .slice(0, 30)
      .map((one) => one.name)
      .join(', ');
  const own = layer.fields.filter((field) => field.editable);
  return refuse('load-nothing-fits', { columns: names(source.fields), fields: names(own) });
}

const KINDS = {
  esriGeometryPoint: 'kind-points',
  esriGeometryMultipoint: 'kind-multipoints',
  esriGeometryPolyline: 'kind-lines',
  esriGeometryPolygon: 'kind-areas',
} as const;

/** Whether the rows bring geometries. A table takes none; new features of a layer need some. */
function hasFittingGeometry(layer: HostedLayer, source: SourceShape, options: LoadOptions): boolean {
  if (layer.geometryType === null) return false;
  if (source.geometryType === null) {
    if (options.mode === 'upsert') return false;
    throw fail('UNREADABLE_FILE', { reasons: [sentence('geometry-for-layer')] });
  }
  if (source.geometryType === layer.geometryType) return true;
  const [found, wanted] = [sentence(KINDS[source.geometryType]), sentence(KINDS[layer.geometryType])];
  throw fail('UNREADABLE_FILE', { reasons: [sentence('geometry-other-layer', { found, wanted })] });
}

function stageLayer({ layer, table, options }: StagingTask, plan: ColumnPlan, withGeometry: boolean): HostedLayer {
  const globalId = layer.fields.find((field) => field.type === 'esriFieldTypeGlobalID');
  return {
    ...layer,
    table,
    geometryType: withGeometry ? layer.geometryType : null,
    fields: [
      ...plan.columns.map(({ field }) => ({ ...field, editable: true })),
      ...(plan.globalIdFrom !== null && globalId ? [{ ...globalId, editable: true }] : []),
      ...(plan.objectIdFrom !== null ? [special(OBJECT_ID_KEY, 'esriFieldTypeBigInteger')] : []),
      ...(options.mode === 'replace' ? [] : [numberedColumn()]),
    ],
  };
}

/** Values of columns that the rows do not bring. */
export function defaultsOf(task: Pick<StagingTask, 'layer' | 'own'>, plan: Pick<ColumnPlan, 'columns'>): StagingTask['own'] {
  const filled = new Set(plan.columns.map(({ field }) => field.column));
  const fixed = task.layer.fields.filter(
    (field) => field.editable && !filled.has(field.column) && field.defaultValue !== undefined && field.defaultValue !== null,
  );
  return [...fixed.map((field) => ({ field, value: field.defaultValue ?? null })), ...task.own];
}

/** The rows with the values that the layer takes; what does not fit is told by row. */
function checkedRows(rows: readonly SourceRow[], plan: ColumnPlan, stage: HostedLayer): { fit: SourceRow[]; refused: RefusedRow[] } {
  const fit: SourceRow[] = [];
  const refused: RefusedRow[] = [];
  const numbered = stage.fields.some((field) => field.column === ROW_NUMBER);
  for (const row of rows) {
    try {
      const values: unknown[] = plan.columns.map(({ from, field }) => checkedValue(field, plainValue(row.values[from], field)));
      if (plan.globalIdFrom !== null) values.push(globalIdOf(row.values[plan.globalIdFrom]));
      if (plan.objectIdFrom !== null) values.push(objectIdOf(row.values[plan.objectIdFrom]));
      if (numbered) values.push(row.row);
      fit.push({ row: row.row, wkb: row.wkb, values });
    } catch (error) {
      if (!(error instanceof ValueFault) && !(error instanceof IdFault)) throw error;
      refused.push({ row: row.row, reason: error instanceof IdFault ? error.said : sentence('value-refused', { detail: error.fault }) });
    }
  }
  return { fit, refused };
}

/** Empty text is no number and no date, but nothing. */
function plainValue(value: unknown, field: StoredField): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  if (typeof value === 'string' && value.trim() === '' && field.type !== 'esriFieldTypeString') return null;
  const plain = value instanceof Date ? value.getTime() : value;
  // A file that knows moments alone brings days at midnight.
  if (typeof plain === 'number' && field.type === 'esriFieldTypeDateOnly') return dayOf(plain) ?? plain;
  if (typeof plain === 'number' && field.type === 'esriFieldTypeTimestampOffset') return momentText(plain, 0) ?? plain;
  return plain;
}

/** An id of a row that cannot be read. */
class IdFault extends Error {
  readonly said: Sentence;

  constructor(code: 'global-id-not' | 'object-id-not') {
    super(code);
    this.said = sentence(code);
  }
}

function globalIdOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  const id = readGuid(shown(value));
  if (id === undefined) throw new IdFault('global-id-not');
  return id;
}

function objectIdOf(value: unknown): number | null {
  if (value === null || value === undefined || value === '') return null;
  const id = typeof value === 'object' ? Number.NaN : Number(value);
  if (!Number.isSafeInteger(id)) throw new IdFault('object-id-not');
  return id;
}
