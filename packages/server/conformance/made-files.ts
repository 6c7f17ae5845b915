// Files that GDAL makes of rows made by chance, with what they are made of: the same every time.

/** Kinds of geometry that layers hold. */
const KINDS = ['Point', 'MultiPoint', 'LineString', 'MultiLineString', 'Polygon', 'MultiPolygon'] as const;
type Kind = (typeof KINDS)[number];

type Position = number[];

/** Numbers from 0 to 1, the same ones for the same seed. */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A file to make: by which driver, with which options, and of which rows. */
export interface MadeFile {
  /** As ogr2ogr calls it. */
  driver: string;
  /** Name of the file; files in folders are packed. */
  name: string;
  fileType: string;
  /** The kinds of geometry of each of its layers; none for tables. */
  layers: readonly (readonly Kind[])[];
  /** Reference system of the file, and a place in it. */
  system?: { name: string; at: readonly number[] };
  hasZ?: boolean;
  options?: readonly string[];
  /** What ogr2ogr needs to read it again. */
  readOptions?: readonly string[];
  /** Every row has a place: the format cannot leave one out. */
  isPlaced?: boolean;
  /** Texts that the encoding of the file has. */
  texts?: readonly (string | null)[];
  /** Properties that the driver cannot write. */
  without?: readonly string[];
}

const TEXTS = ['plain', 'Zürich', 'Łódź', '東京', '😀', '"quoted"', "O'Hara", 'a,b;c|d', '007', 'two\nlines', 'null and void', null];
const LATIN = ['Zürich', 'àéîõü', 'plain', null];
const WHOLE = [0, -1, 2_147_483_647, -2_147_483_648, null];
/** The last one has more digits than a double. */
const LONG = ['5', '9007199254740991', '-9007199254740991', '9007199254740993', null];
const SHARES = [0.1, 1 / 3, -1e-300, 123_456_789.12345678, 1e22, null];
const DAYS = ['2024-02-29', '1969-12-31', '1900-03-01', null];
const MOMENTS = ['2024-02-29T12:34:56.789Z', '1999-12-31T23:30:00+05:30', '2000-01-01T00:00:00-08:00', null];

/** Rows as GeoJSON in degrees, as texts: numbers of many digits are no numbers of JavaScript. */
export function madeRows(file: MadeFile, layer: number, random: () => number, first: number): string {
  const any = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const kinds = file.layers[layer] ?? [];
  const rows = Array.from({ length: 12 }, (_, i) => {
    const kind = kinds.length > 0 ? any(kinds) : undefined;
    const isNowhere = kind === undefined || (i === 5 && file.isPlaced !== true);
    const values: Record<string, string> = {
      rid: String(first + i),
      label: JSON.stringify(any(file.texts ?? TEXTS)),
      whole: String(any(WHOLE)),
      long: String(any(LONG)),
      share: JSON.stringify(any(SHARES)),
      day: JSON.stringify(any(DAYS)),
      moment: JSON.stringify(any(MOMENTS)),
    };
    const properties = Object.entries(values).filter(([name]) => file.without?.includes(name) !== true);
    const said = properties.map(([name, value]) => `"${name}":${value}`).join(',');
    const geometry = isNowhere ? null : madeGeometry(kind, file, random);
    return `{"type":"Feature","properties":{${said}},"geometry":${JSON.stringify(geometry)}}`;
  });
  return `{"type":"FeatureCollection","features":[${rows.join(',')}]}`;
}

function madeGeometry(kind: Kind, { system, hasZ }: MadeFile, random: () => number): GeoJSON.Geometry {
  const [west = 0, south = 0] = system?.at ?? [9, 50];
  const height = (): Position => (hasZ === true ? [Math.round(random() * 1e6) / 1e3] : []);
  const spot = (): Position => [west + random() * 0.4, south + random() * 0.4, ...height()];
  const several = <T>(make: (i: number) => T, least = 1): T[] =>
    Array.from({ length: least + Math.floor(random() * 3) }, (_, i) => make(i));
  /** Corners at growing angles around a middle never cross. */
  const ring = ([x = 0, y = 0]: Position, size: number, turn: 1 | -1): Position[] => {
    const count = 5 + Math.floor(random() * 5);
    const corners = Array.from({ length: count }, (_, i) => {
      const [angle, far] = [(turn * 2 * Math.PI * (i + random() / 2)) / count, size * (0.7 + 0.3 * random())];
      return [x + far * Math.cos(angle), y + far * Math.sin(angle), ...height()];
    });
    return [...corners, corners[0] as Position];
  };
  const polygon = (i: number): Position[][] => {
    const middle = [west + i * 0.3, south];
    return [ring(middle, 0.1, 1), ...(random() < 0.5 ? [ring(middle, 0.03, -1)] : [])];
  };
  switch (kind) {
    case 'Point':
      return { type: kind, coordinates: spot() };
    case 'MultiPoint':
      return { type: kind, coordinates: several(spot, 2) };
    case 'LineString':
      return { type: kind, coordinates: several(spot, 2) };
    case 'MultiLineString':
      return { type: kind, coordinates: several(() => several(spot, 2), 2) };
    case 'Polygon':
      return { type: kind, coordinates: polygon(0) };
    default:
      return { type: kind, coordinates: several(polygon, 2) };
  }
}

