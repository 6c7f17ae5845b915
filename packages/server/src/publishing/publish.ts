// Starts the publishing of a file: item, service name, relation and job in one transaction; the job does the work.
import { stat } from 'node:fs/promises';
import type { PublishedService } from '@graticule/contract/content/publishing';
import { automaticKeywords } from '@graticule/contract/item-types/classify';
import { refuse } from '@graticule/contract/refusals/refusal';
import { insertItem, itemById, mayDo, newId, relate, requirePerson, requireRoom, storeInfoFile, takenOver } from '../content/index.ts';
import {
  addService,
  findService,
  type HostedService,
  isKnownSrid,
  nameOfFile,
  readSettings,
  requireNoViews,
  serviceNameAvailable,
  serviceNameFor,
  serviceUrl,
  serviceWithAllLayers,
} from '../features/index.ts';
import { requirePlaces } from '../gazetteer/index.ts';
import { callerOfAccount } from '../identity/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { Db } from '../platform/db/database.ts';
import { dropUnlessKept } from '../platform/files/drop-bytes.ts';
import { insertStoredFile } from '../platform/files/stored-files.store.ts';
import { type NoteAnswer, once } from '../platform/once.ts';
import { formatsOf } from './open-datasets.ts';
import { type CheckedParameters, readPublishParameters } from './publish-parameters.ts';
import { serviceFrom } from './published-from.ts';
import { type FoundSource, ofText, type SourceInput, withFoundSource } from './source.ts';

/** Name of the job that loads the features. */
export const PUBLISH_FEATURES = 'publish-features';

/** Publications of one person that may wait or run at a time. */
const MAX_UNFINISHED = 50;

/** What the job needs to know. */
export interface PublishPayload {
  itemId: string;
  fileKey: string;
  fileName: string;
  fileType: string;
  parameters: unknown;
  /** The file belongs to the job alone and goes with it. */
  ownFile: boolean;
  overwrite: boolean;
  /** Who asked for an overwrite; whether that person still may is asked again at its end. */
  askedBy?: string | null;
}

/** What a client sends. */
export interface PublishInput extends SourceInput {
  username: string;
  fileType: string;
  publishParameters: unknown;
  outputType?: string;
  overwrite?: boolean;
  /** The same key gets the same answer: the call may come again after its answer was lost. */
  idempotencyKey?: string;
}

/** Publishes a file as a hosted feature layer; see `publishNow` for what that takes. */
export function publishFile(portal: Portal, caller: Caller, input: PublishInput): Promise<PublishedService> {
  return once(portal, caller, { call: 'publish', key: input.idempotencyKey }, (note: NoteAnswer<PublishedService>) =>
    publishNow(portal, caller, { ...input, publishParameters: ofText(input.publishParameters, input), note }),
  );
}

/** A call that is done now, and what keeps its answer. */
type NotedInput = PublishInput & { note: NoteAnswer<PublishedService> };

/**
 * Publishes a file. That takes the right to publish and to make items, and the administration of the item.
 * @throws SERVICE_NAME_TAKEN, SERVICE_NAME_INVALID, INVALID_PARAMETER, ITEM_NOT_FOUND, FORBIDDEN, QUOTA_EXCEEDED, TOO_MANY_REQUESTS
 */
async function publishNow(portal: Portal, caller: Caller, input: NotedInput): Promise<PublishedService> {
  if (input.outputType !== undefined && !/^features$/i.test(input.outputType))
    throw refuse('service-type', { type: input.outputType.slice(0, 40), types: 'Features' });
  for (const needed of ['portal:publisher:publishFeatures', 'portal:user:createItem'] as const)
    if (!caller.privileges.has(needed)) throw refuse('publish-not-allowed', { privilege: needed });
  formatsOf(input.fileType);
  const person = await requirePerson(portal, caller, input.username, 'portal:admin:updateItems');
  const parameters = readPublishParameters(input.publishParameters);
  await requireSpoken(portal, parameters);
  if (parameters.address !== undefined) await requirePlaces(portal.db);
  const settings = await settingsOf(portal, parameters);
  if ((await portal.queue.unfinished(person.username)) >= MAX_UNFINISHED) throw refuse('jobs-waiting', { most: MAX_UNFINISHED });
  return withFoundSource(portal, caller, { input, fileType: input.fileType, called: parameters.name }, async (source) => {
    const { item } = source;
    if (item !== null && !mayDo(caller, { ...item, visible: true, group_update: false }, 'update'))
      throw refuse('publish-of-others', { title: item.title });
    // A file that comes with the call waits in the store until its job is done.
    if (source.key === null) await requireRoom(portal, person.username, await sizeOf(source.path), caller);
    else if (!input.overwrite) await requireRoom(portal, person.username, 1, caller);
    return publishSource(portal, caller, { ...input, username: person.username, orgId: person.org_id, parameters, settings }, source);
  });
}

