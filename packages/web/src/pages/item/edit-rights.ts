// Who may change the rows of a layer; the portal decides the same again.
import type { Item } from '@graticule/contract/content/item';
import type { LayerInfo, WireField } from '@graticule/contract/services/layer';
import type { Session } from '../../api/session.ts';
import { isOwner } from '../../item-actions/item-rights.ts';
import { kindOf } from './where-clause.ts';

type Who = Pick<Session, 'user' | 'can'>;

/** The owner and those with full editing always; others where the layer allows updates. */
export function mayEditRows(item: Pick<Item, 'owner'>, layer: Pick<LayerInfo, 'capabilities'>, who: Who): boolean {
  if (isOwner(item, who) || who.can('features:user:fullEdit')) return true;
  const allowed = layer.capabilities.split(',').map((word) => word.trim());
  // `Editing` alone stands for every edit, beside others for no more than these.
  const all = allowed.includes('Editing') && !allowed.some((word) => ['Create', 'Update', 'Delete'].includes(word));
  return who.can('features:user:edit') && (all || allowed.includes('Update'));
}

/** Texts, numbers, dates and coded values; identifiers are not typed into a cell. */
export function isTypedField(field: WireField): boolean {
  if (field.editable === false || /OID|GlobalID/.test(field.type)) return false;
  return field.domain?.type === 'codedValue' || kindOf(field) !== 'other';
}
