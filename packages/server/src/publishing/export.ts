// Starts the export of a hosted layer: an item without a file, and the job that writes it.
import type { ExportReply } from '@graticule/contract/content/publishing';
import { automaticKeywords } from '@graticule/contract/item-types/classify';
import { refuse } from '@graticule/contract/refusals/refusal';
import { normaliseSpatialReference } from '@graticule/geo/project/spatial-reference';
import { z } from 'zod';
import { insertItem, languageOfJob, newId, requirePerson, requireRoom, takenOver } from '../content/index.ts';
import { exportFilter, type HostedService } from '../features/index.ts';
import type { Caller } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import type { WrittenLanguage } from '../platform/words.ts';
import { type ExportFormat, requireExportFormat } from './export-formats.ts';
import { requireFitting } from './export-limits.ts';
import { readyLayers, requireExport, targetSrid } from './export-source.ts';
import { reference } from './publish-parameters.ts';

/** Name of the job that writes the file. */
export const EXPORT_LAYERS = 'export-layers';

/** Exports and other work of one person that may wait or run at a time. */
const MAX_UNFINISHED = 50;

/** What the job needs to know. */
export interface ExportPayload {
  itemId: string;
  sourceItemId: string;
  format: string;
  layers: { id: number; where?: string | undefined }[];
  srid: number;
  username: string;
  title: string;
  /** Who asked; whether that person still may is asked again. */
  askedBy?: string;
  /** The language in which the file tells what it does not hold. */
  language?: WrittenLanguage;
}

/** What a client sends. */
export interface ExportInput {
  username: string;
  itemId: string;
  exportFormat: string;
  exportParameters?: unknown;
  title?: string;
}

/** Conditions are as long as those of queries may be, which says their reader. */
const parameters = z.looseObject({
  layers: z
    .array(z.looseObject({ id: z.number().int().min(0), where: z.string().optional().nullable() }))
    .max(100)
    .optional()
    .nullable(),
  targetSR: reference,
});

/**
 * Exports layers to a new item of the person.
 * @throws INVALID_PARAMETER, INVALID_QUERY, LAYER_NOT_FOUND, ITEM_NOT_FOUND, TOO_MANY_REQUESTS, QUOTA_EXCEEDED
 * @throws FORBIDDEN for callers who neither may change the layer nor find the capability `Extract`
 */
export async function exportItem(portal: Portal, caller: Caller, input: ExportInput): Promise<ExportReply> {
  const format = requireExportFormat(portal, input.exportFormat);
  const person = await requirePerson(portal, caller, input.username, 'portal:admin:updateItems');
  const { item: source, service } = await requireExport(portal, caller, input.itemId);
  if ((await portal.queue.unfinished(person.username)) >= MAX_UNFINISHED) throw refuse('jobs-waiting', { most: MAX_UNFINISHED });
  await requireRoom(portal, person.username, 1, caller);
  const { layers, srid } = await readParameters(portal, service, format, {
    given: input.exportParameters,
    username: person.username,
  });
  const itemId = newId();
  const title = (input.title?.trim() || source.title).slice(0, 250);
  const payload: ExportPayload = {
    itemId,
    sourceItemId: source.id,
    format: format.name,
    layers,
    srid,
    username: person.username,
    title,
    askedBy: caller.username ?? person.username,
    language: await languageOfJob(portal, caller),
  };
  const jobId = await portal.db.transaction().execute(async (db) => {
    await insertItem(
      db,
      {
        id: itemId,
        org_id: person.org_id,
        owner: person.username,
        ...takenOver(source, person.username),
        title,
        type: format.itemType,
        auto_keywords: automaticKeywords(format.itemType),
        extent_box: source.extent_box,
        status: 'processing',
      },
      portal.clock.now(),
    );
    return portal.queue.enqueue<ExportPayload>(db, { name: EXPORT_LAYERS, subject: itemId, owner: person.username, payload });
  });
  return { type: format.itemType, size: -1, jobId, exportItemId: itemId, serviceItemId: source.id, exportFormat: format.name };
}

async function readParameters(
  portal: Portal,
  service: HostedService,
  format: ExportFormat,
  { given, username }: { given: unknown; username: string },
): Promise<Pick<ExportPayload, 'layers' | 'srid'>> {
  const result = parameters.safeParse(given ?? {});
  if (!result.success) {
    const issue = result.error.issues[0];
    throw refuse('export-parameters', { where: issue?.path.join('.') ?? '', why: issue?.message ?? '' });
  }
  const wanted = result.data.layers ?? undefined;
  if (wanted !== undefined && new Set(wanted.map(({ id }) => id)).size < wanted.length) throw refuse('export-layer-twice');
  const found = readyLayers(
    service,
    wanted?.map(({ id }) => id),
  );
  const layers = found.map(({ id }, index) => ({ id, where: wanted?.[index]?.where ?? undefined }));
  for (const [index, layer] of found.entries()) await exportFilter(portal, layer, whereOf(layers[index]?.where));
  if (layers.length > 1 && !format.manyLayers) {
    throw refuse('export-single', { parameter: 'exportParameters', format: format.name });
  }
  const conditions = found.map((layer, index) => ({ layer, query: whereOf(layers[index]?.where) }));
  await requireFitting(portal, format, conditions, { username });
  const target = normaliseSpatialReference(result.data.targetSR as { wkid?: number } | null | undefined);
  const chosen = await targetSrid(portal, service, target);
  return { layers, srid: format.srid ?? chosen };
}

function whereOf(where: string | undefined): { where?: string } {
  return where === undefined ? {} : { where };
}
