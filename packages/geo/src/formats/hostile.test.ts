// Files made to do harm: databases with code in their schema, lengths that lie, markup that grows, formulas in tables.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodedLayer } from '../../testing/encoded-layer.ts';
import { dataset, fixture, readAll } from '../../testing/read-fixture.ts';
import { zipOf } from '../../testing/zip-of.ts';
import { memorySource } from './byte-source.ts';
import { csvReader } from './csv.ts';
import { noFormula, withoutMark, writeCsv } from './csv-writer.ts';
import { excelReader } from './excel.ts';
import { flatGeobufReader } from './flatgeobuf.ts';
import type { DatasetSource, FormatError } from './format-reader.ts';
import type { WrittenLayer } from './format-writer.ts';
import { geoPackageReader } from './geopackage.ts';
import { writeGeoPackage } from './geopackage-writer.ts';
import { gpxReader } from './gpx.ts';
import { kmlReader } from './kml.ts';
import { parquetReaderWithin } from './parquet.ts';
import { ParquetProcess } from './parquet-process.ts';
import { writeParquet } from './parquet-writer.ts';
import { sheetNames, writeSheet } from './sheet-writer.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'graticule-hostile-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const POINT = Buffer.from('0101000000000000000000f03f0000000000000040', 'hex');
const layer = (name: string, texts: readonly string[]): WrittenLayer => ({
  name,
  geometryType: 'esriGeometryPoint',
  hasZ: false,
  srid: 4326,
  fields: [{ name: 'title', type: 'esriFieldTypeString' }],
  rows: async function* () {
    yield texts.map((text) => ({ wkb: POINT, values: [text] }));
  },
});

let packages = 0;

/** A whole GeoPackage with one row, then changed by SQL. */
async function geoPackage(change: string, name = 'towns'): Promise<DatasetSource> {
  const path = join(dir, `${packages++}.gpkg`);
  await writeGeoPackage(path, [layer(name, ['Basel'])], { srid: 4326, wkt: null });
  const db = new DatabaseSync(path);
  db.exec(change);
  db.close();
  const bytes = readFileSync(path);
  return { main: { ...memorySource('a.gpkg', bytes), path } };
}

