import { describe, expect, it } from 'vitest';
import { dataset, readAll, warningsOf } from '../../testing/read-fixture.ts';
import { memorySource } from './byte-source.ts';
import { csvReader } from './csv.ts';

const types = async (text: string) =>
  Object.fromEntries((await csvReader.describe(dataset('t.csv', text))).fields.map((f) => [f.alias, f.type.replace('esriFieldType', '')]));

describe('csvReader on real files', () => {
  it.each([
    ['peru_lat_lon.csv', 373, ',', 'utf-8', { x: -77.02824, y: -12.04318 }],
    ['espana_punto_y_coma.csv', 1321, ';', 'windows-1252', { x: -3.70256, y: 40.4165 }],
    ['kenya_bom_xy.csv', 117, ',', 'utf-8', { x: 36.81667, y: -1.28333 }],
    ['turkey_tab.tsv', 253, '\t', 'utf-8', { x: 28.94966, y: 41.01384 }],
    ['uk_dms.csv', 631, ',', 'utf-8', { x: -0.12575, y: 51.50852777777778 }],
  ])('reads every row of %s', async (name, count, delimiter, encoding, first) => {
    const source = dataset(`csv/${name}`);
    const description = await csvReader.describe(source);
    expect(description).toMatchObject({
      encoding,
      rowCount: count,
      geometryType: 'esriGeometryPoint',
      spatialReference: { wkid: 4326 },
      layout: { delimiter },
    });
    const { rows, problems } = await readAll(csvReader, source, { description });
    expect([rows.length, problems.length]).toEqual([count, 0]);
    expect(rows[0]?.geometry).toEqual(first);
  });

  it('reads letters of windows-1252 and numbers with decimal comma', async () => {
    const { rows } = await readAll(csvReader, dataset('csv/espana_punto_y_coma.csv'));
    expect(rows[5]?.values).toEqual(['Málaga', 578460, 36.72016, -4.42034]);
  });

  it('reads a WKT column as geometry and not as a field', async () => {
    const source = dataset('csv/africa_wkt.csv');
    const description = await csvReader.describe(source);
    expect(description).toMatchObject({ geometryType: 'esriGeometryPolygon', layout: { wktField: 'geometry_wkt' } });
    expect(description.fields.map((f) => f.name)).toEqual(['name', 'iso']);
    const { rows } = await readAll(csvReader, source, { description });
    expect(rows).toHaveLength(20);
    expect(rows[0]?.geometry).toHaveProperty('rings');
  });

  it('reads addresses as a table, codes with leading zeros as text', async () => {
    const description = await csvReader.describe(dataset('csv/canada_addresses.csv'));
    expect(description).toMatchObject({ geometryType: null, spatialReference: null, rowCount: 250 });
    expect(description.sample[0]).toEqual(['Shop 1', '100 Main Street', 'Toronto', '08', 'Canada', Date.UTC(2023, 0, 1), 1002.86]);
  });

  it('asks for the coordinate system of eastings and northings', async () => {
    const source = dataset('csv/mexico_utm14.csv');
    const description = await csvReader.describe(source);
    expect(description).toMatchObject({
      spatialReference: null,
      rowCount: 499,
      warnings: [{ code: 'not-degrees', text: 'The coordinates are not degrees. Choose the coordinate system.' }],
    });
    await expect(readAll(csvReader, source)).rejects.toThrow('Choose the coordinate system');
    const { rows } = await readAll(csvReader, source, { wkid: 32614 });
    expect(rows).toHaveLength(499);
    expect(rows[0]?.values).toContain('line one\nline two');
  });
});

