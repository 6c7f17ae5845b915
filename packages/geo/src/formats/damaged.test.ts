// Damaged files of every format end in rows or in a sentence that says what is wrong, never in another fault, without an end, or in much memory.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Damage, damagedCopies } from '../../testing/damaged-copies.ts';
import { fixture, readAll, unpacked } from '../../testing/read-fixture.ts';
import { zipOf } from '../../testing/zip-of.ts';
import { unpackArchive } from './archive.ts';
import { memorySource } from './byte-source.ts';
import { csvReader } from './csv.ts';
import { findDatasets } from './datasets.ts';
import { dbfReader } from './dbf-table.ts';
import { excelReader } from './excel.ts';
import { flatGeobufReader } from './flatgeobuf.ts';
import { type ByteSource, type DatasetSource, extensionOf, FormatError, type FormatReader } from './format-reader.ts';
import { geoPackageReader } from './geopackage.ts';
import { writeGeoPackage } from './geopackage-writer.ts';
import { gpxReader } from './gpx.ts';
import { kmlReader } from './kml.ts';
import { parquetReaderWithin } from './parquet.ts';
import { shapefileReader } from './shapefile.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'graticule-damaged-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const bytesOf = async (file: ByteSource): Promise<Uint8Array> => Uint8Array.from(await file.read(0, file.size));
async function fileIn(archive: string, name: string): Promise<Uint8Array> {
  const file = (await unpacked(archive)).get(name);
  return file === undefined ? new Uint8Array(0) : bytesOf(file);
}

/** For one copy of a small file. */
const MOST_CPU_MS = 4000;
/** For all copies of a file together. */
const MOST_MEMORY_MB = 500;

/** Opens the bytes of a damaged file. */
type Open = (bytes: Uint8Array) => DatasetSource;

const alone =
  (name: string): Open =>
  (bytes) => ({ main: memorySource(name, bytes) });

/** Everything that is asked of a file when it is published. */
async function readWhole(reader: FormatReader, source: DatasetSource): Promise<number> {
  let count = 0;
  for (const part of (await reader.parts?.(source)) ?? [undefined]) {
    const of = part === undefined ? source : { ...source, part };
    const description = await reader.describe(of, { wkid: 4326 });
    const { rows, problems } = await readAll(reader, of, { wkid: 4326, description });
    count += rows.length + problems.length;
  }
  return count;
}

/** What reading ends in: a number of rows, the code of a sentence, or a fault. */
async function outcome(read: () => Promise<number>): Promise<string> {
  const before = process.threadCpuUsage();
  try {
    const rows = await read();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000 > MOST_CPU_MS ? 'FAULT it takes too long' : `${rows} rows`;
  } catch (error) {
    return error instanceof FormatError
      ? error.sentence.code
      : `FAULT ${error instanceof Error ? error.stack?.slice(0, 600) : String(error)}`;
  }
}

/** Reads a file, which must have rows, and its damaged copies; the faults among their outcomes, and all other outcomes. */
async function readDamaged(
  whole: Uint8Array,
  damage: Damage,
  read: (bytes: Uint8Array) => Promise<number>,
): Promise<{ faults: string[]; seen: string[] }> {
  const memory = process.resourceUsage().maxRSS;
  const faults = (await read(whole)) > 0 ? [] : ['the file itself has no rows'];
  const seen = new Set<string>();
  for (const [what, bytes] of damagedCopies(whole, damage)) {
    const found = await outcome(() => read(bytes));
    if (found.startsWith('FAULT')) faults.push(`${what}: ${found}`);
    else seen.add(found);
  }
  const takenMb = (process.resourceUsage().maxRSS - memory) / 1024;
  if (takenMb > MOST_MEMORY_MB) faults.push(`${takenMb} MB were taken`);
  return { faults, seen: [...seen] };
}

/** The beginning of a KML document, ended as KML ends. */
async function shortKml(text: string): Promise<Uint8Array> {
  const start = text.slice(0, text.lastIndexOf('</Placemark>'));
  const open: string[] = [];
  for (const [, end, name = ''] of start.matchAll(/<(\/?)(Folder|Document)\b/g)) {
    if (end === '/') open.shift();
    else open.unshift(name);
  }
  return Buffer.from(`${start}</Placemark>${open.map((name) => `</${name}>`).join('')}</kml>`);
}

const startOf = async (file: ByteSource | undefined, bytes: number): Promise<string> =>
  Buffer.from((await file?.read(0, bytes)) ?? []).toString();