const SYSTEMS = [
  { name: 'EPSG:25832', at: [9, 51] },
  { name: 'EPSG:2154', at: [3, 46] },
  { name: 'EPSG:27700', at: [-2, 52] },
  { name: 'EPSG:3857', at: [-70, -30] },
  { name: 'EPSG:3031', at: [45, -80] },
  { name: 'EPSG:2193', at: [174, -40] },
  { name: 'EPSG:4807', at: [2, 47] },
  { name: 'ESRI:102008', at: [-100, 40] },
] as const;

const only = (kind: Kind): readonly (readonly Kind[])[] => [[kind]];
/** Options of the layers that a driver makes. */
const layer = (...options: string[]): string[] => options.flatMap((option) => ['-lco', option]);

/** Some dozens of files over all drivers. */
export const MADE_FILES: readonly MadeFile[] = [
  ...KINDS.flatMap((kind, i): MadeFile[] => [
    { driver: 'GPKG', name: 'a.gpkg', fileType: 'geoPackage', layers: only(kind), hasZ: i % 2 === 0 },
    { driver: 'FlatGeobuf', name: 'a.fgb', fileType: 'flatgeobuf', layers: only(kind), hasZ: i % 2 === 1, isPlaced: true },
    {
      driver: 'OpenFileGDB',
      name: 'a.gdb',
      fileType: 'fileGeodatabase',
      layers: only(kind),
      hasZ: i % 2 === 0,
      without: ['long', 'moment'],
    },
    { driver: 'GeoJSON', name: 'a.geojson', fileType: 'geojson', layers: only(kind), options: layer(`RFC7946=${i % 2 ? 'YES' : 'NO'}`) },
    {
      driver: 'LIBKML',
      name: i % 2 ? 'a.kml' : 'a.kmz',
      fileType: 'kml',
      layers: only(kind),
      isPlaced: true,
      without: ['long', 'day', 'moment'],
    },
  ]),
  ...SYSTEMS.flatMap((system, i): MadeFile[] => [
    {
      driver: 'ESRI Shapefile',
      name: 'shape',
      fileType: 'shapefile',
      layers: only(KINDS[i % 2 ? 1 : 4] as Kind),
      system,
      without: ['long', 'moment'],
    },
    i % 2 === 0
      ? { driver: 'GPKG', name: 'a.gpkg', fileType: 'geoPackage', layers: only(KINDS[(i + 2) % 6] as Kind), system }
      : {
          driver: 'GeoJSON',
          name: 'a.geojson',
          fileType: 'geojson',
          layers: only('Point'),
          system,
          options: layer('RFC7946=NO', 'COORDINATE_PRECISION=10'),
        },
  ]),
  ...(['ISO-8859-1', 'UTF-8'] as const).map(
    (encoding): MadeFile => ({
      driver: 'ESRI Shapefile',
      name: 'shape',
      fileType: 'shapefile',
      layers: only('LineString'),
      hasZ: true,
      texts: LATIN,
      options: layer(`ENCODING=${encoding}`),
      without: ['long', 'moment'],
    }),
  ),
  ...(['COMMA', 'SEMICOLON', 'TAB'] as const).flatMap((separator): MadeFile[] => [
    {
      driver: 'CSV',
      name: 'a.csv',
      fileType: 'csv',
      layers: only('Point'),
      isPlaced: true,
      options: layer('GEOMETRY=AS_YX', `SEPARATOR=${separator}`, 'LINEFORMAT=CRLF'),
      readOptions: ['-oo', 'X_POSSIBLE_NAMES=X', '-oo', 'Y_POSSIBLE_NAMES=Y', '-oo', 'KEEP_GEOM_COLUMNS=NO'],
    },
    {
      driver: 'CSV',
      name: 'a.csv',
      fileType: 'csv',
      layers: only('Polygon'),
      options: layer('GEOMETRY=AS_WKT', `SEPARATOR=${separator}`, 'STRING_QUOTING=IF_AMBIGUOUS'),
      readOptions: ['-oo', 'GEOM_POSSIBLE_NAMES=WKT', '-oo', 'KEEP_GEOM_COLUMNS=NO'],
    },
  ]),
  { driver: 'GeoJSONSeq', name: 'a.geojsonl', fileType: 'geojson', layers: only('Polygon'), options: layer('RS=NO') },
  { driver: 'GeoJSONSeq', name: 'a.geojsons', fileType: 'geojson', layers: only('LineString'), options: layer('RS=YES') },
  { driver: 'FlatGeobuf', name: 'a.fgb', fileType: 'flatgeobuf', layers: [KINDS], isPlaced: true, options: layer('SPATIAL_INDEX=NO') },
  { driver: 'GPKG', name: 'a.gpkg', fileType: 'geoPackage', layers: [['Point'], KINDS, [], ['MultiPolygon']] },
  {
    driver: 'OpenFileGDB',
    name: 'a.gdb',
    fileType: 'fileGeodatabase',
    layers: [['Point'], [], ['MultiPolygon']],
    without: ['long', 'moment'],
  },
  { driver: 'XLSX', name: 'a.xlsx', fileType: 'excel', layers: [[], []] },
];
