// Real files of several layers, made layers, saved in each format and published again: every row, value, null, date and place that the format can
// hold comes back. How many rows and cells without a value a file has is what another program (GDAL) counts.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtureUrl, hasFixture } from '../../../geo/testing/read-fixture.ts';
import type { AnyReply } from '../../testing/agent.ts';
import { SAVED_FORMATS } from '../../testing/saved-formats.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

interface File {
  fileType: string;
  /** What is not in a file of its own. */
  text?: string;
  /** Rows of each layer, with the number of cells without a value by field. */
  layers: Readonly<Record<string, { rows: number; blank?: Record<string, number> }>>;
}

const placemark = (name: string, geometry: string, more = ''): string => `<Placemark><name>${name}</name>${more}${geometry}</Placemark>`;
const point = (at: string): string => `<Point><coordinates>${at}</coordinates></Point>`;
const data = (values: object): string =>
  `<ExtendedData>${Object.entries(values).map(([name, value]) => `<Data name="${name}"><value>${value}</value></Data>`).join('')}</ExtendedData>`; // biome-ignore format: one piece
const FOLDERS = `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Ausflüge</name>
  <Folder><name>Ziele</name>
    ${placemark('Säntis', point('9.34327,47.24925,2502'), data({ Besuche: 3, Länge: 1.25, zuletzt: '2024-02-29T12:34:56Z' }))}
    <Folder><name>am Wasser &amp; Strand</name>
      ${placemark('Bodensee', point('9.4,47.6,395'), data({ Besuche: 0, zuletzt: '1969-12-31T23:59:59Z' }))}
      ${placemark('', point('-9.5,38.7,0'), '<description>ohne Namen</description>')}
    </Folder>
  </Folder>
  <Folder><name>Wege</name>
    ${placemark('Höhenweg', '<LineString><coordinates>9.1,47.1,900 9.2,47.2,950.5 9.3,47.1,1000</coordinates></LineString>')}
    ${placemark('ohne Ort', '', data({ Besuche: 7 }))}
  </Folder>
  ${placemark('Park', '<Polygon><outerBoundaryIs><LinearRing><coordinates>9,47 9.1,47 9.1,47.1 9,47.1 9,47</coordinates></LinearRing></outerBoundaryIs><innerBoundaryIs><LinearRing><coordinates>9.02,47.02 9.02,47.05 9.05,47.05 9.02,47.02</coordinates></LinearRing></innerBoundaryIs></Polygon>')}
</Document></kml>`;

/** As of the layers of `gdb_kinds`; its bytes are left out. */
const KINDS = { rows: 3, blank: { small: 1, lanes: 1, surface: 1, state: 1, single: 1, exact: 1, label: 1, built: 1, guid: 2, place: 1 } };

const FILES: Readonly<Record<string, File>> = {
  'vector/france.gpkg': {
    fileType: 'geoPackage',
    layers: { departements: { rows: 101, blank: { code: 3 } }, villes: { rows: 962 }, fuseaux: { rows: 13, blank: { place: 13 } } },
  },
  'vector/brasil_filegdb.gdb.zip': {
    fileType: 'fileGeodatabase',
    layers: { 'Estados do Brasil': { rows: 27 }, cidades: { rows: 2010 } },
  },
  'vector/gdb_kinds.gdb.zip': {
    fileType: 'fileGeodatabase',
    layers: {
      ...Object.fromEntries(['points', 'heights', 'measures', 'groups', 'lines', 'areas'].map((name) => [`All the ${name}`, KINDS])),
      sparse: { rows: 803 },
      'All the plain': { rows: 3, blank: { ...KINDS.blank, place: 3 } },
    },
  },
  'vector/gdb_beside.gdb.zip': {
    fileType: 'fileGeodatabase',
    layers: {
      Hydrants: { rows: 3 },
      Trees: { rows: 2 },
      // One of them belongs to a hydrant that is not there.
      Inspections: { rows: 4, blank: { hydrant_code: 1, hydrant_id: 1, place: 4 } },
      plates: { rows: 2, blank: { place: 2 } },
      owners: { rows: 2, blank: { place: 2 } },
      visits: { rows: 3, blank: { place: 3 } },
    },
  },
  'vector/italy_provinces.kmz': { fileType: 'kml', layers: { italy_provinces: { rows: 110 } } },
  'vector/airports.kml': { fileType: 'kml', layers: { airports: { rows: 891, blank: { iata: 13 } } } },
  'folders.kml': {
    fileType: 'kml',
    text: FOLDERS,
    layers: {
      'folders points': { rows: 4, blank: { name: 1, Besuche: 1, Länge: 3, zuletzt: 2, description: 3, place: 1 } },
      'folders lines': { rows: 1, blank: { Besuche: 1, Länge: 1, zuletzt: 1, description: 1 } },
      'folders polygons': { rows: 1, blank: { folder: 1, Besuche: 1, Länge: 1, zuletzt: 1, description: 1 } },
    },
  },
};

