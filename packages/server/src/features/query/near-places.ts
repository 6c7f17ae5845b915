// Finds the place of a query: in a system that is known, and with what lies within a distance of it on the globe.
import { refuse } from '@graticule/contract/refusals/refusal';
import { esriToShape } from '@graticule/geo/convert/esri-json';
import { positionsOf, type Shape } from '@graticule/geo/convert/shape';
import { readWkb, writeWkb } from '@graticule/geo/convert/wkb';
import type { Position } from '@graticule/geo/esri/geometry';
import { cornersOf, geodesicBuffer, linesToBuffer } from '@graticule/geo/measure/geodesic-buffer';
import { besideOneAnother } from '@graticule/geo/measure/geodesic-circle';
import { mercatorX } from '@graticule/geo/project/web-mercator';
import type { Portal } from '../../platform/context.ts';
import type { DatabaseHandle } from '../../platform/db/database.ts';
import { STORED_SRID } from '../layers.rules.ts';
import { reachesOver } from './date-line.rules.ts';
import type { Asked, AskedPlace, RecordFilter, SpatialFilter } from './layer-query.rules.ts';
import { bufferOf, joined, placeInMetres } from './near-places.store.ts';
import { isKnownSrid } from './query.store.ts';
import { unknownSystem } from './query-fault.rules.ts';

/** Corners that a shape may have with a distance, as it is sent: the time for leaving some out grows with the square of their number. */
const MOST_SENT = 10_000;
/** And those that are left: what crosses itself everywhere would take the database minutes. */
const MOST_CORNERS = 1_000;
/** What lies near many corners takes the embedded database so long, without a way to stop it, that a few such questions would stop all others. */
const MOST_CORNERS_EMBEDDED = 500;

type Placed<T> = Omit<T, 'spatial'> & Pick<RecordFilter, 'spatial'>;

/**
 * The filter or query with its place. A place in a system that nobody knows would choose no record, and nobody would be told.
 * @throws INVALID_QUERY, QUERY_TIMED_OUT
 */
export async function withPlace<T extends Asked<Pick<RecordFilter, 'spatial'>>>(
  { database }: Pick<Portal, 'database'>,
  asked: T,
): Promise<Placed<T>> {
  const { spatial } = asked;
  if (spatial === null) return { ...asked, spatial };
  if (!(await isKnownSrid(database, spatial.srid))) throw unknownSystem('inSR', spatial.srid);
  return { ...asked, spatial: await near(database, spatial) };
}

/** What a system that is not the tables' own says is projected once, before the index is asked with it. */
async function near(database: DatabaseHandle, asked: AskedPlace): Promise<SpatialFilter> {
  const { relation, metres } = asked;
  const place = asked.place === null || asked.srid === STORED_SRID ? asked.place : await inMetres(database, asked.place, asked.srid);
  if (place === null || metres === 0) return { place, srid: STORED_SRID, relation };
  return { place: await around(database, shapeOf(place), metres), srid: STORED_SRID, relation };
}

async function inMetres(database: DatabaseHandle, place: NonNullable<AskedPlace['place']>, srid: number): Promise<SpatialFilter['place']> {
  const wkb = await placeInMetres(database, place, srid);
  return wkb && { wkb };
}

function shapeOf(place: NonNullable<SpatialFilter['place']>): Shape {
  if ('wkb' in place) return readWkb(place.wkb);
  const [xmin, ymin, xmax, ymax] = place.box;
  return esriToShape({ xmin, ymin, xmax, ymax });
}

async function around(database: DatabaseHandle, shape: Shape, metres: number): Promise<SpatialFilter['place']> {
  const positions = positionsOf(shape);
  requireCorners(positions.length, MOST_SENT);
  // Systems have places that the map has not.
  if (!positions.every((position) => position.every(Number.isFinite))) throw refuse('query-unprojectable');
  const lines = linesToBuffer(shape, metres, MOST_CORNERS);
  const isPlace = shape.kind !== 'polygon' && lines.length === 1 && lines[0]?.length === 1;
  if (database.engine === 'embedded' && !isPlace) return zoned(database, shape, metres);
  requireCorners(cornersOf(lines), MOST_CORNERS);
  const pieces = geodesicBuffer(lines, metres);
  if (pieces.length === 0) return null;
  // What is around one place are polygons beside one another already.
  if (isPlace) return { wkb: wkbOf(pieces) };
  const areas = shape.kind === 'polygon' ? shape.polygons.flatMap((polygon) => besideOneAnother(polygon, mercatorX(360))) : [];
  const wkb = await joined(database, wkbOf(pieces), areas.length === 0 ? null : wkbOf(areas));
  return wkb && { wkb, isValid: true };
}

/** The geometry library of the embedded database fails at joining pieces, and leaves its caller without an answer. */
async function zoned(database: DatabaseHandle, shape: Shape, metres: number): Promise<SpatialFilter['place']> {
  requireCorners(positionsOf(shape).length, MOST_CORNERS_EMBEDDED);
  const wkb = await bufferOf(database, writeWkb(shape, { srid: null }), { metres, overDateLine: reachesOver(shape, metres) });
  return wkb && { wkb };
}

function requireCorners(count: number, most: number): void {
  if (count > most) throw refuse('query-distance-corners', { most, count });
}

const wkbOf = (polygons: Position[][][]): Uint8Array => writeWkb({ kind: 'polygon', polygons, hasZ: false, hasM: false }, { srid: null });
