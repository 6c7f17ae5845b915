// Reads one dataset into one new layer, batch by batch, and counts what could not be used.
import type { PublishProblem, PublishReport } from '@graticule/contract/content/publishing';
import { fail } from '@graticule/contract/errors';
import { valuesAt } from '@graticule/geo/formats/column-batch';
import type { DatasetDescription, FormatRow, ReadRow } from '@graticule/geo/formats/format-reader';
import type { DescribedDataset } from '@graticule/geo/formats/kind-reader';
import { weightOfRow } from '@graticule/geo/formats/row-weight';
import { WEB_MERCATOR } from '@graticule/geo/project/spatial-reference';
import { type Sentence, sentence } from '@graticule/geo/sentence';
import { type HostedLayer, type LayerLoader, type StagingTask, sridOfReference, startLayer, startStaging } from '../features/index.ts';
import type { Portal } from '../platform/context.ts';
import type { KeptColumn } from './columns.rules.ts';
import { plannedColumns, plannedDefinition, plannedName } from './layer-plan.ts';
import type { ReportProgress } from './load-progress.ts';
import { PolarRows } from './polar-rows.ts';
import type { CheckedParameters } from './publish-parameters.ts';
import type { RefusedRow, RefusedRows } from './refused-rows.ts';

/** The parts of the context that loading needs. */
export type LoadContext = Pick<Portal, 'db' | 'database' | 'clock'> & { files: Pick<Portal['files'], 'put'> };

/** Problems kept in a report; the file has more. */
const MAX_PROBLEMS = 1000;
/** A statement holds at most so many rows, or so many bytes of geometries and texts. */
const BATCH_ROWS = 4000;
const BATCH_BYTES = 4 * 1024 * 1024;
const REPORT_EVERY_MS = 300;

interface Task {
  dataset: DescribedDataset;
  parameters: CheckedParameters;
  itemId: string;
  index: number;
  single: boolean;
  layerId: number;
  firstId?: number | undefined;
  /** Gathers the rows beside a layer that exists. */
  into?: StagingTask;
  /** Takes every row that could not be used. */
  refused?: RefusedRows;
  progress: ReportProgress;
}

/** A dataset that became a layer. */
export interface LoadedDataset {
  layer: HostedLayer;
  report: PublishReport;
  description: DatasetDescription;
  columns: readonly KeptColumn[];
}

/** Whether what stands beside the rows names them by their numbers. */
export function keepsRowNumbers({ hasFiles, isJoinedByRow }: DatasetDescription): boolean {
  return hasFiles === true || isJoinedByRow === true;
}

/** The name that a field of the file has in the layer; undefined where it was left out. */
export function nameGiven(field: string | undefined, description: DatasetDescription, columns: readonly KeptColumn[]): string | undefined {
  return columns.find(({ at }) => description.fields[at]?.name === field)?.field.name;
}

/** Loads a dataset. @throws FormatError, UNREADABLE_FILE for a file that cannot be read at all */
export async function loadDataset(portal: LoadContext, task: Task): Promise<LoadedDataset> {
  const { description } = task.dataset;
  const columns = plannedColumns(task.dataset, task.parameters, task.index);
  // rows that wait to be merged are matched with the fields of their layer by the columns of the file
  const keepsAll = task.into !== undefined || columns.length === description.fields.length;
  const srid = await sourceSrid(portal, description, task.parameters);
  const loader =
    task.into !== undefined
      ? await startStaging(portal, task.into, description, srid)
      : await startLayer(
          portal,
          {
            itemId: task.itemId,
            id: task.layerId,
            name: plannedName(description, task.parameters, task),
            geometryType: description.geometryType,
            hasZ: description.hasZ,
            hasM: description.hasM,
            fields: columns.map(({ field }) => field),
            definition: plannedDefinition(task.dataset, task.parameters, task),
            keepsRowNumbers: keepsRowNumbers(description),
            objectIdField: task.parameters.objectIdField,
            firstId: task.firstId,
            globalIdField: nameGiven(description.globalIdField, description, columns),
          },
          srid,
        );
  const { warnings } = description;
  const report: PublishReport = {
    layer: loader.layer.name,
    featuresLoaded: 0,
    rowsRefused: 0,
    geometriesRepaired: 0,
    ...(warnings.length > 0 ? { warnings } : {}),
    problems: [],
  };
  const polar = new PolarRows(srid);
  const feed: Feed = { task, loader, report, description, polar, columns: keepsAll ? null : columns.map(({ at }) => at) };
  if (takesBatches(feed)) await feedBatches(feed);
  else await feedRows(portal, feed);
  const layer = await loader.finish(false);
  await refuseLate(feed, loader.unclear?.told ?? []);
  settleUnplaced(report, loader.unclear?.told ?? []);
  report.rowsRefused += (loader.unclear?.count ?? 0) - (loader.unclear?.told.length ?? 0);
  report.featuresLoaded = loader.loaded;
  report.geometriesRepaired = loader.repaired;
  const inward = loader.movedInward === 0 ? [] : [sentence('edges-inward', { count: loader.movedInward })];
  const moved = [...polar.warnings(), ...inward];
  if (moved.length > 0) report.warnings = [...warnings, ...moved];
  return { layer, report, description, columns };
}

