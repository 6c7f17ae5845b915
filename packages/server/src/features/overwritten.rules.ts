// What a layer keeps of the one whose place it takes when a service is published again: how it looks and what was said about it.
import type { LayerDefinition, StoredField } from '../schema/features.ts';
import { fieldByName, type HostedLayer, objectIdField } from './layers.rules.ts';

/** The names of fields that a renderer draws by. */
function drawnFields(renderer: unknown): string[] {
  if (typeof renderer !== 'object' || renderer === null) return [];
  return Object.entries(renderer).flatMap(([key, value]) => {
    if (/^(field[123]?|normalizationField)$/.test(key)) return typeof value === 'string' && value !== '' ? [value] : [];
    return key === 'visualVariables' && Array.isArray(value) ? value.flatMap(drawnFields) : [];
  });
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

/**
 * The new layer with what it keeps. What names a field that is not there any more, or draws another kind of geometry, goes.
 * `layerCount` tells which related layers there will be.
 */
export function withKeptLooks(before: HostedLayer, fresh: HostedLayer, layerCount: number): HostedLayer {
  const old = before.definition;
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
  keep('drawingInfo', sameShapes && drawnFields(old.drawingInfo?.renderer).every(has));
  const typed = has(old.typeIdField);
  for (const key of ['templates', 'types', 'typeIdField'] as const) keep(key, sameShapes && typed);
  if (old.timeInfo && has(old.timeInfo.startTimeField) && has(old.timeInfo.endTimeField)) {
    // Measured anew when it is asked for.
    const { measured: _measured, version: _version, ...told } = old.timeInfo;
    kept.timeInfo = told;
  }
  const relationships = (old.relationships ?? []).filter((one) => has(one.keyField) && one.relatedTableId < layerCount);
  if (relationships.length > 0) kept.relationships = relationships;
  return { ...fresh, fields: keptFields(before, fresh), definition: { ...fresh.definition, ...kept } };
}