type Row = Record<string, unknown>;

interface Layer {
  id: number;
  types: Record<string, string>;
  /** The values by field, with the geometry as `place`. */
  rows: Row[];
}

let count = 0;

/** Publishes files, and gives what each came to. */
async function publish(
  files: readonly { fileType: string; name: string; bytes: Uint8Array }[],
): Promise<{ path: string; itemId: string }[]> {
  const petra = t.as('petra');
  const begun: AnyReply[] = [];
  for (const { fileType, ...file } of files) {
    const params = { fileType, publishParameters: { name: `real_${count++}` } };
    const { services } = await petra.upload(`content/users/${petra.username}/publish`, params, { file });
    begun.push(services[0]);
  }
  await t.runJobs();
  for (const { serviceItemId } of begun)
    expect(await petra.get(`content/users/${petra.username}/items/${serviceItemId}/status`)).toMatchObject({ status: 'completed' });
  return begun.map(({ serviceurl, serviceItemId }) => ({ path: new URL(serviceurl).pathname, itemId: serviceItemId }));
}

/** Layers and tables by their names, with all that they hold. */
async function held(path: string): Promise<Record<string, Layer>> {
  const service = await t.as('petra').get(path);
  const found: Record<string, Layer> = {};
  for (const { id, name } of [...service.layers, ...service.tables]) {
    const { fields } = await t.as('petra').get(`${path}/${id}`);
    const own = fields.filter((field: AnyReply) => !/^(OBJECTID|GlobalID)$/.test(field.name));
    const types = Object.fromEntries(own.map((field: AnyReply) => [field.name, field.type]));
    found[name] = { id, types, rows: await rowsOf(`${path}/${id}`, Object.keys(types)) };
  }
  return found;
}

async function rowsOf(path: string, names: readonly string[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page: AnyReply; page === undefined || page.exceededTransferLimit; ) {
    page = await t.as('petra').get(`${path}/query`, { where: '1=1', outFields: '*', outSR: 4326, orderByFields: 'OBJECTID', returnZ: true, returnM: true, resultOffset: rows.length }); // biome-ignore format: one call
    for (const { attributes, geometry } of page.features)
      rows.push({ ...Object.fromEntries(names.map((name) => [name, attributes[name]])), place: geometry ?? null });
  }
  return rows;
}

const DAY_MS = 86_400_000;
/** An Excel cell holds so many characters; a corner takes 20 to 30 of them. */
const CELL = 32_767;

interface Format {
  format: string;
  fileType: string;
  file: string;
  /** Types come back as they were; other formats say less of them. */
  keepsTypes?: true;
  /** The layers of a service stand in one file, and come back as so many. */
  manyLayers?: true;
  /** The names of layers and fields in it. */
  layerName?(name: string): string;
  fieldName?(name: string): string;
  /** What becomes of a value that it cannot hold. */
  lose?(value: unknown, type: string): unknown;
  leavesMeasures?: true;
}

