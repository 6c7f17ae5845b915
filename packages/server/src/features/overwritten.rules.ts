// What stays when a service is published again: layers that no file loaded, and of the others how they look and what was said about them.
import { fail } from '@graticule/contract/errors';
import { sentence } from '@graticule/geo/sentence';
import type { LayerDefinition, Relationship, StoredField } from '../schema/features.ts';
import { definitionWithout } from './definition/definition-without.rules.ts';
import { fieldByName, type HostedLayer, objectIdField } from './layers.rules.ts';

/** A layer that people added to a service beside those that a file loaded: no file brings its features again. */
export type AddedLayer = Pick<HostedLayer, 'id' | 'name'>;

/** The layers of a file have the numbers from 0 on. @throws INVALID_REQUEST where one of them would take the place of an added layer */
export function requireFreePlaces(added: readonly AddedLayer[], count: number): void {
  const inTheWay = added.find(({ id }) => id < count);
  if (inTheWay !== undefined)
    throw fail('INVALID_REQUEST', { reasons: [sentence('layer-in-the-way', { layer: inTheWay.name, id: inTheWay.id })] });
}

/** What an added layer still says of its relationships when others have taken the place of those around it: those whose other side is there. */
export function relationshipsLeft(layer: HostedLayer, layers: readonly HostedLayer[]): Relationship[] {
  return (layer.definition.relationships ?? []).filter((one) =>
    layers
      .find(({ id }) => id === one.relatedTableId)
      ?.definition.relationships?.some((other) => other.id === one.id && other.role !== one.role && other.relatedTableId === layer.id),
  );
}

/** The object id goes on being called what maps and apps know it by, unless the file has a column of that name now. */
function keptObjectId(before: HostedLayer, fresh: HostedLayer, field: StoredField): StoredField {
  const { name } = objectIdField(before);
  return fieldByName(fresh, name) === undefined ? { ...field, name, alias: name } : field;
}

/** The fields of the new layer with the words of the old ones of the same name and type, unless the file brings its own. */
function keptFields(before: HostedLayer, fresh: HostedLayer): StoredField[] {
  return fresh.fields.map((given) => {
    const field = given.type === 'esriFieldTypeOID' ? keptObjectId(before, fresh, given) : given;
    const old = fieldByName(before, field.name);
    if (old === undefined || old.type !== field.type) return field;
    const { description, visible, domain } = old;
    return {
      ...(description === undefined ? {} : { description }),
      ...(visible === undefined ? {} : { visible }),
      ...(domain === undefined ? {} : { domain }),
      ...field,
      alias: field.alias === field.name ? old.alias : field.alias,
    };
  });
}

/** The names in small letters of fields that are not there any more. The object id is there under whatever name. */
export function fieldsGone(before: Pick<HostedLayer, 'fields'>, after: HostedLayer): ReadonlySet<string> {
  const gone = before.fields.filter(({ type, name }) => type !== 'esriFieldTypeOID' && fieldByName(after, name) === undefined);
  return new Set(gone.map(({ name }) => name.toLowerCase()));
}

/**
 * The new layer with what it keeps. What names a field that is gone, or draws another kind of geometry, goes.
 * `ids` are those of all layers that there will be, related ones among them.
 */
export function withKeptLooks(
  before: HostedLayer,
  fresh: HostedLayer,
  { ids, gone }: { ids: ReadonlySet<number>; gone: ReadonlySet<string> },
): HostedLayer {
  const old = definitionWithout(before, gone);
  const has = (name: string | null | undefined): boolean => !name || fieldByName(fresh, name) !== undefined;
  const sameShapes = before.geometryType === fresh.geometryType;
  const kept: LayerDefinition = {};
  const keep = <K extends keyof LayerDefinition>(key: K, usable = true): void => {
    if (usable && old[key] !== undefined) kept[key] = old[key];
  };
  for (const key of ['description', 'copyrightText', 'popupInfo', 'minScale', 'maxScale', 'capabilities', 'initialExtent'] as const)
    keep(key);
  keep('hasAttachments', fresh.definition.hasAttachments === undefined);
  keep('srid', fresh.definition.srid === undefined);
  keep('displayField', has(old.displayField));
  keep('drawingInfo', sameShapes);
  for (const key of ['templates', 'types', 'typeIdField'] as const) keep(key, sameShapes && has(old.typeIdField));
  if (old.timeInfo && has(old.timeInfo.startTimeField) && has(old.timeInfo.endTimeField)) {
    // Measured anew when it is asked for.
    const { measured: _measured, version: _version, ...told } = old.timeInfo;
    kept.timeInfo = told;
  }
  const relationships = (old.relationships ?? []).filter((one) => has(one.keyField) && ids.has(one.relatedTableId));
  if (relationships.length > 0) kept.relationships = relationships;
  return { ...fresh, fields: keptFields(before, fresh), definition: { ...fresh.definition, ...kept } };
}
