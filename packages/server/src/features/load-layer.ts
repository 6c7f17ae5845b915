// Fills a new layer: table, rows in batches, indexes, facts. Used by publishing.
import { randomBytes } from 'node:crypto';
import type { GeometryType } from '@graticule/contract/services/layer';
import { withKnownHeights } from '@graticule/geo/convert/known-heights';
import { isPlainWkb, wkbInMercator } from '@graticule/geo/convert/project-wkb';
import { mapPositions } from '@graticule/geo/convert/reduce-positions';
import { readWkb, writeWkb } from '@graticule/geo/convert/wkb';
import { positionBeyond } from '@graticule/geo/convert/wkb-range';
import { rowsOfBatch } from '@graticule/geo/formats/column-batch';
import type { ColumnBatch } from '@graticule/geo/formats/format-reader';
import { RowNumbers } from '@graticule/geo/formats/row-numbers';
import { WEB_MERCATOR, WGS84 } from '@graticule/geo/project/spatial-reference';
import { mercatorX, mercatorY } from '@graticule/geo/project/web-mercator';
import { type Sentence, sentence } from '@graticule/geo/sentence';
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';
import type { LayerDefinition } from '../schema/features.ts';
import { MAX_TOLD, type RefusedRows } from './append/staging.store.ts';
import { farthestOf } from './coordinate-range.rules.ts';
import {
  brokenPolygons,
  canCopy,
  canCopyShapes,
  copyRows,
  nextObjectId,
  removeRows,
  repairPolygons,
  tangledPolygons,
} from './copy-layer.store.ts';
import { unfitValue } from './fitting-values.rules.ts';
import {
  analyzeTable,
  createIndexes,
  createKeyIndex,
  createTable,
  NUMBERED_WITHOUT_KEY,
  tableFacts,
  takeKeyIndex,
} from './hosted-table.store.ts';
import { asFilled, settleKeys } from './key-rows.ts';
import { reaches } from './layer-facts.store.ts';
import { type Extent, type HostedLayer, type NewField, withSystemFields } from './layers.rules.ts';
import { ColumnLoad, takesColumns } from './load-columns.ts';
import { insertRows, type LoadedRow, NOTHING_ADDED, type RefusedRow, transformed, WITHOUT_AREA } from './load-rows.store.ts';
import { settleGlobalIds } from './loaded-beside.ts';
import { PointRanks } from './point-ranks.ts';
import { insertLayer, updateLayerFacts } from './services.store.ts';
import { isTangledWkb } from './tangle.rules.ts';
import { UnsurePolygons } from './unsure-polygons.rules.ts';
import { placedInward } from './world-rim.ts';

/** Portions of rows that the database takes in at the same time. */
const MOST_COPIES = 2;

const TANGLED = sentence('polygon-tangled');

/** What a layer is before it has a table. */
export interface NewLayer {
  itemId: string;
  id: number;
  name: string;
  geometryType: GeometryType | null;
  hasZ: boolean;
  hasM: boolean;
  fields: readonly NewField[];
  definition: LayerDefinition;
  /** The rows keep their numbers in the file until `forgetRowNumbers`. */
  keepsRowNumbers?: boolean;
  /** The field whose texts become the global ids of the features, if they can. */
  globalIdField?: string | undefined;
  /** What the object id is to be called, where no column of the file is called so. */
  objectIdField?: string | undefined;
  /** The features are numbered from there on: their layer takes the place of one that has given all numbers before it. */
  firstId?: number | undefined;
}

/** A row to load: its number in the file, WKB in the source's reference system, values in the order of the new fields. */
export interface SourceRow {
  row: number;
  wkb: Uint8Array | null;
  values: readonly unknown[];
}

/** Loads the rows of one layer. */
export interface LayerLoader {
  layer: HostedLayer;
  loaded: number;
  repaired: number;
  /** Rows of world maps that landed only once they were moved from the rim. */
  movedInward: number;
  /** Rows that were taken out at the end: their key is not clear, or their polygon cannot be mended or has no area. */
  unclear?: RefusedRows;
  /** Adds rows; gives those that could not be added. */
  append(rows: readonly SourceRow[]): Promise<RefusedRow[]>;
  /** Adds rows that come by column, where the layer can take them so; the columns are those of its fields. They may be on their way until `finish`. */
  appendBatch?(batch: ColumnBatch): Promise<RefusedRow[]>;
  /** Makes indexes and counts, and, unless the layer replaces another one first, opens it for queries. */
  finish(ready: boolean): Promise<HostedLayer>;
}

