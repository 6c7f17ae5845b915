// Changes of services that callers do not wait for: a job makes them with the rights that the caller has then.
import { refuse } from '@graticule/contract/refusals/refusal';
import type { StartedChange } from '@graticule/contract/services/service-admin';
import { callerOfAccount } from '../../identity/index.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import type { JobHandler } from '../../platform/queue/queue.ts';
import { administeredLayer, administeredService, truncateLayer } from '../admin.ts';
import { changeLayer, changeService } from './change.ts';
import { addToLayer, removeFromLayer } from './layer-fields.ts';
import { answerOfChange, noteChange } from './service-change.store.ts';
import { addLayers, removeLayers } from './service-layers.ts';

/** Name of the job. */
export const CHANGE_SERVICE = 'change-service';

/** Changes of one person that may wait or run at a time. */
const MAX_UNFINISHED = 50;

/** One change, as the job is told of it. */
export interface ServiceChange {
  operation: 'addLayers' | 'changeService' | 'removeLayers' | 'addToLayer' | 'changeLayer' | 'removeFromLayer' | 'truncateLayer';
  service: string;
  /** For the operations on a layer. */
  layer?: string;
  /** For `changeService` and `changeLayer`: of which moment the definition is that it is meant for. */
  ifUnchanged?: number | undefined;
  /** The definition; for `truncateLayer` whether files alone go. */
  value: unknown;
}

interface Payload extends ServiceChange {
  username: string;
  /** The service was given another name, or deleted and made again: then it is not the one that was meant. */
  itemId: string;
}

type Act = (
  portal: Portal,
  caller: Caller,
  change: ServiceChange & { layer: string },
  atEnd: (db: Db, answer?: object) => Promise<void>,
) => Promise<unknown>;

const ACTS: Readonly<Record<ServiceChange['operation'], Act>> = {
  addLayers: (portal, caller, { service, value }, atEnd) => addLayers(portal, caller, service, value, atEnd),
  changeService: (portal, caller, change, atEnd) => changeService(portal, caller, change, change.value, atEnd),
  removeLayers: (portal, caller, { service, value }, atEnd) => removeLayers(portal, caller, service, value, atEnd),
  addToLayer: (portal, caller, change, atEnd) => addToLayer(portal, caller, change, change.value, atEnd),
  changeLayer: (portal, caller, change, atEnd) => changeLayer(portal, caller, change, change.value, atEnd),
  removeFromLayer: (portal, caller, change, atEnd) => removeFromLayer(portal, caller, change, change.value, atEnd),
  truncateLayer: (portal, caller, change, atEnd) => truncateLayer(portal, caller, change, change.value === true, atEnd),
};

/**
 * Leaves a change to a job; gives the address at which its state is asked for.
 * @throws FORBIDDEN, TOKEN_REQUIRED, SERVICE_NOT_FOUND, LAYER_NOT_FOUND, TOO_MANY_REQUESTS
 */
export async function startChange(portal: Portal, caller: Caller, change: ServiceChange): Promise<StartedChange> {
  const { layer } = change;
  const { service } =
    layer === undefined
      ? await administeredService(portal, caller, change.service)
      : await administeredLayer(portal, caller, { service: change.service, layer });
  const username = caller.username ?? '';
  if ((await portal.queue.unfinished(username)) >= MAX_UNFINISHED) throw refuse('jobs-waiting', { most: MAX_UNFINISHED });
  const payload: Payload = { ...change, username, itemId: service.itemId };
  const id = await portal.queue.enqueue(portal.db, { name: CHANGE_SERVICE, subject: service.itemId, owner: username, payload });
  return { success: true, statusURL: `${caller.baseUrl}/rest/admin/services/Hosted/${service.name}/FeatureServer/jobs/${id}` };
}

/** The handler: a change that was made before an interruption is not made again. */
export const changeServiceJob: JobHandler<Payload> = {
  name: CHANGE_SERVICE,
  run: async (portal, { username, itemId, ...change }, run) => {
    const made = await answerOfChange(portal.db, run.id);
    if (made !== undefined) return { report: made };
    const caller = await callerOfAccount(portal, username, '');
    const { service } = await administeredService(portal, caller, change.service);
    if (service.itemId !== itemId) throw refuse('service-exchanged', { name: change.service });
    let answer: object = { success: true };
    await ACTS[change.operation](portal, caller, { layer: '', ...change }, async (db, given = answer) => {
      answer = given;
      await noteChange(db, run.id, given);
    });
    return { report: answer };
  },
  onGivenUp: async (portal, _payload, _message, { id }) => {
    const made = await answerOfChange(portal.db, id);
    return made === undefined ? undefined : { progress: { report: made } };
  },
};
