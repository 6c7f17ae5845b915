// Reads the place part of a query: geometry, its reference system, relation and distance.
import { listed, refuse } from '@graticule/contract/refusals/refusal';
import { esriToShape } from '@graticule/geo/convert/esri-json';
import { geoJsonToWkb } from '@graticule/geo/convert/geojson';
import { reduced } from '@graticule/geo/convert/reduce-positions';
import { positionsOf } from '@graticule/geo/convert/shape';
import { writeWkb } from '@graticule/geo/convert/wkb';
import {
  type EsriEnvelope,
  type EsriGeometry,
  type EsriPoint,
  GEOMETRY_TYPES,
  type GeometryType,
  isEnvelope,
  isMultipoint,
  isPoint,
  isPolygon,
  isPolyline,
} from '@graticule/geo/esri/geometry';
import { parseGeometry } from '@graticule/geo/esri/parse-geometry';
import { extentOf, isEmptyExtent } from '@graticule/geo/measure/extent';
import { geodesicCircle } from '@graticule/geo/measure/geodesic-circle';
import { ownWkid, parseSpatialReference, WEB_MERCATOR, WGS84 } from '@graticule/geo/project/spatial-reference';
import { fromWebMercator, mercatorX, mercatorY } from '@graticule/geo/project/web-mercator';
import { isOutOfRange, withinRange } from '../coordinate-range.rules.ts';
import { isInDegrees, STORED_SRID } from '../layers.rules.ts';
import { isTangled } from '../tangle.rules.ts';
import { stepOf } from './edge-steps.rules.ts';
import type { SpatialFilter, SpatialRelation } from './layer-query.rules.ts';
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
export function readSpatialFilter(given: SpatialParameters, layerSrid: number): SpatialFilter | null {
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
  const bufferMetres = readDistance(given);
  if (isPolygon(geometry) && isTangled(geometry.rings)) throw refuse('query-geometry-tangled');
  if (isEmpty(geometry)) return { place: null, srid, relation, bufferMetres };
  if (bufferMetres > 0 && isPoint(geometry) && isOwn(srid)) return { ...circle(geometry, srid, bufferMetres), relation, bufferMetres: 0 };
  if (bufferMetres > 0) requireFewCorners(geometry);
  // Nothing of a geometry but its bounds is asked for, and boxes are compared to the centimetre.
  const asked = relation === 'envelopeIntersects' && bufferMetres === 0 && isOwn(srid) ? extentOf(geometry) : geometry;
  if (asked !== geometry && isEmptyExtent(asked as EsriEnvelope)) return { place: null, srid, relation, bufferMetres };
  const filter = { ...stored(asked, srid), relation, bufferMetres };
  return reachesOver(geometry, srid, bufferMetres) ? { ...filter, overDateLine: true } : filter;
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

/** Whether places in the system become metres of Web Mercator here. */
const isOwn = (srid: number): boolean => srid === WGS84 || srid === WEB_MERCATOR;

/** What is as near to a point: the database finds it in the plane of one zone, which is wrong by kilometres far away, and whole lands over the date line. */
function circle(point: EsriPoint, srid: number, metres: number): Pick<SpatialFilter, 'place' | 'srid'> {
  const middle = srid === WGS84 ? [point.x, point.y] : fromWebMercator(point.x, point.y);
  const polygons = geodesicCircle(middle, metres).map((rings) =>
    rings.map((ring) => ring.map(([x = 0, y = 0]) => [mercatorX(x), mercatorY(y)])),
  );
  return { place: { wkb: writeWkb({ kind: 'polygon', polygons, hasZ: false, hasM: false }, { srid: null }) }, srid: STORED_SRID };
}

/** Less than a degree of latitude anywhere. */
const METRES_OF_DEGREE = 110_000;

/** What lies near many corners takes the database so long, without a way to stop it, that a few such questions would stop all others. */
const MOST_CORNERS = 500;

function requireFewCorners(geometry: EsriGeometry): void {
  const count = isEnvelope(geometry) ? 4 : positionsOf(esriToShape(geometry)).length;
  if (count > MOST_CORNERS) throw refuse('query-distance-corners', { most: MOST_CORNERS, count });
}

/** Longitudes of the sides of a geometry. What was cut at the date line lies on both of its sides, and its longitudes go on beyond it. */
function sidesOf(geometry: EsriGeometry, srid: number): { west: number; east: number; isCut: boolean } {
  const degrees = (x: number): number => (srid === WGS84 ? x : fromWebMercator(x, 0)[0]);
  const box = extentOf(geometry);
  const [west, east] = [degrees(box.xmin), degrees(box.xmax)];
  if (isEnvelope(geometry) || west > -179.999 || east < 179.999) return { west, east, isCut: false };
  const beyond = positionsOf(esriToShape(geometry)).map(([x = 0]) => degrees(x) + (x < 0 ? 360 : 0));
  const [first, last] = [Math.min(...beyond), Math.max(...beyond)];
  return last - first < east - west ? { west: first, east: last, isCut: true } : { west, east, isCut: false };
}

/** Whether what is as near to a line, an area or several points reaches over the date line, unless that is half of the globe. */
function reachesOver(geometry: EsriGeometry, srid: number, metres: number): boolean {
  if (metres === 0 || !isOwn(srid)) return false;
  const box = extentOf(geometry);
  const [south, north] = [box.ymin, box.ymax].map((y) => (srid === WGS84 ? y : fromWebMercator(0, y)[1])) as [number, number];
  const { west, east, isCut } = sidesOf(geometry, srid);
  const reach = metres / METRES_OF_DEGREE;
  const latitude = Math.min(89, Math.max(Math.abs(south), Math.abs(north)) + reach);
  const across = reach / Math.cos((latitude * Math.PI) / 180);
  return (isCut || west - across < -180 || east + across > 180) && east - west + 2 * across < 180;
}

/** Degrees become metres here, so that the index of the table can be used without asking the database to project. */
function stored(geometry: EsriGeometry, srid: number): Pick<SpatialFilter, 'place' | 'srid'> {
  const projected = srid === WGS84 ? toMercator(geometry) : geometry;
  if (!isOwn(srid)) return { place: foreign(geometry, srid), srid };
  if (!isEnvelope(projected)) return { place: { wkb: flatWkb(projected) }, srid: STORED_SRID };
  const { xmin, ymin, xmax, ymax } = projected;
  return { place: { box: [xmin, ymin, xmax, ymax] }, srid: STORED_SRID };
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

function boxWkb({ xmin, ymin, xmax, ymax }: EsriEnvelope): Uint8Array {
  const ring = [
    [xmin, ymin],
    [xmax, ymin],
    [xmax, ymax],
    [xmin, ymax],
    [xmin, ymin],
  ];
  return geoJsonToWkb({ type: 'Polygon', coordinates: [ring] }, { srid: null });
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
