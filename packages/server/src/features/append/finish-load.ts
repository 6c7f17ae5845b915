// Brings gathered rows into their layer, all in one transaction: readers see the layer as it was, or as it is to be.
import type { PublishProblem } from '@graticule/contract/content/publishing';
import type { PortalError } from '@graticule/contract/errors';
import { refuse } from '@graticule/contract/refusals/refusal';
import type { Sentence } from '@graticule/geo/sentence';
import type { Portal } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { unhurried } from '../../platform/db/unhurried.ts';
import { untangled } from '../../platform/db/untangled.ts';
import { dropBytes } from '../../platform/files/drop-bytes.ts';
import type { LoadResult, StoredField } from '../../schema/features.ts';
import { lockService } from '../definition/definition.store.ts';
import { followsSoon } from '../edits/soon-after.ts';
import { changeValues } from '../edits/tracked.ts';
import { dropTable, tableFacts } from '../hosted-table.store.ts';
import { holdFacts, settleFacts } from '../layer-facts.store.ts';
import { fieldByName, globalIdName, type HostedLayer, keyFieldOf } from '../layers.rules.ts';
import { dropTablesLater } from '../lifecycle.ts';
import { requireRoomForRows } from '../row-bytes.ts';
import { ROWS_OF_PART } from '../row-parts.store.ts';
import { itemFollowsService } from '../service-item.ts';
import { serviceOfItem, updateLayerFacts } from '../services.store.ts';
import { holdLayers, restartChangeTracking } from '../sync/change-tracking.store.ts';
import { withViewsAside } from '../views/view-parts.ts';
import type { LoadOptions } from './load-options.rules.ts';
import { setLoadResult } from './loads.store.ts';
import * as replacement from './replacement.store.ts';
import { defaultsOf, type StagingTask } from './staged-rows.ts';
import * as staging from './staging.store.ts';

/** What is known once all rows were gathered. */
export interface Gathered {
  jobId: string;
  username: string;
  task: StagingTask;
  /** Whether that person sees all features of the layer: nobody else is told which of the rows have keys of others. */
  seesAll: boolean;
  /** The table with the rows, as a layer with the fields that they fill. */
  stage: HostedLayer;
  loaded: number;
  refused: number;
  repaired: number;
  unplaced?: number | undefined;
  problems: PublishProblem[];
  /** What is said of the file as a whole. */
  warnings: readonly Sentence[];
  /** Is given the rows that turn out to be unusable only now; it is told within the transaction, and only keeps them. */
  onRefused?(problems: readonly PublishProblem[]): void;
}

/** Problems kept with a load; more are only counted. */
const MAX_PROBLEMS = 1_000;

/** @throws INVALID_REQUEST when a row cannot be used and the caller wants all or nothing */
export async function finishLoad(portal: Portal, gathered: Gathered): Promise<LoadResult> {
  if (gathered.task.options.together && gathered.refused > 0) throw undone(gathered.refused, gathered.problems);
  if ((await staging.countRows(portal.db, gathered.stage.table)) !== gathered.loaded) {
    throw new Error('The rows were lost with the process of the database; they are gathered again.');
  }
  return gathered.task.options.mode === 'replace' ? replaceAll(portal, gathered) : merge(portal, gathered);
}

function undone(count: number, problems: readonly PublishProblem[]): PortalError {
  const first = problems[0];
  const example = first === undefined ? '' : ` Row ${first.row}: ${first.reason}.`;
  return refuse('load-undone', { count: count === 1 ? 'one row' : `${count} rows`, example });
}

function taken(): PortalError {
  return refuse('load-taken');
}

/** The names of the indexes that people asked for. */
const indexesOf = ({ definition }: HostedLayer): string => (definition.indexes ?? []).map(({ name }) => name).join();

