// The item of a vector tile service and the service itself, whatever its tiles are made of.
import type { PublishedService } from '@graticule/contract/content/publishing';
import { automaticKeywords } from '@graticule/contract/item-types/classify';
import { refuse } from '@graticule/contract/refusals/refusal';
import { type ItemRow, insertItem, newId, relate, type requirePerson, takenOver } from '../content/index.ts';
import { serviceNameAvailable, serviceNameFor } from '../features/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { violatedUnique } from '../platform/db/errors.ts';
import type { NoteAnswer } from '../platform/once.ts';
import type { TileServiceTable } from '../schema/tiles.ts';
import { insertTileService } from './tile-services.store.ts';

/** A service to be made. */
export interface NewTileService {
  /** Whose it is. */
  person: Awaited<ReturnType<typeof requirePerson>>;
  /** The item that its tiles come from. */
  origin: ItemRow;
  /** As the publisher says it, or what follows from the origin. */
  name: string;
  title: string;
  extent: ItemRow['extent_box'];
  made: Omit<TileServiceTable, 'item_id' | 'name'>;
  /** How item and origin stand to each other, given the id of the item. */
  relation(itemId: string): Parameters<typeof relate>[1];
}

/** Makes both, ready at once. @throws SERVICE_NAME_TAKEN, SERVICE_NAME_INVALID */
export async function addTileService(
  portal: Portal,
  caller: Caller,
  { person, origin, title, extent, made, relation, ...wanted }: NewTileService,
  note: NoteAnswer<PublishedService>,
): Promise<PublishedService> {
  const name = await serviceNameFor(portal, person.org_id, wanted.name.trim().replace(/\s+/g, '_'));
  if (!(await serviceNameAvailable(portal, name))) throw refuse('service-name-taken', { name });
  const itemId = newId();
  const url = `/rest/services/Hosted/${name}/VectorTileServer`;
  const serviceurl = `${caller.baseUrl}${url}`;
  const type = 'Vector Tile Service';
  const answer: PublishedService = {
    type,
    serviceurl,
    encodedServiceURL: encodeURI(serviceurl),
    size: -1,
    jobId: itemId,
    serviceItemId: itemId,
  };
  try {
    await portal.db.transaction().execute(async (db) => {
      await insertItem(
        db,
        {
          id: itemId,
          org_id: person.org_id,
          owner: person.username,
          ...takenOver(origin, person.username),
          title,
          type,
          name,
          url,
          auto_keywords: automaticKeywords(type, { hosted: true }),
          extent_box: extent,
        },
        portal.clock.now(),
      );
      await insertTileService(db, { item_id: itemId, name, ...made });
      await relate(db, relation(itemId));
      await note(db, answer);
    });
    return answer;
  } catch (error) {
    if (violatedUnique(error) === 'tile_service_name') throw refuse('service-name-taken', { name }, { cause: error });
    throw error;
  }
}