const blankIsNone = (value: unknown): unknown => (value === '' ? null : value);
const ABLE: Readonly<Record<(typeof SAVED_FORMATS)[number]['format'], Partial<Format>>> = {
  GeoPackage: { keepsTypes: true, manyLayers: true },
  FlatGeobuf: { keepsTypes: true },
  Parquet: { keepsTypes: true },
  'Feature Collection': { keepsTypes: true, manyLayers: true },
  Shapefile: {
    manyLayers: true,
    layerName: (name) => name.replaceAll(' ', '_'),
    fieldName: (name) => name.slice(0, 10),
    lose: (value, type) =>
      type === 'esriFieldTypeDate' && typeof value === 'number' ? Math.floor(value / DAY_MS) * DAY_MS : blankIsNone(value),
  },
  GeoJson: { leavesMeasures: true },
  // Layers are folders, which are read as one column of one layer.
  KML: { leavesMeasures: true, lose: blankIsNone },
  CSV: { lose: blankIsNone },
  Excel: { manyLayers: true, lose: blankIsNone },
};
const FORMATS: readonly Format[] = SAVED_FORMATS.map((one) => ({ ...one, ...ABLE[one.format] }));

/** Positions of parts, of which rings may begin anywhere and stand in any order. */
function partsOf(place: AnyReply): { isRing: boolean; parts: number[][][] } {
  if (place === null) return { isRing: false, parts: [] };
  if (place.x !== undefined) return { isRing: false, parts: [[[place.x, place.y, ...(place.z === undefined ? [] : [place.z])]]] };
  return { isRing: place.rings !== undefined, parts: place.rings ?? place.paths ?? [place.points] };
}

const isNear = (a: readonly number[], b: readonly number[] | undefined): boolean =>
  a.length === b?.length && a.every((value, i) => Math.abs(value - (b[i] ?? Number.NaN)) < 1e-7);
const isSameLine = (a: readonly number[][], b: readonly number[][]): boolean =>
  a.length === b.length && a.every((position, i) => isNear(position, b[i]));

function isSameRing(a: readonly number[][], b: readonly number[][]): boolean {
  const [left, right] = [a.slice(1), b.slice(1)];
  return right.some((position, at) => isNear(left[0] ?? [], position) && isSameLine(left, [...right.slice(at), ...right.slice(0, at)]));
}

function isSamePlace(before: AnyReply, after: AnyReply): boolean {
  const [{ isRing, parts }, other] = [partsOf(before), partsOf(after)];
  if (isRing !== other.isRing || parts.length !== other.parts.length) return false;
  if (!isRing) return parts.every((part, i) => isSameLine(part, other.parts[i] ?? []));
  const left = [...other.parts];
  return parts.every((part) => {
    const at = left.findIndex((ring) => isSameRing(part, ring));
    return at >= 0 && left.splice(at, 1).length === 1;
  });
}

/** Without the last number of each position where that is a measure. */
function withoutMeasures(place: AnyReply): AnyReply {
  if (!place?.hasM) return place;
  const { hasM: _, ...others } = place;
  return { ...others, paths: place.paths.map((path: number[][]) => path.map((position) => position.slice(0, -1))) };
}

/** A sentence for each thing that did not come back. */
function faultsOf(before: Layer, after: Layer, one: Format): string[] {
  if (before.rows.length !== after.rows.length) return [`${after.rows.length} rows instead of ${before.rows.length}`];
  const { lose = (value) => value } = one;
  return Object.entries({ ...before.types, place: '' }).flatMap(([name, type]) => {
    const there = one.fieldName?.(name) ?? name;
    const values = before.rows.map((row) => row[name]);
    if (name === 'place') return placeFaults(values, after.rows.map((row) => row.place), one); // biome-ignore format: one case
    if (after.types[there] === undefined) {
      // Where no placemark has a value there is no element either.
      return one.format === 'KML' && values.every((value) => value === null) ? [] : [`no field ${name}`];
    }
    const isKept = (value: unknown, row: number): boolean => {
      const [wanted, found] = [lose(value, type), after.rows[row]?.[there]];
      // Digits alone may be read as a number from tables without types.
      return wanted === found || (!one.keepsTypes && typeof found === 'number' && wanted === String(found));
    };
    return [
      ...(one.keepsTypes && after.types[there] !== type ? [`${name} as ${after.types[there]}`] : []),
      ...values.flatMap((value, row) => (isKept(value, row) ? [] : [`${name} of row ${row}: ${value} became ${after.rows[row]?.[there]}`])),
    ];
  });
}

