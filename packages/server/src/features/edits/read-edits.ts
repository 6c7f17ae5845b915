// Reads the elements of edit calls and checks each against the layer.
import { refuse, shown, told } from '@graticule/contract/refusals/refusal';
import { esriToShape } from '@graticule/geo/convert/esri-json';
import { withKnownHeights } from '@graticule/geo/convert/known-heights';
import { pointWkb } from '@graticule/geo/convert/point-wkb';
import { mapPositions } from '@graticule/geo/convert/reduce-positions';
import { writeWkb } from '@graticule/geo/convert/wkb';
import { type EsriGeometry, type EsriPoint, type GeometryType, isPoint, isPolygon, type Position } from '@graticule/geo/esri/geometry';
import { GeometryError } from '@graticule/geo/esri/geometry-error';
import { parseGeometry } from '@graticule/geo/esri/parse-geometry';
import { ownWkid, WGS84 } from '@graticule/geo/project/spatial-reference';
import { mercatorX, mercatorY } from '@graticule/geo/project/web-mercator';
import { type Sentence, type SentenceCode, sentence } from '@graticule/geo/sentence';
import type { StoredField } from '../../schema/features.ts';
import { farthestOf, isOutOfRange } from '../coordinate-range.rules.ts';
import { fieldByName, globalIdName, type HostedLayer, objectIdField, STORED_SRID, sridOf } from '../layers.rules.ts';
import { isTangled, MAX_STORED_CROSSINGS } from '../tangle.rules.ts';
import { readGuid } from '../where/literals.ts';
import { EDIT_FAILED, type Edit, type Fault, type FeatureKey, type NewGeometry, type NewValue } from './edit.ts';
import { checkedValue, ValueFault } from './values.rules.ts';

/** Features in one call. */
const MAX_EDITS = 5000;

type Members = Record<string, unknown>;
const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The elements of a parameter. @throws INVALID_PARAMETER for anything but a list of at most 5,000 */
export function elementsOf(name: string, value: unknown): unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw refuse('edits-no-list', { parameter: name });
  if (value.length > MAX_EDITS) throw refuse('edits-too-many', { parameter: name, most: MAX_EDITS, count: value.length });
  return value;
}

/** An addition, or why it cannot be made. */
export function readAdd(layer: HostedLayer, element: unknown, useGlobalIds: boolean): Edit | Fault {
  return guarded(-1, null, () => {
    const { attributes, geometry } = parts(element);
    const globalId = useGlobalIds ? readGuid(shown(attributeOf(attributes, globalIdName(layer)))) : null;
    if (globalId === undefined) throw ValueFault.of('edit-needs-global-id', { field: globalIdName(layer) });
    return {
      kind: 'add',
      values: withDefaults(layer, readValues(layer, attributes)),
      geometry: readGeometry(layer, geometry) ?? null,
      globalId,
    };
  });
}

/** A change, or why it cannot be made. */
export function readUpdate(layer: HostedLayer, element: unknown, useGlobalIds: boolean): Edit | Fault {
  const attributes = isObject(element) && isObject(element.attributes) ? element.attributes : {};
  const idField = useGlobalIds ? globalIdName(layer) : objectIdField(layer).name;
  const sent = attributeOf(attributes, idField);
  const objectId = typeof sent === 'number' ? sent : -1;
  return guarded(objectId, null, () => {
    const { geometry } = parts(element);
    return {
      kind: 'update',
      key: readKey(sent, useGlobalIds, idField),
      values: readValues(layer, attributes),
      geometry: readGeometry(layer, geometry),
    };
  });
}

/** The features that `deletes`, or a parameter of another name, names: numbers or global ids, with commas or as JSON. */
export function readDeletes(deletes: string | undefined, useGlobalIds: boolean, name = 'deletes'): (Edit | Fault)[] {
  if (deletes === undefined) return [];
  return idList(deletes, name).map((id) =>
    guarded(typeof id === 'number' ? id : -1, null, () => ({ kind: 'delete', key: readKey(id, useGlobalIds, name) })),
  );
}

