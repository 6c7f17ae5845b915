// Publishes a vector tile package as a vector tile service with an item, a name and sharing of its own.
import type { PublishedService } from '@graticule/contract/content/publishing';
import { fail } from '@graticule/contract/errors';
import { automaticKeywords } from '@graticule/contract/item-types/classify';
import { sentence } from '@graticule/geo/sentence';
import { insertItem, mayDo, newId, relate, requireItem, requirePerson, takenOver } from '../content/index.ts';
import { serviceNameAvailable, serviceNameFor } from '../features/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { violatedUnique } from '../platform/db/errors.ts';
import { type NoteAnswer, once } from '../platform/once.ts';
import { packageExtent, packageStyle } from './package-service.ts';
import { checkedParameters, publishedTiles, type TilesInput } from './publish-tiles.ts';
import { openPackage } from './tile-packages.ts';
import { insertTileService } from './tile-services.store.ts';

/**
 * Makes the item and the service, whose tiles are read from the package where it lies, so that there is nothing to wait for. That takes the right to
 * publish tiles and to make items, and the administration of the package.
 * @throws SERVICE_NAME_TAKEN, SERVICE_NAME_INVALID, INVALID_PARAMETER, MISSING_PARAMETER, ITEM_NOT_FOUND, FORBIDDEN, UNREADABLE_FILE
 */
export function publishPackage(portal: Portal, caller: Caller, input: TilesInput & { idempotencyKey?: string }): Promise<PublishedService> {
  return once(portal, caller, { call: 'publish', key: input.idempotencyKey }, (note: NoteAnswer<PublishedService>) =>
    publishNow(portal, caller, input, note),
  );
}

async function publishNow(
  portal: Portal,
  caller: Caller,
  input: TilesInput,
  note: NoteAnswer<PublishedService>,
): Promise<PublishedService> {
  if (!caller.privileges.has('portal:publisher:publishTiles') || !caller.privileges.has('portal:user:createItem')) throw fail('FORBIDDEN');
  const person = await requirePerson(portal, caller, input.username, 'portal:admin:updateItems');
  const wanted = checkedParameters(input.publishParameters);
  if (input.itemId === undefined) throw fail('MISSING_PARAMETER', { values: ['itemId'] });
  const origin = await requireItem(portal, caller, input.itemId);
  if (!mayDo(caller, { ...origin, visible: true, group_update: false }, 'update')) throw fail('FORBIDDEN');
  if (origin.data_key === null) throw fail('UNREADABLE_FILE', { reasons: [sentence('item-without-file', { title: origin.title })] });
  const fileName = origin.name ?? origin.title;
  const found = await openPackage(portal, { key: origin.data_key, name: fileName });
  // Without a style nobody could draw it.
  await packageStyle(found).catch((cause: unknown) => {
    throw fail('UNREADABLE_FILE', { reasons: [sentence('vtpk-not', { file: fileName })], cause });
  });
  const stem = fileName
    .replace(/\.[^.]*$/, '')
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .replace(/^_+/, '');
  const name = await serviceNameFor(portal, person.org_id, (wanted.name ?? (stem || 'tiles')).trim().replace(/\s+/g, '_'));
  if (!(await serviceNameAvailable(portal, name))) throw fail('SERVICE_NAME_TAKEN', { values: [name] });
  const itemId = newId();
  const url = `/rest/services/Hosted/${name}/VectorTileServer`;
  try {
    return await portal.db.transaction().execute(async (db) => {
      await insertItem(
        db,
        {
          id: itemId,
          org_id: person.org_id,
          owner: person.username,
          ...takenOver(origin, person.username),
          title: wanted.title ?? (wanted.name ?? origin.title).replaceAll('_', ' '),
          type: 'Vector Tile Service',
          name,
          url,
          auto_keywords: automaticKeywords('Vector Tile Service', { hosted: true }),
          extent_box: packageExtent(found) ?? origin.extent_box,
        },
        portal.clock.now(),
      );
      const { minZoom, maxZoom } = found;
      await insertTileService(db, {
        item_id: itemId,
        name,
        source_item_id: null,
        package_item_id: origin.id,
        min_zoom: minZoom,
        max_zoom: maxZoom,
      });
      await relate(db, { origin: itemId, destination: origin.id, type: 'Service2Data' });
      const answer = publishedTiles(caller, { itemId, url });
      await note(db, answer);
      return answer;
    });
  } catch (error) {
    if (violatedUnique(error) === 'tile_service_name') throw fail('SERVICE_NAME_TAKEN', { values: [name], cause: error });
    throw error;
  }
}