/** A dataset on its way into a layer. */
interface Feed {
  task: Task;
  loader: LayerLoader;
  report: PublishReport;
  description: DatasetDescription;
  /** Which values of the rows are loaded; null for all. */
  columns: readonly number[] | null;
  polar: PolarRows;
}

/** Tells how far the loading is, at most a few times a second: every report is a round trip to the server and the database. */
function reporter({ task, report, description }: Feed): (rows: number, isLast?: boolean) => Promise<void> {
  let told = 0;
  let underway: Promise<void> = Promise.resolve();
  return async (rows, isLast = false) => {
    if (!isLast && performance.now() - told < REPORT_EVERY_MS) return;
    // Reading goes on while a report is on its way; one that was refused ends the loading at the next.
    await underway;
    told = performance.now();
    // rows that wait to be merged are not indexed for their readers
    const next = task.into === undefined ? 'indexes' : 'layer';
    underway = task.progress(rows + report.rowsRefused, description.rowCount, isLast ? next : undefined);
    underway.catch(() => undefined);
    if (isLast) await underway;
  };
}

/** Whether rows can go from the file to the layer by column. */
function takesBatches({ task: { dataset }, loader, description }: Feed): boolean {
  return dataset.reader.batches !== undefined && loader.appendBatch !== undefined && !description.hasM;
}

async function feedBatches(feed: Feed): Promise<void> {
  const { task, loader, description, columns } = feed;
  const { source, reader } = task.dataset;
  const tell = reporter(feed);
  let rows = 0;
  for await (const batch of reader.batches?.(source, { ...task.parameters.reading, description, batchSize: BATCH_ROWS }) ?? []) {
    feed.polar.seeBatch(batch);
    for (const { row, problem, cells } of batch.problems) refuse(feed, row, problem, cells);
    const chosen = columns === null ? batch.columns : columns.flatMap((at) => batch.columns[at] ?? []);
    const refused = (await loader.appendBatch?.({ ...batch, columns: chosen })) ?? [];
    const places = refused.length === 0 ? undefined : new Map(Array.from(batch.rows.subarray(0, batch.count), (row, at) => [row, at]));
    for (const { row, reason } of refused) {
      const at = places?.get(row);
      refuse(feed, row, reason, at === undefined ? undefined : valuesAt(batch, at));
    }
    rows += batch.count - refused.length;
    await tell(rows);
  }
  await tell(rows, true);
}

async function feedRows(portal: LoadContext, feed: Feed): Promise<void> {
  const { task, loader, description } = feed;
  const { source, reader } = task.dataset;
  const tell = reporter(feed);
  let batch: ReadRow[] = [];
  let bytes = 0;
  const adding = new Adding(portal.database.engine === 'postgres' ? 2 : 1);
  const flush = async (): Promise<void> => {
    const rows = batch;
    batch = [];
    bytes = 0;
    if (rows.length > 0) await adding.begin(() => add(feed, rows));
    await tell(loader.loaded);
  };
  for await (const rows of reader.features(source, { ...task.parameters.reading, description, batchSize: BATCH_ROWS })) {
    for (const row of rows as FormatRow[]) {
      if ('problem' in row) {
        refuse(feed, row.row, row.problem, row.cells);
        continue;
      }
      batch.push(row);
      bytes += weightOfRow(row.wkb, row.values);
      if (batch.length >= BATCH_ROWS || bytes >= BATCH_BYTES) await flush();
    }
  }
  await flush();
  await adding.end();
  await tell(loader.loaded, true);
}

