// GPX: waypoints, routes and tracks as datasets.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { dataset, readAll } from '../../testing/read-fixture.ts';
import { memorySource } from './byte-source.ts';
import { gpxReader } from './gpx.ts';

const walk = (part?: string) => ({ ...dataset('vector/walk.gpx'), ...(part === undefined ? {} : { part }) });
const SHARED = new URL('../../../../../shared/data/vector/river_trip.gpx', import.meta.url);

const pathsOf = (geometry: unknown): number[] => (geometry as { paths: unknown[][] }).paths.map((path) => path.length);

describe('gpxReader', () => {
  it('names the kinds of features that the file has', async () => {
    expect(await gpxReader.parts?.(walk())).toEqual(['waypoints', 'routes', 'tracks']);
    expect(await gpxReader.parts?.(dataset('a.gpx', '<gpx><trk><trkseg/></trk></gpx>'))).toEqual(['tracks']);
  });

  it('reads waypoints with heights, times and texts, and refuses those that are not on the globe', async () => {
    const description = await gpxReader.describe(walk('waypoints'));
    expect(description).toMatchObject({ geometryType: 'esriGeometryPoint', spatialReference: { wkid: 4326 }, rowCount: 3, hasZ: true });
    const types = Object.fromEntries(description.fields.map(({ name, type }) => [name, type]));
    expect(types).toEqual({
      ele: 'esriFieldTypeDouble',
      time: 'esriFieldTypeDate',
      name: 'esriFieldTypeString',
      sym: 'esriFieldTypeString',
      desc: 'esriFieldTypeString',
    });
    const { rows, problems } = await readAll(gpxReader, walk('waypoints'), { description });
    expect(rows[0]).toMatchObject({
      geometry: { x: 7.5886, y: 47.5584, z: 260.5 },
      values: [260.5, Date.UTC(2024, 4, 1, 8), 'Brücke', 'City', null],
    });
    expect(rows[1]?.values).toEqual([null, null, '007', null, 'A <b>fountain</b> & a bench']);
    expect(problems).toEqual([{ row: 3, problem: 'the place 95, 7.6 is not on the globe' }]);
  });

  it('reads routes as lines and tracks as lines of several parts with their times', async () => {
    const routes = await readAll(gpxReader, walk('routes'));
    expect(routes.rows).toMatchObject([
      {
        geometry: {
          paths: [
            [
              [7.5886, 47.5584],
              [7.6, 47.56],
              [7.61, 47.57],
            ],
          ],
        },
        values: ['Plan', 3],
      },
    ]);
    const tracks = await gpxReader.describe(walk('tracks'));
    expect(tracks).toMatchObject({ name: 'walk tracks', geometryType: 'esriGeometryPolyline', hasZ: true });
    const { rows } = await readAll(gpxReader, walk('tracks'));
    expect(rows).toHaveLength(1);
    expect(pathsOf(rows[0]?.geometry)).toEqual([2, 2]);
    const names = tracks.fields.map((field) => field.name);
    expect(rows[0]?.values[names.indexOf('time_start')]).toBe(Date.UTC(2024, 4, 1, 8));
    expect(rows[0]?.values[names.indexOf('time_end')]).toBe(Date.UTC(2024, 4, 1, 8, 5, 30));
  });

  it('says what is wrong with a file that is not GPX', async () => {
    await expect(gpxReader.describe(dataset('a.gpx', '<kml/>'))).rejects.toThrow('not GPX: it begins with “kml”');
    await expect(gpxReader.describe(dataset('a.gpx', '<gpx><wpt lat="1" lon="2">'))).rejects.toThrow(/not well-formed XML \(line 1\)/);
    await expect(gpxReader.describe(dataset('a.gpx', ''))).rejects.toThrow('a.gpx is empty.');
    await expect(gpxReader.describe(dataset('a.gpx', '<!DOCTYPE gpx [<!ENTITY a "b">]><gpx/>'))).rejects.toThrow('DOCTYPE');
  });

  // The file may not be part of this repository, so it is read where it lies beside it.
  it.skipIf(!existsSync(SHARED))('reads a trip with waypoints, a route and a track (only where the shared data is present)', async () => {
    const main = memorySource('river_trip.gpx', readFileSync(SHARED));
    expect((await gpxReader.describe({ main, part: 'waypoints' })).rowCount).toBe(25);
    expect((await gpxReader.describe({ main, part: 'routes' })).rowCount).toBe(1);
    const { rows } = await readAll(gpxReader, { main, part: 'tracks' });
    expect(pathsOf(rows[0]?.geometry).reduce((a, b) => a + b)).toBe(222);
  });
});