describe('csvReader on what programs write', () => {
  it.each([
    [
      'hexadecimal bytes of either order',
      'id,geom\n1,010100000000000000000014400000000000004940\n2,000000000140180000000000004049800000000000\n',
    ],
    [
      'bytes with a system',
      'id,wkb_geometry\n1,0101000020E610000000000000000014400000000000004940\n2,0101000020E610000000000000000018400000000000804940\n',
    ],
    ['GeoJSON', 'id,geojson\n1,"{""type"":""Point"",""coordinates"":[5,50]}"\n2,"{""type"":""Point"",""coordinates"":[6,51]}"\n'],
    ['a line that names the separator', 'sep=;\r\nid;lat;lon\r\n1;50,0;5,0\r\n2;51,0;6,0\r\n'],
    ['the same behind a byte order mark', '\uFEFFsep=;\nid;lat;lon\n1;50;5\n2;51;6\n'],
  ])('reads %s', async (_, text) => {
    const { rows, problems } = await readAll(csvReader, dataset('t.csv', text));
    expect(problems).toEqual([]);
    expect(rows.map(({ geometry, values }) => [values[0], geometry])).toEqual([
      [1, { x: 5, y: 50 }],
      [2, { x: 6, y: 51 }],
    ]);
  });

  it('takes the system that the geometries name, and asks where they are no degrees', async () => {
    const named = await csvReader.describe(dataset('t.csv', 'id,geom\n1,"SRID=25832;POINT(500000 5000000)"\n2,"SRID=25832;POINT(1 2)"\n'));
    expect(named).toMatchObject({ spatialReference: { wkid: 25832 }, warnings: [] });
    const silent = await csvReader.describe(dataset('t.csv', 'id,wkt\n1,"POINT(500000 5000000)"\n2,"POINT(510000 5000000)"\n'));
    expect(silent.spatialReference).toBeNull();
    expect(warningsOf(silent)).toEqual(['The coordinates are not degrees. Choose the coordinate system.']);
  });

  it('refuses rows whose geometries name another system than most, or than the one that was chosen', async () => {
    const source = dataset(
      't.csv',
      'id,wkt\n1,SRID=4326;POINT(10 50)\n2,SRID=102100;POINT(20 30)\n3,SRID=3857;POINT(1113194 6446275)\n4,POINT(7 8)\n',
    );
    const refused = (srid: number, wkid: number) => `the geometry is in the coordinate system ${srid}, and the layer in ${wkid}`;
    const description = await csvReader.describe(source);
    expect(description).toMatchObject({ spatialReference: { wkid: 3857 }, extent: { xmin: 7, ymin: 8, xmax: 1113194, ymax: 6446275 } });
    expect(warningsOf(description)).toEqual([
      'The geometries name several coordinate systems (3857, 4326). Rows that name another one than 3857 are left out.',
    ]);
    const { rows, problems } = await readAll(csvReader, source, { description });
    expect([rows.map(({ row }) => row), problems]).toEqual([[3, 4, 5], [{ row: 2, problem: refused(4326, 3857) }]]);
    const chosen = await readAll(csvReader, source, { wkid: 4326 });
    expect([chosen.rows.map(({ row }) => row), chosen.problems]).toEqual([
      [2, 5],
      [3, 4].map((row) => ({ row, problem: refused(3857, 4326) })),
    ]);
    // Where all of them name one system, whoever chooses another one knows better than the file.
    const wrong = dataset('t.csv', 'id,wkt\n1,SRID=4326;POINT(500000 5000000)\n');
    expect((await readAll(csvReader, wrong, { wkid: 25832 })).problems).toEqual([]);
  });

  it.each([
    ['well-known text', 'GEOMETRYCOLLECTION(POINT(10 50),LINESTRING(0 0,1 1),LINESTRING(2 2,3 3))'],
    [
      'GeoJSON',
      '{""type"":""GeometryCollection"",""geometries"":[{""type"":""Point"",""coordinates"":[10,50]},{""type"":""MultiLineString"",""coordinates"":[[[0,0],[1,1]],[[2,2],[3,3]]]}]}',
    ],
    [
      'bytes',
      '0107000020E610000002000000010100000000000000000024400000000000004940010500000002000000010200000002000000' +
        '00000000000000000000000000000000000000000000F03F000000000000F03F' +
        '01020000000200000000000000000000400000000000000040' +
        '00000000000008400000000000000840',
    ],
  ])('puts the parts of a collection in %s into the layers of their kinds', async (_, cell) => {
    const source = dataset('t.csv', `id,geom\n1,"${cell}"\n2,"POINT(1 2)"\n`);
    const description = await csvReader.describe(source);
    expect(description.kinds?.map(({ type, rowCount }) => [type, rowCount])).toEqual([
      ['esriGeometryPoint', 2],
      ['esriGeometryPolyline', 1],
    ]);
    expect(warningsOf(description)).toContain('Features with several kinds of geometry (1) stand in the layer of each kind.');
    const read = (type: 'esriGeometryPoint' | 'esriGeometryPolyline', layer: 'first' | 'further') =>
      readAll(csvReader, source, { description, kind: { type, layer } });
    expect(await read('esriGeometryPoint', 'first')).toMatchObject({
      rows: [{ geometry: { x: 10 } }, { geometry: { x: 1 } }],
      problems: [],
    });
    expect(await read('esriGeometryPolyline', 'further')).toMatchObject({
      rows: [{ geometry: { paths: [{}, {}] }, values: [1] }],
      problems: [],
    });
  });

  it('reads curves and names the kinds of geometry that no layer holds', async () => {
    const source = dataset('t.csv', 'id,wkt\n1,"CURVEPOLYGON(CIRCULARSTRING(0 0,1 1,2 0,1 -1,0 0))"\n2,"TIN(((0 0,1 0,1 1,0 0)))"\n');
    const description = await csvReader.describe(source);
    expect(description.geometryType).toBe('esriGeometryPolygon');
    expect(warningsOf(description)).toEqual(['The geometries have curves, which are read as lines with many points.']);
    const { rows, problems } = await readAll(csvReader, source, { description });
    expect([rows.length, problems]).toEqual([1, [{ row: 3, problem: 'the geometry type TIN is not supported' }]]);
  });

  it('leaves other texts of such a column alone', async () => {
    const description = await csvReader.describe(dataset('t.csv', 'id,geom\n1,0123456789abcdef0123456789abcdef\n'));
    expect(description).toMatchObject({ geometryType: null, rowCount: 1 });
    expect(description.fields.map(({ alias }) => alias)).toEqual(['id', 'geom']);
  });
});