const textIn = async (archive: string, name: string, bytes: number): Promise<string> => startOf((await unpacked(archive)).get(name), bytes);

async function firstRows(path: string, bytes: number): Promise<Uint8Array> {
  const start = Buffer.from(await fixture(path).read(0, bytes));
  return Uint8Array.from(start.subarray(0, start.lastIndexOf(10) + 1));
}

async function smallGeoPackage(): Promise<Uint8Array> {
  const path = join(dir, 'whole.gpkg');
  const wkb = Buffer.from('0101000000000000000000f03f0000000000000040', 'hex');
  const rows = async function* () {
    yield Array.from({ length: 20 }, (_, i) => ({ wkb, values: [`town ${i}`, i] }));
  };
  const fields = [
    { name: 'title', type: 'esriFieldTypeString' as const },
    { name: 'people', type: 'esriFieldTypeInteger' as const },
  ];
  const layer = { name: 'towns', geometryType: 'esriGeometryPoint' as const, hasZ: false, srid: 4326, fields, rows };
  await writeGeoPackage(path, [layer], { srid: 4326, wkt: null });
  return readFileSync(path);
}

/** The datasets of an archive, read one after another. */
async function readArchive(bytes: Uint8Array): Promise<number> {
  const files = new Map<string, ByteSource>();
  await unpackArchive(memorySource('a.zip', bytes), async (name, pieces) => {
    const all: Uint8Array[] = [];
    for await (const piece of pieces) all.push(piece);
    files.set(name, memorySource(name, Buffer.concat(all)));
  });
  const file = (name: string): ByteSource => files.get(name) ?? memorySource(name, new Uint8Array(0));
  let count = 0;
  for (const { main, companions } of findDatasets([...files.keys()])) {
    const reader = [shapefileReader, dbfReader, kmlReader].find(({ extensions }) => extensions.includes(extensionOf(main)));
    const beside = Object.fromEntries(Object.entries(companions).map(([extension, name]) => [extension, file(name)]));
    if (reader !== undefined) count += await readWhole(reader, { main: file(main), companions: beside });
  }
  return count;
}

/** Points in folders, with what a KML file says of them in every way. */
const POINTS = Buffer.from(
  `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Airports</name><Style id="large"><IconStyle><color>ff0000ff</color></IconStyle></Style>
<Schema name="airport" id="airport"><SimpleField type="string" name="code"/><SimpleField type="int" name="rank"/></Schema>
${['large', 'small']
  .map(
    (folder, at) =>
      `<Folder><name>${folder}</name>${Array.from(
        { length: 4 },
        (
          _,
          i,
        ) => `<Placemark><name>Field ${i}'s</name><description><![CDATA[<b>F${i}</b> <i>EG${i}</i>]]></description><styleUrl>#${folder}</styleUrl>
<ExtendedData><SchemaData schemaUrl="#airport"><SimpleData name="code">F${i}</SimpleData><SimpleData name="rank">${i}</SimpleData></SchemaData></ExtendedData>
<Point><coordinates>${i * 7.25},${at * 40 - i},0</coordinates></Point></Placemark>`,
      ).join('\n')}</Folder>`,
  )
  .join('\n')}
</Document></kml>`,
);

