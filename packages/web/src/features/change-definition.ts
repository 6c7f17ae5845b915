// Changes what a layer or a service says of itself as somebody saw it: what somebody else changed meanwhile is not written over.
import { describeLayer } from '@graticule/contract/services/feature-server';
import type { LayerInfo } from '@graticule/contract/services/layer';
import { updateLayerDefinition } from '@graticule/contract/services/service-admin';
import { ApiError, toApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';

/** How often something may be changed elsewhere between the look at it and the change before the change is given up. */
const MOST_LOOKS = 5;

/** Somebody else changed the same part; nothing was saved. */
export class DefinitionChanged<Now = LayerInfo> extends ApiError {
  /** What it is now. */
  readonly now: Now;

  constructor(now: Now) {
    super(409, '', 'DEFINITION_CHANGED');
    this.now = now;
  }
}

/** For failures that are told where the change was made. */
export const isDefinitionChanged = (error: unknown): boolean => error instanceof DefinitionChanged;

/** Of which moment what is changed has to be. */
export type Guard = { ifUnchanged?: number };

interface AsSeen<Seen, Result> {
  seen: Seen;
  look: () => Promise<Seen>;
  /** Whether somebody else changed the same part. */
  isTaken: (now: Seen) => boolean;
  /** Makes the change of what was seen last. */
  change: (seen: Seen, guard: Guard) => Promise<Result>;
}

/**
 * Makes a change as long as what it changes is as it was seen; whatever else was changed meanwhile does not stand in the way.
 * @throws DefinitionChanged, ApiError
 */
export async function changeAsSeen<Seen extends { editingInfo?: { schemaLastEditDate: number } }, Result>({
  seen,
  look,
  isTaken,
  change,
}: AsSeen<Seen, Result>): Promise<Result> {
  let known = seen;
  for (let looks = 1; ; looks++) {
    const ifUnchanged = known.editingInfo?.schemaLastEditDate;
    try {
      return await change(known, ifUnchanged === undefined ? {} : { ifUnchanged });
    } catch (error) {
      if (toApiError(error).status !== 409 || looks === MOST_LOOKS) throw error;
    }
    known = await look();
    if (isTaken(known)) throw new DefinitionChanged(known);
  }
}

/**
 * Changes what is named of the definition of a layer. Of what was changed meanwhile, `part` gives what stands in the way; everything without.
 * @throws DefinitionChanged, ApiError
 */
export async function changeDefinition(
  { service, layer }: { service: string; layer: LayerInfo },
  updateDefinition: object,
  part?: (layer: LayerInfo) => unknown,
): Promise<void> {
  const before = part && JSON.stringify(part(layer));
  const address = { service, layer: String(layer.id) };
  await changeAsSeen({
    seen: layer,
    look: () => call(describeLayer, address, { quiet: true }),
    isTaken: (now) => part === undefined || JSON.stringify(part(now)) !== before,
    change: (_, guard) => call(updateLayerDefinition, { ...address, updateDefinition, ...guard }),
  });
}
