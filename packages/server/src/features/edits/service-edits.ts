// Edits of several layers of a service, in one transaction.
import { refuse } from '@graticule/contract/refusals/refusal';
import { z } from 'zod';
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import { lookedUpAgain } from '../../platform/db/untangled.ts';
import { checked } from '../definition/service-settings.ts';
import { type GivenEdits, givenEdits } from '../uploads/uploaded-edits.ts';
import { applyWork, type Beside, type LayerWork } from './apply.ts';
import { type EditsOutcome, fileOutcome, outcome, readWork } from './edits.ts';
import { itemsFollow } from './item-follows.ts';
import { requirePossible } from './visitors.ts';

const layerEdits = z.array(
  z.looseObject({
    id: z.number().int().min(0),
    adds: z.array(z.unknown()).nullable().optional(),
    updates: z.array(z.unknown()).nullable().optional(),
    attachments: z.unknown().optional(),
    deletes: z
      .union([z.string(), z.array(z.union([z.string(), z.number()]))])
      .nullable()
      .optional(),
  }),
);

type ServiceEdits = ({ id: number; editMoment?: number } & EditsOutcome)[];
interface Flags {
  useGlobalIds?: boolean;
  rollbackOnFailure?: boolean;
  returnEditMoment?: boolean;
}

/** Applies the edits that a call holds, or those of the upload that it names. @throws MISSING_PARAMETER, and what `editLayers` does */
export async function editGiven(
  portal: Portal,
  caller: Caller,
  service: string,
  { edits, editsUploadId, editsUploadFormat, ...flags }: Omit<GivenEdits, 'service'> & Flags,
): Promise<ServiceEdits> {
  const given = await givenEdits(portal, caller, { service, edits, editsUploadId, editsUploadFormat });
  if (given === undefined) throw refuse('edits-missing');
  return editLayers(portal, caller, service, { ...flags, edits: given });
}

/** Applies the edits of each layer; one failure undoes them all unless each is to stand alone. */
export async function editLayers(
  portal: Portal,
  caller: Caller,
  service: string,
  input: { edits: unknown } & Flags,
  beside?: Beside,
): Promise<ServiceEdits> {
  const given = checked(layerEdits, input.edits, 'edits');
  if (given.length > 100) throw refuse('edits-layers-many', { count: given.length });
  // Without those to delete, which may be a text: they are counted with their layer.
  requirePossible(
    caller,
    given.reduce((sum, { adds, updates }) => sum + (adds?.length ?? 0) + (updates?.length ?? 0), 0),
  );
  const { works, results } = await lookedUpAgain(async () => {
    const read = await readWorks(portal, caller, service, { given, useGlobalIds: input.useGlobalIds });
    return { works: read, results: await applyWork(portal, read, input.rollbackOnFailure !== false, beside) };
  });
  if (results.flat(2).some((result) => result.success)) {
    await itemsFollow(
      portal,
      works.map((work) => work.layer),
    );
  }
  const moment = input.returnEditMoment ? { editMoment: portal.clock.now().getTime() } : {};
  return works.map((work, at) => ({ id: work.layer.id, ...outcome(results[at] ?? []), ...fileOutcome(work), ...moment }));
}

/** The edits of each layer, read and checked. */
async function readWorks(
  portal: Portal,
  caller: Caller,
  service: string,
  { given, useGlobalIds }: { given: z.infer<typeof layerEdits>; useGlobalIds: boolean | undefined },
): Promise<LayerWork[]> {
  const works: LayerWork[] = [];
  for (const { id, adds, updates, deletes, attachments } of given) {
    const part = {
      ...(adds ? { adds } : {}),
      ...(updates ? { updates } : {}),
      ...(attachments ? { attachments } : {}),
      ...(deletes ? { deletes: typeof deletes === 'string' ? deletes : JSON.stringify(deletes) } : {}),
      ...(useGlobalIds === undefined ? {} : { useGlobalIds }),
    };
    works.push(await readWork(portal, caller, { service, layer: String(id) }, part));
  }
  return works;
}