/** The layer as it is now, once it takes the same fields as when the rows were gathered; and whether its features may get other geometries. */
async function heldLayer(db: Db, { task, stage }: Gathered): Promise<{ layer: HostedLayer; movable: boolean }> {
  await lockService(db, task.layer.itemId);
  const service = await serviceOfItem(db, task.layer.itemId);
  const layer = service?.layers.find((one) => one.table === task.layer.table);
  const same = (field: StoredField): boolean =>
    layer?.fields.some((one) => one.column === field.column && one.type === field.type) === true;
  // The gathered table has the fields and indexes of then, filled or not: a field that came in the place of another would have no column there.
  const isSame =
    layer?.fields.length === task.layer.fields.length && task.layer.fields.every(same) && indexesOf(layer) === indexesOf(task.layer);
  const unchanged = task.options.mode !== 'replace' || isSame;
  if (layer === undefined || !staging.filledFields(stage).every(same) || !unchanged) {
    throw refuse('load-layer-changed');
  }
  return { layer, movable: service?.settings.allowGeometryUpdates !== false };
}

function keyOf(layer: HostedLayer, options: LoadOptions): StoredField | null {
  const name = options.matchingField ?? (options.mode === 'upsert' && options.useGlobalIds ? globalIdName(layer) : undefined);
  return name === undefined ? null : (fieldByName(layer, name) ?? null);
}

/** Adds rows, or merges them by their key. */
async function merge(portal: Portal, gathered: Gathered): Promise<LoadResult> {
  const { task, stage } = gathered;
  const { options } = task;
  const isEmbedded = portal.database.engine === 'embedded';
  const merged = await untangled(() =>
    unhurried(portal.db, async (db) => {
      const { layer, movable } = await heldLayer(db, gathered);
      await holdLayers(db, [layer.table]);
      const key = options.mode === 'upsert' ? keyOf(layer, options) : null;
      // A statement that occupies the embedded engine for minutes is ended, with the engine.
      const rowsOfPart = isEmbedded ? ROWS_OF_PART : null;
      const doubtful = await refuseDoubtful(db, layer, stage, { key, options });
      if (doubtful.taken > 0 && !gathered.seesAll) throw taken();
      if (options.together && doubtful.count > 0) throw undone(doubtful.count, doubtful.told);
      gathered.onRefused?.(doubtful.told);
      const own = defaultsOf(task, { columns: staging.filledFields(stage).map((field) => ({ field, from: 0 })) });
      const box = await staging.stageBox(db, stage);
      const result: LoadResult = {
        inserted: 0,
        updated: 0,
        removed: 0,
        skipped: 0,
        refused: gathered.refused + doubtful.count,
        repaired: gathered.repaired,
        ...(gathered.unplaced === undefined ? {} : { unplaced: gathered.unplaced }),
        ...(gathered.warnings.length === 0 ? {} : { warnings: gathered.warnings }),
        problems: [...gathered.problems, ...doubtful.told].slice(0, MAX_PROBLEMS),
      };
      const total = await staging.countRows(db, stage.table);
      if (key !== null && !options.skipUpdates) {
        const ambiguous = await staging.ambiguousKey(db, layer, stage, key);
        if (ambiguous !== undefined) throw notUnique(key, ambiguous);
        const changed = changeValues(layer, { username: gathered.username }, portal.clock.now());
        result.updated = await staging.updateFromStage(db, layer, stage, {
          key,
          withGeometry: options.updateGeometry && movable,
          own: changed,
          rowsOfPart,
        });
      }
      if (!options.skipInserts) result.inserted = await staging.insertFromStage(db, layer, stage, { key, own, rowsOfPart });
      result.skipped = total - result.updated - result.inserted;
      await settle(db, layer, result, box);
      await dropTable(db, stage.table);
      await itemFollowsService(portal, db, layer.itemId);
      await requireRoomForRows(portal, db, { itemId: layer.itemId, tables: [layer.table], asker: gathered.username });
      await setLoadResult(db, gathered.jobId, result);
      return result;
    }),
  );
  if (merged.updated > 0) followsSoon(portal, task.layer, null);
  return merged;
}

