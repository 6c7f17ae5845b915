// Finds the place of a query: in a system that is known, and with what lies within a distance of it on the globe.
import { createHash } from 'node:crypto';
import { refuse } from '@graticule/contract/refusals/refusal';
import { esriToShape } from '@graticule/geo/convert/esri-json';
import { mapPositions } from '@graticule/geo/convert/reduce-positions';
import { positionsOf, type Shape } from '@graticule/geo/convert/shape';
import { readWkb, writeWkb } from '@graticule/geo/convert/wkb';
import type { Position } from '@graticule/geo/esri/geometry';
import { emptyExtent, growExtent } from '@graticule/geo/measure/extent';
import { cornersOf, geodesicBuffer, linesToBuffer } from '@graticule/geo/measure/geodesic-buffer';
import { besideOneAnother } from '@graticule/geo/measure/geodesic-circle';
import { mercatorX } from '@graticule/geo/project/web-mercator';
import { BoundedMap } from '../../platform/bounded-map.ts';
import type { Portal } from '../../platform/context.ts';
import type { DatabaseHandle } from '../../platform/db/database.ts';
import { STORED_SRID } from '../layers.rules.ts';
import { reachesOver } from './date-line.rules.ts';
import type { Asked, AskedPlace, RecordFilter, SpatialFilter } from './layer-query.rules.ts';
import { bufferOf, joined, placeInMetres } from './near-places.store.ts';
import { isKnownSrid } from './query.store.ts';
import { unknownSystem } from './query-fault.rules.ts';

/** Corners that a shape may have with a distance, as it is sent. */
const MOST_SENT = 10_000;
/** And those that make a difference: what crosses itself everywhere would take the database minutes. */
const MOST_CORNERS = 1_000;
/** Positions that its edges may be divided by besides, where another system makes them bent. */
const MOST_ADDED = 1_000;
/** What lies near many corners takes the embedded database so long, without a way to stop it, that a few such questions would stop all others. */
const MOST_CORNERS_EMBEDDED = 500;
const MOST_DIVIDED_EMBEDDED = 500;

/** Bytes of what was found lately: pages of one answer and layers of one service ask for the same again and again. */
const MOST_KEPT = 4 << 20;
/** By shape and distance, on which alone it depends. */
const kept = new BoundedMap<string, SpatialFilter['place'] & { wkb: Uint8Array }>(MOST_KEPT, ({ wkb }) => wkb.length);

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
  requireCorners(positionsOf(sent).length, database.engine === 'embedded' ? MOST_CORNERS_EMBEDDED : MOST_SENT);
  const shape = srid === STORED_SRID ? sent : await projected(database, place, srid);
  return found(shape && (await around(database, shape, { metres, added: srid === STORED_SRID ? 0 : MOST_ADDED })));
}

async function projected(database: DatabaseHandle, place: NonNullable<AskedPlace['place']>, srid: number): Promise<Shape | null> {
  const divided = database.engine === 'embedded' ? coarser(place) : place;
  const wkb = await placeInMetres(database, divided, { srid, isOfOneKind: true });
  return wkb && readWkb(wkb);
}

const wkbPlace = (wkb: Uint8Array | null): SpatialFilter['place'] => wkb && { wkb };

/** Edges in fewer parts: between two of them they bend by sixteen ten-thousandths of what they would, instead of one. */
function coarser(place: NonNullable<AskedPlace['place']>): NonNullable<AskedPlace['place']> {
  return 'wkb' in place && place.step !== undefined ? { ...place, step: place.step * 4 } : place;
}

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
  const name = `${database.engine} ${metres} ${added} ${sha256(writeWkb(shape, { srid: null }))}`;
  const known = kept.get(name);
  if (known !== undefined) return known;
  const place = await surrounded(database, inOneTurn(shape), { metres, added });
  if (place !== null && 'wkb' in place && place.wkb.length < MOST_KEPT / 4) kept.set(name, place);
  return place;
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');

/** A shape that lies turns away from the map, on the map. */
function inOneTurn(shape: Shape): Shape {
  const turn = mercatorX(360);
  const bounds = emptyExtent();
  for (const [x = 0, y = 0] of positionsOf(shape)) growExtent(bounds, x, y);
  const turns = Math.round((bounds.xmin + bounds.xmax) / 2 / turn);
  return Number.isFinite(turns) && turns !== 0 ? mapPositions(shape, ([x = 0, ...others]) => [x - turns * turn, ...others]) : shape;
}

async function surrounded(
  database: DatabaseHandle,
  shape: Shape,
  { metres, added }: { metres: number; added: number },
): Promise<SpatialFilter['place']> {
  const [only, ...others] = positionsOf(shape);
  if (database.engine === 'embedded' && (shape.kind === 'polygon' || others.length > 0)) return zoned(database, shape, metres);
  const most = MOST_CORNERS + added;
  const lines = linesToBuffer(shape, metres, most);
  requireCorners(cornersOf(lines), most);
  const pieces = geodesicBuffer(lines, metres);
  if (only === undefined || pieces.length === 0) return null;
  // What is around one place are polygons beside one another already.
  if (shape.kind !== 'polygon' && lines.length === 1 && lines[0]?.length === 1) return { wkb: wkbOf(pieces) };
  const areas = shape.kind === 'polygon' ? shape.polygons.flatMap((polygon) => besideOneAnother(polygon, mercatorX(360))) : [];
  const wkb = await joined(database, wkbOf(pieces), areas.length === 0 ? null : wkbOf(areas));
  return wkb && { wkb, isValid: true };
}

/** The geometry library of the embedded database fails at joining pieces, and leaves its caller without an answer. */
async function zoned(database: DatabaseHandle, shape: Shape, metres: number): Promise<SpatialFilter['place']> {
  // Edges that another system bends have been divided meanwhile.
  requireCorners(positionsOf(shape).length, MOST_CORNERS_EMBEDDED + MOST_DIVIDED_EMBEDDED);
  const wkb = await bufferOf(database, writeWkb(shape, { srid: null }), { metres, overDateLine: reachesOver(shape, metres) });
  return wkbPlace(wkb);
}

function requireCorners(count: number, most: number): void {
  if (count > most) throw refuse('query-distance-corners', { most, count });
}

const wkbOf = (polygons: Position[][][]): Uint8Array => writeWkb({ kind: 'polygon', polygons, hasZ: false, hasM: false }, { srid: null });
