// A service with every kind of geometry, a table, values of many types and missing ones, several pages long: for programs that read whole layers.
import { addToServiceDefinition, applyEdits, createFeatureService } from '@esri/arcgis-rest-feature-service';
import type { ArcGISIdentityManager } from '@esri/arcgis-rest-request';

/** Rows of each layer. The last has neither values nor a place. */
export const ROWS = 250;
/** As many as programs ask for at once at the least, and fewer than there are rows. */
const PAGE = 100;
export const MOMENT = Date.UTC(2024, 1, 29, 12, 34, 56, 789);
const BIG = 9_007_199_254_740_000;

type Position = number[];

const west = (row: number): number => 6 + row * 0.02;
const ring = (x: number, y: number, size: number): Position[] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
];

/** A kind of layer: the system in which it stores and speaks, and its places in degrees. */
interface Kind {
  id: number;
  wkid: number;
  geometryType?: string;
  place?(row: number): GeoJSON.Geometry;
}

/** By the name of the layer. Every second line has two parts, every third area a hole. */
export const KINDS: Readonly<Record<string, Kind>> = {
  points: { id: 0, wkid: 3857, geometryType: 'esriGeometryPoint', place: (row) => ({ type: 'Point', coordinates: [west(row), 50] }) },
  lines: {
    id: 1,
    wkid: 4326,
    geometryType: 'esriGeometryPolyline',
    place: (row) => {
      const [first, second] = [50, 50.5].map((y) => ring(west(row), y, 0.01).slice(0, 3)) as [Position[], Position[]];
      return row % 2 === 0 ? { type: 'LineString', coordinates: first } : { type: 'MultiLineString', coordinates: [first, second] };
    },
  },
  areas: {
    id: 2,
    wkid: 25832,
    geometryType: 'esriGeometryPolygon',
    place: (row) => {
      const holes = row % 3 === 0 ? [ring(west(row) + 0.002, 50.002, 0.004).reverse()] : [];
      return { type: 'Polygon', coordinates: [ring(west(row), 50, 0.01), ...holes] };
    },
  },
  spots: {
    id: 3,
    wkid: 3857,
    geometryType: 'esriGeometryMultipoint',
    place: (row) => ({ type: 'MultiPoint', coordinates: [50, 50.5].map((y) => [west(row), y]) }),
  },
  rows: { id: 4, wkid: 3857 },
};

const KIND_OF_TREE = {
  type: 'codedValue',
  name: 'kinds',
  codedValues: [
    { name: 'Oak', code: 1 },
    { name: 'Ash', code: 2 },
  ],
};
const FIELDS = [
  { name: 'name', alias: 'Name of the thing', type: 'esriFieldTypeString', length: 40 },
  { name: 'height', type: 'esriFieldTypeDouble' },
  { name: 'n', type: 'esriFieldTypeInteger' },
  { name: 'kind', type: 'esriFieldTypeSmallInteger', domain: KIND_OF_TREE },
  { name: 'seen', type: 'esriFieldTypeDate' },
  { name: 'day', type: 'esriFieldTypeDateOnly' },
  { name: 'big', type: 'esriFieldTypeBigInteger' },
];

/** What a row holds. */
export const valuesOf = (row: number) =>
  row === ROWS - 1
    ? { name: null, height: null, n: null, kind: null, seen: null, day: null, big: null }
    : { name: `Nº ${row} "ä"`, height: row + 0.25, n: 5 - row, kind: 1 + (row % 2), seen: MOMENT, day: '2024-02-29', big: BIG + row };

/** Where a row is, in degrees; null for the last one and in the table. */
export const placeOf = (kind: string, row: number): GeoJSON.Geometry | null =>
  row === ROWS - 1 ? null : (KINDS[kind]?.place?.(row) ?? null);

function esriGeometry(place: GeoJSON.Geometry | null): object | undefined {
  const spatialReference = { wkid: 4326 };
  switch (place?.type) {
    case 'Point':
      return { x: place.coordinates[0], y: place.coordinates[1], spatialReference };
    case 'MultiPoint':
      return { points: place.coordinates, spatialReference };
    case 'LineString':
      return { paths: [place.coordinates], spatialReference };
    case 'MultiLineString':
      return { paths: place.coordinates, spatialReference };
    case 'Polygon':
      return { rings: place.coordinates.map((each) => [...each].reverse()), spatialReference };
    default:
      return undefined;
  }
}

/** Makes and fills the service; its address and item. Nobody but its owner may read it. */
export async function plantPark(authentication: ArcGISIdentityManager): Promise<{ url: string; itemId: string }> {
  const item = { name: 'Park', capabilities: 'Query,Editing', maxRecordCount: PAGE };
  const { serviceurl: url, serviceItemId: itemId } = await createFeatureService({ item, authentication } as never);
  const defined = Object.entries(KINDS).map(([name, { wkid, geometryType }]) => ({
    name,
    geometryType,
    fields: FIELDS,
    spatialReference: { wkid },
  }));
  await addToServiceDefinition(url, { layers: defined.slice(0, -1), tables: defined.slice(-1), authentication } as never);
  for (const [kind, { id }] of Object.entries(KINDS)) {
    const adds = Array.from({ length: ROWS }, (_, row) => ({ attributes: valuesOf(row), geometry: esriGeometry(placeOf(kind, row)) }));
    const { addResults } = await applyEdits({ url: `${url}/${id}`, adds, authentication } as never);
    const failed = (addResults ?? []).find(({ success }) => !success);
    if (failed !== undefined || addResults?.length !== ROWS) throw new Error(`The ${kind} were not added: ${JSON.stringify(failed)}`);
  }
  return { url, itemId };
}
