// Editor tracking: the fields in which the portal keeps who made and who changed a feature, and when.
import { listed, refuse } from '@graticule/contract/refusals/refusal';
import type { FieldType } from '@graticule/contract/services/layer';
import type { EditFields, EditorTracking, ServiceSettings, StoredField } from '../../schema/features.ts';
import { fieldByName, type HostedLayer } from '../layers.rules.ts';
import { addedFields } from './fields.ts';

const OFF: Readonly<EditorTracking> = {
  enableEditorTracking: false,
  enableOwnershipAccessControl: false,
  allowOthersToUpdate: true,
  allowOthersToDelete: true,
  allowOthersToQuery: true,
  allowAnonymousToUpdate: false,
  allowAnonymousToDelete: false,
};

/** The tracking of a service with all its switches; who owns features is only known while editors are tracked. */
export function trackingOf(settings: ServiceSettings): Readonly<EditorTracking> {
  // Asked at every request; most services have none.
  if (settings.editorTrackingInfo === undefined) return OFF;
  const tracking = { ...OFF, ...settings.editorTrackingInfo };
  return { ...tracking, enableEditorTracking: tracking.enableEditorTracking || tracking.enableOwnershipAccessControl };
}

const NAMES: EditFields = {
  creationDateField: 'CreationDate',
  creatorField: 'Creator',
  editDateField: 'EditDate',
  editorField: 'Editor',
};

/** Fields of editor tracking that somebody names, all or some. */
type NamedFields = { [Key in keyof EditFields]?: string | null | undefined };

/**
 * The layer with fields for its editors, where the service keeps them: those that `named` says, where the layer has all four, as definitions
 * have that are copied from another service; those of before tracking was switched off; else new ones. Where the service does not keep them, what
 * was in them stays, and they are fields like all others.
 */
export function withTracking(settings: ServiceSettings, layer: HostedLayer, named?: NamedFields | null): HostedLayer {
  const { editFields: present, pastEditFields, ...definition } = layer.definition;
  if (!trackingOf(settings).enableEditorTracking) {
    if (present === undefined) return layer;
    return { ...layer, fields: withEditable(layer.fields, present, true), definition: { ...definition, pastEditFields: present } };
  }
  if (present !== undefined) return layer;
  const copied = copiedFields(layer, named ?? pastEditFields ?? {});
  if (copied !== undefined) {
    return { ...layer, fields: withEditable(layer.fields, copied, false), definition: { ...definition, editFields: copied } };
  }
  const taken = new Set(layer.fields.map((field) => field.name.toLowerCase()));
  const free = (name: string): string => {
    let candidate = name;
    for (let n = 1; taken.has(candidate.toLowerCase()); n++) candidate = `${name}_${n}`;
    return candidate;
  };
  const editFields: EditFields = {
    creationDateField: free(NAMES.creationDateField),
    creatorField: free(NAMES.creatorField),
    editDateField: free(NAMES.editDateField),
    editorField: free(NAMES.editorField),
  };
  const date = (name: string, alias: string) => ({ name, alias, type: 'esriFieldTypeDate' as const, editable: false });
  const text = (name: string, alias: string) => ({ name, alias, type: 'esriFieldTypeString' as const, length: 128, editable: false });
  const fields: StoredField[] = addedFields(layer.fields, [
    date(editFields.creationDateField, 'Creation date'),
    text(editFields.creatorField, 'Creator'),
    date(editFields.editDateField, 'Edit date'),
    text(editFields.editorField, 'Editor'),
  ]);
  return { ...layer, fields, definition: { ...definition, editFields } };
}

/** The tracking fields that are told of a layer: none where a view hides one of them. */
export function toldEditFields(layer: HostedLayer): EditFields | null {
  const { editFields } = layer.definition;
  return editFields !== undefined && Object.values(editFields).every((name: string) => fieldByName(layer, name) !== undefined)
    ? editFields
    : null;
}

/**
 * Checks what a change says of the tracking fields. They are chosen once, when a layer begins to be tracked, because other ones would know nothing
 * of the features so far; and tracking is switched for all layers of a service.
 * @throws INVALID_PARAMETER for anything but what is so already
 */
export function requireSameEditFields(layer: HostedLayer, named: NamedFields | null | undefined): void {
  if (named === undefined) return;
  const { editFields } = layer.definition;
  const wishes = Object.entries({ ...named }).filter(([key, name]) => key in NAMES && name);
  const isKept = ([key, name]: [string, unknown]): boolean =>
    editFields?.[key as keyof EditFields].toLowerCase() === String(name).toLowerCase();
  if (editFields === undefined && wishes.length > 0) throw refuse('editors-not-tracked');
  if (!wishes.every(isKept)) throw refuse('editor-fields', { fields: listed(Object.values(editFields ?? {})) });
  if (named === null && toldEditFields(layer) !== null) throw refuse('editors-tracked');
}

/** The fields, where people may fill those of the editors or may not. */
function withEditable(fields: readonly StoredField[], editFields: EditFields, editable: boolean): StoredField[] {
  const names = new Set<string>(Object.values(editFields));
  return fields.map((field) => (names.has(field.name) ? { ...field, editable } : field));
}

/** The named fields in their own spelling, if the layer has all four with the types that editors need. */
function copiedFields(layer: HostedLayer, named: NamedFields): EditFields | undefined {
  const field = (name: string | null | undefined, type: FieldType): string | undefined => {
    const found = name ? fieldByName(layer, name) : undefined;
    return found?.type === type && !found.domain ? found.name : undefined;
  };
  const creationDateField = field(named.creationDateField, 'esriFieldTypeDate');
  const creatorField = field(named.creatorField, 'esriFieldTypeString');
  const editDateField = field(named.editDateField, 'esriFieldTypeDate');
  const editorField = field(named.editorField, 'esriFieldTypeString');
  if (!creationDateField || !creatorField || !editDateField || !editorField) return undefined;
  const all = new Set([creationDateField, creatorField, editDateField, editorField]);
  return all.size === 4 ? { creationDateField, creatorField, editDateField, editorField } : undefined;
}
