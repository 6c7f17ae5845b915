// Reads the place part of a query: geometry, its reference system, relation and distance.
import { listed, refuse } from '@graticule/contract/refusals/refusal';
import { esriToShape } from '@graticule/geo/convert/esri-json';
import { geoJsonToWkb } from '@graticule/geo/convert/geojson';
import { reduced } from '@graticule/geo/convert/reduce-positions';
import { writeWkb } from '@graticule/geo/convert/wkb';
import {
  type EsriEnvelope,
  type EsriGeometry,
  GEOMETRY_TYPES,
  type GeometryType,
  isEnvelope,
  isMultipoint,
  isPoint,
  isPolygon,
  isPolyline,
  type Position,
} from '@graticule/geo/esri/geometry';
import { parseGeometry } from '@graticule/geo/esri/parse-geometry';
import { extentOf, isEmptyExtent } from '@graticule/geo/measure/extent';
import { ownWkid, parseSpatialReference, WEB_MERCATOR, WGS84 } from '@graticule/geo/project/spatial-reference';
import { mercatorX, mercatorY, WEB_MERCATOR_LIMIT } from '@graticule/geo/project/web-mercator';
import { isOutOfRange, withinRange } from '../coordinate-range.rules.ts';
import { isInDegrees, STORED_SRID } from '../layers.rules.ts';
import { isTangled } from '../tangle.rules.ts';
import { stepOf } from './edge-steps.rules.ts';
import type { AskedPlace, Box, SpatialRelation } from './layer-query.rules.ts';
import { reading } from './query-fault.rules.ts';

const RELATIONS: ReadonlyMap<string, SpatialRelation> = new Map(
  Object.entries<SpatialRelation>({
    esrispatialrelintersects: 'intersects',
    esrispatialrelcontains: 'contains',
    esrispatialrelwithin: 'within',
    esrispatialrelcrosses: 'crosses',
    esrispatialreloverlaps: 'overlaps',
    esrispatialreltouches: 'touches',
    esrispatialrelenvelopeintersects: 'envelopeIntersects',
    esrispatialrelindexintersects: 'envelopeIntersects',
    esrispatialreldisjoint: 'disjoint',
  }),
);

/** Names of the relations, for the description of layers. */
export const SPATIAL_RELATIONS: readonly string[] = [
  ...['esriSpatialRelIntersects', 'esriSpatialRelContains', 'esriSpatialRelCrosses', 'esriSpatialRelEnvelopeIntersects'],
  ...['esriSpatialRelIndexIntersects', 'esriSpatialRelOverlaps', 'esriSpatialRelTouches', 'esriSpatialRelWithin'],
  'esriSpatialRelDisjoint',
];

const METRES: ReadonlyMap<string, number> = new Map(
  Object.entries<number>({
    esrisrunit_meter: 1,
    esrisrunit_statutemile: 1609.344,
    esrisrunit_foot: 0.3048,
    esrisrunit_kilometer: 1000,
    esrisrunit_nauticalmile: 1852,
    esrisrunit_usnauticalmile: 1853.248,
  }),
);

const UNIT_NAMES = 'esriSRUnit_Meter, Kilometer, Foot, StatuteMile, NauticalMile or USNauticalMile, each with esriSRUnit_ before it';

/** The parameters that this part reads. */
export interface SpatialParameters {
  geometry?: string;
  geometryType?: string;
  inSR?: string;
  spatialRel?: string;
  distance?: number;
  units?: string;
}

/** The reference system number of a parameter; texts of systems are not accepted in queries. */
export function readSrid(name: string, value: string | undefined): number | undefined {
  if (value === undefined || value.trim() === '') return undefined;
  const known = reading(name, () => parseSpatialReference(value));
  if (known.wkid === undefined) throw refuse('query-system-without-number', { parameter: name });
  return known.wkid;
}

/** The place part of a query, or null without a geometry. `layerSrid` is the reference system of coordinates that name none. */
export function readSpatialFilter(given: SpatialParameters, layerSrid: number): AskedPlace | null {
  const relation = RELATIONS.get((given.spatialRel ?? 'esriSpatialRelIntersects').toLowerCase());
  if (relation === undefined) throw refuse('query-relation', { value: given.spatialRel ?? '', relations: listed(SPATIAL_RELATIONS) });
  const inSrid = readSrid('inSR', given.inSR);
  if (given.geometry === undefined) return null;
  const text = given.geometry;
  const type = readGeometryType(given.geometryType);
  // Forms and clients leave the type at its default, the box, while they send other shapes; the members of the JSON tell the truth then.
  const isDefault = type === 'esriGeometryEnvelope' && text.trim().startsWith('{');
  const { geometry: parsed } = reading('geometry', () => parseGeometry(text, isDefault ? undefined : type));
  const geometry = isEnvelope(parsed) ? withinRange(parsed) : parsed;
  if (isOutOfRange(geometry)) throw refuse('query-geometry-range');
  // What a geometry says of itself counts; what it says in a way that cannot be read is made up for by the call alone.
  const srid = reading('geometry', () => ownWkid(geometry.spatialReference, inSrid)) ?? layerSrid;
  const metres = readDistance(given);
  if (isPolygon(geometry) && isTangled(geometry.rings)) throw refuse('query-geometry-tangled');
  if (isEmpty(geometry)) return { place: null, srid, relation, metres };
  const isOwn = srid === WGS84 || srid === WEB_MERCATOR;
  // Nothing of a geometry but its bounds is asked for, and boxes are compared to the centimetre.
  const asked = relation === 'envelopeIntersects' && metres === 0 && isOwn ? extentOf(geometry) : geometry;
  if (asked !== geometry && isEmptyExtent(asked as EsriEnvelope)) return { place: null, srid, relation, metres };
  const place = stored(asked, srid);
  return { ...onBothSides(place, relation), relation, metres };
}

