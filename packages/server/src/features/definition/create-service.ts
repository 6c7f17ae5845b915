// Makes a hosted service without layers, with its portal item.
import { automaticKeywords } from '@graticule/contract/item-types/classify';
import { refuse } from '@graticule/contract/refusals/refusal';
import type { CreatedService } from '@graticule/contract/services/service-admin';
import { WEB_MERCATOR_LIMIT } from '@graticule/geo/project/web-mercator';
import { z } from 'zod';
import { fieldColumns, folderNamed, type ItemFieldsInput, insertItem, newId, requirePerson } from '../../content/index.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import { itemFollowsService } from '../service-item.ts';
import { addService, serviceNameAvailable, serviceNameFor, serviceUrl } from '../services.ts';
import { checked, readSettings, spokenReference } from './service-settings.ts';

/** What a client sends. */
export interface CreateServiceInput extends Omit<ItemFieldsInput, 'spatialReference' | 'contentStatus' | 'url'> {
  username: string;
  folder?: string;
  createParameters: unknown;
  outputType?: string;
  isView?: boolean;
}

const named = z.looseObject({ name: z.string(), isView: z.boolean().nullable().optional() });

/** Clients that fill in a form send the whole world as the initial extent: nobody chose it. */
function isChosen(extent: readonly [number, number, number, number] | undefined): boolean {
  return extent !== undefined && extent[2] - extent[0] < WORLD_WIDTH;
}

/** Metres of Web Mercator from which on an extent is that of the world. */
const WORLD_WIDTH = WEB_MERCATOR_LIMIT * 1.9;

/**
 * Makes the service and its item together.
 * @throws SERVICE_NAME_INVALID, SERVICE_NAME_TAKEN, INVALID_PARAMETER, FORBIDDEN, FOLDER_NOT_FOUND
 */
export async function createEmptyService(portal: Portal, caller: Caller, input: CreateServiceInput): Promise<CreatedService> {
  if (input.outputType !== undefined && !/^featureService$/i.test(input.outputType))
    throw refuse('service-type', { type: input.outputType.slice(0, 40), types: 'featureService' });
  const person = await requirePerson(portal, caller, input.username, 'portal:admin:updateItems');
  const { name: wanted } = checked(named, input.createParameters, 'createParameters');
  const name = await serviceNameFor(portal, person.org_id, wanted);
  const isView = input.isView === true || checked(named, input.createParameters, 'createParameters').isView === true;
  const said = await readSettings(portal, input.createParameters, 'createParameters');
  const settings = {
    ...said,
    ...(isChosen(said.initialExtent) ? { initialExtentStays: true } : {}),
    ...(await spokenReference(portal, input.createParameters)),
    ...(isView ? { isView } : {}),
  };
  if (!(await serviceNameAvailable(portal, name))) throw refuse('service-name-taken', { name });
  const itemId = newId();
  const title = input.title ?? wanted.replaceAll('_', ' ');
  const fields = fieldColumns({ ...input, title });
  await portal.db.transaction().execute(async (db) => {
    await insertItem(
      db,
      {
        ...fields,
        id: itemId,
        org_id: person.org_id,
        owner: person.username,
        folder_id: await folderNamed(db, person.username, input.folder),
        title,
        type: 'Feature Service',
        name,
        url: serviceUrl('', name),
        auto_keywords: automaticKeywords('Feature Service', { hosted: true, view: isView }),
      },
      portal.clock.now(),
    );
    await addService(db, { itemId, orgId: person.org_id, name, settings });
    await itemFollowsService(portal, db, itemId);
  });
  const serviceurl = serviceUrl(caller.baseUrl, name);
  return {
    success: true,
    itemId,
    serviceItemId: itemId,
    name,
    serviceurl,
    encodedServiceURL: encodeURI(serviceurl),
    type: 'Feature Service',
    size: -1,
    isView,
  };
}