describe('csvReader on faulty files', () => {
  it('names the rows that have too few or too many cells', async () => {
    const { rows, problems } = await readAll(csvReader, dataset('malformed/ragged.csv'));
    expect(rows).toHaveLength(24);
    expect(problems).toHaveLength(6);
    expect(problems[0]).toEqual({ row: 2, problem: 'the row has 6 cells, not 4' });
    expect(problems[1]).toEqual({ row: 7, problem: 'the row has 3 cells, not 4' });
  });

  it('names the rows whose coordinates are no place', async () => {
    const source = dataset('malformed/out_of_range.csv');
    const description = await csvReader.describe(source);
    expect(warningsOf(description)).toEqual([
      'Rows that cannot be read and will be left out: 6 of 9.',
      'Rows without coordinates are kept without a place on the map: 1 of 9.',
    ]);
    // The rows left out do not make the columns text.
    expect(description.fields.map((f) => f.type)).toEqual(['esriFieldTypeString', 'esriFieldTypeInteger', 'esriFieldTypeInteger']);
    const { rows, problems } = await readAll(csvReader, source, { description });
    expect(rows.map((row) => [row.values[0], row.geometry === null])).toEqual([
      ['ok', false],
      ['blank', true],
      ['zero', false],
    ]);
    expect(problems.map((p) => [p.row, p.problem])).toEqual([
      [3, 'the latitude 95.5 is not between -90 and 90'],
      [4, 'the longitude 270 is not between -180 and 180'],
      [5, 'the latitude 151.2 is not between -90 and 90'],
      [7, '“east” is not a coordinate'],
      [9, '“NaN” is not a coordinate'],
      [10, '“1e400” is not a coordinate'],
    ]);
  });

  it('says what is wrong with files that are no tables', async () => {
    await expect(csvReader.describe(dataset('malformed/empty.csv'))).rejects.toThrow('empty.csv is empty.');
    await expect(csvReader.describe(dataset('a.csv', 'a,b\n1,"open'))).rejects.toThrow('A quotation mark is opened and not closed');
    // The line on which its row begins, also after cells of several lines, empty lines, and rows that had to be looked at twice.
    await expect(csvReader.describe(dataset('a.csv', 'a,b\n1,2\n3,4\n\n5,"open\n6,7\n'))).rejects.toThrow('(line 5)');
    await expect(csvReader.describe(dataset('a.csv', 'a,b\n1,"x\ny"\n2,3"4\n\n5,"6\n7"\n8,"open\n9,1\n'))).rejects.toThrow('(line 8)');
    await expect(csvReader.describe(dataset('a.csv', '<!doctype html><p>'))).rejects.toThrow('a.csv is a web page, not a table.');
    await expect(csvReader.describe(dataset('a.csv', 'a\0b\0'))).rejects.toThrow('a.csv is not a text file.');
    await expect(csvReader.describe(dataset('a.csv', 'a,b\n1,2'), { encoding: 'klingon' })).rejects.toThrow(
      'The text encoding “klingon” is not known.',
    );
  });

  it('reads a file that is marked as UTF-8 and is not, without handing on bytes that are none', async () => {
    const bytes = Buffer.concat([Buffer.from('\ufeffname,n\nplain,1\ncaf'), Buffer.from([0xe9]), Buffer.from(',2\n')]);
    const source = { main: memorySource('marked.csv', bytes) };
    const strict = new TextDecoder('utf-8', { fatal: true });
    const names: string[] = [];
    for await (const { bytes: text, count, columns } of csvReader.batches?.(source) ?? []) {
      const [column] = columns;
      for (let i = 0; i < count; i++)
        if (column?.kind === 'text') names.push(strict.decode(text.subarray(column.starts[i], column.ends[i])));
    }
    expect(names).toEqual(['plain', 'caf\ufffd']);
  });

  it('reads a header without rows', async () => {
    const description = await csvReader.describe(dataset('malformed/header_only.csv'));
    expect(description).toMatchObject({ rowCount: 0, geometryType: 'esriGeometryPoint' });
    expect(description.fields.map(({ name, type }) => `${name} ${type.slice(13)}`)).toEqual(['name String', 'lat Double', 'lon Double']);
    expect((await readAll(csvReader, dataset('malformed/header_only.csv'))).rows).toEqual([]);
  });
});

