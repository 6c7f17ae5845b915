// Rows of world maps whose corners lie on the rim of the map: computed by another program, they lie beyond it by less than the maps show, and nothing can be projected from there.
import { mapPositions } from '@graticule/geo/convert/reduce-positions';
import { readWkb, writeWkb } from '@graticule/geo/convert/wkb';
import type { Db } from '../platform/db/database.ts';
import { type LoadedRow, type RefusedRow, transformed } from './load-rows.store.ts';
import { showsWholeEarth } from './references.store.ts';

/** How much narrower they become: at the rim, 17 metres on the equator. */
const INWARD = 1 - 1e-6;

/** Rows that are tried first. */
const TRIED = 20;

/** The refused rows that land once they are moved inward. The middle of such maps is where their x is 0. */
export async function placedInward(
  db: Db,
  rows: readonly { row: number; wkb: Uint8Array | null; values: readonly unknown[] }[],
  refused: readonly RefusedRow[],
  srid: number,
): Promise<LoadedRow[]> {
  if (refused.length === 0 || !(await showsWholeEarth(db, srid))) return [];
  const lost = new Set(refused.map(({ row }) => row));
  const narrower = rows.filter(({ row }) => lost.has(row)).map((row) => ({ ...row, wkb: row.wkb && inward(row.wkb) }));
  const tried = await transformed(db, narrower.slice(0, TRIED), srid);
  // Rows that lie somewhere else are not tried one by one.
  if (tried.placed.length === 0) return [];
  return [...tried.placed, ...(await transformed(db, narrower.slice(TRIED), srid)).placed];
}

function inward(wkb: Uint8Array): Uint8Array {
  const shape = mapPositions(readWkb(wkb), ([x = 0, ...rest]) => [x * INWARD, ...rest]);
  return writeWkb(shape, { srid: null });
}
