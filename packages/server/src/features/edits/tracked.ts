// What editor tracking adds to edits: who and when, and whose features may be touched.
import { refuse } from '@graticule/contract/refusals/refusal';
import type { Caller } from '../../platform/caller.ts';
import type { EditorTracking, StoredField } from '../../schema/features.ts';
import { trackingOf } from '../definition/tracking.ts';
import { type HostedLayer, type HostedService, keptField } from '../layers.rules.ts';
import type { Edit, NewValue } from './edit.ts';
import { mayEditFully } from './edits.rules.ts';

/** The edit with the values that the portal keeps itself. */
export function tracked<E extends Edit>(layer: HostedLayer, edit: E, caller: Caller, now: Date): E {
  const { editFields } = layer.definition;
  if (edit.kind === 'delete' || editFields === undefined) return edit;
  const kept = edit.kind === 'add' ? creationValues(layer, caller, now) : changeValues(layer, caller, now);
  return { ...edit, values: [...edit.values, ...kept] };
}

/** Somebody who edits. */
type Editor = Pick<Caller, 'username'>;

/** The values of a new feature. */
export function creationValues(layer: HostedLayer, caller: Editor, now: Date): NewValue[] {
  const { editFields } = layer.definition;
  if (editFields === undefined) return [];
  const made = trackingValues(layer, [editFields.creationDateField, editFields.creatorField], caller, now);
  return [...made, ...changeValues(layer, caller, now)];
}

/** The values for a change that is no single edit. */
export function changeValues(layer: HostedLayer, caller: Editor, now: Date): NewValue[] {
  const { editFields } = layer.definition;
  return editFields === undefined ? [] : trackingValues(layer, [editFields.editDateField, editFields.editorField], caller, now);
}

function trackingValues(layer: HostedLayer, [date, name]: [string, string], caller: Editor, now: Date): NewValue[] {
  const values: NewValue[] = [];
  const when = keptField(layer, date);
  const who = keptField(layer, name);
  if (when !== undefined) values.push({ field: when, value: now.getTime() });
  if (who !== undefined) values.push({ field: who, value: caller.username ?? '' });
  return values;
}

/** The features that the caller may change or delete where people may only touch their own; null for all. @throws FORBIDDEN where owners are not known */
export function ownFeaturesOnly(
  caller: Caller,
  target: { item: { owner: string; org_id: string | null }; service: HostedService; layer: HostedLayer },
  what: 'allowOthersToUpdate' | 'allowOthersToDelete',
): { field: StoredField; username: string } | null {
  const tracking: EditorTracking = trackingOf(target.service.settings);
  if (!tracking.enableOwnershipAccessControl || tracking[what] || mayEditFully(caller, target.item)) return null;
  const field = keptField(target.layer, target.layer.definition.editFields?.creatorField ?? '');
  // Nobody knows whose the features are: then nobody changes those of others.
  if (field === undefined) throw refuse('edit-owners-unknown', { layer: target.layer.name });
  return { field, username: caller.username ?? '' };
}