/** The settings of a new service that its publisher names. @throws INVALID_PARAMETER */
function settingsOf(portal: Portal, parameters: CheckedParameters): Promise<HostedService['settings']> {
  const { maxRecordCount, copyrightText, description, capabilities, hasStaticData, editorTrackingInfo } = parameters;
  const given = { maxRecordCount, copyrightText, description, capabilities, hasStaticData, editorTrackingInfo };
  return readSettings(portal, given, 'publishParameters');
}

/** The layers of a new service speak the reference system of `targetSR`. @throws INVALID_PARAMETER for one without a known number */
async function requireSpoken(portal: Portal, { coordinates: { targetSR } }: CheckedParameters): Promise<void> {
  if (targetSR === undefined) return;
  if (targetSR.wkid === undefined) throw refuse('system-without-number', { parameter: 'targetSR' });
  if (!(await isKnownSrid(portal.database, targetSR.wkid))) {
    throw refuse('system-unknown', { parameter: 'targetSR', wkid: targetSR.wkid });
  }
}

/** Publishes for a person whose content the caller may change. */
async function publishSource(
  portal: Portal,
  caller: Caller,
  input: NotedInput & { orgId: string | null; parameters: CheckedParameters; settings: HostedService['settings'] },
  source: FoundSource,
): Promise<PublishedService> {
  const { parameters, username, orgId } = input;
  const wanted = parameters.name || nameOfFile(source.item?.name ?? source.fileName);
  const name = await serviceNameFor(portal, orgId, wanted);
  const meant = input.overwrite && !parameters.name && source.item ? await serviceFrom(portal, caller, source.item.id) : undefined;
  if (input.overwrite) return overwrite(portal, caller, input, source, meant ?? name);
  if (!(await serviceNameAvailable(portal, name))) throw refuse('service-name-taken', { name });
  const itemId = newId();
  const url = serviceUrl(caller.baseUrl, name);
  const origin = source.item;
  const published = await withSource(portal, source, async (db, fileKey) => {
    const now = portal.clock.now();
    await insertItem(
      db,
      {
        id: itemId,
        org_id: orgId,
        owner: username,
        ...takenOver(origin, username),
        title: parameters.title ?? origin?.title ?? parameters.layerName ?? wanted.replaceAll('_', ' '),
        type: 'Feature Service',
        name,
        // Without the host: the portal may be reached under another one tomorrow.
        url: serviceUrl('', name),
        auto_keywords: automaticKeywords('Feature Service', { hosted: true }),
        status: 'processing',
      },
      now,
    );
    await addService(db, {
      itemId,
      orgId,
      name,
      settings: input.settings,
    });
    if (origin !== null) await relate(db, { origin: itemId, destination: origin.id, type: 'Service2Data' });
    const jobId = await enqueue(portal, db, { itemId, fileKey, source, input, overwrite: false });
    return noted(db, input, reply(source, jobId, itemId, url));
  });
  await keepParameters(portal, itemId, input.publishParameters);
  return published;
}

