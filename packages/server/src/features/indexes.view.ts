// The indexes of a layer as its description lists them: those that every layer has, that of its key, and those that somebody asked for.
import { globalIdName, type HostedLayer, keyFieldOf, objectIdField } from './layers.rules.ts';

/** An index as clients know it; `fields` has the names with commas. */
interface LayerIndex {
  name: string;
  fields: string;
  isAscending: boolean;
  isUnique: boolean;
  description: string;
}

/** The field of the geometry, which is in no list of fields. */
const SHAPE = 'SHAPE';

/** The indexes that come with a layer and go with it. */
export function builtInIndexes(layer: HostedLayer): LayerIndex[] {
  const [objectId, globalId, key] = [objectIdField(layer).name, globalIdName(layer), keyFieldOf(layer)?.name];
  const index = (name: string, fields: string, isUnique: boolean, description: string): LayerIndex => ({
    name,
    fields,
    isAscending: true,
    isUnique,
    description,
  });
  return [
    index(`PK_${objectId}`, objectId, true, 'Primary key'),
    ...(globalId === '' ? [] : [index(`${globalId}_Index`, globalId, true, 'Global id')]),
    ...(layer.geometryType === null ? [] : [index(`${SHAPE}_Index`, SHAPE, false, 'Places')]),
    ...(key === undefined ? [] : [index(`key_${key}`, key, false, 'Key')]),
  ];
}

/** All indexes. A view has those of the layer that it shows a part of; it tells of those that every layer has. */
export function indexesView(layer: HostedLayer): LayerIndex[] {
  const added = (layer.definition.indexes ?? []).map(
    ({ name, fields, isUnique, isDescending = false, description = '' }): LayerIndex => ({
      name,
      fields: fields.join(','),
      isAscending: !isDescending,
      isUnique,
      description,
    }),
  );
  return [...builtInIndexes(layer), ...added];
}
