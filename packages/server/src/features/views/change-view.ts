// Changes to what a view layer shows: its condition, its area, and which fields.
import { isDeepStrictEqual } from 'node:util';
import { fail } from '@graticule/contract/errors';
import { itemById, mayDo } from '../../content/index.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Db } from '../../platform/db/database.ts';
import type { StoredField, ViewArea } from '../../schema/features.ts';
import { lockService } from '../definition/definition.store.ts';
import { fieldByName, type HostedLayer, type ViewOf } from '../layers.rules.ts';
import { serviceOfItem } from '../services.store.ts';
import { makeView, readFilter, shownFields } from './view-parts.ts';
import { measureView, updateViewRows } from './view-table.store.ts';
import type { ShownField } from './view-wire.ts';

/** What a change says about a view. */
export interface ViewChange {
  condition?: string | null | undefined;
  area?: ViewArea | null | undefined;
  fields?: readonly { name: string; visible?: boolean | undefined }[] | null | undefined;
  /** The fields that it is to show, where the change lists them. */
  listed?: readonly ShownField[] | '*' | undefined;
}

/**
 * The fields that a view shows after a change: `visible` takes fields out and brings them back, and a list that differs from what is shown
 * leaves no others. Whole descriptions say both: what one of the two hides is hidden.
 * @param isOfSource whether the caller administers the source: to nobody else may a refusal tell which fields it has
 * @throws INVALID_PARAMETER for a list that names what the source does not have; VIEW_OF_OTHERS
 */
export function fieldsAfter(layer: HostedLayer, change: ViewChange, isOfSource: boolean): StoredField[] {
  if (layer.view === undefined) return layer.fields;
  if (!isOfSource && namesHidden(layer, change)) throw fail('VIEW_OF_OTHERS');
  const listed = listedColumns(layer, layer.view, change.listed);
  const said = new Map((change.fields ?? []).map((one) => [one.name.toLowerCase(), one.visible]));
  return layer.view.fields.flatMap((field) => {
    const shown = layer.fields.find((one) => one.column === field.column);
    const wish = said.get(field.name.toLowerCase());
    const fixed = field.type === 'esriFieldTypeOID' || field.type === 'esriFieldTypeGlobalID';
    const isShown = listed === undefined ? wish === true || shown !== undefined : listed.has(field.column);
    return fixed || (isShown && wish !== false) ? [shown ?? field] : [];
  });
}

/** Whether a change is to show a field that the view does not have now, be it one of its source or of nothing. */
function namesHidden(layer: HostedLayer, { fields, listed }: ViewChange): boolean {
  const wanted = [...(fields ?? []).filter((one) => one.visible === true), ...(listed === '*' ? [] : (listed ?? []))];
  return wanted.some(({ name }) => fieldByName(layer, name) === undefined);
}

/** The columns of a list of fields; undefined for none, and for one that says what is so already. */
function listedColumns(layer: HostedLayer, { fields }: ViewOf, listed: ViewChange['listed']): ReadonlySet<string> | undefined {
  if (listed === undefined) return undefined;
  const columns = new Set(shownFields({ fields }, listed === '*' ? null : listed).map((field) => field.column));
  const isSaid = columns.size !== layer.fields.length || layer.fields.some((field) => !columns.has(field.column));
  return isSaid ? columns : undefined;
}

/** What a change says of fields, with the aliases of its list where it tells no other. */
export function withListedAliases<T extends { name: string; alias?: string | undefined }>(
  said: readonly T[],
  listed: ViewChange['listed'],
): (T | ShownField)[] {
  const named = new Map((listed === '*' ? [] : (listed ?? [])).map((one) => [one.name.toLowerCase(), one]));
  const told = said.map((one) => {
    const alias = one.alias ?? named.get(one.name.toLowerCase())?.alias;
    named.delete(one.name.toLowerCase());
    return alias === undefined ? one : { ...one, alias };
  });
  return [...told, ...[...named.values()].filter((one) => one.alias !== undefined)];
}

/** Whether the caller administers what a view shows: its owner does, and those who may change the items of others. */
export async function administersSource(db: Db, caller: Caller, { view }: HostedLayer): Promise<boolean> {
  const item = view && (await itemById(db, view.itemId));
  return item !== undefined && mayDo(caller, { ...item, visible: true, group_update: false }, 'update');
}

/**
 * Makes the view show what its rows say, in the caller's transaction. Gives its source where it shows other features now.
 * @param isOfSource whether the caller administers the source: nobody else decides what is shown of it
 * @throws INVALID_PARAMETER, VIEW_OF_OTHERS
 */
export async function rebuildView(
  db: Db,
  layer: HostedLayer,
  fields: readonly StoredField[],
  { change, isOfSource }: { change: ViewChange; isOfSource: boolean },
): Promise<HostedLayer | undefined> {
  if (layer.view === undefined) return undefined;
  const { condition = layer.view.condition, area = layer.view.area } = change;
  const sameFields =
    fields.length === layer.fields.length && fields.every((field) => layer.fields.some((one) => one.column === field.column));
  const sameRows = condition === layer.view.condition && isDeepStrictEqual(area, layer.view.area);
  if (sameFields && sameRows) return undefined;
  if (!isOfSource) throw fail('VIEW_OF_OTHERS');
  const { itemId, layerId } = layer.view;
  // Its features may be replaced at this moment, which gives it another table.
  await lockService(db, itemId);
  const source = (await serviceOfItem(db, itemId))?.layers.find((one) => one.id === layerId);
  if (source === undefined) throw new Error('A view lost its source.');
  await makeView(db, { table: layer.table, fields: [...fields] }, source, readFilter(source, condition, area));
  await updateViewRows(db, layer, { condition, area });
  await measureView(db, layer);
  return sameRows ? undefined : source;
}
