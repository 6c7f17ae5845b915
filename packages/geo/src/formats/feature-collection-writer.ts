// Writes layers as a feature collection: each with its definition, so that maps and items can keep it.
import { wkbToEsri } from '../convert/esri-json.ts';
import { wireSpatialReference } from '../project/spatial-reference.ts';
import { isNumeric, type WrittenField, type WrittenLayer } from './format-writer.ts';

/** The text of the document in pieces. Features are numbered from 1 in `OBJECTID`. */
export async function* writeFeatureCollection(layers: readonly WrittenLayer[]): AsyncGenerator<string> {
  yield '{"layers":[';
  for (const [index, layer] of layers.entries()) {
    const popup = layer.look?.popupInfo === undefined ? '' : `"popupInfo":${JSON.stringify(layer.look.popupInfo)},`;
    const type = layer.geometryType === null ? '' : `"geometryType":"${layer.geometryType}",`;
    const head = `{"layerDefinition":${JSON.stringify(definition(layer, index))},${popup}"featureSet":{${type}"features":[`;
    yield `${index === 0 ? '' : ','}${head}`;
    yield* features(layer);
    yield ']}}';
  }
  yield ']}\n';
}

async function* features(layer: WrittenLayer): AsyncGenerator<string> {
  const objectId = objectIdOf(layer);
  let count = 0;
  for await (const rows of layer.rows()) {
    const lines = rows.map(({ wkb, values }) => {
      count++;
      const attributes = Object.fromEntries(layer.fields.map((field, i) => [field.name, plainValue(values[i], field)]));
      const geometry = layer.geometryType === null ? {} : { geometry: wkb === null ? null : wkbToEsri(wkb) };
      return JSON.stringify({ attributes: { [objectId]: count, ...attributes }, ...geometry });
    });
    if (lines.length > 0) yield `${count === lines.length ? '' : ','}${lines.join(',')}`;
  }
}

function plainValue(value: unknown, field: WrittenField): unknown {
  if (value === null || value === undefined) return null;
  return isNumeric(field) || field.type === 'esriFieldTypeDate' ? Number(value) : String(value);
}

/** A name that no field has. */
function objectIdOf(layer: WrittenLayer): string {
  const taken = new Set(layer.fields.map((field) => field.name.toLowerCase()));
  let name = 'OBJECTID';
  while (taken.has(name.toLowerCase())) name = `_${name}`;
  return name;
}

function definition(layer: WrittenLayer, id: number): Record<string, unknown> {
  const objectId = objectIdOf(layer);
  const fields = layer.fields.map(({ name, alias, type, length, domain }) => ({
    name,
    type: type === 'text' ? 'esriFieldTypeString' : type,
    alias: alias ?? name,
    ...(length === undefined ? {} : { length }),
    ...(domain === undefined ? {} : { domain }),
  }));
  return {
    id,
    name: layer.name,
    type: layer.geometryType === null ? 'Table' : 'Feature Layer',
    objectIdField: objectId,
    ...(layer.displayField === undefined ? {} : { displayField: layer.displayField }),
    hasZ: layer.hasZ,
    hasM: layer.hasM === true,
    fields: [{ name: objectId, type: 'esriFieldTypeOID', alias: objectId }, ...fields],
    ...(layer.geometryType === null
      ? {}
      : {
          geometryType: layer.geometryType,
          ...(layer.srid === undefined ? {} : { spatialReference: wireSpatialReference(layer.srid) }),
          ...(layer.look?.drawingInfo === undefined ? {} : { drawingInfo: layer.look.drawingInfo }),
        }),
  };
}
