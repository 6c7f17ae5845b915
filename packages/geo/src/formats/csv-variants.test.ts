// Delimited text as the programs and people of many countries write it: separators, names, numbers, dates, encodings.
import { describe, expect, it } from 'vitest';
import { readAll, warningsOf } from '../../testing/read-fixture.ts';
import { memorySource } from './byte-source.ts';
import { csvReader } from './csv.ts';
import type { DatasetSource, ReadOptions } from './format-reader.ts';

const file = (content: string | Uint8Array): DatasetSource => ({
  main: memorySource('t.csv', typeof content === 'string' ? Buffer.from(content) : content),
});

async function read(content: string | Uint8Array, options: ReadOptions = {}) {
  const source = file(content);
  const description = await csvReader.describe(source, options);
  const { rows, problems } = await readAll(csvReader, source, { ...options, description });
  return { description, rows, problems, values: rows.map((row) => row.values), places: rows.map((row) => row.geometry) };
}

const PLACES = [
  { x: 5.5, y: 50.5 },
  { x: -6.5, y: 51.5 },
];

describe('separators', () => {
  const rows = [
    ['id', 'name', 'lat', 'lon'],
    ['1', 'Foo, Bar; "Baz" | x', '50.5', '5.5'],
    ['2', 'tab\there: ~^ and\nnew line', '51.5', '-6.5'],
    ['3', 'plain', '', ''],
  ];
  it.each([',', ';', '\t', '|', ' ', ':', '~', '^'])('%j is found by itself, also inside quotes', async (separator) => {
    const cell = (text: string): string => (/[^\w.-]/.test(text) || text === '' ? `"${text.replaceAll('"', '""')}"` : text);
    const { description, values, places, problems } = await read(rows.map((row) => row.map(cell).join(separator)).join('\r\n'));
    expect(description.layout).toMatchObject({ delimiter: separator, latitudeField: 'lat', longitudeField: 'lon' });
    expect(problems).toEqual([]);
    expect(values.map((row) => row[1])).toEqual(rows.slice(1).map((row) => row[1]));
    expect(places).toEqual([...PLACES, null]);
  });

  it.each([
    ['one column of several words', 'full name\nAda Lovelace\nGrace Hopper\n', ['full name']],
    ['a column of addresses', 'address\nMain Street 5\nPark Avenue 7\n', ['address']],
    ['moments', 'moment\n2024-01-01 10:00\n2024-01-02 11:00\n', ['moment']],
  ])('stay inside %s', async (_, text, names) => {
    const { description } = await read(text);
    expect(description.fields.map((field) => field.alias)).toEqual(names);
  });
});

