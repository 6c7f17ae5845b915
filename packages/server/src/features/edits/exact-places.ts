// Places of edits in reference systems from which the way to Web Mercator and back is not exact.
import type { Portal } from '../../platform/context.ts';
import { STORED_SRID } from '../layers.rules.ts';
import { askingOf, comingBack } from '../without-drift.store.ts';
import type { Edit, Fault, NewGeometry } from './edit.ts';

/** The edits with their geometries where they come back to what was sent: what is read and written back stays where it is. */
export async function asTheyComeBack(portal: Pick<Portal, 'db'>, lists: (Edit | Fault)[][]): Promise<(Edit | Fault)[][]> {
  const foreign = lists
    .flat()
    .flatMap((edit) => geometryOf(edit) ?? [])
    .filter(({ srid }) => srid !== STORED_SRID);
  if (foreign.length === 0) return lists;
  const settled = new Map<NewGeometry, NewGeometry>();
  for (const [srid, geometries] of Map.groupBy(foreign, (one) => one.srid)) {
    const wkbs = geometries.map(({ wkb }) => wkb);
    const found = await comingBack(askingOf(portal.db), wkbs, srid);
    for (const [at, geometry] of geometries.entries()) settled.set(geometry, { ...geometry, wkb: found[at] ?? geometry.wkb });
  }
  const exact = (edit: Edit | Fault): Edit | Fault => {
    const geometry = settled.get(geometryOf(edit) ?? null);
    return geometry === undefined ? edit : ({ ...edit, geometry } as Edit);
  };
  return lists.map((list) => list.map(exact));
}

const geometryOf = (edit: Edit | Fault): NewGeometry | undefined => ('geometry' in edit ? edit.geometry : undefined);
