// What replies of a query hold beside the features that are encoded straight from rows; small or rare replies as objects.
import type { FeatureSet, WireExtent, WireFeature, WireField } from '@graticule/contract/services/layer';
import { shapeToEsri } from '@graticule/geo/convert/esri-json';
import type { FeatureResultHeader } from '@graticule/geo/convert/feature-pbf-head';
import {
  Grid,
  type Quantisation,
  quantisationTransform,
  quantiseEsri,
  type Transform,
  withOrdinates,
} from '@graticule/geo/convert/quantise';
import type { Shape } from '@graticule/geo/convert/shape';
import { readWkb } from '@graticule/geo/convert/wkb';
import type { EsriGeometry } from '@graticule/geo/esri/geometry';
import { wireSpatialReference } from '@graticule/geo/project/spatial-reference';
import { queryFieldView } from '../fields.view.ts';
import { globalIdName, type HostedLayer, objectIdField } from '../layers.rules.ts';
import type { LayerQuery, Statistic } from './layer-query.rules.ts';
import { decimalsOf, decimalsTransform } from './precision.rules.ts';
import type { Term } from './terms.rules.ts';

type Row = readonly unknown[];

/** A page of features: its rows and whether more follow. */
export interface Page {
  rows: readonly Row[];
  exceeded: boolean;
}

/** The part of a features reply that does not depend on the rows; also in empty replies. */
export function featureSetHead(layer: HostedLayer, query: LayerQuery): Omit<FeatureSet, 'features' | 'exceededTransferLimit'> {
  const objectId = objectIdField(layer).name;
  return {
    objectIdFieldName: objectId,
    uniqueIdField: { name: objectId, isSystemMaintained: true },
    globalIdFieldName: globalIdName(layer),
    ...(layer.geometryType === null
      ? {}
      : {
          geometryType: layer.geometryType,
          spatialReference: wireSpatialReference(query.outSrid),
          hasZ: query.returnZ,
          hasM: query.returnM,
        }),
    fields: fieldViews(layer, query.fields),
  };
}

function attributesOf(query: LayerQuery, row: Row): Record<string, string | number | null> {
  const attributes: Record<string, string | number | null> = {};
  for (const [index, field] of query.fields.entries()) attributes[field.name] = (row[index + 1] ?? null) as string | number | null;
  return attributes;
}

function shapeOf(query: LayerQuery, row: Row): Shape | null {
  const wkb = query.returnGeometry ? row[query.fields.length + 1] : null;
  return wkb instanceof Uint8Array ? readWkb(wkb) : null;
}

function centroidOf(query: LayerQuery, row: Row): [number, number] | undefined {
  if (!query.returnCentroid) return undefined;
  const at = query.fields.length + (query.returnGeometry ? 2 : 1);
  const [x, y] = [row[at], row[at + 1]];
  return typeof x === 'number' && typeof y === 'number' ? [x, y] : undefined;
}

function envelopeOf(query: LayerQuery, row: Row): Pick<WireExtent, 'xmin' | 'ymin' | 'xmax' | 'ymax'> | undefined {
  if (!query.returnEnvelope) return undefined;
  const at = query.fields.length + (query.returnGeometry ? 2 : 1) + (query.returnCentroid ? 2 : 0);
  const [xmin, ymin, xmax, ymax] = row.slice(at, at + 4);
  const known = typeof xmin === 'number' && typeof ymin === 'number' && typeof xmax === 'number' && typeof ymax === 'number';
  return known ? { xmin, ymin, xmax, ymax } : undefined;
}

function ordinatesOf(layer: HostedLayer, query: LayerQuery): { z: boolean; m: boolean; decimals?: number } {
  const decimals = decimalsOf(layer, query);
  return { z: query.returnZ, m: query.returnM, ...(decimals === undefined ? {} : { decimals }) };
}

/** The transform as JSON replies tell it: with the steps of z and m where there are such, which clients cannot guess. */
function transformOf({ returnZ, returnM }: LayerQuery, quantisation: Quantisation): Transform {
  const transform = quantisationTransform(quantisation);
  return returnZ || returnM ? withOrdinates(transform) : transform;
}

