// Starts the loading of rows into a layer: checks who may, finds the file, and leaves the rest to a job.
import { fail } from '@graticule/contract/errors';
import { refuse } from '@graticule/contract/refusals/refusal';
import type { StartedLoad } from '@graticule/contract/services/append';
import { sentence } from '@graticule/geo/sentence';
import { requireItem, requireRoom } from '../../content/index.ts';
import {
  APPEND_ROWS,
  type LoadOptions,
  type LoadOptionsInput,
  loadTarget,
  readLoadOptions,
  recordLoad,
  serviceUrl,
  sridOf,
  uploadedFile,
  withKeyOf,
} from '../../features/index.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import { dropUnlessKept } from '../../platform/files/drop-bytes.ts';
import { fetchableUrl, fileNameOf } from '../../platform/files/fetched-file.ts';
import { insertStoredFile } from '../../platform/files/stored-files.store.ts';
import { type NoteAnswer, once } from '../../platform/once.ts';
import { formatsOf } from '../open-datasets.ts';
import { readPublishParameters } from '../publish-parameters.ts';
import { featureSetText } from './feature-collection.rules.ts';

/** Loads of one person that may wait or run at a time. */
const MAX_UNFINISHED = 50;

/** What the job needs to know. */
export interface AppendPayload {
  itemId: string;
  /** Empty for a file that the job fetches. */
  fileKey: string;
  /** Where the job fetches the file. */
  sourceUrl?: string;
  fileName: string;
  fileType: string;
  parameters: unknown;
  options: LoadOptions;
  /** The file belongs to the job alone and goes with it. */
  ownFile: boolean;
}

/** What a client sends. */
export interface AppendInput extends LoadOptionsInput {
  service: string;
  layer: string;
  appendItemId?: string;
  appendUploadId?: string;
  sourceUrl?: string;
  edits?: unknown;
  appendUploadFormat?: string;
  appendSourceInfo?: unknown;
  sourceTableName?: string;
  /** The same key gets the same answer: the call may come again after its answer was lost. */
  idempotencyKey?: string;
}

/** A file in the store, text that is to go there, or the address of a file that the job fetches. */
type Source = { key: string; fileName: string } | { text: string; fileName: string } | { url: URL; fileName: string };

/**
 * Starts a load and gives the address of its state.
 * @throws FORBIDDEN, TOKEN_REQUIRED, INVALID_PARAMETER, MISSING_PARAMETER, ITEM_NOT_FOUND, QUOTA_EXCEEDED, TOO_MANY_REQUESTS
 */
export function startAppend(portal: Portal, caller: Caller, input: AppendInput, replace = false): Promise<StartedLoad> {
  const call = `${replace ? 'replace' : 'append'} ${input.service}/${input.layer}`;
  return once(portal, caller, { call, key: input.idempotencyKey }, (note: NoteAnswer<StartedLoad>) =>
    startNow(portal, caller, { input, replace, note }),
  );
}

async function startNow(
  portal: Portal,
  caller: Caller,
  { input, replace, note }: { input: AppendInput; replace: boolean; note: NoteAnswer<StartedLoad> },
): Promise<StartedLoad> {
  const wanted = readLoadOptions(input, replace);
  const target = await loadTarget(portal, caller, input, wanted);
  const options = withKeyOf(target.layer, wanted);
  const username = caller.username ?? '';
  if ((await portal.queue.unfinished(username)) >= MAX_UNFINISHED) throw refuse('jobs-waiting', { most: MAX_UNFINISHED });
  const parameters = sourceParameters(input);
  const source = await findSource(portal, caller, input, sridOf(target.layer));
  // Rows that take the place of others may take less than they.
  if (options.mode === 'append') await requireRoom(portal, target.item.owner, 1, caller);
  const fileType = input.appendUploadFormat ?? ('text' in source ? 'featureCollection' : typeByName(source.fileName));
  formatsOf(fileType);
  const own = 'text' in source;
  if (own) await requireRoom(portal, username, Buffer.byteLength(source.text), { username });
  const stored = own ? await portal.files.put(Buffer.from(source.text)) : undefined;
  try {
    return await portal.db.transaction().execute(async (db) => {
      if (stored !== undefined) await insertStoredFile(db, stored);
      const fileKey = stored?.key ?? ('key' in source ? source.key : '');
      const id = await portal.queue.enqueue<AppendPayload>(db, {
        name: APPEND_ROWS,
        subject: target.service.itemId,
        owner: username,
        payload: {
          itemId: target.service.itemId,
          fileKey,
          ...('url' in source ? { sourceUrl: source.url.href } : {}),
          fileName: source.fileName,
          fileType,
          parameters,
          options,
          ownFile: own,
        },
      });
      await recordLoad(db, id, target, username);
      const started = { statusUrl: `${serviceUrl(caller.baseUrl, target.service.name)}/${target.layer.id}/append/jobs/${id}` };
      await note(db, started);
      return started;
    });
  } catch (error) {
    if (stored !== undefined) await dropUnlessKept(portal, [stored.key], error);
    throw error;
  }
}