describe('damaged files', () => {
  it.each([
    ['kml', kmlReader, 'file-empty xml-broken', async () => POINTS, 40],
    ['kml of areas', kmlReader, 'xml-broken', async () => shortKml(await textIn('vector/italy_provinces.kmz', 'doc.kml', 6000)), 30],
    ['gpx', gpxReader, 'file-empty xml-broken', () => bytesOf(fixture('vector/walk.gpx')), 60],
    ['csv', csvReader, 'file-empty quote-open', () => firstRows('csv/kenya_bom_xy.csv', 800), 24],
    ['csv of degrees and minutes', csvReader, 'file-empty', () => firstRows('csv/uk_dms.csv', 800), 24],
    ['csv of areas', csvReader, 'file-empty', () => firstRows('csv/africa_wkt.csv', 9000), 24],
    ['fgb', flatGeobufReader, 'fgb-not fgb-header fgb-feature', () => bytesOf(fixture('vector/one_line_zm.fgb')), 100],
    ['fgb of curves', flatGeobufReader, 'fgb-not fgb-header fgb-feature', () => bytesOf(fixture('vector/one_circle.fgb')), 100],
    ['dbf', dbfReader, 'file-empty dbf-header dbf-not dbf-cut-off', () => fileIn('malformed/wrong_cpg.zip', 'villes.dbf'), 30],
  ] as const)('of %s', async (name, reader, codes, whole, copies) => {
    const open = alone(`a.${name.slice(0, 3)}`);
    const read = (bytes: Uint8Array): Promise<number> => readWhole(reader, open(bytes));
    const { faults, seen } = await readDamaged(await whole(), { seed: 1, flips: copies, lengths: copies / 2 }, read);
    expect(faults).toEqual([]);
    expect(seen).toEqual(expect.arrayContaining(codes.split(' ')));
  });

  it.each(['towns.shp', 'towns.dbf', 'towns.prj'])('of shapefiles, in %s', async (name) => {
    const files = await unpacked('malformed/no_shx.zip');
    const whole = await fileIn('malformed/no_shx.zip', name);
    const read = async (bytes: Uint8Array): Promise<number> => {
      const part = (extension: string): ByteSource => {
        const file = `towns.${extension}`;
        return file === name ? memorySource(file, bytes) : (files.get(file) ?? memorySource(file, new Uint8Array(0)));
      };
      return readWhole(shapefileReader, { main: part('shp'), companions: { dbf: part('dbf'), prj: part('prj'), cpg: part('cpg') } });
    };
    expect((await readDamaged(whole, { seed: 2, flips: 30, lengths: 20 }, read)).faults).toEqual([]);
  });

  it.each(['malformed/no_shx.zip', 'malformed/wrong_cpg.zip'])('of archives: %s', async (path) => {
    const { faults, seen } = await readDamaged(await bytesOf(fixture(path)), { seed: 3, flips: 24, lengths: 20 }, readArchive);
    expect(faults).toEqual([]);
    expect(seen).toContain('zip-broken');
  });

  it('of KMZ, as archive and inside', async () => {
    const doc = POINTS;
    const outside = await readDamaged(zipOf({ 'doc.kml': doc }), { seed: 4, flips: 30, lengths: 20 }, readArchive);
    const inside = await readDamaged(doc, { seed: 5, flips: 10, lengths: 0 }, (bytes) => readArchive(zipOf({ 'doc.kml': bytes })));
    expect([...outside.faults, ...inside.faults]).toEqual([]);
  });

  it('of workbooks, as archive and inside', async () => {
    const read = (bytes: Uint8Array): Promise<number> => readWhole(excelReader, alone('a.xlsx')(bytes));
    const files = Object.fromEntries(
      await Promise.all([...(await unpacked('csv/nl_plaatsen.xlsx'))].map(async ([name, file]) => [name, await bytesOf(file)] as const)),
    );
    const sheet = 'xl/worksheets/sheet1.xml';
    const text = Buffer.from(files[sheet] ?? []).toString();
    files[sheet] = Buffer.from(`${text.slice(0, text.indexOf('</row>', 3000))}</row></sheetData></worksheet>`);
    const faults = [(await readDamaged(zipOf(files), { seed: 6, flips: 24, lengths: 16 }, read)).faults];
    for (const name of [sheet, 'xl/workbook.xml', 'xl/sharedStrings.xml', 'xl/styles.xml', 'xl/_rels/workbook.xml.rels']) {
      const one = files[name] ?? new Uint8Array(0);
      faults.push((await readDamaged(one, { seed: 7, flips: 6, lengths: 0 }, (bytes) => read(zipOf({ ...files, [name]: bytes })))).faults);
    }
    expect(faults.flat()).toEqual([]);
  });

  it('of GeoPackages', async () => {
    const path = join(dir, 'damaged.gpkg');
    const read = (bytes: Uint8Array): Promise<number> => {
      writeFileSync(path, bytes);
      return readWhole(geoPackageReader, { main: { ...memorySource('a.gpkg', bytes), path } });
    };
    const { faults, seen } = await readDamaged(await smallGeoPackage(), { seed: 8, flips: 30, lengths: 20 }, read);
    expect(faults).toEqual([]);
    expect(seen).toContain('gpkg-damaged');
  });

  it('of GeoParquet', async () => {
    const reader = parquetReaderWithin(1500);
    const read = (bytes: Uint8Array): Promise<number> => readWhole(reader, alone('a.parquet')(bytes));
    const { faults } = await readDamaged(await bytesOf(fixture('parquet/places_both.parquet')), { seed: 9, flips: 3, lengths: 2 }, read);
    expect(faults).toEqual([]);
  });
});
