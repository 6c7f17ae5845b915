// Which service an overwrite means when it does not say.
import { listed, refuse } from '@graticule/contract/refusals/refusal';
import { findRelatedItems } from '../content/index.ts';
import { serviceWithAllLayers } from '../features/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';

/**
 * The name of the service that was published from an item; undefined when there is none that the caller may see.
 * @throws INVALID_PARAMETER when there are several
 */
export async function serviceFrom(portal: Portal, caller: Caller, itemId: string): Promise<string | undefined> {
  const query = { id: itemId, types: ['Service2Data'], direction: 'reverse', sort: [], limit: 100, offset: 0 };
  const { rows } = await findRelatedItems(portal, caller, query);
  const services = await Promise.all(rows.map(({ id }) => serviceWithAllLayers(portal, id)));
  const names = services.flatMap((service) => (service === undefined || service.settings.isView ? [] : [service.name]));
  if (names.length > 1) {
    throw refuse('overwrite-which', { names: listed(names) });
  }
  return names[0];
}