/** The versions that `ifUnchanged` holds, by object id; nothing for calls without it. @throws INVALID_PARAMETER */
export function readVersions(given: unknown, useGlobalIds: boolean): ReadonlyMap<number, string> | undefined {
  if (given === undefined || given === null) return undefined;
  if (useGlobalIds) throw refuse('versions-by-global-ids');
  if (!isObject(given)) throw refuse('versions-no-object');
  const versions = Object.entries(given).map(([id, version]): [number, string] => {
    if (!/^\d{1,15}$/.test(id) || typeof version !== 'string' || !/^\d{1,20}$/.test(version))
      throw refuse('versions-unread', { id: id.slice(0, 40), value: shown(version, 40) });
    return [Number(id), version];
  });
  return new Map(versions);
}

/** The edit with the version of the feature that it is meant for. */
export function meantFor<E extends Edit | Fault>(edit: E, versions: ReadonlyMap<number, string>): E {
  if (edit.kind === 'fault' || edit.kind === 'add' || !('objectId' in edit.key)) return edit;
  const version = versions.get(edit.key.objectId);
  return version === undefined ? edit : { ...edit, version };
}

function idList(text: string, name: string): unknown[] {
  if (!text.trim().startsWith('['))
    return elementsOf(
      name,
      text.split(',').map((part) => numberOr(part.trim())),
    );
  try {
    return elementsOf(name, JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) throw refuse('edits-no-json', { parameter: name });
    throw error;
  }
}

function numberOr(text: string): string | number {
  return /^\d{1,15}$/.test(text) ? Number(text) : text;
}

function guarded(objectId: number, globalId: string | null, read: () => Edit): Edit | Fault {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ValueFault) && !(error instanceof GeometryError)) throw error;
    const why = error instanceof GeometryError ? told('edit-geometry', { why: error.fault }) : error.told;
    return { kind: 'fault', objectId, globalId, code: EDIT_FAILED, told: why };
  }
}

function parts(element: unknown): { attributes: Members; geometry: unknown } {
  if (!isObject(element)) throw ValueFault.of('edit-no-object');
  if (element.type === 'Feature' || 'properties' in element) throw ValueFault.of('edit-geojson');
  if (element.attributes !== undefined && element.attributes !== null && !isObject(element.attributes)) {
    throw ValueFault.of('edit-no-attributes');
  }
  return { attributes: isObject(element.attributes) ? element.attributes : {}, geometry: element.geometry };
}

/** What is sent under a name in any spelling; the very name comes first. */
function attributeOf(attributes: Members, name: string): unknown {
  if (Object.hasOwn(attributes, name)) return attributes[name];
  const lower = name.toLowerCase();
  const key = Object.keys(attributes).find((one) => one.toLowerCase() === lower);
  return key === undefined ? undefined : attributes[key];
}

function readKey(sent: unknown, useGlobalIds: boolean, field: string): FeatureKey {
  if (useGlobalIds) {
    const globalId = readGuid(shown(sent));
    if (globalId === undefined) throw ValueFault.of('edit-needs-global-id', { field });
    return { globalId };
  }
  const objectId = typeof sent === 'string' ? numberOr(sent) : sent;
  if (typeof objectId !== 'number' || !Number.isSafeInteger(objectId)) throw ValueFault.of('edit-needs-object-id', { field });
  return { objectId };
}

/** Attributes that the layer does not know, and those that the portal keeps itself, are ignored. */
function readValues(layer: HostedLayer, attributes: Members): NewValue[] {
  const values: NewValue[] = [];
  const named = new Set<StoredField>();
  let twice: StoredField | undefined;
  for (const name of Object.keys(attributes)) {
    const field = fieldByName(layer, name);
    if (field === undefined || !field.editable) continue;
    values.push({ field, value: checkedValue(field, attributes[name]) });
    // In two spellings, since a member of JSON is there once.
    if (named.has(field)) twice ??= field;
    named.add(field);
  }
  if (twice !== undefined) throw ValueFault.of('value-twice', { field: twice.name });
  return values;
}

