// Fields and indexes come to a layer and go, and change what they say.
import { listed, refuse } from '@graticule/contract/refusals/refusal';
import { z } from 'zod';
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { isTooLongForIndex, violatedUnique } from '../../platform/db/errors.ts';
import { untangled } from '../../platform/db/untangled.ts';
import type { LayerDefinition, StoredField, StoredIndex } from '../../schema/features.ts';
import { type AtEnd, administeredLayer, type LayerAddress } from '../admin.ts';
import { indexName } from '../hosted-table.store.ts';
import { builtInIndexes } from '../indexes.view.ts';
import { fieldByName, type HostedLayer } from '../layers.rules.ts';
import { keepMeasured, measuredRows } from '../row-bytes.store.ts';
import { serviceOfItem } from '../services.store.ts';
import { joinViewsOf } from '../views/join-views.ts';
import { requireOwnTable, withViewsAside } from '../views/view-parts.ts';
import { addColumn, addIndex, dropColumn, dropIndex, hasIndex, hasNulls, lockService, updateLayerSchema } from './definition.store.ts';
import { definitionWithout } from './definition-without.rules.ts';
import { addedFields, changedField, type FieldChange, fieldDefinition } from './fields.ts';
import { forgetInItems } from './item-popups.ts';
import type { CopiedIndex } from './layer-definition.ts';
import { placeOf, whileWithin } from './refusals.ts';
import { joinLayers, MAX_RELATIONSHIPS, partedLayers, type RelationshipDefinition, relationshipDefinition } from './relationships.ts';
import { checked } from './service-settings.ts';
import { unsaid } from './unsaid.ts';

/** Letters of the name of an index. */
const MAX_INDEX_NAME = 63;
/** Indexes that are asked for of one layer: each makes every edit slower. */
const MAX_INDEXES = 20;
/** Fields of one index: the database takes no more. */
const MAX_INDEX_FIELDS = 32;

const index = z.looseObject({
  name: unsaid(z.string().max(MAX_INDEX_NAME).optional()),
  fields: z.string().max(2_000),
  isUnique: unsaid(z.boolean().optional()),
  isAscending: z.unknown().optional(),
  description: z.string().max(1_000).nullable().optional(),
});
const additions = z.looseObject({
  fields: z.array(fieldDefinition).max(300).nullable().optional(),
  indexes: z.array(index).max(MAX_INDEXES).nullable().optional(),
  relationships: z.array(relationshipDefinition).max(MAX_RELATIONSHIPS).nullable().optional(),
});
const removals = z.looseObject({
  fields: z
    .array(z.looseObject({ name: z.string() }))
    .nullable()
    .optional(),
  indexes: z
    .array(z.looseObject({ name: z.string() }))
    .nullable()
    .optional(),
  relationships: z
    .array(z.looseObject({ id: z.number().int() }))
    .max(MAX_RELATIONSHIPS)
    .nullable()
    .optional(),
});

/** Runs a change on the layer as it is stored now, alone; again from its beginning where it lost to others, so that it must leave nothing behind. */
export async function onHeldLayer<T>(portal: Portal, layer: HostedLayer, act: (db: Db, layer: HostedLayer) => Promise<T>): Promise<T> {
  return untangled(() =>
    portal.db.transaction().execute(async (db) => {
      await lockService(db, layer.itemId);
      const held = (await serviceOfItem(db, layer.itemId))?.layers.find((one) => one.table === layer.table);
      if (held === undefined) throw refuse('layer-gone');
      return whileWithin(placeOf('layers', held.id, held.name), () => act(db, held));
    }),
  );
}

/** Adds fields, indexes and relationships. @throws INVALID_PARAMETER and changes nothing when one cannot be made */
export async function addToLayer(portal: Portal, caller: Caller, address: LayerAddress, value: unknown, atEnd?: AtEnd): Promise<void> {
  const { layer } = await administeredLayer(portal, caller, address);
  requireOwnTable(layer);
  const given = checked(additions, value, 'addToDefinition');
  const relationships = given.relationships ?? [];
  if (!given.fields?.length && !given.indexes?.length && relationships.length === 0)
    throw refuse('nothing-named', { parameter: 'addToDefinition', things: 'fields, no indexes and no relationships' });
  await onHeldLayer(portal, layer, async (db, held) => {
    const fields = addedFields(held.fields, given.fields ?? []);
    for (const field of fields.slice(held.fields.length)) {
      const fillable = field.nullable || (field.defaultValue !== undefined && field.defaultValue !== null) || held.rowCount === 0;
      if (!fillable) throw refuse('field-default', { name: field.name });
      await addColumn(db, held, field);
    }
    const changed = { ...held, fields };
    const indexes = await addIndexes(db, changed, given.indexes ?? []);
    await updateLayerSchema(db, held, { fields, definition: withIndexes(held.definition, indexes) });
    if (relationships.length > 0) await relateLayer(db, held, relationships);
    await atEnd?.(db);
  });
}

