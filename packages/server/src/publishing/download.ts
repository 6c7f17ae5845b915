// Sends layers as a file while it is made: nothing is stored, and memory does not grow with the rows.
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { refuse } from '@graticule/contract/refusals/refusal';
import { FormatError } from '@graticule/geo/formats/format-reader';
import { type KnownReference, normaliseSpatialReference, parseSpatialReference } from '@graticule/geo/project/spatial-reference';
import { languageOfJob, mediaTypeOf, sayingIn } from '../content/index.ts';
import { type ExportQuery, exportFilter, type HostedLayer, type HostedService, keepTables, referenceTextOf } from '../features/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { requireDiskRoom } from '../platform/files/disk-room.ts';
import { Places } from '../platform/places.ts';
import { writtenLanguage } from '../platform/words.ts';
import { type ExportFormat, prjText, requireExportFormat } from './export-formats.ts';
import { requireFitting } from './export-limits.ts';
import { exportFileName } from './export-names.ts';
import { leftOutOf, readyLayers, requireExport, targetSrid, writtenLayer } from './export-source.ts';
import type { ExportTask } from './export-task.ts';
import { transfer } from './transfer.ts';

/** What a client sends: conditions as in queries, the same for every layer. */
export interface DownloadInput extends ExportQuery {
  id: string;
  exportFormat: string;
  /** Numbers of the layers; all when absent. */
  layers?: string[];
  targetSR?: string;
  /** Of what is told in the file; that which the request asks for without it. */
  culture?: string;
}

/** A file on its way. */
export interface Download {
  fileName: string;
  mediaType: string;
  body: Readable;
}

/** Downloads at a time: of one caller, of all visitors together, and in all. Some places are for people who are signed in. */
const MAX_OF_CALLER = 3;
const MAX_OF_VISITORS = 8;
const MAX_IN_ALL = 12;
const places = new Places(MAX_OF_CALLER, MAX_IN_ALL);
const ofVisitors = new Places(MAX_OF_CALLER, MAX_OF_VISITORS);

/** Formats that are written to the disk first are for at most so many rows, and so much time: their sender waits meanwhile. */
export const downloadLimits = { preparedRows: 300_000, preparingMs: 600_000 };

/**
 * Begins a download; with `isHead` nothing of the file is made.
 * @throws INVALID_PARAMETER, INVALID_QUERY, LAYER_NOT_FOUND, ITEM_NOT_FOUND, FORBIDDEN, TOO_MANY_ROWS, TOO_MANY_REQUESTS
 */
export async function downloadExport(portal: Portal, caller: Caller, input: DownloadInput, isHead = false): Promise<Download> {
  const format = requireExportFormat(portal, input.exportFormat);
  const { item, service } = await requireExport(portal, caller, input.id);
  // Reading the conditions and counting the rows costs something too.
  const done = enter(caller);
  try {
    const { fileName, task, layers } = await taskOf(portal, caller, { input, format, title: item.title, service });
    const mediaType = mediaTypeOf(fileName);
    if (isHead) {
      done();
      return { fileName, mediaType, body: Readable.from([]) };
    }
    // Layers that are replaced meanwhile are sent as they were.
    const release = await keepTables(portal, layers);
    const body = await madeBody(format, task, caller).catch(async (error: unknown) => {
      await release();
      throw error;
    });
    body.once('close', () => {
      done();
      void release();
    });
    body.on('error', (error) => portal.log.warn({ err: error }, 'a download ended early'));
    return { fileName, mediaType, body };
  } catch (error) {
    done();
    throw error;
  }
}

async function madeBody(format: ExportFormat, task: ExportTask, caller: Caller): Promise<Readable> {
  return format.pieces === undefined ? prepared(format, task, caller) : transfer(format.pieces(task));
}

