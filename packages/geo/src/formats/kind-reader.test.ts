// Files that mix kinds of geometry, parted into as many layers.
import { describe, expect, it } from 'vitest';
import { dataset, readAll, warningsOf } from '../../testing/read-fixture.ts';
import { csvReader } from './csv.ts';
import type { DatasetSource, FormatReader } from './format-reader.ts';
import { geoJsonReader } from './geojson.ts';
import { describedByKind, describedForLayer, nameWithoutKind } from './kind-reader.ts';
import { kmlReader } from './kml.ts';

/** Name, type, proposed rows, rows that came and rows that were told of. */
async function parted(source: DatasetSource, reader: FormatReader) {
  const found = [];
  for (const { reader: own, description } of await describedByKind(source, reader, {})) {
    const { rows, problems } = await readAll(own, source, { description });
    const { name, geometryType, rowCount } = description;
    found.push({
      name,
      type: geometryType?.slice(12),
      rowCount,
      rows: rows.map(({ row }) => row),
      problems: problems.map(({ row }) => row),
    });
  }
  return found;
}

describe('describedByKind', () => {
  it('parts GeoJSON so that every feature arrives, what has no geometry with the most common kind', async () => {
    expect(await parted(dataset('geojson/mixed_null_collection.geojson'), geoJsonReader)).toEqual([
      { name: 'mixed_null_collection points', type: 'Point', rowCount: 4, rows: [2, 3, 5, 7], problems: [] },
      { name: 'mixed_null_collection lines', type: 'Polyline', rowCount: 2, rows: [4, 5], problems: [] },
      { name: 'mixed_null_collection polygons', type: 'Polygon', rowCount: 1, rows: [1], problems: [] },
      { name: 'mixed_null_collection multipoints', type: 'Multipoint', rowCount: 1, rows: [6], problems: [] },
    ]);
  });

  it('says that features with several kinds stand in several layers', async () => {
    const [first] = await describedByKind(dataset('geojson/mixed_null_collection.geojson'), geoJsonReader, {});
    expect(first && warningsOf(first.description)).toEqual([
      'The file mixes kinds of geometry. Each kind becomes a layer of its own.',
      'Features with several kinds of geometry (1) stand in the layer of each kind.',
      'The file holds points and sets of several points. The sets become a layer of their own, so that the points stay points.',
    ]);
  });

  it('gives heights and measures to the kinds that have some', async () => {
    const text =
      'name;shape\na;POINT (1 2)\nb;LINESTRING M (1 2 3, 3 4 5)\nc;LINESTRING M (1 2 3, 3 5 6)\nd;POLYGON Z ((0 0 1, 1 0 1, 1 1 1, 0 0 1))\n';
    const found = await describedByKind(dataset('a.csv', text), csvReader, {});
    expect(found.map(({ description: { geometryType, hasZ, hasM } }) => [geometryType?.slice(12), hasZ, hasM])).toEqual([
      ['Polyline', false, true],
      ['Point', false, false],
      ['Polygon', true, false],
    ]);
  });

  it('parts placemarks, and tells of what cannot be read once', async () => {
    const place = (geometry: string): string => `<Placemark>${geometry}</Placemark>`;
    const point = '<Point><coordinates>7,47</coordinates></Point>';
    const line = '<LineString><coordinates>1,2 3,4</coordinates></LineString>';
    const broken = '<Point><coordinates>x,47</coordinates></Point>';
    const text = `<kml>${place(point)}${place(line)}${place(broken)}${place(`<MultiGeometry>${line}${point}</MultiGeometry>`)}${place(point)}</kml>`;
    expect(await parted(dataset('a.kml', text), kmlReader)).toEqual([
      { name: 'a points', type: 'Point', rowCount: 4, rows: [1, 4, 5], problems: [3] },
      { name: 'a lines', type: 'Polyline', rowCount: 2, rows: [2, 4], problems: [] },
    ]);
  });

  it('parts well-known text in a table', async () => {
    const text = 'name;shape\na;POINT (1 2)\nb;LINESTRING (1 2, 3 4)\nc;LINESTRING (1 2, 3 5)\nd;\ne;nonsense\nf\n';
    expect(await parted(dataset('a.csv', text), csvReader)).toEqual([
      { name: 'a lines', type: 'Polyline', rowCount: 5, rows: [3, 4, 5], problems: [6, 7] },
      { name: 'a points', type: 'Point', rowCount: 1, rows: [2], problems: [] },
    ]);
  });

  const DOTS = 'name;shape\na;POINT (1 2)\nb;MULTIPOINT ((1 2))\nc;MULTIPOINT ((1 2), (3 4))\nd;\ne;POINT (5 6)\n';

  it('keeps points as points where a file has sets of points too; a set of one is a point', async () => {
    expect(await parted(dataset('a.csv', DOTS), csvReader)).toEqual([
      { name: 'a points', type: 'Point', rowCount: 4, rows: [2, 3, 5, 6], problems: [] },
      { name: 'a multipoints', type: 'Multipoint', rowCount: 1, rows: [4], problems: [] },
    ]);
  });

  it('keeps points and sets together where that is wanted', async () => {
    const source = dataset('a.csv', DOTS);
    const [only, ...others] = await describedByKind(source, csvReader, { multipoints: 'together' });
    expect(others).toEqual([]);
    expect(only && warningsOf(only.description)).toEqual([
      'The file holds points and sets of several points. All of them become sets, in one layer.',
    ]);
    expect(only?.description).toMatchObject({ name: 'a', geometryType: 'esriGeometryMultipoint', rowCount: 5 });
    const { rows } = await readAll(csvReader, source, { description: only?.description });
    expect(rows.map(({ geometry }) => geometry && 'points' in geometry && geometry.points.length)).toEqual([1, 1, 2, null, 1]);
  });

  it('takes sets of one point as points where the file has no larger ones', async () => {
    const sets = 'name;shape\na;MULTIPOINT ((1 2))\nb;MULTIPOINT ((3 4))\n';
    expect(await parted(dataset('a.csv', sets), csvReader)).toEqual([
      { name: 'a', type: 'Point', rowCount: 2, rows: [2, 3], problems: [] },
    ]);
  });

  it('leaves sets of one point as sets where the others are sets of several', async () => {
    const sets = 'name;shape\na;MULTIPOINT ((1 2))\nb;MULTIPOINT ((1 2), (3 4))\n';
    expect(await parted(dataset('a.csv', sets), csvReader)).toEqual([
      { name: 'a', type: 'Multipoint', rowCount: 2, rows: [2, 3], problems: [] },
    ]);
  });

  it('leaves a file of one kind as it is', async () => {
    const found = await parted(dataset('geojson/single_feature.geojson'), geoJsonReader);
    expect(found).toMatchObject([{ name: 'single_feature', type: 'Polygon' }]);
  });
});