describe('names of columns with coordinates', () => {
  it.each([
    ['lat', 'lng'],
    ['Lat.', 'Long.'],
    ['LATITUDE', 'LONGITUDE'],
    ['lat_dd', 'long_dd'],
    ['decimalLatitude', 'decimalLongitude'],
    ['Latitude (WGS84)', 'Longitude (WGS84)'],
    ['lat (deg)', 'lon (deg)'],
    ['GPS Latitude', 'GPS Longitude'],
    ['stop_lat', 'stop_lon'],
    ['latitude_deg', 'longitude_deg'],
    ['INTPTLAT', 'INTPTLONG'],
    ['Breite', 'Länge'],
    ['Breitengrad', 'Längengrad'],
    ['geogr. Breite', 'geogr. Länge'],
    ['Latitud', 'Longitud'],
    ['latitudine', 'longitudine'],
    ['Breedtegraad', 'Lengtegraad'],
    ['szerokość', 'długość'],
    ['enlem', 'boylam'],
    ['Широта', 'Долгота'],
    ['纬度', '经度'],
    ['緯度', '経度'],
    ['위도', '경도'],
    ['خط العرض', 'خط الطول'],
    ['دائرة العرض', 'خط الطول'],
    ['دَائِرَة العَرْض', 'خَطّ الطُول'],
    ['קו רוחב', 'קו אורך'],
    ['Y', 'X'],
    ['POINT_Y', 'POINT_X'],
    ['YCoord', 'XCoord'],
    ['Y-Koordinate', 'X-Koordinate'],
    ['Coordonnée Y', 'Coordonnée X'],
  ])('%s and %s', async (latitude, longitude) => {
    const { description, places } = await read(`n,note,${longitude},${latitude}\na,x,5.5,50.5\nb,y,-6.5,51.5\n`);
    expect(description.layout).toMatchObject({ latitudeField: latitude, longitudeField: longitude });
    expect(places).toEqual(PLACES);
  });

  it.each([
    ['easting', 'northing'],
    ['Rechtswert', 'Hochwert'],
    ['E-Koordinate', 'N-Koordinate'],
    ['E', 'N'],
    ['UTM_E', 'UTM_N'],
    ['Este', 'Norte'],
    ['الشرقيات', 'الشماليات'],
    ['X', 'Y'],
  ])('%s and %s, of metres, ask for the coordinate system', async (x, y) => {
    const text = `name,${x},${y}\na,500123.5,5400000\nb,500200,5400100\n`;
    const { spatialReference, layout } = await csvReader.describe(file(text));
    expect([spatialReference, layout]).toMatchObject([null, { latitudeField: y, longitudeField: x }]);
    expect((await read(text, { wkid: 32632 })).places[0]).toEqual({ x: 500_123.5, y: 5_400_000 });
  });

  it.each([
    ['width and length of things', 'teil;Breite;Länge\na;1200;5000\nb;800;2500\n'],
    ['the same in Arabic', 'قطعة,العرض,الطول\nا,1200,5000\nب,800,2500\n'],
    ['a column e beside a column n', 'e,n\n1,2\n3,4\n'],
    ['places of words', 'lat,lon\nnorth,east\nsouth,west\n'],
  ])('%s are none', async (_, text) => {
    expect((await read(text)).description).toMatchObject({ geometryType: null, rowCount: 2 });
  });

  it.each([
    ['geo_point_2d', '50.5, 5.5', '51.5, -6.5'],
    ['LatLon', '50.5,5.5', '51.5,-6.5'],
    ['lonlat', '5.5 50.5', '-6.5 51.5'],
    ['Koordinaten', '50,5; 5,5', '51,5; -6,5'],
    ['location', '(50.5, 5.5)', '(51.5, -6.5)'],
    ['GPS', "50°30'N 5°30'E", "51°30'N 6°30'W"],
    ['الإحداثيات', '50.5, 5.5', '51.5, -6.5'],
  ])('%s may hold both numbers, which stay as they are in a field', async (name, first, second) => {
    const { description, places, values } = await read(`n|${name}\na|${first}\nb|${second}\nc|\n`);
    expect(description).toMatchObject({ geometryType: 'esriGeometryPoint', layout: { latitudeField: name, longitudeField: name } });
    expect(places).toEqual([...PLACES, null]);
    expect(values.map((row) => row[1])).toEqual([first, second, null]);
  });

  it('may be the same one, chosen by a person, and say what is wrong with a row', async () => {
    const text = 'n|where\na|5.5, 50.5\nb|120.5, 10.5\nc|nowhere\nd|95.5, 95.5\n';
    const { places, problems } = await read(text, { latitudeField: 'where', longitudeField: 'where' });
    expect(places).toEqual([
      { x: 5.5, y: 50.5 },
      { x: 120.5, y: 10.5 },
    ]);
    expect(problems.map(({ row, problem }) => `${row} ${problem}`)).toEqual([
      '4 “nowhere” is not a latitude and a longitude',
      '5 the latitude 95.5 is not between -90 and 90',
    ]);
  });
});