/** The counts of a loader before its first row. */
const NOTHING_LOADED = { loaded: 0, repaired: 0, movedInward: 0 };

/** Makes the table of a layer and the layer's row, not yet open for queries. */
export async function startLayer(
  portal: Pick<Portal, 'db' | 'database' | 'clock'>,
  wanted: NewLayer,
  sourceSrid: number,
): Promise<LayerLoader> {
  const layer = hiddenLayer(portal, wanted);
  const { firstId = 1 } = wanted;
  const filled = asFilled(layer, wanted.keepsRowNumbers);
  const copies = portal.database.engine === 'postgres';
  // Rows go in faster while there is no index to keep in step; those with a key of their own are looked for by their ids.
  const keyLast = copies && filled === layer;
  await portal.db.transaction().execute(async (db) => {
    await createTable(db, filled, keyLast ? NUMBERED_WITHOUT_KEY : undefined);
    if (firstId > 1) await nextObjectId(db, layer, firstId);
    await insertLayer(db, layer);
  });
  const ranks = layer.geometryType === 'esriGeometryPoint' ? new PointRanks() : null;
  let nextId = firstId;
  const takeIds = (count: number): number => {
    nextId += count;
    return nextId - count;
  };
  const numbers = new RowNumbers();
  // What is copied is not looked at by the database on the way.
  const unsure = copies && layer.geometryType === 'esriGeometryPolygon' ? new UnsurePolygons() : null;
  const columns =
    copies && filled === layer && takesColumns(layer, sourceSrid)
      ? new ColumnLoad(portal.database, layer, { srid: sourceSrid, ranks, takeIds, numbers, unsure })
      : null;
  const copying = new Copying();
  /** Begins to write rows, after those before them; resolves when the next ones may be begun. What is written gives those that are refused after all. */
  const begin = async (rows: readonly LoadedRow[]): Promise<{ written: Promise<RefusedRow[]> }> => {
    const placed = filled === layer ? rows : rows.map((row) => ({ ...row, values: [...row.values, row.row] }));
    if (ranks !== null) for (const row of placed) if (row.wkb !== null) row.drawZoom = ranks.rank(row.wkb);
    const from = takeIds(placed.length);
    if (copies && canCopy(filled, placed)) {
      noteCopied(placed, from, { numbers, unsure });
      const { written } = await copying.begin(() => copyRows(portal.database, filled, placed, from));
      return { written: written.then(() => []) };
    }
    if (copies) await nextObjectId(portal.db, layer, from);
    const added = placed.length > 0 ? await insertRows(portal.db, filled, placed) : NOTHING_ADDED;
    loader.repaired += added.repaired;
    return { written: Promise.resolve(added.refused) };
  };
  let before: Promise<unknown> = Promise.resolve();
  const loader: LayerLoader = {
    layer,
    ...NOTHING_LOADED,
    append: async (rows) => {
      const { fit, unfit } = fittingRows(layer, rows);
      const placing = placeRows(portal, layer, fit, sourceSrid);
      placing.catch(() => undefined);
      // Object ids follow the order of the file, however many batches are on their way at once.
      const begun = before.catch(() => undefined).then(async () => begin((await placing).placed));
      before = begun;
      const lost = await (await begun).written;
      const { placed, refused, inward = 0 } = await placing;
      loader.movedInward += inward;
      loader.loaded += placed.length - lost.length;
      return [...unfit, ...refused, ...lost];
    },
    ...(columns === null
      ? {}
      : {
          appendBatch: (batch) =>
            canCopyShapes(layer, batch) ? columns.add(batch) : loader.append(rowsOfBatch(batch).filter((row) => 'wkb' in row)),
        }),
    finish: async (ready) => {
      loader.loaded += (await columns?.end()) ?? 0;
      if (copies) await nextObjectId(portal.db, layer, nextId);
      loader.unclear = await settleKeys(portal, layer, wanted.keepsRowNumbers);
      loader.loaded -= loader.unclear.count;
      const settled = await settleGlobalIds(portal, layer, wanted.globalIdField);
      // What came by column was measured on the way.
      const isMeasured = columns !== null && columns.count === loader.loaded;
      const seen = isMeasured ? { rowCount: columns.count, extent: columns.extent } : undefined;
      const [broken, found] = await Promise.all([
        unsure === null ? { ids: [], box: null } : brokenPolygons(portal.db, layer, unsure.ids),
        seen ?? tableFacts(portal.db, layer),
        Promise.all([
          createIndexes(portal.db, layer, { drawnZooms: ranks?.indexZooms(), inTurn: portal.database.engine === 'embedded' }),
          keyLast ? createKeyIndex(portal.db, layer) : undefined,
        ]).then(() => analyzeTable(portal.db, layer.table)),
      ]);
      if (keyLast) await takeKeyIndex(portal.db, layer);
      const { repaired, out } = await mendPolygons(portal.db, layer, broken.ids, { mayTangle: columns !== null, numbers });
      loader.repaired += repaired;
      loader.loaded -= out.count;
      loader.unclear = { count: loader.unclear.count + out.count, told: [...loader.unclear.told, ...out.told] };
      const extent = found.extent as Extent | null;
      // A mended polygon reaches no farther than before: only those at the edge of the layer can move it, and those that were taken out.
      const stands = out.count === 0 && (broken.box === null || (extent !== null && !reaches(extent, broken.box)));
      const facts = stands ? found : await tableFacts(portal.db, layer);
      await updateLayerFacts(portal.db, layer.table, { ...facts, ready });
      return { ...settled, ready, rowCount: facts.rowCount, extent: facts.extent as HostedLayer['extent'] };
    },
  };
  return loader;
}

