// Publishes a vector tile package as a vector tile service with an item, a name and sharing of its own.
import type { PublishedService } from '@graticule/contract/content/publishing';
import { fail } from '@graticule/contract/errors';
import { sentence } from '@graticule/geo/sentence';
import { nameOfFile } from '../features/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { type NoteAnswer, once } from '../platform/once.ts';
import { addTileService, type NewTileService } from './add-tile-service.ts';
import { packageExtent, packageStyle } from './package-service.ts';
import { requireUpdate, type TilesInput, tilesOrigin, titleOf } from './publish-tiles.ts';
import { openPackage } from './tile-packages.ts';

/**
 * Makes the item and the service, whose tiles are read from the package where it lies, so that there is nothing to wait for. That takes the right to
 * publish tiles and to make items, and the administration of the package.
 * @throws SERVICE_NAME_TAKEN, SERVICE_NAME_INVALID, INVALID_PARAMETER, MISSING_PARAMETER, ITEM_NOT_FOUND, FORBIDDEN, UNREADABLE_FILE
 */
export function publishPackage(portal: Portal, caller: Caller, input: TilesInput): Promise<PublishedService> {
  return once(portal, caller, { call: 'publish', key: input.idempotencyKey }, async (note: NoteAnswer<PublishedService>) => {
    const { person, origin, wanted } = await tilesOrigin(portal, caller, input);
    requireUpdate(caller, origin);
    if (origin.data_key === null) throw fail('UNREADABLE_FILE', { reasons: [sentence('item-without-file', { title: origin.title })] });
    const fileName = origin.name ?? origin.title;
    const found = await openPackage(portal, { key: origin.data_key, name: fileName });
    // Without a style nobody could draw it.
    await packageStyle(found).catch((cause: unknown) => {
      throw fail('UNREADABLE_FILE', { reasons: [sentence('vtpk-not', { file: fileName })], cause });
    });
    const service: NewTileService = {
      person,
      origin,
      name: wanted.name ?? nameOfFile(fileName),
      title: titleOf(wanted, origin),
      extent: packageExtent(found) ?? origin.extent_box,
      made: { source_item_id: null, package_item_id: origin.id, min_zoom: found.minZoom, max_zoom: found.maxZoom },
      relation: (itemId) => ({ origin: itemId, destination: origin.id, type: 'Service2Data' }),
    };
    return addTileService(portal, caller, service, note);
  });
}
