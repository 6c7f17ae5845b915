// Writes the file of an export and gives it to its item. May run twice: a run that was cut short left nothing behind, or the item with its file.
import { rm, stat } from 'node:fs/promises';
import { refuse } from '@graticule/contract/refusals/refusal';
import { FormatError } from '@graticule/geo/formats/format-reader';
import { sentence } from '@graticule/geo/sentence';
import { itemById, mediaTypeOf, requireRoom, sayingIn, updateItemRow } from '../content/index.ts';
import { type HostedService, keepTables, referenceTextOf } from '../features/index.ts';
import { callerOfAccount } from '../identity/index.ts';
import type { Portal } from '../platform/context.ts';
import { violatedUnique } from '../platform/db/errors.ts';
import { dropBytes, dropUnlessKept } from '../platform/files/drop-bytes.ts';
import { insertStoredFile } from '../platform/files/stored-files.store.ts';
import type { JobHandler } from '../platform/queue/queue.ts';
import { EXPORT_LAYERS, type ExportPayload } from './export.ts';
import { type ExportFormat, exportFormatOf, prjText } from './export-formats.ts';
import { exportFileName } from './export-names.ts';
import { exportRoom } from './export-room.ts';
import { leftOutOf, longListsOf, requireExport, writtenLayer } from './export-source.ts';

/** The handler of exports. */
export const exportLayersJob: JobHandler<ExportPayload> = {
  name: EXPORT_LAYERS,
  run: async (portal, payload, run) => {
    // Taken up again when nothing was missing but the note of its end: another file would take the place of this one.
    if ((await itemById(portal.db, payload.itemId))?.status === 'completed') return undefined;
    const format = exportFormatOf(portal, payload.format);
    if (format === undefined) throw refuse('export-item-gone', { format: payload.format });
    const service = await requireStillExportable(portal, payload);
    const found = payload.layers.map(({ id, where }) => ({ where, layer: service.layers.find((one) => one.id === id && one.ready) }));
    const layers = found.flatMap(({ layer, where }) => (layer === undefined ? [] : [{ layer, where }]));
    if (layers.length < payload.layers.length) throw refuse('layer-of-item-gone');
    const total = layers.some(({ where }) => where !== undefined) ? undefined : layers.reduce((sum, { layer }) => sum + layer.rowCount, 0);
    const progress = { done: 0, ...(total === undefined ? {} : { total }) };
    // Archives are packed, other formats made of the first, and the file is taken into the store.
    const finishing = { phase: 'file' } as const;
    const path = portal.files.receivingPath();
    const scratchDir = portal.files.receivingPath();
    const leftOut = leftOutOf(layers.map(({ layer }) => layer));
    const requireRoomLeft = await exportRoom(portal, payload.username, path);
    const release = await keepTables(
      portal,
      layers.map(({ layer }) => layer),
    );
    try {
      const wkt = await referenceTextOf(portal, payload.srid);
      const { textsCut, warnings = [] } = await format.write({
        title: payload.title,
        layers: layers.map(({ layer, where }) =>
          writtenLayer(
            portal,
            layer,
            {
              query: where === undefined ? {} : { where },
              srid: payload.srid,
              username: payload.username,
              globalIds: format.keepsGlobalIds === true,
            },
            async (rows) => {
              progress.done += rows;
              await requireRoomLeft();
              await run.progress({ ...progress, ...(progress.done === total ? finishing : {}) });
            },
          ),
        ),
        path,
        scratchDir,
        srid: payload.srid,
        referenceText: prjText(payload.srid, wkt),
        wkt,
        leftOut,
        say: await sayingIn(payload.language),
        signal: run.signal,
        goesOn: () => run.progress({ ...progress, ...finishing }),
        requireRoom: requireRoomLeft,
        geodatabaseProgram: portal.geodatabaseProgram,
      });
      const measures = format.leavesMeasures === true && layers.some(({ layer }) => layer.hasM);
      const longLists = format.leavesLongLists === true ? longListsOf(layers.map(({ layer }) => layer)) : [];
      const said = [...warnings, ...leftOut, ...longLists, ...(measures ? [sentence('measures-left', { format: format.name })] : [])];
      const report = textsCut > 0 || said.length > 0 ? { report: [{ textsCut, warnings: said }] } : {};
      const told = { ...progress, total: progress.done, ...report };
      await run.progress({ ...told, ...finishing });
      await requireStillExportable(portal, payload);
      await keep(portal, payload, format, path);
      return told;
    } catch (error) {
      if (error instanceof FormatError)
        throw refuse('export-format-unfit', { why: error.message }, { reasons: [error.sentence], cause: error });
      throw error;
    } finally {
      await release();
      await rm(path, { force: true });
      await rm(scratchDir, { recursive: true, force: true });
    }
  },
  onGivenUp: async (portal, payload, message) => {
    // The item is told of in one step with its file: what it says is so.
    if ((await itemById(portal.db, payload.itemId))?.status === 'completed') return {};
    await portal.db.transaction().execute((db) => updateItemRow(db, payload.itemId, { status: 'failed', status_message: message }));
    return undefined;
  },
  essence: ({ itemId, sourceItemId, format, layers }) => ({ itemId, sourceItemId, format, layers: layers.map(({ id }) => ({ id })) }),
};

/** Between the call and its file there may be hours: who lost the right meanwhile gets no rows. @throws FORBIDDEN, ITEM_NOT_FOUND, USER_NOT_FOUND */
async function requireStillExportable(portal: Portal, { sourceItemId, username, askedBy }: ExportPayload): Promise<HostedService> {
  const caller = await callerOfAccount(portal, askedBy ?? username, '');
  return (await requireExport(portal, caller, sourceItemId)).service;
}

/** Gives the file to the item, unless the item was deleted meanwhile. */
async function keep(portal: Portal, payload: ExportPayload, format: ExportFormat, path: string): Promise<void> {
  const item = await itemById(portal.db, payload.itemId);
  if (item === undefined) return;
  const { size } = await stat(path);
  await requireRoom(portal, item.owner, size, { username: item.owner });
  const taken = await portal.files.take(path, size, '');
  const give = (name: string | null): Promise<boolean> =>
    portal.db.transaction().execute(async (db) => {
      const updated = await updateItemRow(db, item.id, {
        name,
        data_kind: name === null ? 'text' : 'file',
        data_key: taken.key,
        data_bytes: size,
        data_type: name === null ? 'application/json' : mediaTypeOf(name),
        status: 'completed',
        status_message: '',
        modified: portal.clock.now(),
      });
      if (updated !== undefined) await insertStoredFile(db, taken);
      return updated !== undefined;
    });
  const name = format.isDocument ? null : exportFileName(payload.title, format);
  try {
    const isKept = await give(name).catch((error: unknown) => {
      // The person has a file of this name already.
      if (violatedUnique(error) === 'item_file_name') return give(exportFileName(payload.title, format, `_${item.id.slice(0, 8)}`));
      throw error;
    });
    if (!isKept) await dropBytes(portal, [taken.key]);
  } catch (error) {
    await dropUnlessKept(portal, [taken.key], error);
    throw error;
  }
}
