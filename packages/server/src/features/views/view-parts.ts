// What a view leaves of its source, read and checked, and the views of the database kept in step with it.
import { isDeepStrictEqual } from 'node:util';
import type { PortalError } from '@graticule/contract/errors';
import { listed, refuse } from '@graticule/contract/refusals/refusal';
import { type Sentence, sentence } from '@graticule/geo/sentence';
import type { Rights } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import type { StoredField, ViewArea } from '../../schema/features.ts';
import { lockService, updateLayerSchema } from '../definition/definition.store.ts';
import { definitionWithout } from '../definition/definition-without.rules.ts';
import { layerScope } from '../layer-scope.ts';
import { type FieldsGone, type HostedLayer, sridOf } from '../layers.rules.ts';
import { isKnownSrid } from '../query/query.store.ts';
import { readSpatialFilter } from '../query/spatial-filter.ts';
import { serviceOfItem } from '../services.store.ts';
import { checkCondition } from '../where/check.ts';
import { WhereError } from '../where/where-error.ts';
import {
  AsksForReader,
  createViewTable,
  type DependentView,
  dropViewTable,
  sourceServices,
  type ViewFilter,
  viewsInUse,
  viewsOf,
} from './view-table.store.ts';
import type { ShownField } from './view-wire.ts';

/** @throws INVALID_PARAMETER for a condition that the source cannot answer */
export function readFilter(source: HostedLayer, condition: string | null, area: ViewArea | null): ViewFilter {
  return { condition: condition === null ? null : readCondition(source, condition), area: area === null ? null : readArea(source, area) };
}

function readCondition(source: HostedLayer, condition: string): ViewFilter['condition'] {
  try {
    return checkCondition(condition, layerScope(source));
  } catch (error) {
    if (!(error instanceof WhereError)) throw error;
    throw refusedCondition(error.reason);
  }
}

/** Callers are told the parameter, people the reason. */
function refusedCondition(why: Sentence): PortalError {
  return refuse('view-condition', { why: why.text }, { reasons: [sentence('where-wrong', { why })] });
}

function readArea(source: HostedLayer, area: ViewArea): ViewFilter['area'] {
  if (source.geometryType === null) throw refuse('view-area-of-table', { layer: source.name });
  // Areas that name their system by text alone are kept from before that was refused.
  const srid = sridOf(source);
  const asked = readSpatialFilter({ geometry: JSON.stringify(area.geometry), spatialRel: area.operator, inSR: String(srid) }, srid);
  return asked && { place: asked.place, srid: asked.srid, relation: asked.relation };
}

/** @throws INVALID_PARAMETER for an area in a coordinate system that is not known, and one in which nothing can lie */
export async function requireUsableArea(portal: Portal, source: HostedLayer, area: ViewArea | null): Promise<void> {
  const filter = readFilter(source, null, area).area;
  if (filter?.place === null) throw refuse('view-area-empty');
  const srid = filter?.srid;
  if (srid !== undefined && !(await isKnownSrid(portal.database, srid))) throw refuse('view-area-system', { wkid: srid });
}

const isId = ({ type }: StoredField): boolean => type === 'esriFieldTypeOID' || type === 'esriFieldTypeGlobalID';

/** A view tells something of its rows, unless there is nothing to tell. @throws INVALID_PARAMETER */
export function requireSomeField({ name, fields }: Pick<HostedLayer, 'name' | 'fields'>, shown: readonly StoredField[]): void {
  const some = fields.filter((field) => !isId(field));
  if (some.length > 0 && shown.every(isId)) throw refuse('view-no-field', { layer: name, fields: listed(some.map((field) => field.name)) });
}

/** The fields that a view shows: those of the list, and always the ids. @throws INVALID_PARAMETER for unknown names */
export function shownFields({ fields }: Pick<HostedLayer, 'fields'>, list: readonly ShownField[] | null): StoredField[] {
  if (list === null) return [...fields];
  const wanted = new Map(list.map((one) => [one.name.toLowerCase(), one]));
  for (const name of wanted.keys()) {
    if (!fields.some((field) => field.name.toLowerCase() === name))
      throw refuse('view-field', { name: name.slice(0, 64), fields: listed(fields.map((field) => field.name)) });
  }
  return fields.flatMap((field) => {
    const said = wanted.get(field.name.toLowerCase());
    if (said === undefined && !isId(field)) return [];
    return [said?.alias ? { ...field, alias: said.alias } : field];
  });
}

/** Makes the view of the database anew. @throws INVALID_PARAMETER */
export async function makeView(
  db: Db,
  view: Pick<HostedLayer, 'table' | 'fields'>,
  source: HostedLayer,
  filter: ViewFilter,
): Promise<void> {
  await dropViewTable(db, view.table);
  try {
    await createViewTable(db, view, source, filter);
  } catch (error) {
    if (error instanceof AsksForReader) throw refusedCondition(sentence('where-reader'));
    const { code } = error as { code?: string };
    if (code?.startsWith('42') || code?.startsWith('22')) throw refusedCondition(sentence('where-filter'));
    throw error;
  }
}

