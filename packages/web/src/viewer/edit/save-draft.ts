// Reads features for editing, saves them unless somebody else changed the same meanwhile, deletes them, and takes that back.
import { listAttachments } from '@graticule/contract/services/attachments';
import { applyEdits, queryLayer } from '@graticule/contract/services/feature-server';
import type { WireFeature, WireField } from '@graticule/contract/services/layer';
import { errorOfEdit, toApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import type { CellValue } from '../../features/cell-text.ts';
import { editAsSeen, lookAt, requireSuccess } from '../../features/edit-as-seen.ts';
import { isTypedField } from '../../features/edit-rights.ts';
import { geometryOf } from '../../map/edit/esri-shape.ts';
import { type Draft, typedAttributes } from './draft.ts';
import type { EditableLayer } from './editable-layer.ts';

type Target = Pick<EditableLayer, 'service' | 'layer' | 'frame'>;
type Attributes = Record<string, string | number | null>;

/** What is to be changed of a feature. */
interface Changes {
  attributes: Attributes;
  geometry?: Record<string, unknown> | null;
}

/** Somebody else changed the same meanwhile, or deleted the feature. */
export class ChangedByOthers extends Error {
  override readonly name = 'ChangedByOthers';
  /** As it is now; undefined when it is gone. */
  readonly now: WireFeature | undefined;
  /** Fields that both changed, with the value that stands there now. */
  readonly fields: readonly { field: WireField; theirs: CellValue }[];
  /** Both changed the shape. */
  readonly hasShape: boolean;
  /** Who changed it last, where the layer tells. */
  readonly editor: string | undefined;

  constructor(now: WireFeature | undefined, fields: ChangedByOthers['fields'], hasShape: boolean, editor?: string) {
    super('Somebody else changed the feature.');
    this.now = now;
    this.fields = fields;
    this.hasShape = hasShape;
    this.editor = editor;
  }
}

/** Something that was saved, so that it can be taken back. */
export type DoneEdit =
  | { kind: 'add'; target: EditableLayer; after: WireFeature }
  | { kind: 'update'; target: EditableLayer; before: WireFeature; after: WireFeature }
  | { kind: 'delete'; target: EditableLayer; before: WireFeature };

const addressOf = ({ service, layer }: Target) => ({ service, layer: String(layer.id) });

export const objectIdOf = ({ layer }: Pick<Target, 'layer'>, feature: WireFeature): number =>
  Number(feature.attributes[layer.objectIdField]);

/** The whole feature with heights and measures, in the reference system in which it is sent back; undefined when it is gone. */
export async function readFeature(target: Target, objectId: number): Promise<WireFeature | undefined> {
  return lookAt(target, objectId, wholeOf(target));
}

const wholeOf = ({ frame }: Target) => ({ outFields: '*', outSR: String(frame.wkid), returnGeometry: true, returnZ: true, returnM: true });

type Geometry = Readonly<Record<string, unknown>> | null | undefined;

/** All numbers of a geometry in their order. */
const numbersOf = (geometry: Geometry): unknown[] => {
  const { x, y, z, m, points, paths, rings } = geometry ?? {};
  return [x, y, z, m, points, paths, rings].filter((part) => part !== undefined).flat(3);
};

/** Whether two geometries are the same to the millimetre. */
export function sameGeometry(a: Geometry, b: Geometry, { frame }: Pick<Target, 'frame'>): boolean {
  const [one, other] = [numbersOf(a), numbersOf(b)];
  const slack = frame.wkid === 4326 ? 2e-8 : 2e-3;
  return one.length === other.length && one.every((value, i) => value === other[i] || Math.abs(Number(value) - Number(other[i])) <= slack);
}

/**
 * What stands against a change of what was read: the same field or the shape is another one now, or the feature is gone. What others changed
 * beside it stays as they wrote it, since only what was changed is sent.
 */
export function conflictOf(
  target: Target,
  read: WireFeature,
  now: WireFeature | undefined,
  { attributes, geometry }: Changes,
): ChangedByOthers | undefined {
  if (!now) return new ChangedByOthers(undefined, [], false);
  const fields = target.layer.fields.flatMap((field) => {
    const [mine, theirs, before] = [attributes[field.name], now.attributes[field.name] ?? null, read.attributes[field.name] ?? null];
    return mine !== undefined && theirs !== before && theirs !== mine ? [{ field, theirs }] : [];
  });
  // what stands there already needs no question: an earlier try may have been saved, and only its answer was lost
  const hasShape =
    geometry !== undefined &&
    !sameGeometry(read.geometry, now.geometry, target) &&
    (geometry === null || !sameGeometry(geometry, now.geometry, target));
  if (fields.length === 0 && !hasShape) return undefined;
  const editorField = (target.layer.editFieldsInfo as { editorField?: string } | null | undefined)?.editorField;
  const editor = editorField === undefined ? undefined : now.attributes[editorField];
  return new ChangedByOthers(now, fields, hasShape, typeof editor === 'string' && editor !== '' ? editor : undefined);
}

/** The same words as the portal has for an id that is there already: an earlier try was saved and only its answer was lost. */
const IN_USE = /global id is in use/i;

/** Adds a feature under an id of its own, once however often it is sent; gives its object id. */
async function addOnce(target: Target, globalId: string, feature: Changes): Promise<number> {
  const attributes = { ...feature.attributes, [target.layer.globalIdField]: globalId };
  const adds = [{ attributes, ...(feature.geometry ? { geometry: feature.geometry } : {}) }];
  const { addResults } = await call(applyEdits, { ...addressOf(target), adds, useGlobalIds: true, rollbackOnFailure: true });
  const [result] = addResults;
  if (result?.success || !IN_USE.test(result?.error?.description ?? '')) return requireSuccess(result).objectId;
  const { features } = await call(queryLayer, {
    ...addressOf(target),
    globalIds: globalId,
    outFields: target.layer.objectIdField,
    returnGeometry: false,
  });
  const [there] = features;
  if (!there) throw errorOfEdit(result);
  return objectIdOf(target, there);
}

/** Edits a feature of which the person knows the state `before`. @throws ChangedByOthers, ApiError */
async function editKnown(target: Target, before: WireFeature, changes: Changes, isDeleted = false): Promise<WireFeature> {
  const check = (now: WireFeature | undefined) => {
    const conflict = conflictOf(target, before, now, changes);
    if (conflict) throw conflict;
    return now ?? before;
  };
  return editAsSeen(target, objectIdOf(target, before), { look: wholeOf(target), check, edit: isDeleted ? 'delete' : { change: changes } });
}

/** Saves; over what others wrote meanwhile where the person has `seen` that, and over nothing newer. @throws ChangedByOthers, ApiError */
export async function saveDraft(target: EditableLayer, draft: Draft, seen?: WireFeature): Promise<DoneEdit> {
  const attributes = typedAttributes(target, draft);
  if (!attributes) throw new Error('Values that do not fit are not saved');
  const { read, globalId } = draft;
  const isSent = draft.isReshaped || read === undefined;
  const changes = {
    attributes,
    ...(isSent && draft.shape.parts.flat().length > 0 ? { geometry: geometryOf(draft.shape, target.frame) } : {}),
  };
  let objectId: number;
  if (read) {
    await editKnown(target, seen ?? read, changes);
    objectId = objectIdOf(target, read);
  } else objectId = await addOnce(target, globalId ?? '', changes);
  // rows may be hidden from those who added them, and others may be quick
  const after = (await readFeature(target, objectId)) ?? { attributes: { [target.layer.objectIdField]: objectId }, geometry: null };
  return read ? { kind: 'update', target, before: read, after } : { kind: 'add', target, after };
}

/** How many files a feature has, which are gone with it; none where the feature is gone, which is told when it is to be deleted. */
export async function countFiles(target: EditableLayer, objectId: number): Promise<number> {
  if (target.layer.hasAttachments !== true) return 0;
  try {
    return (await call(listAttachments, { ...addressOf(target), objectId: String(objectId) }, { quiet: true })).attachmentInfos.length;
  } catch (error) {
    if (toApiError(error).status === 404) return 0;
    throw error;
  }
}

/** Deletes a feature as it was read, or as the person has `seen` it since: one that others changed stays. @throws ChangedByOthers, ApiError */
export async function deleteFeature(target: EditableLayer, read: WireFeature, seen = read): Promise<DoneEdit> {
  const before = await editKnown(target, seen, everythingOf(target, seen), true);
  return { kind: 'delete', target, before };
}

/** Every value that people type, and the shape: all of it stands against a deletion. */
function everythingOf({ layer }: Target, { attributes, geometry }: WireFeature): Changes {
  const typed = layer.fields.filter(isTypedField).map(({ name }) => [name, attributes[name] ?? null] as const);
  return { attributes: Object.fromEntries(typed), geometry: geometry ?? null };
}

const placed = (target: Target, geometry: WireFeature['geometry']) =>
  geometry ? { ...geometry, spatialReference: { wkid: target.frame.wkid } } : null;

/** Takes an edit back. A deleted feature comes back with its global id and without files. @throws ChangedByOthers, ApiError */
export async function takeBack(edit: DoneEdit): Promise<void> {
  const { target } = edit;
  if (edit.kind === 'add') return void (await deleteFeature(target, edit.after));
  const { attributes, geometry } = edit.before;
  const own = (name: string): boolean => target.layer.fields.some((field) => field.name === name && isTypedField(field));
  if (edit.kind === 'delete') {
    const all = Object.fromEntries(
      Object.entries(attributes).filter(([name]) => target.layer.fields.some((field) => field.name === name && field.editable !== false)),
    );
    await addOnce(target, String(attributes[target.layer.globalIdField]), { attributes: all, geometry: placed(target, geometry) });
    return;
  }
  const changed = Object.entries(attributes).filter(([name, value]) => own(name) && value !== (edit.after.attributes[name] ?? null));
  const isMoved = !sameGeometry(geometry, edit.after.geometry, target);
  const changes = { attributes: Object.fromEntries(changed), ...(isMoved ? { geometry: placed(target, geometry) } : {}) };
  await editKnown(target, edit.after, changes);
}