/** A new feature gets the default of what it does not name. @throws ValueFault for fields that must not be empty */
function withDefaults(layer: HostedLayer, values: NewValue[]): NewValue[] {
  const sent = new Set(values.map(({ field }) => field));
  // What a view does not show gets its default too.
  const hidden = (layer.view?.fields ?? []).filter((field) => !layer.fields.some((one) => one.column === field.column));
  for (const field of hidden)
    if (field.editable && field.defaultValue !== undefined && field.defaultValue !== null)
      values.push({ field, value: field.defaultValue });
  for (const field of layer.fields) {
    if (!field.editable || sent.has(field)) continue;
    if (field.defaultValue !== undefined && field.defaultValue !== null) values.push({ field, value: field.defaultValue });
    else if (!field.nullable) throw ValueFault.of('value-empty', { field: field.name });
  }
  return values;
}

const TYPES = {
  esriGeometryPoint: 'type-point',
  esriGeometryMultipoint: 'type-multipoint',
  esriGeometryPolyline: 'type-polyline',
  esriGeometryPolygon: 'type-polygon',
  esriGeometryEnvelope: 'type-envelope',
} as const satisfies Record<GeometryType, SentenceCode>;

/** People read a word of their language, and clients the name that they know. */
const typeNamed = (type: GeometryType): Sentence => ({ ...sentence(TYPES[type]), text: type });

const isFlatPoint = (geometry: EsriGeometry): geometry is EsriPoint =>
  isPoint(geometry) && geometry.z === undefined && geometry.m === undefined;

/** A position in degrees in metres of Web Mercator; its heights and measures stay. */
function inMercator(position: Position): Position {
  const placed = [...position];
  placed[0] = mercatorX(position[0] ?? 0);
  placed[1] = mercatorY(position[1] ?? 0);
  return placed;
}

/** Undefined when the element says nothing about the geometry, null when it clears it. */
function readGeometry(layer: HostedLayer, geometry: unknown): NewGeometry | undefined {
  if (geometry === undefined) return undefined;
  if (geometry === null) return null;
  if (layer.geometryType === null) throw ValueFault.of('edit-geometry-none');
  // As programs write a point that is nowhere, where they write paths and rings without any.
  if (layer.geometryType === 'esriGeometryPoint' && isObject(geometry) && geometry.x === null) return null;
  const { geometry: parsed, geometryType } = parseGeometry(geometry);
  if (geometryType !== layer.geometryType)
    throw ValueFault.of('edit-geometry-type', { wanted: typeNamed(layer.geometryType), found: typeNamed(geometryType) });
  const srid = ownWkid(parsed.spatialReference) ?? sridOf(layer);
  if (isOutOfRange(parsed, farthestOf(srid))) throw ValueFault.of('edit-geometry-range', { wkid: sridOf(layer) });
  if (isPolygon(parsed) && isTangled(parsed.rings, MAX_STORED_CROSSINGS)) throw ValueFault.of('edit-geometry-tangled');
  // Most edits: without a shape in between, which would cost more than all the rest of reading one.
  if (isFlatPoint(parsed)) {
    if (srid === WGS84) return { wkb: pointWkb(mercatorX(parsed.x), mercatorY(parsed.y)), srid: STORED_SRID };
    return { wkb: pointWkb(parsed.x, parsed.y), srid };
  }
  const shape = esriToShape(parsed);
  const wkb = writeWkb(srid === WGS84 ? mapPositions(shape, inMercator) : shape, { srid: null });
  return { wkb: shape.hasZ ? withKnownHeights(wkb) : wkb, srid: srid === WGS84 ? STORED_SRID : srid };
}