/** Replaces the features of a service that the caller may change. */
async function overwrite(portal: Portal, caller: Caller, input: NotedInput, source: FoundSource, name: string): Promise<PublishedService> {
  const service = await overwritable(portal, caller, name);
  if (service.settings.isView) throw refuse('overwrite-view', { name: service.name });
  const { itemId } = service;
  // Asked again at the end; a large file is not read for nothing.
  await requireNoViews(portal.db, caller, { itemId });
  return withSource(portal, source, async (db, fileKey) => {
    // Two loads would clear away what the other has got so far.
    if (!(await portal.queue.claim(db, itemId, [PUBLISH_FEATURES]))) throw refuse('overwrite-underway', { name: service.name });
    const jobId = await enqueue(portal, db, { itemId, fileKey, source, input, overwrite: true, askedBy: caller.username });
    return noted(db, input, reply(source, jobId, itemId, serviceUrl(caller.baseUrl, service.name)));
  });
}

async function noted(db: Db, { note }: NotedInput, answer: PublishedService): Promise<PublishedService> {
  await note(db, answer);
  return answer;
}

/** The service whose features the caller may replace. @throws FORBIDDEN */
async function overwritable(portal: Portal, caller: Caller, name: string): Promise<HostedService> {
  const { service, item } = await findService(portal, caller, name);
  const own = caller.username !== null && item.owner === caller.username;
  const admin = caller.orgId !== null && caller.orgId === item.org_id && caller.privileges.has('portal:admin:updateItems');
  const mayPublish = caller.privileges.has('portal:publisher:publishFeatures');
  if ((!own && !admin) || !mayPublish) throw refuse('overwrite-of-others', { name });
  return service;
}

/** Reading a file may take long: who lost the right meanwhile replaces nothing. Gives who asked for an overwrite. @throws FORBIDDEN, USER_NOT_FOUND */
export async function requireStillOverwritable(
  portal: Portal,
  { itemId, overwrite, askedBy }: PublishPayload,
): Promise<Caller | undefined> {
  const service = overwrite && askedBy ? await serviceWithAllLayers(portal, itemId) : undefined;
  if (service === undefined || !askedBy) return undefined;
  const caller = await callerOfAccount(portal, askedBy, '');
  await overwritable(portal, caller, service.name);
  return caller;
}

/** Runs `act` in a transaction with the key of the source's file; files that came with the call are taken into the store. */
async function withSource<T>(portal: Portal, source: FoundSource, act: (db: Db, fileKey: string) => Promise<T>): Promise<T> {
  if (source.key !== null) {
    const key = source.key;
    return portal.db.transaction().execute((db) => act(db, key));
  }
  const taken = await portal.files.take(source.path, await sizeOf(source.path), '');
  try {
    return await portal.db.transaction().execute(async (db) => {
      await insertStoredFile(db, taken);
      return act(db, taken.key);
    });
  } catch (error) {
    await dropUnlessKept(portal, [taken.key], error);
    throw error;
  }
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path)).size;
}

function enqueue(
  portal: Portal,
  db: Db,
  job: { itemId: string; fileKey: string; source: FoundSource; input: NotedInput; overwrite: boolean; askedBy?: string | null },
): Promise<string> {
  const { itemId, fileKey, source, input } = job;
  return portal.queue.enqueue<PublishPayload>(db, {
    name: PUBLISH_FEATURES,
    subject: itemId,
    owner: input.username,
    payload: {
      itemId,
      fileKey,
      fileName: source.fileName,
      fileType: input.fileType,
      parameters: input.publishParameters,
      ownFile: source.key === null,
      overwrite: job.overwrite,
      ...(job.askedBy === undefined ? {} : { askedBy: job.askedBy }),
    },
  });
}

/** Keeps what was asked for, readable at the item's `info/publishParameters.json`. */
async function keepParameters(portal: Portal, itemId: string, parameters: unknown): Promise<void> {
  const item = await itemById(portal.db, itemId);
  if (item === undefined) return;
  await storeInfoFile(portal, item, { name: 'publishParameters.json', bytes: new TextEncoder().encode(JSON.stringify(parameters)) });
}

function reply(source: FoundSource, jobId: string, itemId: string, url: string): PublishedService {
  return {
    type: 'Feature Service',
    serviceurl: url,
    encodedServiceURL: encodeURI(url),
    size: Number(source.item?.data_bytes ?? -1),
    jobId,
    serviceItemId: itemId,
  };
}