function placeFaults(before: readonly unknown[], after: readonly unknown[], { format, leavesMeasures }: Format): string[] {
  return before.flatMap((value, row) => {
    const place = leavesMeasures ? withoutMeasures(value) : value;
    if (isSamePlace(place, after[row])) return [];
    const corners = partsOf(place).parts.flat().length;
    // Too long for a cell.
    if (format === 'Excel' && after[row] === null && corners * 30 > CELL) return [];
    return [`place of row ${row}, of ${corners} corners`];
  });
}

describe('every row, value, null, date and place', () => {
  // A file that is not part of this repository may not be there.
  it.skip.each(Object.keys(FILES).filter((file) => FILES[file]?.text === undefined && !hasFixture(file)))(
    'of %s, were it there',
    () => undefined,
  );

  describe.each(Object.entries(FILES).filter(([file, { text }]) => text !== undefined || hasFixture(file)))('of %s', (file, one) => {
    let first: { path: string; itemId: string };
    let before: Record<string, Layer>;
    beforeAll(async () => {
      const bytes = one.text === undefined ? readFileSync(fixtureUrl(file)) : Buffer.from(one.text);
      [first = { path: '', itemId: '' }] = await publish([{ fileType: one.fileType, name: file.slice(file.indexOf('/') + 1), bytes }]);
      before = await held(first.path);
    });

    it('comes in', () => {
      const blank = ({ rows }: Layer): object =>
        Object.fromEntries(
          Object.keys(rows[0] ?? {})
            .map((name) => [name, rows.filter((row) => row[name] === null).length] as const)
            .filter(([, none]) => none > 0),
        );
      const found = Object.fromEntries(
        Object.entries(before).map(([name, layer]) => [name, { rows: layer.rows.length, blank: blank(layer) }]),
      );
      expect(found).toEqual(Object.fromEntries(Object.entries(one.layers).map(([name, { rows, blank = {} }]) => [name, { rows, blank }])));
    });

    const save = async (exportFormat: string, layers: object): Promise<Buffer> => {
      const saved = await t.as('petra').raw('GET', `content/items/${first.itemId}/export`, { f: '', exportFormat, ...layers });
      expect(saved.statusCode).toBe(200);
      return saved.rawPayload;
    };

    it.each(FORMATS.filter(({ manyLayers }) => !manyLayers))('comes back from $format, a file for each layer', async (format) => {
      const files: { fileType: string; name: string; bytes: Buffer }[] = [];
      for (const { id } of Object.values(before))
        files.push({ fileType: format.fileType, name: format.file, bytes: await save(format.format, { layers: String(id) }) });
      const second = await publish(files);
      for (const [i, [name, layer]] of Object.entries(before).entries()) {
        const [after, ...others] = Object.values(await held(second[i]?.path ?? ''));
        expect([name, others.length, after && faultsOf(layer, after, format)]).toEqual([name, 0, []]);
      }
    });

    it.each(FORMATS.filter(({ manyLayers }) => manyLayers))('comes back from $format, all layers in one file', async (format) => {
      const [second] = await publish([{ fileType: format.fileType, name: format.file, bytes: await save(format.format, {}) }]);
      const after = await held(second?.path ?? '');
      for (const [name, layer] of Object.entries(before)) {
        // A file of one layer is called like itself.
        const [there] = Object.values(after);
        const found = Object.keys(before).length === 1 ? there : after[format.layerName?.(name) ?? name];
        expect([name, found && faultsOf(layer, found, format)]).toEqual([name, []]);
      }
      expect(Object.keys(after).length).toBe(Object.keys(before).length);
    });
  });
});