/** Batches on their way to the database while the next one is read. */
class Adding {
  readonly #most: number;
  readonly #underway: Promise<void>[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** Begins another batch once there is room. @throws what an earlier batch failed with */
  async begin(add: () => Promise<void>): Promise<void> {
    if (this.#underway.length >= this.#most) await this.#underway.shift();
    const added = add();
    // Whoever waits for it hears of the failure; until then it must not count as unhandled.
    added.catch(() => undefined);
    this.#underway.push(added);
  }

  /** Waits for all of them. */
  async end(): Promise<void> {
    while (this.#underway.length > 0) await this.#underway.shift();
  }
}

async function add(feed: Feed, rows: ReadRow[]): Promise<void> {
  const { columns, loader, polar } = feed;
  polar.see(rows);
  const chosen = columns === null ? rows : rows.map((row) => ({ ...row, values: columns.map((at) => row.values[at]) }));
  const refused = await loader.append(chosen);
  const whole = refused.length === 0 ? undefined : new Map(rows.map((row) => [row.row, row.values]));
  for (const { row, reason } of refused) refuse(feed, row, reason, whole?.get(row));
  if (feed.task.parameters.address !== undefined) tellOfUnplaced(feed, rows, new Set(refused.map(({ row }) => row)));
}

/** Tells of rows that are loaded without a place. */
function tellOfUnplaced({ report }: Feed, rows: readonly ReadRow[], refused: ReadonlySet<number>): void {
  report.unplaced ??= [];
  report.rowsUnplaced ??= 0;
  for (const { row, placeless: said } of rows) {
    if (said === undefined || refused.has(row)) continue;
    report.rowsUnplaced++;
    if (report.unplaced.length < MAX_PROBLEMS) report.unplaced.push({ row, reason: said.text, said });
  }
}

/** Rows that turned out to be unusable are not there without a place either. */
function settleUnplaced(report: PublishReport, late: readonly PublishProblem[]): void {
  if (report.unplaced === undefined) return;
  const gone = new Set(late.map(({ row }) => row));
  const kept = report.unplaced.filter(({ row }) => !gone.has(row)).sort((a, b) => a.row - b.row);
  report.rowsUnplaced = (report.rowsUnplaced ?? 0) - (report.unplaced.length - kept.length);
  report.unplaced = kept;
}

/** Leaves a row out; `cells` are what it holds. */
function refuse(feed: Feed, row: number, said: Sentence, cells?: readonly unknown[]): void {
  tellOf(feed, { row, reason: said.text, said });
  write(feed, { row, said, cells });
}

function tellOf({ report }: Feed, problem: PublishProblem): void {
  report.rowsRefused++;
  if (report.problems.length < MAX_PROBLEMS) report.problems.push(problem);
}

function write({ report, task }: Feed, row: RefusedRow): void {
  if (task.refused?.add(report.layer, row, task.index)) report.refusedInFile = (report.refusedInFile ?? 0) + 1;
}

/** Leaves rows out that were in the layer before. */
async function refuseLate(feed: Feed, told: readonly PublishProblem[]): Promise<void> {
  const { task, loader, report } = feed;
  for (const problem of told) tellOf(feed, problem);
  const tell = reporter(feed);
  const written = await writeLate(task, { layer: report.layer, told, onBatch: () => tell(loader.loaded) });
  if (written > 0) report.refusedInFile = (report.refusedInFile ?? 0) + written;
}

/** Writes rows to the file of those that were left out which turn out to be unusable late: what they hold is read once more. Gives how many it had room for. */
export async function writeLate(
  { dataset, parameters, refused, index }: Pick<Task, 'dataset' | 'parameters' | 'refused' | 'index'>,
  { layer, told, onBatch }: { layer: string; told: readonly PublishProblem[]; onBatch?: () => Promise<void> },
): Promise<number> {
  const left = new Map(told.map((problem) => [problem.row, problem]));
  if (left.size === 0 || refused?.isOpen !== true) return 0;
  const { source, reader, description } = dataset;
  let written = 0;
  const write = (row: RefusedRow): void => {
    if (refused.add(layer, row, index)) written++;
  };
  for await (const rows of reader.features(source, { ...parameters.reading, description, batchSize: BATCH_ROWS })) {
    for (const row of rows) {
      const problem = left.get(row.row);
      if (problem === undefined) continue;
      write({ ...problem, cells: 'problem' in row ? row.cells : row.values });
      left.delete(row.row);
    }
    await onBatch?.();
    if (left.size === 0 || !refused.isOpen) break;
  }
  for (const problem of left.values()) write(problem);
  return written;
}

/** The number of the reference system of the coordinates; the publisher's word counts more than the file's. */
async function sourceSrid(portal: LoadContext, description: DatasetDescription, parameters: CheckedParameters): Promise<number> {
  if (description.geometryType === null) return WEB_MERCATOR;
  const wkid = parameters.reading.wkid;
  const reference = wkid === undefined ? description.spatialReference : { wkid };
  if (reference === null) {
    throw fail('UNREADABLE_FILE', { reasons: [sentence('reference-unknown', { name: description.name })] });
  }
  return sridOfReference(portal, reference);
}