describe('rows of names', () => {
  it.each([
    [
      'a name that stands twice',
      'id,name,name,lat,lon\n1,a,b,50.5,5.5\n',
      ['id', 'name', 'name', 'lat', 'lon'],
      ['id', 'name', 'name_1', 'lat', 'lon'],
    ],
    ['figures for names', 'name,lat,lon,1,2\na,50.5,5.5,3,4\n', ['name', 'lat', 'lon', '1', '2'], ['name', 'lat', 'lon', 'f_1', 'f_2']],
    [
      'cells without a name',
      ',name,,lat,lon,\n0,a,b,50.5,5.5,z\n',
      ['Column 1', 'name', 'Column 3', 'lat', 'lon', 'Column 6'],
      ['Column_1', 'name', 'Column_3', 'lat', 'lon', 'Column_6'],
    ],
    ['separators at the end', 'name,lat,lon,,,\na,50.5,5.5,,,\n', ['name', 'lat', 'lon'], ['name', 'lat', 'lon']],
    [
      'words of the portal',
      'OBJECTID,Shape,GlobalID,select,lat,lon\n7,s,g,x,50.5,5.5\n',
      ['OBJECTID', 'Shape', 'GlobalID', 'select', 'lat', 'lon'],
      ['OBJECTID_', 'Shape_', 'GlobalID_', 'select', 'lat', 'lon'],
    ],
  ])('with %s keep every column, and the alias is what stands there', async (_, text, aliases, names) => {
    const { description, problems, rows } = await read(text);
    expect(description.fields.map((field) => field.alias)).toEqual(aliases);
    expect(description.fields.map((field) => field.name)).toEqual(names);
    expect([rows.length, problems]).toEqual([1, []]);
    expect(rows[0]?.values).toHaveLength(names.length);
  });
});

describe('numbers', () => {
  it.each([
    ['1,234.5', 'n,v\na,"1,234.5"\nb,999\nc,"-12,345"\n', [1234.5, 999, -12_345]],
    ['1.234,5', 'n;v\na;1.234,5\nb;999\nc;-12.345,25\n', [1234.5, 999, -12_345.25]],
    ['1 234,5', 'n;v\na;1 234,5\nb;0,5\nc;12\u202f345\n', [1234.5, 0.5, 12_345]],
    ["1'234.5", "n;v\na;1'234.5\nb;999\nc;1’234’567\n", [1234.5, 999, 1_234_567]],
    ['1,5', 'n;v\na;1,5\nb;-2\nc;,5\n', [1.5, -2, 0.5]],
  ])('are read from %s', async (_, text, expected) => {
    const { values, description } = await read(text);
    expect(values.map((row) => row[1])).toEqual(expected);
    expect(warningsOf(description)).toEqual([]);
  });

  it('with three digits behind a point are thousands where decimals stand behind commas, which is told', async () => {
    const { values, description } = await read('n;people;share\na;1.234;1,5\nb;12.345;2,25\nc;7;0\n');
    expect(values.map((row) => row[1])).toEqual([1234, 12_345, 7]);
    expect(warningsOf(description)).toEqual([expect.stringContaining('Numbers in “people” are read with “.” between the thousands')]);
    const decimals = await read('n;metres;share\na;1.234;1.5\nb;12.345;2.25\n');
    expect([decimals.values.map((row) => row[1]), warningsOf(decimals.description)]).toEqual([[1.234, 12.345], []]);
  });

  it.each([
    ['telephones', 'n;v\na;555 123 456\nb;555 654 321\n', ['555 123 456', '555 654 321']],
    ['addresses of computers', 'n;v\na;192.168.100.200\nb;10.0.0.1\n', ['192.168.100.200', '10.0.0.1']],
    ['numbers with and without groups', 'n,v\na,"1,234"\nb,1234\n', ['1,234', '1234']],
    ['longer runs of digits than a number holds', 'n;v\na;9007199254740993\nb;7\n', ['9007199254740993', '7']],
    ['such runs between tabs', 'n\tv\na\t-9223372036854775807\nb\t7\n', ['-9223372036854775807', '7']],
    ['codes with zeros', 'n;v\na;01.234\nb;7\n', ['01.234', '7']],
  ])('are not made of %s', async (_, text, expected) => {
    expect((await read(text)).values.map((row) => row[1])).toEqual(expected);
  });

  it('of places may have groups, which count for all values of the two columns', async () => {
    const text = 'n,easting,northing\na,"500,123","5,400,000.5"\nb,"7,250","5,400,100"\n';
    const { places, values } = await read(text, { wkid: 32632 });
    expect(places).toEqual([
      { x: 500_123, y: 5_400_000.5 },
      { x: 7250, y: 5_400_100 },
    ]);
    expect(values.map((row) => row.slice(1))).toEqual([
      [500_123, 5_400_000.5],
      [7250, 5_400_100],
    ]);
  });

  it('with groups are read in the type that a person chose', async () => {
    const types = { v: 'esriFieldTypeDouble' } as const;
    const { values, problems } = await read('n,v\na,"1,234.5"\nb,many\nc,"12,345"\n', { types });
    expect(values).toEqual([
      ['a', 1234.5],
      ['c', 12_345],
    ]);
    expect(problems).toEqual([{ row: 3, problem: '“many” in the column v is not a number of that kind' }]);
  });
});

