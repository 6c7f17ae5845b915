// Publishes the layers of a hosted service as a vector tile service with an item, a name and sharing of its own.
import type { PublishedService } from '@graticule/contract/content/publishing';
import { refuse } from '@graticule/contract/refusals/refusal';
import { z } from 'zod';
import { type ItemRow, mayDo, requireItem, requirePerson } from '../content/index.ts';
import { serviceWithAllLayers } from '../features/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { type NoteAnswer, once } from '../platform/once.ts';
import { addTileService, type NewTileService } from './add-tile-service.ts';
import { ALL_ZOOMS } from './tile-source.ts';

/** What a client sends. */
export interface TilesInput {
  username: string;
  itemId?: string;
  publishParameters: unknown;
  /** As in `PublishInput`. */
  idempotencyKey?: string;
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
export function publishTiles(portal: Portal, caller: Caller, input: TilesInput): Promise<PublishedService> {
  return once(portal, caller, { call: 'publish', key: input.idempotencyKey }, async (note: NoteAnswer<PublishedService>) => {
    const { person, origin, wanted } = await tilesOrigin(portal, caller, input);
    const source = await serviceWithAllLayers(portal, origin.id);
    if (source === undefined) throw refuse('item-no-layer');
    requireUpdate(caller, origin);
    if (!source.layers.some((layer) => layer.ready && layer.geometryType !== null)) throw refuse('item-undrawable');
    const service: NewTileService = {
      person,
      origin,
      name: wanted.name ?? `${source.name}_tiles`,
      title: titleOf(wanted, origin),
      extent: origin.extent_box,
      made: {
        source_item_id: source.itemId,
        package_item_id: null,
        min_zoom: wanted.minZoom ?? ALL_ZOOMS.min,
        max_zoom: wanted.maxZoom ?? ALL_ZOOMS.max,
      },
      relation: (itemId) => ({ origin: origin.id, destination: itemId, type: 'Service2Service' }),
    };
    return addTileService(portal, caller, service, note);
  });
}

/** Whose service it is to be, what it is made from, and what was asked for. @throws FORBIDDEN, MISSING_PARAMETER, ITEM_NOT_FOUND, INVALID_PARAMETER */
export async function tilesOrigin(
  portal: Portal,
  caller: Caller,
  input: TilesInput,
): Promise<Pick<NewTileService, 'person' | 'origin'> & { wanted: Wanted }> {
  for (const needed of ['portal:publisher:publishTiles', 'portal:user:createItem'] as const)
    if (!caller.privileges.has(needed)) throw refuse('publish-not-allowed', { privilege: needed });
  const person = await requirePerson(portal, caller, input.username, 'portal:admin:updateItems');
  const wanted = checkedParameters(input.publishParameters);
  if (input.itemId === undefined) throw refuse('tiles-source-missing');
  return { person, origin: await requireItem(portal, caller, input.itemId), wanted };
}

/** Whoever makes tiles of an item administers it. @throws FORBIDDEN */
export function requireUpdate(caller: Caller, origin: ItemRow): void {
  if (!mayDo(caller, { ...origin, visible: true, group_update: false }, 'update'))
    throw refuse('publish-of-others', { title: origin.title });
}

/** The title that was asked for, or what the name says. */
export function titleOf(wanted: Wanted, origin: Pick<ItemRow, 'title'>): string {
  return wanted.title ?? (wanted.name ?? origin.title).replaceAll('_', ' ');
}

type Wanted = z.infer<typeof parameters>;

/** Name, title and zoom levels that were asked for. @throws INVALID_PARAMETER */
function checkedParameters(value: unknown): Wanted {
  const result = parameters.safeParse(value ?? {});
  if (result.success) return result.data;
  const where = result.error.issues[0]?.path.join('.') ?? '';
  throw refuse('tiles-form', { where });
}
