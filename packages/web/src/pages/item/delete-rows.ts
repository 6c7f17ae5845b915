// Deletes rows of a layer, some of which may be gone already.
import { deleteFeatures } from '@graticule/contract/services/feature-server';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { type ApiError, errorOfEdit } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';

/** What the portal says of a row that is not there. */
const NO_SUCH_ROW = 1019;
/** So many numbers are said; of the others, how many there are. */
const MOST_SAID = 20;

/** A row that stays, and why. */
interface RefusedRow {
  objectId: number;
  why: ApiError;
}

/** Each row by itself: one that somebody else deleted keeps none of the others. @throws ApiError */
export async function deleteRows(
  service: string,
  layer: LayerInfo,
  objectIds: readonly number[],
): Promise<{ gone: number[]; refused: RefusedRow[] }> {
  const input = { service, layer: String(layer.id), objectIds: objectIds.join(','), rollbackOnFailure: false };
  const { deleteResults = [] } = await call(deleteFeatures, input);
  const gone: number[] = [];
  const refused: RefusedRow[] = [];
  for (const result of deleteResults) {
    const { objectId, success, error } = result;
    if (success || error?.code === NO_SUCH_ROW) gone.push(objectId);
    else refused.push({ objectId, why: errorOfEdit(result) });
  }
  return { gone, refused };
}

/** The rows of each reason in the words of `say`, and how many of them are not said. */
export function refusals(rows: readonly RefusedRow[], say: (why: ApiError) => string): { reason: string; ids: string[]; more: number }[] {
  const said = rows.map(({ objectId, why }) => ({ objectId, reason: say(why) }));
  return [...new Set(said.map(({ reason }) => reason))].map((reason) => {
    const all = said.filter((row) => row.reason === reason);
    return { reason, ids: all.slice(0, MOST_SAID).map(({ objectId }) => String(objectId)), more: Math.max(0, all.length - MOST_SAID) };
  });
}