describe('dates', () => {
  const day = Date.UTC(2024, 0, 31);
  it.each([
    ['2024-01-31', day],
    ['2024/1/31', day],
    ['31.01.2024', day],
    ['31.1.2024 10:30', day + 37_800_000],
    ['31/01/2024', day],
    ['01/31/2024', day],
    ['1/31/2024 10:30 PM', day + 81_000_000],
    ['31-01-2024', day],
    ['2024-01-31T10:30:00+02:00', day + 30_600_000],
    ['2024-01-31 10:30:00.5Z', day + 37_800_500],
  ])('are read from %s', async (text, ms) => {
    const { description, values } = await read(`n;when\na;${text}\n`);
    expect([values[0]?.[1], description.fields[1]?.type, warningsOf(description)]).toEqual([ms, 'esriFieldTypeDate', []]);
  });

  it('of which day and month cannot be told apart are told of', async () => {
    const { description, values } = await read('n,when\na,02/03/2024\nb,04/05/2024\n');
    expect(values.map((row) => row[1])).toEqual([Date.UTC(2024, 1, 3), Date.UTC(2024, 3, 5)]);
    expect(warningsOf(description)).toEqual(['Dates in “when” are read with the month first.']);
  });
});

describe('encodings', () => {
  const text = 'Ort\tlat\tlon\nÄhm – „Zürich“\t50.5\t5.5\n';
  const utf16 = Buffer.from(text, 'utf16le');
  const mark = (...bytes: number[]): Buffer => Buffer.from(bytes);
  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.concat([mark(0xef, 0xbb, 0xbf), Buffer.from(text)])],
    ['UTF-16', Buffer.concat([mark(0xff, 0xfe), utf16])],
    ['UTF-16 of the other order', Buffer.concat([mark(0xfe, 0xff), Buffer.from(utf16).swap16()])],
    ['UTF-16 without a mark', utf16],
    ['UTF-16 of the other order without a mark', Buffer.from(utf16).swap16()],
  ])('%s is found, without a warning', async (_, bytes) => {
    const { description, values, places } = await read(bytes);
    expect([description.fields[0]?.alias, values[0]?.[0], places[0], warningsOf(description)]).toEqual([
      'Ort',
      'Ähm – „Zürich“',
      PLACES[0],
      [],
    ]);
  });

  it.each([
    [
      'windows-1252',
      'Málaga, O’Hara, “Hello”',
      [77, 0xe1, ...Buffer.from('laga, O'), 0x92, ...Buffer.from('Hara, '), 0x93, ...Buffer.from('Hello'), 0x94],
    ],
    ['shift_jis', '東京タワー', [0x93, 0x8c, 0x8b, 0x9e, 0x83, 0x5e, 0x83, 0x8f, 0x81, 0x5b]],
  ])('%s is guessed, with a warning that says how to choose another', async (encoding, expected, cell) => {
    const bytes = Buffer.concat([Buffer.from('name;lat;lon\n'), Buffer.from(cell), Buffer.from(';50.5;5.5\n')]);
    const { description, values } = await read(bytes);
    expect([description.encoding, values[0]?.[0]]).toEqual([encoding, expected]);
    expect(warningsOf(description)).toEqual([
      `The text is not UTF-8. It was read as ${encoding}; choose another encoding if letters look wrong.`,
    ]);
  });
});