describe('a hostile GeoPackage', () => {
  it('is not changed by being read, and nothing beside it is made', async () => {
    const source = await geoPackage('create trigger t after insert on towns begin delete from towns; end');
    const before = readdirSync(dir);
    expect((await readAll(geoPackageReader, source)).rows.map((row) => row.values)).toEqual([['Basel']]);
    expect(readdirSync(dir)).toEqual(before);
  });

  it('may have names that would be SQL', async () => {
    const name = 'x"; drop table gpkg_contents; --';
    const source = await geoPackage(`alter table ${`"${name.replaceAll('"', '""')}"`} rename column title to "a""b; select 1"`, name);
    expect(await geoPackageReader.parts?.(source)).toEqual([name]);
    const description = await geoPackageReader.describe(source);
    expect(description.fields.map((field) => field.alias)).toEqual(['a"b; select 1']);
    expect((await readAll(geoPackageReader, source)).rows).toHaveLength(1);
  });

  it('may not offer a view, which could be a query without an end', async () => {
    const endless = 'with recursive n(i) as (select 1 union all select i + 1 from n) select i as fid, i as title from n';
    const source = await geoPackage(`
      create view endless as ${endless};
      insert into gpkg_contents (table_name, data_type, identifier) values ('endless', 'attributes', 'endless')`);
    expect(await geoPackageReader.parts?.(source)).toEqual(['towns']);
    await expect(geoPackageReader.describe({ ...source, part: 'endless' })).rejects.toMatchObject({ sentence: { code: 'part-missing' } });
  });

  it('may not put views in the place of the tables that describe it', async () => {
    const source = await geoPackage(`
      alter table gpkg_contents rename to hidden;
      create view gpkg_contents as with recursive n(i) as (select 1 union all select i + 1 from n) select i as table_name from n`);
    await expect(geoPackageReader.describe(source)).rejects.toMatchObject({ sentence: { code: 'gpkg-other-database' } });
    const columns = await geoPackage(`
      alter table gpkg_geometry_columns rename to hidden;
      create view gpkg_geometry_columns as with recursive n(i) as (select 1 union all select i + 1 from n)
        select i as table_name, 'y' as column_name, i as srs_id from n`);
    await expect(geoPackageReader.describe(columns)).rejects.toMatchObject({ sentence: { code: 'gpkg-damaged' } });
  });

  it('may not run code through columns that are calculated', async () => {
    const source = await geoPackage(`
      alter table towns rename to old;
      create table towns (fid integer primary key, title text, made text generated always as (load_extension('x')) virtual)`).catch(
      (error: Error) => error,
    );
    // SQLite itself refuses to make it; where a file has it all the same, reading it fails.
    expect(source).toBeInstanceOf(Error);
  });

  it('is never written with the names that the format or the database keeps for itself, nor twice with one name', async () => {
    const path = join(dir, 'names.gpkg');
    const names = ['gpkg_contents', 'GPKG_contents', 'rtree_a', 'a', 'A', 'a_1', ''];
    await writeGeoPackage(
      path,
      names.map((name) => layer(name, [name])),
      { srid: 4326, wkt: null },
    );
    const written = await geoPackageReader.parts?.({ main: { ...memorySource('a.gpkg', readFileSync(path)), path } });
    expect(written).toEqual(['layer_gpkg_contents', 'layer_GPKG_contents_1', 'layer_rtree_a', 'a', 'A_1', 'a_1_1', 'layer']);
  });

  it('may have any bytes for geometries and values', async () => {
    const source = await geoPackage(`
      update towns set geom = x'4750';
      insert into towns (geom, title) values (x'47500001000000000101000000ffffffff', zeroblob(20)), ('text', 5), (zeroblob(1000), null),
        (x'475000ff0000000001', x'00'), (5, 'five')`);
    const { rows, problems } = await readAll(geoPackageReader, source);
    expect(rows.length + problems.length).toBe(6);
    expect(problems.length).toBeGreaterThanOrEqual(5);
  });
});

describe('lengths that lie', () => {
  const bytesOf = async (path: string): Promise<Uint8Array> => {
    const file = fixture(path);
    return Uint8Array.from(await file.read(0, file.size));
  };
  const outcome = async (reader: typeof flatGeobufReader, name: string, bytes: Uint8Array): Promise<string> => {
    try {
      const { rows, problems } = await readAll(reader, { main: memorySource(name, bytes) });
      return `${rows.length + problems.length} rows`;
    } catch (error) {
      const { sentence, name: kind } = error as { sentence?: { code: string }; name: string };
      return sentence?.code ?? `FAULT ${kind} ${String(error)}`;
    }
  };

  it('in a FlatGeobuf give an error of the file wherever they are, and no large memory', async () => {
    const whole = (await bytesOf('vector/us_west_counties.fgb')).subarray(0, 60_000);
    const seen = new Set<string>();
    for (let at = 8; at < 2_000; at += 7) {
      const bytes = whole.slice();
      new DataView(bytes.buffer).setUint32(at, at % 2 === 0 ? 0xffffffff : 0x7ffffff0, true);
      seen.add(await outcome(flatGeobufReader, 'a.fgb', bytes));
    }
    expect([...seen].filter((each) => each.startsWith('FAULT'))).toEqual([]);
    expect([...seen].some((each) => each.startsWith('fgb-'))).toBe(true);
  }, 60_000);

  it('in a Parquet file give an error of the file wherever they are, even where unpacking would never end', async () => {
    const parquetReader = parquetReaderWithin(1500);
    const pieces: Uint8Array[] = [];
    for await (const piece of writeParquet(encodedLayer(layer('towns', ['Basel', 'Bern', 'Chur'])))) pieces.push(piece);
    const whole = Buffer.concat(pieces);
    expect(await outcome(parquetReader, 'a.parquet', whole)).toBe('3 rows');
    const seen = new Set<string>();
    // Byte 20 makes the library count without an end.
    for (const at of [20, ...Array.from({ length: 40 }, (_, i) => 5 + i * 12)].filter((each) => each < whole.length)) {
      const bytes = Uint8Array.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ 0xff;
      seen.add(await outcome(parquetReader, 'a.parquet', bytes));
    }
    for (const length of [0, 3, 11, 12, whole.length - 1, 40])
      seen.add(await outcome(parquetReader, 'a.parquet', whole.subarray(0, length)));
    expect([...seen].filter((each) => each.startsWith('FAULT'))).toEqual([]);
    expect([...seen]).toEqual(expect.arrayContaining(['parquet-not', 'parquet-damaged']));
  }, 60_000);
});

describe('numbers that lie', () => {
  it('in a Parquet file end the process that unpacks it alone', async () => {
    // Its only page says that it holds a thousand million times the value with the number 0.
    const bytes = [
      'UEFSMRUEFRwVHEwVAhUAAAAKAAAAeHh4eHh4eHh4eBUAFQ4VDiwVgKjWuQcVEBUGFQYAAAGAqNa5BwAVAhksSAZzY2hlbWEVAgAVDCUAGAFhJQ',
      'AAFoCo1rkHGRwZHCYIHBUMGSUAEBkYAWEVABaAqNa5BxZuFm4mPiYIAAAWbhaAqNa5BwAATAAAAFBBUjE=',
    ].join('');
    const main = memorySource('a.parquet', Buffer.from(bytes, 'base64'));
    await expect(parquetReaderWithin(30_000).describe({ main })).rejects.toMatchObject({ sentence: { code: 'parquet-damaged' } });
  }, 60_000);
});

describe('hostile markup', () => {
  const inside = (text: string): string =>
    `<kml><Document><Placemark><name>${text}</name><Point><coordinates>1,2</coordinates></Point></Placemark></Document></kml>`;

  it.each([
    ['entities of its own', `<!DOCTYPE kml [<!ENTITY a "b">]>${inside('&a;')}`, 'xml-doctype'],
    ['entities from elsewhere', `<!DOCTYPE kml SYSTEM "http://127.0.0.1:1/x.dtd">${inside('a')}`, 'xml-doctype'],
    ['entities that nobody declared', inside('&passwd;'), 'xml-broken'],
    ['elements without an end', `<kml>${'<Folder>'.repeat(100_000)}`, 'xml-deep'],
    ['an attribute without an end', `<kml><Document id="${'x'.repeat(200_000)}`, 'xml-broken'],
  ])('with %s is refused', async (_, text, code) => {
    await expect(kmlReader.describe(dataset('a.kml', text))).rejects.toMatchObject({ sentence: { code } });
  });

  it('keeps what people wrote as text, scripts and links too, and follows none', async () => {
    const links = '<NetworkLink><Link><href>http://127.0.0.1:1/x.kml</href></Link></NetworkLink>';
    const text = inside('&lt;script&gt;alert(1)&lt;/script&gt;').replace('<Document>', `<Document>${links}`);
    const { rows } = await readAll(kmlReader, dataset('a.kml', text));
    expect(rows.map((row) => row.values)).toEqual([['<script>alert(1)</script>']]);
  });
});

describe('formulas', () => {
  const TEXTS = [
    '=1+1',
    '+cmd|calc',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    "'=1",
    "''@x",
    '-5',
    '+5',
    '3-4',
    "'t Hof",
    'plain',
    '=',
    '-0.5',
    '1e5',
    '-',
    "'-",
  ];

  it('are texts with a mark in tables, which readers take away again', async () => {
    let text = '';
    for await (const piece of writeCsv(encodedLayer(layer('t', TEXTS)))) text += Buffer.from(piece).toString();
    const cells = text
      .split('\r\n')
      .slice(1, -1)
      .map((row) => row.split(',').slice(2).join(','));
    for (const cell of cells) expect(cell).not.toMatch(/^"?[=+@\t\r]/);
    const { rows } = await readAll(csvReader, { main: memorySource('a.csv', new TextEncoder().encode(text)) });
    expect(rows.map((row) => row.values.at(-1))).toEqual(TEXTS);
  });

  it.each(['-5', '-0.5', '-', '3-4', "'t Hof", 'plain'])('%s stays as it is', (text) => {
    expect(noFormula(text)).toBe(text);
    expect(withoutMark(text)).toBeUndefined();
  });

  it('of files from elsewhere keep their apostrophes', async () => {
    const { rows } = await readAll(csvReader, dataset('a.csv', "name,lat,lon\n'=1,1,2\n"));
    expect(rows[0]?.values[0]).toBe("'=1");
  });

  it('stand in workbooks as texts, whatever they begin with', async () => {
    let sheet = '';
    for await (const piece of writeSheet(layer('t', TEXTS), () => undefined)) sheet += piece;
    expect(sheet).not.toContain('<f>');
    expect(sheet).toContain('t="inlineStr"><is><t xml:space="preserve">=1+1</t>');
  });

  it('and signs that sheets may not have are taken out of their names', () => {
    expect(sheetNames(["a/b:c*?[d]\\'", 'x'.repeat(40), 'X'.repeat(40), ''])).toEqual([
      'a_b_c__[d]__'.replace(/[[\]]/g, '_'),
      'x'.repeat(31),
      `${'X'.repeat(29)}_1`,
      'Sheet',
    ]);
  });
});

describe('names and texts that a small file repeats', () => {
  const cell = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const workbook = (rows: string, parts: Record<string, string> = {}): DatasetSource => ({
    main: memorySource(
      'book.xlsx',
      zipOf({
        'xl/workbook.xml': '<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>',
        'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="r1" Target="s1.xml"/></Relationships>',
        'xl/s1.xml': `<worksheet><sheetData><row>${cell('name')}</row>${rows}</sheetData></worksheet>`,
        ...parts,
      }),
    ),
  });
  const shared = '<c t="s"><v>0</v></c>';
  const texts = (length: number) => ({ 'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(length)}</t></si></sst>` });

  it('are read row by row where the cells of a workbook share them, however long they are together', async () => {
    const { rowCount, fields } = await excelReader.describe(workbook(`<row>${shared}</row>`.repeat(560), texts(1_000_000)));
    expect([rowCount, fields[0]?.length]).toEqual([560, 1_000_000]);
  });

  const relations = Array.from({ length: 1_200_000 }, (_, i) => `<Relationship Id="q${i}"/>`).join('');
  it.each([
    ['rows of such texts', workbook(`<row>${shared.repeat(20)}</row>`, texts(1_000_000))],
    ['cell formats', workbook('', { 'xl/styles.xml': `<styleSheet><cellXfs>${'<xf/>'.repeat(65_537)}</cellXfs></styleSheet>` })],
    ['sheets', workbook('', { 'xl/workbook.xml': `<workbook>${'<sheet name="a" r:id="r1"/>'.repeat(2_001)}</workbook>` })],
    ['relations', workbook('', { 'xl/_rels/workbook.xml.rels': `<Relationships>${relations}</Relationships>` })],
  ])('are refused where a workbook has more of them than people work with: %s', async (_what, source) => {
    const refusal = (await excelReader.describe(source).catch((error: unknown) => error)) as FormatError;
    expect(refusal.sentence).toMatchObject({ code: 'workbook-large', values: { file: 'book.xlsx' } });
  });

  const parquetOf = async (values: readonly string[]) => {
    const pieces: Uint8Array[] = [];
    for await (const piece of writeParquet(encodedLayer(layer('towns', values)))) pieces.push(piece);
    return memorySource('a.parquet', Buffer.concat(pieces));
  };

  it('are handed out of a Parquet file a part at a time, where its rows are one value over and over', async () => {
    const texts = Array.from({ length: 300 }, () => 'x'.repeat(400_000));
    const unpacker = await ParquetProcess.open(await parquetOf(texts), 60_000);
    try {
      const lengths: number[] = [];
      for (let from = 0; from < texts.length; from += lengths.at(-1) ?? 0) {
        const found = await unpacker.ask({ kind: 'rows', columns: ['title'], rowStart: from, rowEnd: texts.length });
        if (found.kind !== 'rows' || found.rows.length === 0) throw new Error('there are no rows');
        expect(found.bytes).toBeLessThan(17 * 1024 * 1024);
        expect(found.rows.every(([value]) => value === texts[0])).toBe(true);
        lengths.push(found.rows.length);
      }
      expect(lengths).toEqual([...Array(7).fill(41), 13]);
    } finally {
      await unpacker.close();
    }
    const main = await parquetOf(['y'.repeat(65 * 1024 * 1024)]);
    const refusal = (await parquetReaderWithin(60_000)
      .describe({ main })
      .catch((error: unknown) => error)) as FormatError;
    expect(refusal.sentence).toMatchObject({ code: 'parquet-large' });
  });

  const withDefault = (rows: number, length: number): Promise<DatasetSource> =>
    geoPackage(
      `with recursive n(i) as (select 2 union all select i + 1 from n where i < ${rows}) insert into towns (title) select i from n;
       alter table towns add column note text default '${'x'.repeat(length)}'`,
    );

  it('are read a few rows at a time where a column of a GeoPackage has them by default, and others have their turn', async () => {
    const source = await withDefault(100, 1_000_000);
    const turns = { had: 0, goOn: true };
    const take = (): void => {
      turns.had++;
      if (turns.goOn) setImmediate(take);
    };
    setImmediate(take);
    const sizes: number[] = [];
    for await (const rows of geoPackageReader.features(source)) sizes.push(rows.length);
    turns.goOn = false;
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(100);
    expect(Math.max(...sizes)).toBeLessThan(10);
    expect(turns.had).toBeGreaterThan(10);
  });

  it.each([
    ['a row has too much of them', 1, 65 * 1024 * 1024],
    ['all rows have too much of them', 300, 4_000_000],
  ])('are refused in a GeoPackage where %s', async (_what, rows, length) => {
    const refusal = (await geoPackageReader.describe(await withDefault(rows, length)).catch((error: unknown) => error)) as FormatError;
    expect(refusal.sentence).toMatchObject({ code: 'gpkg-large' });
  });

  const kml = (inside: string): DatasetSource => ({
    main: memorySource('a.kml', Buffer.from(`<kml><Document>${inside}</Document></kml>`)),
  });
  const placemark = (inside = ''): string => `<Placemark>${inside}<Point><coordinates>1,2</coordinates></Point></Placemark>`;

  it('are cut where all placemarks of a folder bear its name', async () => {
    const folder = (inside: string): string => `<Folder><name>${'y'.repeat(600)}</name>${inside}</Folder>`;
    const { rows } = await readAll(kmlReader, kml(folder(folder(placemark()) + placemark()) + placemark()));
    expect(rows.map(({ values }) => String(values[0] ?? '').length)).toEqual([1_000, 600, 0]);
  });

  const names = (element: (name: string) => string): string =>
    Array.from({ length: 64 * 1024 }, (_, i) => element(`${'n'.repeat(1_000)}${i}`)).join('');
  it.each([
    ['of data of a placemark', kml(placemark(names((name) => `<Data name="${name}"><value>1</value></Data>`)))],
    ['of fields of schemas', kml(`<Schema>${names((name) => `<SimpleField name="${name}"/>`)}</Schema>${placemark()}`)],
  ])('are refused where they would fill the memory: %s', async (_what, source) => {
    await expect(kmlReader.describe(source)).rejects.toThrow('too long to read');
  });

  it('leave room for tracks of many moments', async () => {
    const moments = '<when>2024-01-01T00:00:00Z</when>'.repeat(300_000) + '<coord>1 2 0</coord>'.repeat(300_000);
    expect((await kmlReader.describe(kml(`<Placemark><Track>${moments}</Track></Placemark>`))).rowCount).toBe(1);
  });

  it('are refused where points of a GPX file have them without an end', async () => {
    const many = names((name) => `<${name}>1</${name}>`);
    const source = { main: memorySource('a.gpx', Buffer.from(`<gpx><wpt lat="1" lon="2"><extensions>${many}</extensions></wpt></gpx>`)) };
    await expect(gpxReader.describe(source)).rejects.toThrow('too long to read');
  });
});