describe('types of columns', () => {
  it('are judged by all rows', async () => {
    expect(await types('i,d,s,big,id\n1,1,1,3000000000,12345678901234567890\n2,1.5,x,1,2\n')).toEqual({
      i: 'Integer',
      d: 'Double',
      s: 'String',
      big: 'BigInteger',
      id: 'String',
    });
  });

  it('know the usual dates and tell day and month apart by the column', async () => {
    const text = 'iso,de,en,us,no\n2024-01-31T10:00:00Z,31.01.2024,31/01/2024,01/31/2024 1:30 PM,99/99/2024\n';
    expect(await types(text)).toEqual({ iso: 'Date', de: 'Date', en: 'Date', us: 'Date', no: 'String' });
    const description = await csvReader.describe(dataset('t.csv', text));
    const day = Date.UTC(2024, 0, 31);
    expect(description.sample[0]?.slice(0, 4)).toEqual([day + 36_000_000, day, day, day + 13.5 * 3_600_000]);
  });

  it('make names valid and unique', async () => {
    const { fields } = await csvReader.describe(dataset('t.csv', 'Name (long),name long,Name (long) ,objectid,a\nx,y,z,w,1\n'), {
      hasHeader: true,
    });
    expect(fields.map((f) => f.name)).toEqual(['Name_long_', 'name_long', 'Name_long__1', 'objectid_', 'a']);
  });

  it('take the first row as values where it looks like them', async () => {
    const description = await csvReader.describe(dataset('t.csv', '1,2.5,x\n3,4.5,y\n'));
    expect(description).toMatchObject({ rowCount: 2, layout: { hasHeader: false } });
    expect(description.fields.map((f) => f.alias)).toEqual(['Column 1', 'Column 2', 'Column 3']);
  });

  it('have the names that are given where the file has none, and a first row that repeats those is no data', async () => {
    const columnNames = ['First name', 'lat', 'lon'];
    const bare = await csvReader.describe(dataset('t.csv', 'Ada,1,2\nBo,3,4\n'), { columnNames });
    expect(bare).toMatchObject({ rowCount: 2, geometryType: 'esriGeometryPoint', layout: { hasHeader: false, latitudeField: 'lat' } });
    expect(bare.fields.map((f) => f.alias)).toEqual(columnNames);
    const repeated = await csvReader.describe(dataset('t.csv', 'first_name,LAT,LON\nAda,1,2\n'), { columnNames });
    expect(repeated).toMatchObject({ rowCount: 1, layout: { hasHeader: true, latitudeField: 'LAT' } });
    // Words alone would look like names.
    const words = await csvReader.describe(dataset('t.csv', 'ash,oak\nelm,fir\n'), { columnNames: ['a'] });
    expect([words.rowCount, words.fields.map((f) => f.alias)]).toEqual([2, ['a', 'Column 2']]);
  });
});

describe('another character around cells', () => {
  it('keeps separators, ends of lines and itself, doubled, inside', async () => {
    const source = dataset('t.csv', "name,lat,lon\n'a,b',1,2\n'it''s\n\"here\"',3,4\n");
    const description = await csvReader.describe(source, { quote: "'" });
    const { rows, problems } = await readAll(csvReader, source, { description, quote: "'" });
    expect(problems).toEqual([]);
    expect(rows.map(({ values }) => values[0])).toEqual(['a,b', 'it\'s\n"here"']);
  });
});

describe('columns of coordinates', () => {
  it.each([
    ['y', 'long'],
    ['Latitude', 'X'],
    ['Y', 'lng'],
    ['lat', 'longitude'],
  ])('are known by the names %s and %s', async (y, x) => {
    const description = await csvReader.describe(dataset('t.csv', `n,${y},${x}\na,1,2\n`));
    expect(description).toMatchObject({ geometryType: 'esriGeometryPoint', layout: { latitudeField: y, longitudeField: x } });
  });
});