/** The kind of geometry that a client says it sends. */
function readGeometryType(given: string | undefined): GeometryType | undefined {
  const name = given?.trim().toLowerCase() ?? '';
  const known = GEOMETRY_TYPES.find((one) => one.toLowerCase() === name);
  if (name !== '' && known === undefined) throw refuse('query-geometry-type', { value: name, types: listed(GEOMETRY_TYPES) });
  return known;
}

function readDistance(given: SpatialParameters): number {
  const { distance, units } = given;
  if (distance === undefined || distance === 0) return 0;
  const factor = METRES.get((units ?? 'esriSRUnit_Meter').toLowerCase());
  if (factor === undefined) throw refuse('query-units', { value: units ?? '', units: UNIT_NAMES });
  if (distance < 0 || distance * factor > 20_000_000) throw refuse('query-distance', { value: distance });
  return distance * factor;
}

function isEmpty(geometry: EsriGeometry): boolean {
  if (isPolygon(geometry)) return geometry.rings.length === 0;
  if (isPolyline(geometry)) return geometry.paths.length === 0;
  return isMultipoint(geometry) && geometry.points.length === 0;
}

/** Degrees become metres here, so that the index of the table can be used without asking the database to project. */
function stored(geometry: EsriGeometry, srid: number): Pick<AskedPlace, 'place' | 'srid'> {
  const projected = srid === WGS84 ? toMercator(geometry) : geometry;
  if (srid !== WGS84 && srid !== WEB_MERCATOR) return { place: foreign(geometry, srid), srid };
  if (!isEnvelope(projected)) return { place: { wkb: flatWkb(projected) }, srid: STORED_SRID };
  const { xmin, ymin, xmax, ymax } = projected;
  return { place: { box: [xmin, ymin, xmax, ymax] }, srid: STORED_SRID };
}

/** Metres by which boxes may go on beyond the date line because their sides were worked out. */
const ROUNDED = 1;

/**
 * A box that goes on beyond the date line, as maps ask with that were moved over it, is also what lies there on the other side of the map. Beyond the map itself
 * it stays what it is, because rows may lie there; but none lies around what is there.
 */
function onBothSides({ place, srid }: Pick<AskedPlace, 'place' | 'srid'>, relation: SpatialRelation): Pick<AskedPlace, 'place' | 'srid'> {
  if (place === null || !('box' in place)) return { place, srid };
  const [west, south, east, north] = place.box;
  const turn = 2 * WEB_MERCATOR_LIMIT;
  const isBeyond = Math.max(-west, east) > WEB_MERCATOR_LIMIT + ROUNDED && east - west < turn;
  if (!isBeyond) return { place, srid };
  const turns = Math.floor((west + WEB_MERCATOR_LIMIT) / turn) * turn;
  const [first, last] = [west - turns, east - turns];
  if (last <= WEB_MERCATOR_LIMIT) return { place: { box: [first, south, last, north] }, srid };
  const edge = relation === 'within' ? WEB_MERCATOR_LIMIT : Number.POSITIVE_INFINITY;
  const boxes: Box[] = [
    [first, south, Math.min(last, edge), north],
    [Math.max(first - turn, -edge), south, last - turn, north],
  ];
  const polygons = boxes.map(([xmin, ymin, xmax, ymax]) => [ringOf({ xmin, ymin, xmax, ymax })]);
  return { place: { wkb: writeWkb({ kind: 'polygon', polygons, hasZ: false, hasM: false }, { srid: null }), boxes }, srid };
}

/** The place of a geometry that the database projects; boxes of degrees are boxes of metres, too. */
function foreign(geometry: EsriGeometry, srid: number): { wkb: Uint8Array; step?: number } {
  const wkb = isEnvelope(geometry) ? boxWkb(geometry) : flatWkb(geometry);
  const step = isEnvelope(geometry) && isInDegrees(srid) ? undefined : stepOf(geometry);
  return step === undefined ? { wkb } : { wkb, step };
}

/** Heights and measures choose nothing; where one is not known, newer versions of PROJ find no place. */
function flatWkb(geometry: Exclude<EsriGeometry, EsriEnvelope>): Uint8Array {
  return writeWkb(reduced(esriToShape(geometry), { z: false, m: false }).shape, { srid: null });
}

function boxWkb(box: EsriEnvelope): Uint8Array {
  return geoJsonToWkb({ type: 'Polygon', coordinates: [ringOf(box)] }, { srid: null });
}

function ringOf({ xmin, ymin, xmax, ymax }: EsriEnvelope): Position[] {
  return [
    [xmin, ymin],
    [xmax, ymin],
    [xmax, ymax],
    [xmin, ymax],
    [xmin, ymin],
  ];
}

function toMercator(geometry: EsriGeometry): EsriGeometry {
  const move = ([x = 0, y = 0, ...rest]: number[]): number[] => [mercatorX(x), mercatorY(y), ...rest];
  if (isPoint(geometry)) return { ...geometry, x: mercatorX(geometry.x), y: mercatorY(geometry.y) };
  if (isMultipoint(geometry)) return { ...geometry, points: geometry.points.map(move) };
  if (isPolyline(geometry)) return { ...geometry, paths: geometry.paths.map((path) => path.map(move)) };
  if (isPolygon(geometry)) return { ...geometry, rings: geometry.rings.map((ring) => ring.map(move)) };
  const { xmin, ymin, xmax, ymax } = geometry;
  return { xmin: mercatorX(xmin), ymin: mercatorY(ymin), xmax: mercatorX(xmax), ymax: mercatorY(ymax) };
}
