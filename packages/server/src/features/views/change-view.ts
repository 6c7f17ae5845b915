// Changes to what a view layer shows: its condition, its area, and which fields.
import { isDeepStrictEqual } from 'node:util';
import { fail } from '@graticule/contract/errors';
import { itemById, mayDo } from '../../content/index.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db } from '../../platform/db/database.ts';
import type { LayerDefinition, StoredField, ViewArea } from '../../schema/features.ts';
import { lockService } from '../definition/definition.store.ts';
import type { HostedLayer } from '../layers.rules.ts';
import { serviceOfItem } from '../services.store.ts';
import { makeView, readFilter } from './view-parts.ts';
import { measureView, updateViewRows } from './view-table.store.ts';

/** What a change says about a view. */
export interface ViewChange {
  condition?: string | null | undefined;
  area?: ViewArea | null | undefined;
  fields?: readonly { name: string; visible?: boolean | undefined }[] | null | undefined;
}

/** The fields that a view shows after a change: `visible` takes fields out and brings them back. */
export function fieldsAfter(layer: HostedLayer, change: ViewChange): StoredField[] {
  if (layer.view === undefined) return layer.fields;
  const said = new Map((change.fields ?? []).map((one) => [one.name.toLowerCase(), one.visible]));
  return layer.view.fields.flatMap((field) => {
    const shown = layer.fields.find((one) => one.column === field.column);
    const wish = said.get(field.name.toLowerCase());
    const fixed = field.type === 'esriFieldTypeOID' || field.type === 'esriFieldTypeGlobalID';
    if (fixed || wish === true || (wish === undefined && shown !== undefined)) return [shown ?? field];
    return [];
  });
}

/** Drawing, pop-ups and templates that name what the view does not show any more go. */
export function withoutHidden(layer: HostedLayer, definition: LayerDefinition, fields: readonly StoredField[]): LayerDefinition {
  const hidden = (layer.view?.fields ?? [])
    .filter((field) => !fields.some((one) => one.column === field.column))
    .map((field) => field.name);
  if (hidden.length === 0) return definition;
  const names = new Set(hidden.map((name) => name.toLowerCase()));
  const tells = (value: unknown): boolean => {
    const text = JSON.stringify(value ?? null).toLowerCase();
    return [...names].some((name) => new RegExp(`(?<![a-z0-9_])${name.replaceAll(/[^a-z0-9_]/g, '')}(?![a-z0-9_])`).test(text));
  };
  const kept = Object.entries(definition).filter(([key, value]) => {
    if (['drawingInfo', 'popupInfo', 'templates', 'types', 'typeIdField', 'displayField', 'timeInfo', 'relationships'].includes(key))
      return !tells(value);
    return true;
  });
  return Object.fromEntries(kept);
}

/** Whether the caller administers what a view shows: its owner does, and those who may change the items of others. */
export async function administersSource(db: Db, caller: Caller, { view }: HostedLayer): Promise<boolean> {
  const item = view && (await itemById(db, view.itemId));
  return item !== undefined && mayDo(caller, { ...item, visible: true, group_update: false }, 'update');
}

/**
 * Makes the view show what its rows say, in the caller's transaction.
 * @param isOfSource whether the caller administers the source: nobody else decides what is shown of it
 * @throws INVALID_PARAMETER, VIEW_OF_OTHERS
 */
export async function rebuildView(
  db: Db,
  layer: HostedLayer,
  fields: readonly StoredField[],
  { change, isOfSource }: { change: ViewChange; isOfSource: boolean },
): Promise<void> {
  if (layer.view === undefined) return;
  const { condition = layer.view.condition, area = layer.view.area } = change;
  const sameFields =
    fields.length === layer.fields.length && fields.every((field) => layer.fields.some((one) => one.column === field.column));
  if (sameFields && condition === layer.view.condition && isDeepStrictEqual(area, layer.view.area)) return;
  if (!isOfSource) throw fail('VIEW_OF_OTHERS');
  const { itemId, layerId } = layer.view;
  // Its features may be replaced at this moment, which gives it another table.
  await lockService(db, itemId);
  const source = (await serviceOfItem(db, itemId))?.layers.find((one) => one.id === layerId);
  if (source === undefined) throw new Error('A view lost its source.');
  await makeView(db, { table: layer.table, fields: [...fields] }, source, readFilter(source, condition, area));
  await updateViewRows(db, layer, { condition, area });
  await measureView(db, layer);
}
