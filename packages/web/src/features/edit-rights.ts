// Who may change the rows of a layer; the portal decides the same again.
import type { Item } from '@graticule/contract/content/item';
import type { LayerInfo, WireField } from '@graticule/contract/services/layer';
import { administers } from '../api/administers.ts';
import type { Session } from '../api/session.ts';
import { isOwner } from '../item-actions/item-rights.ts';
import { kindOf } from './field-kinds.ts';

type Who = Pick<Session, 'user' | 'can'>;
type Edited = Pick<Item, 'owner'> & { orgId?: string | null | undefined };

/** What a person may do with the features of a layer. */
export interface EditRights {
  create: boolean;
  update: boolean;
  remove: boolean;
  /** Why none of it: nobody is signed in, the layer is not edited, the role does not allow it. */
  why?: 'sign-in' | 'layer' | 'role';
}

/** Which edits the owner of a service leaves to people who are not signed in. */
export interface VisitorRights {
  /** Adding counts as changing. */
  update: boolean;
  remove: boolean;
}

/** What a service says about visitors. */
export function visitorRights({ editorTrackingInfo }: Readonly<Record<string, unknown>>): VisitorRights {
  const tracking = (editorTrackingInfo ?? {}) as Readonly<Record<string, unknown>>;
  return { update: tracking.allowAnonymousToUpdate === true, remove: tracking.allowAnonymousToDelete === true };
}

const ALL: EditRights = { create: true, update: true, remove: true };
const NONE = { create: false, update: false, remove: false };

/** Owners and those with full editing in the organisation may do everything; others what the layer allows, with the right to edit or as its visitors. */
export function editRights(item: Edited, layer: Partial<Pick<LayerInfo, 'capabilities'>>, who: Who, visitors?: VisitorRights): EditRights {
  if (isOwner(item, who) || administers(item, 'features:user:fullEdit', who)) return ALL;
  // Services of others may say nothing of it.
  const allowed = (layer.capabilities ?? '').split(',').map((word) => word.trim());
  // `Editing` alone stands for every edit, beside others for no more than these.
  const all = allowed.includes('Editing') && !allowed.some((word) => ['Create', 'Update', 'Delete'].includes(word));
  const rights = {
    create: all || allowed.includes('Create'),
    update: all || allowed.includes('Update'),
    remove: all || allowed.includes('Delete'),
  };
  if (!rights.create && !rights.update && !rights.remove) return { ...NONE, why: 'layer' };
  if (!who.user && visitors && (visitors.update || visitors.remove)) {
    const { create, update, remove } = rights;
    return { create: create && visitors.update, update: update && visitors.update, remove: remove && visitors.remove };
  }
  if (!who.user) return { ...NONE, why: 'sign-in' };
  return who.can('features:user:edit') ? rights : { ...NONE, why: 'role' };
}

/** What of the features of others a layer may keep from its editors. */
type OfOthers = 'allowOthersToUpdate' | 'allowOthersToDelete';
type Owning = Partial<Pick<LayerInfo, 'ownershipBasedAccessControlForFeatures' | 'editFieldsInfo' | 'fields'>>;

const creatorFieldOf = (layer: Owning): string =>
  (layer.editFieldsInfo as { creatorField?: string } | null | undefined)?.creatorField ?? '';

/** Whether a person changes, or deletes, in a layer only what the same person added. */
export function changesOwnOnly({ item, layer }: { item: Edited; layer: Owning }, what: OfOthers, who: Who): boolean {
  const owned = layer.ownershipBasedAccessControlForFeatures as Record<string, boolean> | null | undefined;
  return owned?.[what] === false && !editRights(item, { capabilities: '' }, who).update;
}

/** Whether a feature belongs to somebody else in a layer where people change only their own. */
export function isOfSomebodyElse(
  place: { item: Edited; layer: Owning },
  attributes: Readonly<Record<string, unknown>>,
  what: OfOthers,
  who: Who,
): boolean {
  if (!changesOwnOnly(place, what, who)) return false;
  // where the field is not shown the portal says it when it is asked to save
  const creator = attributes[creatorFieldOf(place.layer)];
  // what visitors added has an empty name; rows without any were there before names were kept, and are nobody's
  return creator !== undefined && creator !== (who.user?.username ?? '');
}

/** The clause of the rows that a person changes in such a layer; undefined where all are changed, and where the layer does not show whose they are. */
export function ownRowsClause(place: { item: Edited; layer: Owning }, who: Who): string | undefined {
  const field = place.layer.fields?.find(({ name }) => name === creatorFieldOf(place.layer));
  if (field === undefined || !changesOwnOnly(place, 'allowOthersToUpdate', who)) return undefined;
  return `${field.name} = '${(who.user?.username ?? '').replaceAll("'", "''")}'`;
}

/** Whether people set the values of a field: not ids, nor what the portal keeps of who changed a row and when. */
export function isWritable(field: WireField): boolean {
  return field.editable !== false && !/OID|GlobalID/.test(field.type);
}

/** Texts, numbers, dates and coded values; identifiers are not typed into a cell. */
export function isTypedField(field: WireField): boolean {
  if (!isWritable(field)) return false;
  return field.domain?.type === 'codedValue' || kindOf(field) !== 'other';
}

/** Whether a new row needs a value from the person: fields that the portal fills by itself can stay empty. */
export function isRequired(field: WireField): boolean {
  return field.nullable === false && (field.defaultValue === null || field.defaultValue === undefined);
}
