// Publishes the layers of a hosted service as a vector tile service with an item, a name and sharing of its own.
import type { PublishedService } from '@graticule/contract/content/publishing';
import { fail } from '@graticule/contract/errors';
import { automaticKeywords } from '@graticule/contract/item-types/classify';
import { z } from 'zod';
import { insertItem, mayDo, newId, relate, requireItem, requirePerson, takenOver } from '../content/index.ts';
import { serviceNameAvailable, serviceNameFor, serviceWithAllLayers } from '../features/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { violatedUnique } from '../platform/db/errors.ts';
import { insertTileService } from './tile-services.store.ts';
import { ALL_ZOOMS } from './tile-source.ts';

/** What a client sends. */
export interface TilesInput {
  username: string;
  itemId?: string;
  publishParameters: unknown;
}

const zoom = z.number().int().min(ALL_ZOOMS.min).max(ALL_ZOOMS.max).nullable().optional();
const parameters = z
  .looseObject({
    name: z.string().max(250).nullable().optional(),
    title: z.string().trim().min(1).max(250).nullable().optional(),
    minZoom: zoom,
    maxZoom: zoom,
  })
  .refine(({ minZoom, maxZoom }) => (minZoom ?? ALL_ZOOMS.min) <= (maxZoom ?? ALL_ZOOMS.max), { path: ['maxZoom'] });

/**
 * Makes the item and the service. Its tiles are drawn from the layers as they are when they are asked for, so that there is nothing to
 * wait for. That takes the right to publish tiles and to make items, and the administration of the layers.
 * @throws SERVICE_NAME_TAKEN, SERVICE_NAME_INVALID, INVALID_PARAMETER, MISSING_PARAMETER, ITEM_NOT_FOUND, FORBIDDEN
 */
export async function publishTiles(portal: Portal, caller: Caller, input: TilesInput): Promise<PublishedService> {
  if (!caller.privileges.has('portal:publisher:publishTiles') || !caller.privileges.has('portal:user:createItem')) throw fail('FORBIDDEN');
  const person = await requirePerson(portal, caller, input.username, 'portal:admin:updateItems');
  const wanted = checkedParameters(input.publishParameters);
  if (input.itemId === undefined) throw fail('MISSING_PARAMETER', { values: ['itemId'] });
  const origin = await requireItem(portal, caller, input.itemId);
  const source = await serviceWithAllLayers(portal, origin.id);
  if (source === undefined) throw fail('INVALID_PARAMETER', { values: ['itemId', 'is not a hosted feature layer'] });
  if (!mayDo(caller, { ...origin, visible: true, group_update: false }, 'update')) throw fail('FORBIDDEN');
  if (!source.layers.some((layer) => layer.ready && layer.geometryType !== null))
    throw fail('INVALID_PARAMETER', { values: ['itemId', 'has no layer that can be drawn'] });
  const name = await serviceNameFor(portal, person.org_id, (wanted.name ?? `${source.name}_tiles`).trim().replace(/\s+/g, '_'));
  if (!(await serviceNameAvailable(portal, name))) throw fail('SERVICE_NAME_TAKEN', { values: [name] });
  const itemId = newId();
  const url = `/rest/services/Hosted/${name}/VectorTileServer`;
  try {
    await portal.db.transaction().execute(async (db) => {
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
          extent_box: origin.extent_box,
        },
        portal.clock.now(),
      );
      await insertTileService(db, {
        item_id: itemId,
        name,
        source_item_id: source.itemId,
        package_item_id: null,
        min_zoom: wanted.minZoom ?? ALL_ZOOMS.min,
        max_zoom: wanted.maxZoom ?? ALL_ZOOMS.max,
      });
      await relate(db, { origin: origin.id, destination: itemId, type: 'Service2Service' });
    });
  } catch (error) {
    if (violatedUnique(error) === 'tile_service_name') throw fail('SERVICE_NAME_TAKEN', { values: [name], cause: error });
    throw error;
  }
  return publishedTiles(caller, { itemId, url });
}

/** The answer about a service that is ready at once. */
export function publishedTiles({ baseUrl }: Caller, { itemId, url }: { itemId: string; url: string }): PublishedService {
  const serviceurl = `${baseUrl}${url}`;
  return {
    type: 'Vector Tile Service',
    serviceurl,
    encodedServiceURL: encodeURI(serviceurl),
    size: -1,
    jobId: itemId,
    serviceItemId: itemId,
  };
}

/** Name, title and zoom levels that were asked for. @throws INVALID_PARAMETER */
export function checkedParameters(value: unknown): z.infer<typeof parameters> {
  const result = parameters.safeParse(value ?? {});
  if (result.success) return result.data;
  const where = result.error.issues[0]?.path.join('.') ?? '';
  throw fail('INVALID_PARAMETER', { values: ['publishParameters', `is not as it should be at '${where}'`] });
}