/** Relates a layer to others of its service, as they are stored now. */
async function relateLayer(db: Db, { itemId, id }: HostedLayer, relationships: readonly RelationshipDefinition[]): Promise<void> {
  const present = (await serviceOfItem(db, itemId))?.layers ?? [];
  const { changed } = joinLayers(present, [], [], new Map([[id, relationships]]));
  for (const layer of changed) await updateLayerSchema(db, layer, { definition: layer.definition });
  await joinViewsOf(db, itemId);
}

/** Takes relationships from a layer, and from the layers at their other sides; the layer as it is then. */
async function partLayer(db: Db, layer: HostedLayer, ids: readonly number[]): Promise<HostedLayer> {
  if (ids.length === 0) return layer;
  const changed = partedLayers((await serviceOfItem(db, layer.itemId))?.layers ?? [], layer, ids);
  for (const one of changed) await updateLayerSchema(db, one, { definition: one.definition });
  await joinViewsOf(db, layer.itemId);
  return changed.find((one) => one.id === layer.id) ?? layer;
}

/** A name for an index that was given none: of its fields, with a number where it is taken. */
function freeIndexName(fields: readonly StoredField[], taken: ReadonlySet<string>): string {
  const stem = `index_${fields.map((field) => field.name).join('_')}`.slice(0, 58);
  let name = stem;
  for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${stem}_${n}`;
  return name;
}

/**
 * Makes the indexes that the definition of a new layer lists. Definitions are often copied from another service, so those that every
 * layer has anyway, those of fields that are made here only where they are needed, those that are listed twice, and what is more than a layer
 * may have are left out instead of being refused.
 */
export async function copyIndexes(db: Db, layer: HostedLayer, listed: readonly CopiedIndex[]): Promise<void> {
  const seen = new Set(builtInIndexes(layer).map((one) => one.fields.toLowerCase()));
  const taken = new Set(builtInIndexes(layer).map((one) => one.name.toLowerCase()));
  const wanted: z.infer<typeof index>[] = [];
  for (const { name, fields, isUnique, isAscending, description } of listed) {
    if (wanted.length === MAX_INDEXES) break;
    const names = fields.split(',', MAX_INDEX_FIELDS + 1).map((one) => fieldByName(layer, one)?.name);
    const key = names.join(',').toLowerCase();
    if (names.length > MAX_INDEX_FIELDS || names.includes(undefined) || seen.has(key)) continue;
    seen.add(key);
    const own = name && name.length <= MAX_INDEX_NAME && !taken.has(name.toLowerCase()) ? { name } : {};
    if (own.name !== undefined) taken.add(own.name.toLowerCase());
    wanted.push({
      ...own,
      fields: names.join(','),
      isUnique: isUnique === true,
      isAscending,
      description: description?.slice(0, 1_000) ?? null,
    });
  }
  if (wanted.length === 0) return;
  const indexes = await addIndexes(db, layer, wanted);
  await updateLayerSchema(db, layer, { definition: withIndexes(layer.definition, indexes) });
}

/** Makes the indexes that are asked for; gives what is kept of them. @throws INVALID_PARAMETER */
async function addIndexes(db: Db, layer: HostedLayer, wanted: readonly z.infer<typeof index>[]): Promise<StoredIndex[]> {
  const indexes = [...(layer.definition.indexes ?? [])];
  for (const one of wanted) {
    const taken = new Set([...builtInIndexes(layer), ...indexes].map(({ name }) => name.toLowerCase()));
    if (indexes.length >= MAX_INDEXES) throw refuse('indexes-many', { most: MAX_INDEXES });
    const names = one.fields.split(',');
    if (names.length > MAX_INDEX_FIELDS) throw refuse('index-fields', { most: MAX_INDEX_FIELDS, fields: one.fields });
    const fields = names.map((name) => requireField(layer, name));
    const name = one.name || freeIndexName(fields, taken);
    if (taken.has(name.toLowerCase()) || (await hasIndex(db, indexName(layer, name)))) throw refuse('index-name', { name });
    const order = { isUnique: one.isUnique === true, ...(one.isAscending === false ? { isDescending: true } : {}) };
    await addIndex(db, layer, indexName(layer, name), fields, order).catch((error: unknown) => {
      if (isTooLongForIndex(error)) throw refuse('index-long', { fields: one.fields });
      if (violatedUnique(error) === undefined) throw error;
      throw refuse('index-unique', { fields: one.fields });
    });
    const description = one.description ? { description: one.description } : {};
    indexes.push({ name, fields: fields.map((field) => field.name), ...order, ...description });
  }
  return indexes;
}

/** Drops indexes by name, or by what the database calls them where their names were not kept; gives what is left. @throws INVALID_PARAMETER */
async function dropIndexes(db: Db, layer: HostedLayer, names: readonly string[]): Promise<StoredIndex[]> {
  let left = layer.definition.indexes ?? [];
  for (const name of names) {
    if (builtInIndexes(layer).some((one) => one.name.toLowerCase() === name.toLowerCase()))
      throw refuse('index-needed', { name: name.slice(0, 64) });
    const own = indexName(layer, name);
    const kept = left.find((one) => one.name.toLowerCase() === name.toLowerCase()) ?? left.find((one) => one.made === own);
    const made = kept?.made !== undefined && (await hasIndex(db, kept.made)) ? kept.made : own;
    if (!(await hasIndex(db, made))) throw refuse('index-unknown', { name: name.slice(0, 64), names: listed(left.map((one) => one.name)) });
    await dropIndex(db, made);
    left = left.filter((one) => one !== kept);
  }
  return left;
}

function withIndexes({ indexes: _before, ...definition }: LayerDefinition, indexes: StoredIndex[]): LayerDefinition {
  return indexes.length === 0 ? definition : { ...definition, indexes };
}

function requireField(layer: HostedLayer, name: string): StoredField {
  const field = fieldByName(layer, name);
  if (field === undefined) throw refuse('fields-unknown', { name: name.slice(0, 64), fields: listed(layer.fields.map((one) => one.name)) });
  return field;
}

/** Removes fields with their values, indexes, and relationships. @throws INVALID_PARAMETER for what is not there, and fields that the portal or a relationship needs */
export async function removeFromLayer(portal: Portal, caller: Caller, address: LayerAddress, value: unknown, atEnd?: AtEnd): Promise<void> {
  const { layer } = await administeredLayer(portal, caller, address);
  requireOwnTable(layer);
  const given = checked(removals, value, 'deleteFromDefinition');
  const parted = (given.relationships ?? []).map((one) => one.id);
  if (!given.fields?.length && !given.indexes?.length && parted.length === 0)
    throw refuse('nothing-named', { parameter: 'deleteFromDefinition', things: 'fields, no indexes and no relationships' });
  const lost = await onHeldLayer(portal, layer, async (db, before) => {
    const held = await partLayer(db, before, parted);
    const left = await dropIndexes(
      db,
      held,
      (given.indexes ?? []).map((one) => one.name),
    );
    const going = [...new Set((given.fields ?? []).map((one) => requireField(held, one.name)))];
    for (const field of going) {
      const why = needFor(held, field);
      if (why !== undefined) throw refuse('field-needed', { name: field.name, why });
    }
    const names = new Set(going.map((field) => field.name));
    const gone = new Set(going.map((field) => field.name.toLowerCase()));
    // The database drops the indexes of a field with it.
    const definition = withIndexes(
      definitionWithout(held, gone),
      left.filter((one) => !one.fields.some((name) => names.has(name))),
    );
    const views = await withViewsAside(db, held, async () => {
      for (const field of going) await dropColumn(db, held, field);
      await updateLayerSchema(db, held, { fields: held.fields.filter((field) => !going.includes(field)), definition });
    });
    // The room that their values took is free at once.
    if (going.length > 0) await keepMeasured(db, held.itemId, await measuredRows(db, held.itemId, [held.table]));
    await atEnd?.(db);
    return [{ itemId: held.itemId, layerId: held.id, gone }, ...views];
  });
  await forgetInItems(portal, lost);
}

/** Why a field may not go. */
function needFor({ definition }: HostedLayer, { name, type }: StoredField): string | undefined {
  if (type === 'esriFieldTypeOID' || type === 'esriFieldTypeGlobalID') return 'every feature is known by it';
  if (definition.relationships?.some((one) => one.keyField === name)) return 'a relationship needs it';
  if (definition.editFields && Object.values(definition.editFields).includes(name)) return 'the portal keeps editors in it';
  if (definition.timeInfo && [definition.timeInfo.startTimeField, definition.timeInfo.endTimeField].includes(name))
    return 'timeInfo needs it';
  return definition.typeIdField === name ? 'the types of the layer need it' : undefined;
}

/** The fields of a layer with changes. @throws INVALID_PARAMETER for unknown fields, other types, and rows that do not fit */
export async function changedFields(
  db: Db,
  layer: HostedLayer,
  changes: readonly (FieldChange & { type?: unknown })[],
): Promise<StoredField[]> {
  const fields = [...layer.fields];
  const ofEditors = new Set<string>(Object.values(layer.definition.editFields ?? {}));
  for (const change of changes) {
    const field = requireField(layer, change.name);
    if (change.type !== undefined && change.type !== field.type) throw refuse('field-type-changed', { name: field.name, type: field.type });
    // Whose a feature is would be for everybody to say who may edit.
    const changed = changedField(field, ofEditors.has(field.name) ? { ...change, editable: undefined } : change);
    if (field.nullable && !changed.nullable && (await hasNulls(db, layer, field))) {
      throw refuse('field-nulls', { name: field.name });
    }
    fields[fields.indexOf(field)] = changed;
  }
  return fields;
}
