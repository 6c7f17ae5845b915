// GPX: waypoints, routes and tracks as datasets.
import { describe, expect, it } from 'vitest';
import { dataset, hasFixture, readAll, warningsOf } from '../../testing/read-fixture.ts';
import { gpxReader } from './gpx.ts';

const walk = (part?: string) => ({ ...dataset('vector/walk.gpx'), ...(part === undefined ? {} : { part }) });

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
      extensions_name: 'esriFieldTypeString',
    });
    const { rows, problems } = await readAll(gpxReader, walk('waypoints'), { description });
    expect(rows[0]).toMatchObject({
      geometry: { x: 7.5886, y: 47.5584, z: 260.5 },
      values: [260.5, Date.UTC(2024, 4, 1, 8), 'Brücke', 'City', null, null],
    });
    expect(rows[1]?.values).toEqual([null, null, '007', null, 'A <b>fountain</b> & a bench', 'not this']);
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

  it('refuses tracks of a single point, and counts such segments where others remain', async () => {
    const points = (...places: string[]) => places.map((place) => `<trkpt ${place}/>`).join('');
    const segments = (...parts: string[]) => `<trk>${parts.map((part) => `<trkseg>${part}</trkseg>`).join('')}</trk>`;
    const [a, b, c] = ['lat="1" lon="2"', 'lat="1" lon="3"', 'lat="5" lon="5"'];
    const source = dataset('a.gpx', `<gpx>${segments(points(a, b), points(c))}${segments(points(a), points(b))}${segments('')}</gpx>`);
    const description = await gpxReader.describe(source);
    expect(warningsOf(description)).toEqual([
      'Lines of a single point and holes with fewer than three corners, which stand beside other parts, are left out: 1.',
    ]);
    const { rows, problems } = await readAll(gpxReader, source, { description });
    expect(rows.map(({ row, geometry }) => [row, geometry && pathsOf(geometry)])).toEqual([
      [1, [2]],
      [3, null],
    ]);
    expect(problems).toEqual([{ row: 2, problem: 'the line has a single point' }]);
  });

  it('gives points of tracks without a height one between those of their neighbours, and says so', async () => {
    const point = (lon: number, height?: number) =>
      `<trkpt lat="0" lon="${lon}">${height === undefined ? '' : `<ele>${height}</ele>`}</trkpt>`;
    const track = (...points: string[]) => `<trk><trkseg>${points.join('')}</trkseg></trk>`;
    const source = dataset('a.gpx', `<gpx>${track(point(0), point(1, 100), point(2), point(5, 140))}${track(point(0), point(1))}</gpx>`);
    const description = await gpxReader.describe(source);
    expect(warningsOf(description)).toEqual([
      'Points of lines and areas without a height, beside others with one, get a height from their neighbours: 2.',
    ]);
    const { rows } = await readAll(gpxReader, source, { description });
    const heights = rows.map(({ geometry }) => (geometry as { paths: number[][][] }).paths.flat().map(([, , z]) => z));
    expect(heights).toEqual([
      [100, 100, 110, 140],
      [undefined, undefined],
    ]);
  });

  it('keeps links and what programs add of their own, and tells of what they say of single points', async () => {
    const source = dataset(
      'a.gpx',
      `<gpx xmlns:own="urn:own"><wpt lat="1" lon="2"><ele>5</ele><name>a</name><link href="https://a.example"><text>A</text><type>text/html</type></link>
         <link href="https://b.example"/><extensions><own:color>red</own:color><own:more><own:kind>x</own:kind><own:kind>y</own:kind><own:ele>9</own:ele></own:more></extensions></wpt>
       <wpt lat="1" lon="3"><extensions><own:hr>90</own:hr></extensions></wpt>
       <rte><rtept lat="1" lon="2"><time>2024-05-01T06:00:00Z</time><link href="https://a.example"><text>A</text></link></rtept><rtept lat="1" lon="3"/></rte>
       <trk><name>t</name><extensions><own:line><own:width>3</own:width></own:line></extensions><trkseg><trkpt lat="1" lon="2"><speed>3</speed>
         <extensions><own:hr>120</own:hr></extensions></trkpt><trkpt lat="1" lon="3"><extensions><own:hr>121</own:hr></extensions></trkpt>
         <extensions><own:lap>1</own:lap></extensions></trkseg></trk></gpx>`,
    );
    const read = async (part: string) => {
      const description = await gpxReader.describe({ ...source, part });
      const { rows } = await readAll(gpxReader, { ...source, part }, { description });
      const records = rows.map(({ values }) => Object.fromEntries(description.fields.map(({ name }, i) => [name, values[i]])));
      return { records, warnings: warningsOf(description) };
    };
    const none = { ele: null, name: null, link: null, link_text: null, link_type: null, color: null, kind: null, extensions_ele: null };
    expect(await read('waypoints')).toEqual({
      records: [
        {
          ele: 5,
          name: 'a',
          link: 'https://a.example, https://b.example',
          link_text: 'A',
          link_type: 'text/html',
          color: 'red',
          kind: 'x, y',
          extensions_ele: 9,
          hr: null,
        },
        { ...none, hr: 90 },
      ],
      warnings: [],
    });
    const left = (count: number, names: string) => [`Values of single points of tracks and routes are left out: ${count} (${names}).`];
    expect(await read('routes')).toEqual({ records: [{}], warnings: left(2, 'time, link') });
    expect(await read('tracks')).toEqual({ records: [{ name: 't', width: 3 }], warnings: left(4, 'speed, hr, lap') });
  });

  it('keeps attributes of what programs add, and tells of those of single points', async () => {
    const route = '<own:way lat="1" lon="2.5"/><own:way lat="1" lon="2.7"/>';
    const source = dataset(
      'a.gpx',
      `<gpx xmlns:own="urn:own"><wpt lat="1" lon="2" id="w7"><extensions><own:phone kind="home" xsi:type="a">12</own:phone><own:phone kind="work">13</own:phone>
         <own:flag value="on"/><own:link href="https://c.example"/></extensions></wpt>
       <rte number="4"><number>3</number><rtept lat="1" lon="2"><extensions><own:leg kind="x">${route}</own:leg></extensions></rtept><rtept lat="1" lon="3"/></rte></gpx>`,
    );
    const read = async (part: string) => {
      const description = await gpxReader.describe({ ...source, part });
      const { rows } = await readAll(gpxReader, { ...source, part }, { description });
      return [Object.fromEntries(description.fields.map(({ name }, i) => [name, rows[0]?.values[i]])), ...warningsOf(description)];
    };
    expect(await read('waypoints')).toEqual([
      { id: 'w7', phone_kind: 'home, work', phone: '12, 13', flag_value: 'on', extensions_link: 'https://c.example' },
    ]);
    expect(await read('routes')).toEqual([
      { extensions_number: 4, number: 3 },
      'Values of single points of tracks and routes are left out: 3 (leg_kind, way).',
    ]);
  });

  it.each([
    [
      'of today',
      '<metadata><name>n</name><desc>d</desc><author><name>Ada</name></author><link href="https://a.example"/><time>2024-01-01</time></metadata>',
    ],
    ['of before', '<name>n</name><desc>d</desc><author>Ada</author><link href="https://a.example"/><time>2024-01-01</time>'],
  ])('tells once what a file %s says of itself', async (_, said) => {
    const source = dataset('a.gpx', `<gpx>${said}<trk><desc>own</desc></trk><rte/></gpx>`);
    const warnings = async (part: string) => warningsOf(await gpxReader.describe({ ...source, part }));
    expect(await warnings('routes')).toEqual(['What the file says of itself is left out: desc, author, link.']);
    expect(await warnings('tracks')).toEqual([]);
  });

  it('says what is wrong with a file that is not GPX', async () => {
    await expect(gpxReader.describe(dataset('a.gpx', '<kml/>'))).rejects.toThrow('not GPX: it begins with “kml”');
    await expect(gpxReader.describe(dataset('a.gpx', '<gpx><wpt lat="1" lon="2">'))).rejects.toThrow(/not well-formed XML \(line 1\)/);
    await expect(gpxReader.describe(dataset('a.gpx', ''))).rejects.toThrow('a.gpx is empty.');
    await expect(gpxReader.describe(dataset('a.gpx', '<!DOCTYPE gpx [<!ENTITY a "b">]><gpx/>'))).rejects.toThrow('DOCTYPE');
  });

  it.skipIf(!hasFixture('vector/river_trip.gpx'))(
    'reads a trip with waypoints, a route and a track, and tells what of their points has no place in a line',
    async () => {
      const { main } = dataset('vector/river_trip.gpx');
      expect(await gpxReader.describe({ main, part: 'waypoints' })).toMatchObject({ rowCount: 25, warnings: [] });
      const route = await gpxReader.describe({ main, part: 'routes' });
      expect([route.rowCount, warningsOf(route)]).toEqual([1, ['Names and notes of the points of routes (6) are left out.']]);
      const track = await gpxReader.describe({ main, part: 'tracks' });
      expect(warningsOf(track)).toEqual([
        'Of the moments of the points of tracks, the first and the last are kept; the others (220) are left out.',
      ]);
      const { rows } = await readAll(gpxReader, { main, part: 'tracks' });
      expect(pathsOf(rows[0]?.geometry).reduce((a, b) => a + b)).toBe(222);
    },
  );
});