/** The Esri JSON reply. */
export function featureSetView(layer: HostedLayer, query: LayerQuery, page: Page): FeatureSet & { transform?: Transform } {
  const placed = query.returnGeometry || query.returnCentroid;
  const transform = query.quantisation && placed ? transformOf(query, query.quantisation) : undefined;
  const grid = transform && new Grid(transform);
  const mode = query.quantisation?.mode ?? 'edit';
  const ordinates = ordinatesOf(layer, query);
  const features = page.rows.map((row): WireFeature => {
    const feature: WireFeature & { centroid?: { x: number; y: number }; envelope?: ReturnType<typeof envelopeOf> } = {
      attributes: attributesOf(query, row),
    };
    if (query.returnGeometry) {
      const shape = shapeOf(query, row);
      const geometry: EsriGeometry | null = shape ? shapeToEsri(shape, ordinates) : null;
      feature.geometry = (geometry && transform ? quantiseEsri(geometry, transform, mode) : geometry) as Record<string, unknown> | null;
    }
    const centroid = centroidOf(query, row);
    if (centroid) feature.centroid = { x: grid?.x(centroid[0]) ?? centroid[0], y: grid?.y(centroid[1]) ?? centroid[1] };
    const envelope = envelopeOf(query, row);
    if (envelope) feature.envelope = envelope;
    return feature;
  });
  return {
    ...featureSetHead(layer, query),
    ...(page.exceeded ? { exceededTransferLimit: true } : {}),
    ...(transform ? { transform } : {}),
    features,
  };
}

/** Fields as replies describe them, of the latest questions to a layer: the encoders know a list that comes again. */
const views = new WeakMap<HostedLayer, { of: readonly Term[]; views: WireField[] }[]>();
const MOST_VIEWS = 8;

function fieldViews(layer: HostedLayer, fields: readonly Term[]): WireField[] {
  const known = views.get(layer) ?? [];
  const found = known.find(({ of }) => of.length === fields.length && of.every((field, at) => field === fields[at]));
  if (found !== undefined) return found.views;
  const made = { of: [...fields], views: fields.map(queryFieldView) };
  // Expressions are others each time.
  if (fields.every((field) => field.expression === undefined)) views.set(layer, [made, ...known].slice(0, MOST_VIEWS));
  return made.views;
}

/** What a protocol buffer reply says before its features. */
export function pbfHeader(layer: HostedLayer, query: LayerQuery): FeatureResultHeader {
  const { quantisation } = query;
  const transform = quantisation === null ? decimalsTransform(query) : quantisationTransform(quantisation);
  return {
    objectIdFieldName: objectIdField(layer).name,
    globalIdFieldName: globalIdName(layer),
    geometryType: layer.geometryType,
    spatialReference: wireSpatialReference(query.outSrid),
    hasZ: query.returnZ,
    hasM: query.returnM,
    ...(transform === undefined ? {} : { transform }),
    ...(quantisation === null ? {} : { mode: quantisation.mode }),
    fields: fieldViews(layer, query.fields),
  };
}

/** Distinct rows: attributes without geometry. */
export function distinctView(layer: HostedLayer, query: LayerQuery, page: Page): FeatureSet {
  const { geometryType: _type, spatialReference: _reference, ...head } = featureSetHead(layer, query);
  return {
    ...head,
    ...(page.exceeded ? { exceededTransferLimit: true } : {}),
    features: page.rows.map((row) => ({ attributes: attributesOf(query, [null, ...row]) })),
  };
}

function statisticField(statistic: Statistic): WireField {
  const { type, field, name } = statistic;
  if (field !== null && /^(min|max|percentile_disc)$/.test(type)) {
    const own = field.type === 'esriFieldTypeOID' ? 'esriFieldTypeInteger' : field.type;
    return queryFieldView({ ...field, name, alias: name, type: own });
  }
  return queryFieldView({
    name,
    alias: name,
    type: type === 'count' || type === 'exceedslimit' ? 'esriFieldTypeInteger' : 'esriFieldTypeDouble',
  });
}

/** Statistics: group fields first. */
export function statisticsView(
  query: LayerQuery,
  page: Page,
): { fields: WireField[]; features: WireFeature[]; exceededTransferLimit?: true } {
  const fields = [...query.groupBy.map(queryFieldView), ...query.statistics.map(statisticField)];
  return {
    fields,
    ...(page.exceeded ? { exceededTransferLimit: true } : {}),
    features: page.rows.map((row) => ({
      attributes: Object.fromEntries(fields.map((field, index) => [field.name, (row[index] ?? null) as string | number | null])),
    })),
  };
}

/** Rows without a place as GeoJSON. */
export function placelessFeatures({ features, exceededTransferLimit }: Pick<FeatureSet, 'features' | 'exceededTransferLimit'>): object {
  return {
    type: 'FeatureCollection',
    ...(exceededTransferLimit ? { properties: { exceededTransferLimit }, exceededTransferLimit } : {}),
    features: features.map(({ attributes }) => ({ type: 'Feature', geometry: null, properties: attributes })),
  };
}

/** An extent; without records its values are the text `NaN`, which clients know. */
export function extentView(extent: readonly [number, number, number, number] | null, srid: number): WireExtent {
  const [xmin, ymin, xmax, ymax] = extent ?? (['NaN', 'NaN', 'NaN', 'NaN'] as const);
  return { xmin, ymin, xmax, ymax, spatialReference: wireSpatialReference(srid) };
}
