// Says of which edits the polygon was mended before it was stored: it crossed itself, or its rings did.
import type { EditResult } from '@graticule/contract/services/layer';
import type { Portal } from '../../platform/context.ts';
import { type HostedLayer, STORED_SRID } from '../layers.rules.ts';
import { isUnsure } from '../unsure-polygons.rules.ts';
import { brokenPolygons } from './broken-polygons.store.ts';
import type { Edit, Fault } from './edit.ts';

/** Polygons that the database looks at in one statement, and their bytes. */
const MOST_POLYGONS = 1_000;
const MOST_BYTES = 8_000_000;

/** Edits of a layer. */
interface LayerEdits {
  layer: HostedLayer;
  lists: readonly (readonly (Edit | Fault)[])[];
}

interface Polygon {
  wkb: Uint8Array;
  srid: number;
  result: EditResult;
}

/** Whether edits of the layer may store another shape than the one that came. */
const mayRepair = ({ layer }: LayerEdits): boolean => layer.geometryType === 'esriGeometryPolygon';

/**
 * The results of edits with `repaired` for polygons that were mended. Most are seen to be valid without the database, which looks at the others once
 * more, after the edits are made. It never fails: whoever reads of a failure sends the edits again. Nothing is waited for where no layer has polygons.
 */
export function repairsTold(
  portal: Pick<Portal, 'db' | 'log'>,
  works: readonly LayerEdits[],
  results: EditResult[][][],
): EditResult[][][] | Promise<EditResult[][][]> {
  return works.some(mayRepair) ? withRepairs(portal, works, results) : results;
}

async function withRepairs(
  portal: Pick<Portal, 'db' | 'log'>,
  works: readonly LayerEdits[],
  results: EditResult[][][],
): Promise<EditResult[][][]> {
  const repaired = await repairedOf(portal, works, results).catch((error: unknown) => {
    portal.log.warn({ err: error }, 'cannot tell which polygons were repaired');
    return new Set<EditResult>();
  });
  if (repaired.size === 0) return results;
  return results.map((lists) => lists.map((list) => list.map((result) => (repaired.has(result) ? { ...result, repaired: true } : result))));
}

async function repairedOf(
  { db }: Pick<Portal, 'db'>,
  works: readonly LayerEdits[],
  results: readonly (readonly (readonly EditResult[])[])[],
): Promise<Set<EditResult>> {
  const polygons = works.flatMap((work, at) => (mayRepair(work) ? unsure(work, results[at] ?? []) : []));
  const repaired = new Set<EditResult>();
  for (const batch of batches(polygons)) {
    const wkbs = batch.map(({ wkb }) => wkb);
    for (const at of await brokenPolygons(db, wkbs, batch[0]?.srid ?? STORED_SRID)) repaired.add((batch[at] as Polygon).result);
  }
  return repaired;
}

function unsure({ lists }: LayerEdits, results: readonly (readonly EditResult[])[]): Polygon[] {
  return lists.flatMap((list, at) =>
    list.flatMap((edit, index) => {
      const result = results[at]?.[index];
      const geometry = edit.kind === 'add' || edit.kind === 'update' ? edit.geometry : undefined;
      if (!geometry || result?.success !== true) return [];
      return geometry.srid === STORED_SRID && !isUnsure(geometry.wkb) ? [] : [{ ...geometry, result }];
    }),
  );
}

/** Those of one reference system together, as many as a statement takes. */
function* batches(polygons: readonly Polygon[]): Iterable<Polygon[]> {
  let batch: Polygon[] = [];
  let bytes = 0;
  for (const polygon of polygons.toSorted((a, b) => a.srid - b.srid)) {
    const fits = batch[0]?.srid === polygon.srid && batch.length < MOST_POLYGONS && bytes + polygon.wkb.length <= MOST_BYTES;
    if (!fits && batch.length > 0) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(polygon);
    bytes += polygon.wkb.length;
  }
  if (batch.length > 0) yield batch;
}