/**
 * A view with what it does not say itself: the fields that the portal fills, and whether features have files. Fields that went are left out.
 * The fields of the editors come to a view as they come to its source where it shows all that the source had: to one that leaves
 * some out they would tell what nobody chose to show.
 */
function following(
  view: DependentView,
  before: HostedLayer,
  source: HostedLayer,
): Pick<HostedLayer, 'fields' | 'definition'> & Pick<FieldsGone, 'gone'> {
  const isLeft = ({ column }: StoredField): boolean => source.fields.some((one) => one.column === column);
  const gone = new Set(view.fields.filter((field) => !isLeft(field)).map((field) => field.name.toLowerCase()));
  const {
    editFields: filledBefore,
    hasAttachments: _hadFiles,
    ...own
  } = definitionWithout({ definition: view.definition, id: view.layerId, geometryType: source.geometryType }, gone);
  const { editFields, hasAttachments } = source.definition;
  const filled = new Set<string>([filledBefore, editFields].flatMap((names) => Object.values(names ?? {})));
  const fields = view.fields.flatMap((field) => {
    const same = source.fields.find((one) => one.column === field.column);
    if (same === undefined) return [];
    return [filled.has(field.name) ? { ...field, editable: same.editable } : field];
  });
  const isWhole = before.fields.every((field) => view.fields.some((one) => one.column === field.column));
  const isNew = ({ name, column }: StoredField): boolean => filled.has(name) && !before.fields.some((one) => one.column === column);
  if (isWhole) fields.push(...source.fields.filter(isNew));
  const definition = {
    ...own,
    ...(editFields === undefined ? {} : { editFields }),
    ...(hasAttachments === undefined ? {} : { hasAttachments }),
  };
  return { fields, definition, gone };
}

/** The views of a layer, which nobody else changes until the transaction ends. */
async function heldViews(db: Db, layer: HostedLayer): Promise<DependentView[]> {
  const find = (): Promise<DependentView[]> => viewsOf(db, layer.itemId, { layerId: layer.id });
  const services = new Set((await find()).map((view) => view.itemId));
  for (const itemId of services) await lockService(db, itemId);
  return services.size === 0 ? [] : find();
}

/**
 * Runs a change of a layer while its views are aside, then makes them anew over what the layer is now. Fields
 * that went leave the views too; editors and files are kept as the layer keeps them. Gives the views that lost some.
 * @throws INVALID_PARAMETER when a view filters by a field that is not there any more
 */
export async function withViewsAside(db: Db, layer: HostedLayer, act: () => Promise<void>): Promise<FieldsGone[]> {
  const views = await heldViews(db, layer);
  for (const view of views) await dropViewTable(db, view.table);
  await act();
  if (views.length === 0) return [];
  const source = (await serviceOfItem(db, layer.itemId))?.layers.find((one) => one.id === layer.id);
  if (source === undefined) throw refuse('layer-of-item-gone');
  const lost: FieldsGone[] = [];
  for (const view of views) {
    const { gone, ...after } = following(view, layer, source);
    if (gone.size > 0) lost.push({ itemId: view.itemId, layerId: view.layerId, gone });
    if (!isDeepStrictEqual(after, { fields: view.fields, definition: view.definition })) await updateLayerSchema(db, view, after);
    await makeView(db, { table: view.table, fields: after.fields }, source, readFilter(source, view.condition, view.area));
  }
  return lost;
}

/**
 * Refuses what would take their layers from views in use, by the names of those that the caller may see: that there are others is said, not which.
 * @throws INVALID_REQUEST while views in use show the layers of a service
 */
export async function requireNoViews(db: Db, caller: Rights | undefined, source: { itemId: string; layerId?: number }): Promise<void> {
  const views = await viewsInUse(db, caller, source);
  if (views.length === 0) return;
  const seen = views.filter((view) => view.isSeen).map((view) => view.name);
  const count = views.length - seen.length;
  if (count === 0) throw refuse('views-stand', { views: listed(seen) });
  throw seen.length === 0 ? refuse('views-stand-unseen', { count }) : refuse('views-stand-others', { views: listed(seen), count });
}

/** @throws INVALID_REQUEST for a view, whose table is another layer's */
export function requireOwnTable(layer: HostedLayer): void {
  if (layer.view !== undefined) throw refuse('layer-is-view', { layer: layer.name });
}

/** Services that the layers of a view service read. */
export function sourcesOfView(portal: Portal, itemId: string): Promise<{ itemId: string; name: string }[]> {
  return sourceServices(portal.db, itemId);
}
