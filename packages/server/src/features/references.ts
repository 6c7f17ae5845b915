// The numbers under which the database knows reference systems, and extents in them.
import { fail } from '@graticule/contract/errors';
import { type KnownReference, WGS84 } from '@graticule/geo/project/spatial-reference';
import { fromWebMercator } from '@graticule/geo/project/web-mercator';
import { sentence } from '@graticule/geo/sentence';
import type { Portal } from '../platform/context.ts';
import { type Extent, type PlacedExtent, STORED_SRID } from './layers.rules.ts';
import { isKnownSrid, rowsOf } from './query/query.store.ts';
import { sridOfWkt } from './references.store.ts';

/** @throws UNREADABLE_FILE when the database cannot project from it */
export async function sridOfReference(portal: Pick<Portal, 'database'>, reference: KnownReference): Promise<number> {
  if (reference.wkid === undefined) return sridOfWkt(portal.database, reference.wkt);
  if (await isKnownSrid(portal.database, reference.wkid)) return reference.wkid;
  throw fail('UNREADABLE_FILE', { reasons: [sentence('reference-unknown-number', { wkid: String(reference.wkid) })] });
}

/** Corners of a box in every direction, so that what is bent in another system still lies inside. */
const STEPS = 32;

/** An extent of Web Mercator metres in another reference system, with all that lies in it; where that has no such place, as it is. */
export async function extentIn(portal: Pick<Portal, 'database'>, extent: Extent, srid: number): Promise<PlacedExtent> {
  if (srid === STORED_SRID) return { box: extent, srid };
  const [xmin, ymin, xmax, ymax] = extent;
  if (srid === WGS84) return { box: [...fromWebMercator(xmin, ymin), ...fromWebMercator(xmax, ymax)], srid };
  const longest = Math.max(xmax - xmin, ymax - ymin, 1) / STEPS;
  const text =
    'select ST_XMin(e), ST_YMin(e), ST_XMax(e), ST_YMax(e) from (select ST_Transform(ST_Segmentize(' +
    'ST_MakeEnvelope($1::float8, $2::float8, $3::float8, $4::float8, 3857), $5::float8), $6::integer) as e) box';
  const [row = []] = await rowsOf(portal.database, { text, values: [xmin, ymin, xmax, ymax, longest, srid] }).catch(() => []);
  const [west, south, east, north] = row;
  const isPlace = [west, south, east, north].every((value) => typeof value === 'number' && Number.isFinite(value));
  return isPlace ? { box: [Number(west), Number(south), Number(east), Number(north)], srid } : { box: extent, srid: STORED_SRID };
}