/** What is to be written, once it is known to fit the format. */
async function taskOf(
  portal: Portal,
  caller: Caller,
  { input, format, title, service }: { input: DownloadInput; format: ExportFormat; title: string; service: HostedService },
): Promise<{ fileName: string; task: ExportTask; layers: HostedLayer[] }> {
  const layers = readyLayers(service, input.layers && new Set(input.layers.map(layerNumber)));
  if (layers.length > 1 && !format.manyLayers) {
    throw refuse('export-single', { parameter: 'layers', format: format.name });
  }
  for (const layer of layers) {
    await exportFilter(portal, layer, input);
    // Others get their turn between the layers: a condition may be long.
    await setImmediate();
  }
  const username = caller.username ?? '';
  await requireFitting(
    portal,
    format,
    layers.map((layer) => ({ layer, query: input })),
    { username, ...(format.pieces === undefined ? { mostPrepared: downloadLimits.preparedRows } : {}) },
  );
  const srid = format.srid ?? (await targetSrid(portal, service, referenceIn(input.targetSR)));
  const wanted = { query: input, srid, username, globalIds: format.keepsGlobalIds === true };
  const wkt = await referenceTextOf(portal, srid);
  const task: ExportTask = {
    title,
    layers: layers.map((layer) => writtenLayer(portal, layer, wanted)),
    path: portal.files.receivingPath(),
    scratchDir: portal.files.receivingPath(),
    srid,
    referenceText: prjText(srid, wkt),
    wkt,
    leftOut: leftOutOf(layers),
    say: await sayingIn(writtenLanguage(input.culture) ?? (await languageOfJob(portal, caller))),
    geodatabaseProgram: portal.geodatabaseProgram,
  };
  const single = layers.length === 1 && service.layers.length > 1 ? layers[0]?.name : undefined;
  return { fileName: exportFileName(single ?? title, format), task, layers };
}

const layerNumber = (part: string): number => (/^\d{1,9}$/.test(part.trim()) ? Number(part) : -1);

function referenceIn(given: string | undefined): KnownReference | null {
  if (given === undefined || given.trim() === '') return null;
  const reference = normaliseSpatialReference(parsed(given));
  if (reference === null) throw refuse('system-none', { parameter: 'targetSR' });
  return reference;
}

function parsed(given: string): ReturnType<typeof parseSpatialReference> {
  try {
    return parseSpatialReference(given);
  } catch (cause) {
    throw refuse('system-none', { parameter: 'targetSR' }, { cause });
  }
}

/** Counts a download; the function given back ends it. @throws TOO_MANY_REQUESTS */
function enter({ username, address }: Caller): () => void {
  if (username !== null) return places.take(`user ${username}`);
  const leave = ofVisitors.take(address);
  try {
    const leaveAll = places.take(`address ${address}`);
    return () => {
      leave();
      leaveAll();
    };
  } catch (error) {
    leave();
    throw error;
  }
}

/** Writes the whole file, then reads it; it is gone once it was sent. Stops when nobody waits for it any more, or it takes too long. */
async function prepared(format: ExportFormat, task: ExportTask, { gone }: Caller): Promise<Readable> {
  const clear = async (): Promise<void> => {
    await rm(task.path, { force: true });
    await rm(task.scratchDir, { recursive: true, force: true });
  };
  const stop = new AbortController();
  const leave = (): void => stop.abort();
  const timer = setTimeout(leave, downloadLimits.preparingMs);
  gone?.addEventListener('abort', leave, { once: true });
  const layers = task.layers.map((layer) => ({ ...layer, rows: () => untilStopped(layer.rows(), stop.signal) }));
  try {
    await format.write({ ...task, layers, signal: stop.signal, requireRoom: () => requireDiskRoom(dirname(task.path), 0) });
  } catch (error) {
    await clear();
    if (stop.signal.aborted) throw refuse('download-slow', { minutes: downloadLimits.preparingMs / 60_000 }, { cause: error });
    if (error instanceof FormatError) {
      throw refuse('export-format-unfit', { why: error.message }, { reasons: [error.sentence], cause: error });
    }
    throw error;
  } finally {
    clearTimeout(timer);
    gone?.removeEventListener('abort', leave);
  }
  const file = createReadStream(task.path);
  file.once('close', () => void clear());
  const body = transfer(file);
  // Also where nobody read any of it.
  body.once('close', () => file.destroy());
  return body;
}

async function* untilStopped<T>(rows: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  for await (const batch of rows) {
    signal.throwIfAborted();
    yield batch;
  }
}