/** Notes in which row of the file each of the features stood, and which polygons the database has to look at. */
function noteCopied(
  rows: readonly LoadedRow[],
  firstId: number,
  { numbers, unsure }: { numbers: RowNumbers; unsure: UnsurePolygons | null },
): void {
  for (const [at, { row, wkb }] of rows.entries()) {
    numbers.note(firstId + at, row);
    if (wkb !== null) unsure?.see(firstId + at, wkb);
  }
}

/** Portions of rows on their way to the database. */
class Copying {
  readonly #underway = new Set<Promise<void>>();

  /** Begins with one once there is room for it. */
  async begin(copy: () => Promise<void>): Promise<{ written: Promise<void> }> {
    while (this.#underway.size >= MOST_COPIES) await Promise.race(this.#underway);
    const written = copy();
    const over = written.then(
      () => void this.#underway.delete(over),
      () => void this.#underway.delete(over),
    );
    this.#underway.add(over);
    return { written };
  }
}

/** The rows whose values the fields can hold, and the others. */
function fittingRows(layer: HostedLayer, rows: readonly SourceRow[]): { fit: readonly SourceRow[]; unfit: RefusedRow[] } {
  const fields = layer.fields.filter((field) => field.editable);
  const unfit = rows.flatMap(({ row, values }): RefusedRow[] => {
    const reason = unfitValue(fields, values);
    return reason === undefined ? [] : [{ row, reason }];
  });
  if (unfit.length === 0) return { fit: rows, unfit };
  const left = new Set(unfit.map(({ row }) => row));
  return { fit: rows.filter(({ row }) => !left.has(row)), unfit };
}

/** A layer before its rows. */
function hiddenLayer(portal: Pick<Portal, 'clock'>, wanted: NewLayer): HostedLayer {
  const now = portal.clock.now();
  return {
    itemId: wanted.itemId,
    id: wanted.id,
    table: `l_${randomBytes(16).toString('hex')}`,
    name: wanted.name,
    geometryType: wanted.geometryType,
    hasZ: wanted.hasZ,
    hasM: wanted.hasM,
    fields: withSystemFields(wanted.fields, wanted.objectIdField),
    definition: wanted.definition,
    extent: null,
    rowCount: 0,
    version: 1,
    ready: false,
    dataEdited: now,
    schemaEdited: now,
  };
}

/**
 * Brings the rows to Web Mercator: degrees here, everything else by the database. Rows that are nowhere on earth are refused, and polygons that
 * would hold up the database.
 */
export async function placeRows(
  portal: Pick<Portal, 'db'>,
  layer: HostedLayer,
  rows: readonly SourceRow[],
  srid: number,
): Promise<{ placed: LoadedRow[]; refused: RefusedRow[]; inward?: number }> {
  if (layer.geometryType === null) return { placed: rows.map((row) => ({ ...row, wkb: null, drawZoom: 0 })), refused: [] };
  const { near: placeable, refused } = onEarth(rows, srid);
  const near = layer.geometryType === 'esriGeometryPolygon' ? untangled(placeable, refused) : placeable;
  const known = layer.hasZ ? withKnownHeights : (wkb: Uint8Array): Uint8Array => wkb;
  if (srid === WEB_MERCATOR) return { placed: near.map((row) => ({ ...row, wkb: row.wkb && known(row.wkb), drawZoom: 0 })), refused };
  if (srid === WGS84) return { placed: near.map((row) => ({ ...row, wkb: row.wkb && toMercator(known(row.wkb)), drawZoom: 0 })), refused };
  const moved = await transformed(portal.db, near, srid);
  const landed = onEarth(moved.placed, WEB_MERCATOR);
  const lost = [...moved.refused, ...landed.refused];
  const inward = onEarth(await placedInward(portal.db, near, lost, srid), WEB_MERCATOR).near;
  if (inward.length === 0) return { placed: landed.near, refused: [...refused, ...lost] };
  const found = new Set(inward.map(({ row }) => row));
  const placed = [...landed.near, ...inward].sort((a, b) => a.row - b.row);
  return { placed, refused: [...refused, ...lost.filter(({ row }) => !found.has(row))], inward: inward.length };
}

function onEarth<R extends SourceRow>(rows: readonly R[], srid: number): { near: R[]; refused: RefusedRow[] } {
  const [mostX, mostY] = farthestOf(srid);
  const known = srid === WGS84 || srid === WEB_MERCATOR;
  const near: R[] = [];
  const refused: RefusedRow[] = [];
  for (const row of rows) {
    const far = row.wkb === null ? undefined : positionBeyond(row.wkb, mostX, mostY);
    if (far === undefined) near.push(row);
    else
      refused.push({ row: row.row, reason: known ? sentence('off-globe', { place: `${far[0]}, ${far[1]}` }) : sentence('unprojectable') });
  }
  return { near, refused };
}

/** Mends polygons that were not looked at on the way, and takes those out that cannot be mended or of which nothing is left, to be told by their rows. */
async function mendPolygons(
  db: Db,
  layer: HostedLayer,
  ids: readonly number[],
  { mayTangle, numbers }: { mayTangle: boolean; numbers: RowNumbers },
): Promise<{ repaired: number; out: RefusedRows }> {
  const tangled = mayTangle ? await tangledPolygons(db, layer, ids) : [];
  await removeRows(db, layer, tangled);
  const { repaired, lost } = await repairPolygons(db, layer, ids);
  await removeRows(db, layer, lost);
  const toldOf = (gone: readonly number[], said: Sentence): RefusedRows['told'] =>
    gone.slice(0, MAX_TOLD).map((id) => ({ row: numbers.rowOf(id), reason: said.text, said }));
  return { repaired, out: { count: tangled.length + lost.length, told: [...toldOf(tangled, TANGLED), ...toldOf(lost, WITHOUT_AREA)] } };
}

/** The rows that can be mended; the others go to those that were refused. */
function untangled(rows: readonly SourceRow[], refused: RefusedRow[]): SourceRow[] {
  return rows.filter((row) => {
    const isTangled = row.wkb !== null && isTangledWkb(row.wkb);
    if (isTangled) refused.push({ row: row.row, reason: TANGLED });
    return !isTangled;
  });
}

function toMercator(wkb: Uint8Array): Uint8Array {
  if (isPlainWkb(wkb)) return wkbInMercator(wkb);
  const shape = mapPositions(readWkb(wkb), ([x = 0, y = 0, ...rest]) => [mercatorX(x), mercatorY(y), ...rest]);
  return writeWkb(shape, { srid: null });
}

/** Brings geometries to Web Mercator without storing them; null where that is not possible. */
export function inWebMercator(portal: Portal, wkbs: readonly (Uint8Array | null)[], srid: number): Promise<(Uint8Array | null)[]> {
  return inReference(portal, wkbs, { from: srid, to: WEB_MERCATOR });
}

/** Brings geometries from one reference system to another without storing them; null where that is not possible. */
export async function inReference(
  portal: Portal,
  wkbs: readonly (Uint8Array | null)[],
  { from, to }: { from: number; to: number },
): Promise<(Uint8Array | null)[]> {
  if (from === to) return [...wkbs];
  if (from === WGS84 && to === WEB_MERCATOR) return wkbs.map((wkb) => wkb && toMercator(wkb));
  const { placed } = await transformed(
    portal.db,
    wkbs.map((wkb, row) => ({ row, wkb, values: [] })),
    from,
    to,
  );
  const byRow = new Map(placed.map((one) => [one.row, one.wkb]));
  return wkbs.map((_, row) => byRow.get(row) ?? null);
}
