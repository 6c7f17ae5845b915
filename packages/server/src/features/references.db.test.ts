// Coordinate systems that are given as text, as both databases understand them.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../testing/test-database.ts';
import { sridOfWkt } from './references.store.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const DEGREE = 'ANGLEUNIT["degree",0.0174532925199433]';
const METRE = 'LENGTHUNIT["metre",1]';
const DATUM = `DATUM["Ours",ELLIPSOID["GRS 1980",6378137,298.257222101,${METRE}]],PRIMEM["Greenwich",0,${DEGREE}]`;
const AXES = `CS[ellipsoidal,2],AXIS["latitude",north,ORDER[1],${DEGREE}],AXIS["longitude",east,ORDER[2],${DEGREE}]`;
const parameters = Object.entries({ 'Latitude of natural origin': 0, 'Longitude of natural origin': 9 })
  .map(([name, degrees]) => `PARAMETER["${name}",${degrees},${DEGREE}]`)
  .join(',');
const METHOD = `METHOD["Transverse Mercator"],${parameters},PARAMETER["Scale factor at natural origin",0.9996,SCALEUNIT["unity",1]]`;
const SHIFT = `PARAMETER["False easting",500000,${METRE}],PARAMETER["False northing",0,${METRE}]`;
const GRID = `CS[Cartesian,2],AXIS["(E)",east,ORDER[1],${METRE}],AXIS["(N)",north,ORDER[2],${METRE}]`;
const projected = `PROJCRS["Our grid",BASEGEOGCRS["Ours",${DATUM}],CONVERSION["ours",${METHOD},${SHIFT}],${GRID}]`;
const heights = 'VERTCRS["Heights",VDATUM["Ours"],CS[vertical,1],AXIS["up",up,LENGTHUNIT["foot",0.3048]]]';

/** Where a place of the system lies in degrees, with its height. */
async function placeOf(wkt: string, x: number, y: number): Promise<number[]> {
  const srid = await sridOfWkt(database.handle, wkt);
  const { rows } = await database.handle.pool.query<{ x: number; y: number; z: number }>(
    `select ST_X(p) as x, ST_Y(p) as y, ST_Z(p) as z
      from ST_Transform(ST_SetSRID(ST_MakePoint($1::float8, $2::float8, 100), $3::integer), 4326) p`,
    [x, y, srid],
  );
  return rows.flatMap((row) => [row.x, row.y, row.z].map((one) => Math.round(one * 1e4) / 1e4));
}

it.each([
  ['a grid', projected, 500_000, 5_000_000, [9, 45.1535, 100]],
  [
    'a grid with heights in feet, which stay as they are',
    `COMPOUNDCRS["Both",${projected},${heights}]`,
    500_000,
    5_000_000,
    [9, 45.1535, 100],
  ],
  ['degrees in the words of 2015', `GEODCRS["Ours",${DATUM},${AXES}]`, 9, 45, [9, 45, 100]],
  ['degrees in the words of 2019', `GEOGCRS["Ours",${DATUM},${AXES}]`, 9, 45, [9, 45, 100]],
  ['degrees with heights', `COMPOUNDCRS["Both",GEODCRS["Ours",${DATUM},${AXES}],${heights}]`, 9, 45, [9, 45, 100]],
])('%s', async (_, wkt, x, y, place) => {
  expect(await placeOf(wkt, x, y)).toEqual(place);
});

it.each([
  ['places counted from the middle of the earth', `GEODCRS["Ours",${DATUM},CS[Cartesian,3],AXIS["(X)",geocentricX,${METRE}]]`],
  ['heights alone', heights],
  ['heights with heights', `COMPOUNDCRS["Both",${heights},${heights}]`],
  ['what is no system', 'ENGCRS["Factory",EDATUM["x"],CS[Cartesian,2]]'],
])('%s are refused', async (_, wkt) => {
  await expect(sridOfWkt(database.handle, wkt)).rejects.toMatchObject({ code: 'UNREADABLE_FILE' });
});
