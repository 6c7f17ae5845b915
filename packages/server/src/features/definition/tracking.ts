// Editor tracking: the fields in which the portal keeps who made and who changed a feature, and when.
import type { EditFields, EditorTracking, ServiceSettings, StoredField } from '../../schema/features.ts';
import type { HostedLayer } from '../layers.rules.ts';
import { addedFields } from './fields.ts';

const OFF: EditorTracking = {
  enableEditorTracking: false,
  enableOwnershipAccessControl: false,
  allowOthersToUpdate: true,
  allowOthersToDelete: true,
  allowOthersToQuery: true,
  allowAnonymousToUpdate: false,
  allowAnonymousToDelete: false,
};

/** The tracking of a service with all its switches; who owns features is only known while editors are tracked. */
export function trackingOf(settings: ServiceSettings): EditorTracking {
  const tracking = { ...OFF, ...settings.editorTrackingInfo };
  return { ...tracking, enableEditorTracking: tracking.enableEditorTracking || tracking.enableOwnershipAccessControl };
}

const NAMES: EditFields = {
  creationDateField: 'CreationDate',
  creatorField: 'Creator',
  editDateField: 'EditDate',
  editorField: 'Editor',
};

/** The layer with fields for its editors, where the service keeps them. */
export function withTracking(settings: ServiceSettings, layer: HostedLayer): HostedLayer {
  if (!trackingOf(settings).enableEditorTracking || layer.definition.editFields !== undefined) return layer;
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
  return { ...layer, fields, definition: { ...layer.definition, editFields } };
}