/** What the caller says about the file; checked now, so that the call is refused and not the job. */
export function sourceParameters(input: Pick<AppendInput, 'appendSourceInfo' | 'sourceTableName'>): object {
  const given = typeof input.appendSourceInfo === 'object' && input.appendSourceInfo !== null ? input.appendSourceInfo : {};
  const parameters = { ...given, ...(input.sourceTableName === undefined ? {} : { layerNames: [input.sourceTableName] }) };
  readPublishParameters(parameters, 'appendSourceInfo');
  return parameters;
}

async function findSource(portal: Portal, caller: Caller, input: AppendInput, layerSrid: number): Promise<Source> {
  if (input.sourceUrl === undefined && input.edits === undefined) return findStoredSource(portal, caller, input);
  const given = [input.appendItemId, input.appendUploadId, input.edits, input.sourceUrl].filter((one) => one !== undefined);
  if (given.length > 1) throw refuse('load-sources');
  if (input.sourceUrl !== undefined) {
    const url = fetchableUrl(portal, 'sourceUrl', input.sourceUrl);
    return { url, fileName: fileNameOf(url) };
  }
  return { text: featureSetText(input.edits, layerSrid), fileName: 'edits.json' };
}

/** A file that was sent to the service, or that of an item. @throws MISSING_PARAMETER, INVALID_PARAMETER, ITEM_NOT_FOUND, UNREADABLE_FILE */
export async function findStoredSource(
  portal: Portal,
  caller: Caller,
  input: Pick<AppendInput, 'service' | 'appendItemId' | 'appendUploadId'>,
): Promise<{ key: string; fileName: string }> {
  if (input.appendItemId !== undefined && input.appendUploadId !== undefined) throw refuse('load-sources');
  if (input.appendUploadId !== undefined) return uploadedFile(portal, caller, { service: input.service, upload: input.appendUploadId });
  if (input.appendItemId === undefined) throw refuse('load-source-missing');
  const item = await requireItem(portal, caller, input.appendItemId);
  if (item.data_key === null) throw fail('UNREADABLE_FILE', { reasons: [sentence('item-without-file', { title: item.title })] });
  return { key: item.data_key, fileName: item.name ?? item.title };
}

const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    csv: 'csv',
    tsv: 'csv',
    txt: 'csv',
    json: 'geojson',
    geojson: 'geojson',
    geojsonl: 'geojson',
    geojsons: 'geojson',
    ndjson: 'geojson',
    zip: 'shapefile',
    kml: 'kml',
    kmz: 'kml',
    gpx: 'gpx',
    gpkg: 'geoPackage',
    fgb: 'flatgeobuf',
    xlsx: 'excel',
    parquet: 'parquet',
    geoparquet: 'parquet',
  }),
);

/** The kind of a file by its name. @throws MISSING_PARAMETER */
export function typeByName(fileName: string): string {
  if (/\.gdb(\.zip)?$/i.test(fileName)) return 'fileGeodatabase';
  const type = TYPES.get(/\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '');
  if (type === undefined) throw refuse('load-format-missing', { name: fileName.slice(0, 100) });
  return type;
}
