// Changes the definition of a layer as somebody saw it: what somebody else changed meanwhile is not written over.
import { describeLayer } from '@graticule/contract/services/feature-server';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { updateLayerDefinition } from '@graticule/contract/services/service-admin';
import { ApiError, toApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';

/** How often a layer may be changed elsewhere between the look at it and the change before the change is given up. */
const MOST_LOOKS = 5;

/** Somebody else changed the same part of the layer; nothing was saved. */
export class DefinitionChanged extends ApiError {
  /** The layer as it is now. */
  readonly now: LayerInfo;

  constructor(now: LayerInfo) {
    super(409, '', 'DEFINITION_CHANGED');
    this.now = now;
  }
}

/**
 * Changes what is named of the definition. Whatever else of the layer was changed meanwhile does not stand in the way; `part` gives what does; everything without.
 * @throws DefinitionChanged, ApiError
 */
export async function changeDefinition(
  { service, layer }: { service: string; layer: LayerInfo },
  updateDefinition: object,
  part?: (layer: LayerInfo) => unknown,
): Promise<void> {
  const seen = part && JSON.stringify(part(layer));
  let ifUnchanged: number | undefined = layer.editingInfo?.schemaLastEditDate;
  for (let looks = 1; ; looks++) {
    const guard = ifUnchanged === undefined ? {} : { ifUnchanged };
    try {
      await call(updateLayerDefinition, { service, layer: String(layer.id), updateDefinition, ...guard });
      return;
    } catch (error) {
      if (toApiError(error).status !== 409 || looks === MOST_LOOKS) throw error;
    }
    const now = await call(describeLayer, { service, layer: String(layer.id) }, { quiet: true });
    if (part === undefined || JSON.stringify(part(now)) !== seen) throw new DefinitionChanged(now);
    ifUnchanged = now.editingInfo.schemaLastEditDate;
  }
}
