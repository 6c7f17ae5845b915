// Finds the place of a query: in a system that is known, and with what lies within a distance of it on the globe.
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { refuse } from '@graticule/contract/refusals/refusal';
import { esriToShape } from '@graticule/geo/convert/esri-json';
import { positionsOf, type Shape } from '@graticule/geo/convert/shape';
import { readWkb, writeWkb } from '@graticule/geo/convert/wkb';
import type { Position } from '@graticule/geo/esri/geometry';
import { cornersOf, geodesicBuffer, linesToBuffer } from '@graticule/geo/measure/geodesic-buffer';
import { besideOneAnother } from '@graticule/geo/measure/geodesic-circle';
import { mercatorX } from '@graticule/geo/project/web-mercator';
import { BoundedMap } from '../../platform/bounded-map.ts';
import type { Portal } from '../../platform/context.ts';
import type { DatabaseHandle } from '../../platform/db/database.ts';
import { STORED_SRID } from '../layers.rules.ts';
import { isTangled } from '../tangle.rules.ts';
import type { Asked, AskedPlace, RecordFilter, SpatialFilter } from './layer-query.rules.ts';
import { mended, placeInMetres } from './near-places.store.ts';
import { isKnownSrid } from './query.store.ts';
import { unknownSystem } from './query-fault.rules.ts';

/** Corners that a shape may have with a distance, as it is sent. */
const MOST_SENT = 10_000;
/** And those that make a difference. */
const MOST_CORNERS = 1_000;
/** Positions that its edges may be divided by besides, where another system makes them bent. */
const MOST_ADDED = 1_000;
/** Crossings of its edges: each leaves many holes, which take a third of a second of the server where there are so many. */
const MOST_CROSSINGS = 3_000;
/** Parts of the distance to which places are rounded; a millimetre at least, a metre at most. */
const FINE = 1e-6;

/** Bytes of what was found lately: pages of one answer and layers of one service ask for the same again and again. */
const MOST_KEPT = 4 << 20;
/** By shape and distance, on which alone it depends. */
const kept = new BoundedMap<string, { place: SpatialFilter['place'] }>(MOST_KEPT, ({ place }) =>
  place !== null && 'wkb' in place ? place.wkb.length : 100,
);

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
async function near(database: DatabaseHandle, { place, srid, relation, metres }: AskedPlace): Promise<SpatialFilter> {
  const found = (one: SpatialFilter['place']): SpatialFilter => ({ place: one, srid: STORED_SRID, relation });
  if (place === null) return found(null);
  if (metres === 0)
    return found(srid === STORED_SRID ? place : wkbPlace(await placeInMetres(database, place, { srid, isOfOneKind: false })));
  const sent = shapeOf(place);
  requireCorners(positionsOf(sent).length, MOST_SENT);
  const shape = srid === STORED_SRID ? sent : await projected(database, place, srid);
  return found(shape && (await around(database, shape, { metres, added: srid === STORED_SRID ? 0 : MOST_ADDED })));
}

async function projected(database: DatabaseHandle, place: NonNullable<AskedPlace['place']>, srid: number): Promise<Shape | null> {
  const wkb = await placeInMetres(database, place, { srid, isOfOneKind: true });
  return wkb && readWkb(wkb);
}

const wkbPlace = (wkb: Uint8Array | null): SpatialFilter['place'] => wkb && { wkb };

function shapeOf(place: NonNullable<SpatialFilter['place']>): Shape {
  if ('wkb' in place) return readWkb(place.wkb);
  const [xmin, ymin, xmax, ymax] = place.box;
  return esriToShape({ xmin, ymin, xmax, ymax });
}

async function around(
  database: DatabaseHandle,
  shape: Shape,
  { metres, added }: { metres: number; added: number },
): Promise<SpatialFilter['place']> {
  const positions = positionsOf(shape);
  // Systems have places that the map has not.
  if (!positions.every((position) => position.every(Number.isFinite))) throw refuse('query-unprojectable');
  const name = `${metres} ${added} ${createHash('sha256')
    .update(writeWkb(shape, { srid: null }))
    .digest('base64')}`;
  const known = kept.get(name);
  if (known !== undefined) return known.place;
  const place = await surrounded(database, shape, { metres, most: MOST_CORNERS + added });
  kept.set(name, { place });
  return place;
}

async function surrounded(
  database: DatabaseHandle,
  shape: Shape,
  { metres, most }: { metres: number; most: number },
): Promise<SpatialFilter['place']> {
  const lines = linesToBuffer(shape, metres, most);
  requireCorners(cornersOf(lines), most);
  if (isTangled(lines, MOST_CROSSINGS)) throw refuse('query-geometry-tangled');
  const pieces = geodesicBuffer(lines, metres);
  if (pieces.length === 0) return null;
  // What is around one place are polygons beside one another already.
  if (shape.kind !== 'polygon' && lines.length === 1 && lines[0]?.length === 1) return { wkb: wkbOf(pieces) };
  const areas = shape.kind === 'polygon' ? shape.polygons.flatMap((polygon) => besideOneAnother(polygon, mercatorX(360))) : [];
  const grid = Math.min(1, Math.max(0.001, metres * FINE));
  // Its library takes 6 MB, which only those pay who ask for distances.
  const { joinedPolygons } = await import('@graticule/geo/measure/joined-polygons');
  const joined = await joinedPolygons(pieces, areas, { grid, pause: () => setImmediate() });
  return { wkb: await mended(database, wkbOf(joined)), isValid: true };
}

function requireCorners(count: number, most: number): void {
  if (count > most) throw refuse('query-distance-corners', { most, count });
}

const wkbOf = (polygons: Position[][][]): Uint8Array => writeWkb({ kind: 'polygon', polygons, hasZ: false, hasM: false }, { srid: null });