function notUnique(key: StoredField, value: string): PortalError {
  return refuse('load-key-not-unique', { value: value.slice(0, 100), field: key.name });
}

async function refuseDoubtful(
  db: Db,
  layer: HostedLayer,
  stage: HostedLayer,
  { key, options }: { key: StoredField | null; options: LoadOptions },
): Promise<staging.DoubtfulRows> {
  if (key !== null) return { ...(await staging.refuseUnclearKeys(db, stage, key)), taken: 0 };
  const used = options.useGlobalIds ? await staging.refuseUsedGlobalIds(db, layer, stage) : { count: 0, told: [], taken: 0 };
  const own = keyFieldOf(layer);
  if (own === undefined || !staging.filledFields(stage).some((field) => field.column === own.column)) return used;
  const doubtful = await staging.refuseUsedKeys(db, layer, stage, own);
  return { count: used.count + doubtful.count, told: [...used.told, ...doubtful.told], taken: used.taken + doubtful.taken };
}

/** Extent and count. Where features may have moved, the layer is measured again. */
async function settle(db: Db, layer: HostedLayer, result: LoadResult, box: [number, number, number, number] | null): Promise<void> {
  if (result.updated > 0 && box !== null) {
    await holdFacts(db, layer.table);
    await updateLayerFacts(db, layer.table, await tableFacts(db, layer));
  } else await settleFacts(db, layer, { count: result.inserted, came: box === null || result.inserted === 0 ? [] : [box], went: [] });
}

/** Puts the rows in the place of all features. */
async function replaceAll(portal: Portal, gathered: Gathered): Promise<LoadResult> {
  const { task, stage } = gathered;
  const { layer: before, options } = task;
  const key = keyOf(before, options);
  const prepare = async (db: Db): Promise<{ kept: number; facts: Awaited<ReturnType<typeof tableFacts>> }> => {
    const kept = key === null ? 0 : await replacement.keepIdentities(db, before, stage, key);
    await replacement.finishReplacement(db, before, stage);
    return { kept, facts: await tableFacts(db, { ...before, table: stage.table }) };
  };
  // Nobody sees the table yet. The embedded engine has no limit of time, and answers nobody else during a transaction. Those who come between do not take the connection.
  const { kept, facts } = await (portal.database.engine === 'embedded'
    ? portal.db.connection().execute(prepare)
    : unhurried(portal.db, prepare));
  const { result, keys } = await untangled(() =>
    portal.db.transaction().execute(async (db) => {
      const { layer: held } = await heldLayer(db, gathered);
      // Writers first: they hold the table before they ask for the row of the layer.
      await replacement.holdWriters(db, held.table);
      const { layer } = await heldLayer(db, gathered);
      await replacement.takeOverNumbers(db, layer, stage);
      const files = await replacement.removeLostFiles(db, layer, stage);
      await withViewsAside(db, layer, () => replacement.exchangeTable(db, layer, stage, facts));
      await restartChangeTracking(db, stage.table);
      const done: LoadResult = {
        inserted: facts.rowCount - kept,
        updated: kept,
        removed: Math.max(0, layer.rowCount - kept),
        skipped: 0,
        refused: gathered.refused,
        repaired: gathered.repaired,
        ...(gathered.unplaced === undefined ? {} : { unplaced: gathered.unplaced }),
        ...(gathered.warnings.length === 0 ? {} : { warnings: gathered.warnings }),
        problems: gathered.problems.slice(0, MAX_PROBLEMS),
      };
      await itemFollowsService(portal, db, layer.itemId);
      await requireRoomForRows(portal, db, { itemId: layer.itemId, tables: [stage.table], asker: gathered.username });
      await setLoadResult(db, gathered.jobId, done);
      return { result: done, keys: files };
    }),
  );
  await dropBytes(portal, keys);
  dropTablesLater(portal, [before.table]);
  return result;
}
