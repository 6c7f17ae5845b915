// What a published file holds beside its rows becomes part of new layers: relationships, and the numbers that rows had.
import type { FormatRelationship } from '@graticule/geo/formats/format-reader';
import type { Portal } from '../platform/context.ts';
import { unhurried } from '../platform/db/unhurried.ts';
import type { LayerDefinition, Relationship, StoredField } from '../schema/features.ts';
import { ROW_NUMBER } from './append/staging.store.ts';
import { updateLayerSchema } from './definition/definition.store.ts';
import { dropColumn } from './hosted-table.store.ts';
import { displayFieldOf } from './layer.view.ts';
import { fieldByName, globalIdName, type HostedLayer, keyFieldOf, objectIdField } from './layers.rules.ts';
import { indexRowNumbers, nameByObjectIds, takeGlobalIds } from './loaded-rows.store.ts';

/** A side of a relationship: the layer, its number once it is open, and the field; null for the numbers of the rows. */
export interface LoadedEnd {
  layer: HostedLayer;
  id: number;
  field: string | null;
}

/** Makes the texts of a field that the file calls so the global ids of a layer; gives the layer as it is afterwards. */
export async function settleGlobalIds(portal: Pick<Portal, 'db'>, layer: HostedLayer, name: string | undefined): Promise<HostedLayer> {
  const field = name === undefined ? undefined : fieldByName(layer, name);
  if (field === undefined || field === keyFieldOf(layer)) return layer;
  return unhurried(portal.db, async (db) => {
    if (!(await takeGlobalIds(db, layer, field))) return layer;
    await dropColumn(db, layer.table, field.column);
    const fields = layer.fields.filter((one) => one !== field);
    const isShown = layer.definition.displayField === field.name;
    const definition: LayerDefinition = isShown ? { ...layer.definition, displayField: displayFieldOf({ fields }) } : layer.definition;
    await updateLayerSchema(db, layer, { fields, definition });
    return { ...layer, fields, definition };
  });
}

/** Makes the numbers of the rows ready for look-ups by many files. */
export async function findByRowNumbers(portal: Pick<Portal, 'db'>, layer: HostedLayer): Promise<void> {
  await unhurried(portal.db, (db) => indexRowNumbers(db, layer));
}

/** Takes the numbers of the rows away. */
export async function forgetRowNumbers(portal: Pick<Portal, 'db'>, layer: HostedLayer): Promise<void> {
  await dropColumn(portal.db, layer.table, ROW_NUMBER);
}

/** Stores more of what a layer says about itself. */
export async function addToDefinition(
  portal: Pick<Portal, 'db'>,
  layer: HostedLayer,
  more: Partial<LayerDefinition>,
): Promise<HostedLayer> {
  const definition = { ...layer.definition, ...more };
  await updateLayerSchema(portal.db, layer, { definition });
  return { ...layer, definition };
}

/** The two sides of a relationship between new layers; where rows were named by their numbers they are named by their object ids. */
export async function joinLoaded(
  portal: Pick<Portal, 'db'>,
  { name, isOneToOne, isComposite, ...labels }: FormatRelationship,
  { origin, destination, id }: { origin: LoadedEnd; destination: LoadedEnd; id: number },
): Promise<{ origin: Relationship; destination: Relationship } | null> {
  const [key, foreign] = [keyOf(origin), destination.field === null ? undefined : fieldByName(destination.layer, destination.field)];
  if (key === undefined || foreign === undefined) return null;
  if (origin.field === null) await unhurried(portal.db, (db) => nameByObjectIds(db, destination.layer, foreign, origin.layer));
  const cardinality = isOneToOne ? 'esriRelCardinalityOneToOne' : 'esriRelCardinalityOneToMany';
  const both = { id, cardinality, composite: isComposite } as const;
  return {
    origin: {
      ...both,
      name: labels.origin.label || name,
      relatedTableId: destination.id,
      role: 'esriRelRoleOrigin',
      keyField: key.name,
    },
    destination: {
      ...both,
      name: labels.destination.label || name,
      relatedTableId: origin.id,
      role: 'esriRelRoleDestination',
      keyField: foreign.name,
    },
  };
}

function keyOf({ layer, field }: LoadedEnd): StoredField | undefined {
  if (field === null) return objectIdField(layer);
  return fieldByName(layer, field) ?? fieldByName(layer, globalIdName(layer));
}