describe('describedForLayer', () => {
  it('takes the kind of the layer, and tells of the rows of others', async () => {
    const source = dataset('geojson/mixed_null_collection.geojson');
    const { reader, description } = await describedForLayer(source, geoJsonReader, { layerType: 'esriGeometryPolygon' });
    const { rows, problems } = await readAll(reader, source, { description });
    expect(description).toMatchObject({ geometryType: 'esriGeometryPolygon', rowCount: 7 });
    expect(rows.map(({ row }) => row)).toEqual([1, 2, 7]);
    expect(problems).toEqual([
      { row: 3, problem: 'the geometry is a point, and the layer holds another kind' },
      { row: 4, problem: 'the geometry is a line, and the layer holds another kind' },
      { row: 5, problem: 'the geometry is a point, and the layer holds another kind' },
      { row: 6, problem: 'the geometry is a set of points, and the layer holds another kind' },
    ]);
  });
});

it('a layer of sets of points takes points too, one of points only sets of one', async () => {
  const source = dataset('a.csv', 'name;shape\na;POINT (1 2)\nb;MULTIPOINT ((1 2))\nc;MULTIPOINT ((1 2), (3 4))\n');
  const rowsFor = async (layerType: 'esriGeometryPoint' | 'esriGeometryMultipoint') => {
    const { reader, description } = await describedForLayer(source, csvReader, { layerType });
    const { rows, problems } = await readAll(reader, source, { description });
    return { type: description.geometryType, rows: rows.map(({ row }) => row), problems };
  };
  expect(await rowsFor('esriGeometryMultipoint')).toEqual({ type: 'esriGeometryMultipoint', rows: [2, 3, 4], problems: [] });
  expect(await rowsFor('esriGeometryPoint')).toEqual({
    type: 'esriGeometryPoint',
    rows: [2, 3],
    problems: [{ row: 4, problem: 'the geometry is a set of points, and the layer holds another kind' }],
  });
});

it('a dataset is known by the name of its part of one kind', () => {
  expect(['walk lines', 'a polygons', 'points'].map(nameWithoutKind)).toEqual(['walk', 'a', 'points']);
});
