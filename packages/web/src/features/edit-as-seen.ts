// Changes or deletes a feature as somebody saw it: where another edit slipped in between the look and the edit, it is looked at again.
import { applyEdits, CHANGED_SINCE, getFeature, queryLayer } from '@graticule/contract/services/feature-server';
import type { EditResult, LayerInfo, WireFeature } from '@graticule/contract/services/layer';
import { ApiError, errorOfEdit } from '../api/api-error.ts';
import { call } from '../api/call.ts';

/** Where the feature is. */
interface Address {
  service: string;
  layer: Pick<LayerInfo, 'id' | 'objectIdField'>;
}

/** What of a feature is read. */
export interface Look {
  outFields: string;
  outSR?: string;
  returnGeometry: boolean;
  returnZ?: boolean;
  returnM?: boolean;
}

/** What becomes of it: attributes and shape that are changed, or nothing of it is left. */
type Edit = { change: { attributes: Readonly<Record<string, unknown>>; geometry?: unknown } } | 'delete';

/** How often a feature may be changed between the look at it and the edit of it before the edit is given up. */
const MOST_LOOKS = 5;

/** The feature; undefined when it is gone, or hidden from whoever asks. */
export async function lookAt({ service, layer }: Address, objectId: number, look: Look): Promise<WireFeature | undefined> {
  const query = { service, layer: String(layer.id), objectIds: String(objectId), ...look };
  const { features = [] } = await call(queryLayer, query, { quiet: true });
  return features[0];
}

/** The feature, and the version that it had no later than when it was read; nothing when it is gone. */
async function readVersion(address: Address, objectId: number, look: Look): Promise<{ feature?: WireFeature; version?: string }> {
  const { service, layer } = address;
  try {
    return await call(getFeature, { service, layer: String(layer.id), objectId: String(objectId), ...look, returnVersion: true });
  } catch (error) {
    // gone, or the layer is: a query tells them apart
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    const feature = await lookAt(address, objectId, look);
    return feature ? { feature } : {};
  }
}

/**
 * Edits a feature once nothing stands against it as it is now: `check` throws what does, and is given nothing when the feature is gone.
 * @returns what `check` made of the feature as it was before the edit
 * @throws ApiError
 */
export async function editAsSeen<Seen>(
  address: Address,
  objectId: number,
  { look, check, edit }: { look: Look; check: (now: WireFeature | undefined) => Seen; edit: Edit },
): Promise<Seen> {
  const { service, layer } = address;
  const what =
    edit === 'delete'
      ? { deletes: String(objectId) }
      : { updates: [{ ...edit.change, attributes: { ...edit.change.attributes, [layer.objectIdField]: objectId } }] };
  for (let looks = 1; ; looks++) {
    const { feature, version } = await readVersion(address, objectId, look);
    const seen = check(feature);
    const ifUnchanged = version === undefined ? {} : { ifUnchanged: { [objectId]: version } };
    const reply = await call(applyEdits, { service, layer: String(layer.id), ...what, ...ifUnchanged, rollbackOnFailure: true });
    const [result] = edit === 'delete' ? reply.deleteResults : reply.updateResults;
    if (result?.error?.code === CHANGED_SINCE && looks < MOST_LOOKS) continue;
    requireSuccess(result);
    return seen;
  }
}

/** @throws ApiError with the reason of an edit that was refused */
export function requireSuccess(result: EditResult | undefined): EditResult {
  if (!result?.success) throw errorOfEdit(result);
  return result;
}
