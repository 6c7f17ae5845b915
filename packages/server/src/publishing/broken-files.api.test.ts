// Broken and hostile files through publish and analyze: each fault is named, says what to do, and leaves nothing half-made.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { zipArchive } from '../../testing/zip-archive.ts';

const MALFORMED = join(import.meta.dirname, '../../../geo/fixtures/malformed');
const fixture = (name: string): Buffer => readFileSync(join(MALFORMED, name));

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
afterAll(() => t.close());

interface Given {
  name: string;
  bytes: Uint8Array;
  fileType: string;
}

let published = 0;

const DEEP = `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"a":${'['.repeat(9_000)}${']'.repeat(9_000)}},"geometry":null}]}`;
const WIDE = Array.from({ length: 1_501 }, (_, i) => i);
const SHEET = `<row>${WIDE.map((i) => `<c t="inlineStr"><is><t>c${i}</t></is></c>`).join('')}</row><row>${WIDE.map((i) => `<c><v>${i}</v></c>`).join('')}</row>`;
const WIDE_SHEET = zipArchive([
  { name: 'xl/workbook.xml', bytes: '<workbook xmlns:r="r"><sheets><sheet name="Wide" r:id="r0"/></sheets></workbook>' },
  { name: 'xl/_rels/workbook.xml.rels', bytes: '<Relationships><Relationship Id="r0" Target="worksheets/s0.xml"/></Relationships>' },
  { name: 'xl/worksheets/s0.xml', bytes: `<worksheet><sheetData>${SHEET}</sheetData></worksheet>` },
]);

async function publish({ name, bytes, fileType }: Given): Promise<{ itemId: string; path: string; status: AnyReply; report: AnyReply }> {
  const petra = t.as('petra');
  const reply = await petra.upload(
    `content/users/${petra.username}/publish`,
    { fileType, publishParameters: { name: `broken_${published++}` } },
    { file: { name, bytes } },
  );
  const [{ serviceItemId, serviceurl, jobId }] = reply.services;
  await t.runJobs();
  const status = await petra.get(`content/users/${petra.username}/items/${serviceItemId}/status`, { jobId, jobType: 'publish' });
  const job = await t.portal.queue.status(jobId);
  return { itemId: serviceItemId, path: new URL(serviceurl).pathname, status, report: job?.progress.report };
}

/** Everything that a publication makes: tables, layers, services, files in the store, files on their way. */
async function traces(): Promise<unknown> {
  const count = async (text: string): Promise<number> =>
    Number((await sql<{ n: number }>`select count(*) as n from ${sql.raw(text)}`.execute(t.portal.db)).rows[0]?.n);
  return {
    tables: await count("pg_tables where schemaname = 'hosted'"),
    layers: await count('feature_layer'),
    services: await count('feature_service'),
    stored: await count('stored_file'),
    // Files of items' information (publish parameters) belong to the item, which stays and says what went wrong.
    receiving: readdirSync(join(t.portal.files.receivingPath(), '..')).length,
  };
}

async function expectRefused(given: Given, code: string): Promise<AnyReply> {
  const petra = t.as('petra');
  const before = (await traces()) as { stored: number };
  const { itemId, path, status } = await publish(given);
  expect(status.status).toBe('failed');
  expect(status.reasons).toMatchObject([{ code, text: expect.any(String) }]);
  expect(status.statusMessage).toBe(`The file cannot be read: ${status.reasons[0].text}`);
  // What went wrong, and a second sentence or a verb that says what to do.
  expect(status.statusMessage).toMatch(/[.:;] .*(again|try|choose|send|save|export|mend|close|unpack|remove|make|put|convert|add|split)/i);
  const item = await t.portal.db.selectFrom('item').selectAll().where('id', '=', itemId).executeTakeFirstOrThrow();
  expect(item).toMatchObject({ status: 'failed', url: null, data_key: null });
  expect((await petra.get(path)).error.code).toBe(404);
  expect(await petra.post(`content/users/${petra.username}/items/${itemId}/delete`)).toMatchObject({ success: true });
  expect(await traces()).toEqual(before);
  return status;
}

/** What becomes of every broken file of the fixtures, read as what. A code: refused with it; else what is loaded. */
const FILES: Readonly<
  Record<string, [fileType: string, outcome: string | { loaded: number; refused: number; repaired: number; further?: number }][]>
> = {
  'cut_off.geojson': [['geojson', 'json-cut-off-feature']],
  'empty.csv': [
    ['csv', 'file-empty'],
    ['geojson', 'file-empty'],
  ],
  'empty.zip': [
    ['shapefile', 'zip-empty'],
    ['excel', 'zip-empty'],
  ],
  'header_only.csv': [['csv', { loaded: 0, refused: 0, repaired: 0 }]],
  'html_named.geojson': [
    ['geojson', 'json-web-page'],
    ['csv', 'table-web-page'],
    ['kml', 'xml-web-page'],
  ],
  'nested_bomb_like.zip': [
    ['shapefile', 'zip-nested'],
    ['excel', 'zip-nested'],
  ],
  'no_dbf.zip': [['shapefile', { loaded: 78, refused: 0, repaired: 0 }]],
  'no_prj.zip': [['shapefile', 'reference-unknown']],
  'no_shx.zip': [['shapefile', { loaded: 78, refused: 0, repaired: 0 }]],
  'not_a.gpkg': [['geoPackage', 'gpkg-damaged']],
  'out_of_range.csv': [['csv', { loaded: 3, refused: 6, repaired: 0 }]],
  'path_traversal.zip': [
    ['csv', 'zip-outside'],
    ['shapefile', 'zip-outside'],
  ],
  'ragged.csv': [['csv', { loaded: 24, refused: 6, repaired: 0 }]],
  'ratio_bomb.zip': [
    ['geojson', 'zip-ratio'],
    ['excel', 'zip-ratio'],
  ],
  'self_intersecting.geojson': [['geojson', { loaded: 4, refused: 1, repaired: 2, further: 1 }]],
  'trailing_comma.geojson': [['geojson', 'json-invalid']],
  'truncated.gpkg': [['geoPackage', 'gpkg-damaged']],
  'truncated.zip': [
    ['shapefile', 'zip-broken'],
    ['kml', 'zip-broken'],
  ],
  'wrong_cpg.zip': [['shapefile', { loaded: 187, refused: 0, repaired: 0 }]],
  'xxe.kml': [['kml', 'xml-doctype']],
};

const CASES = Object.entries(FILES).flatMap(([name, outcomes]) => outcomes.map(([fileType, outcome]) => ({ name, fileType, outcome })));

describe('a broken file', () => {
  it('of every kind that the fixtures have is among these tests', () => {
    expect(Object.keys(FILES).sort()).toEqual(readdirSync(MALFORMED).sort());
  });

  it.each(CASES.filter((one) => typeof one.outcome === 'string'))(
    'CO-299 ($name as $fileType) is refused with $outcome and leaves nothing',
    async ({ name, fileType, outcome }) => {
      await expectRefused({ name, fileType, bytes: fixture(name) }, String(outcome));
    },
  );

  it.each(CASES.filter((one) => typeof one.outcome !== 'string'))(
    '($name as $fileType) loads its good rows and tells of the others',
    async ({ name, fileType, outcome }) => {
      const { loaded, refused, repaired, further } = outcome as { loaded: number; refused: number; repaired: number; further?: number };
      const { path, status, report } = await publish({ name, fileType, bytes: fixture(name) });
      expect(status.status).toBe('completed');
      expect(report).toMatchObject([
        { featuresLoaded: loaded, rowsRefused: refused, geometriesRepaired: repaired },
        // What is of another kind stands in a layer of its own.
        ...(further === undefined ? [] : [{ featuresLoaded: further, rowsRefused: 0 }]),
      ]);
      for (const { row, reason, said } of report[0].problems) {
        expect(row).toBeGreaterThan(0);
        expect(said).toMatchObject({ code: expect.any(String), text: reason });
      }
      expect(await t.as('petra').get(`${path}/0/query`, { returnCountOnly: true })).toEqual({ count: loaded });
    },
  );

  it.each(CASES.filter((one) => typeof one.outcome === 'string' && one.outcome !== 'reference-unknown'))(
    '($name as $fileType) is refused by analyze in the same words',
    async ({ name, fileType, outcome }) => {
      const before = await traces();
      const file = { name, bytes: fixture(name) };
      const { error } = await t.as('petra').upload('content/features/analyze', { fileType }, { file });
      expect(error).toMatchObject({ code: 400, reasons: [{ code: outcome }] });
      expect(error.message).toBe(`The file cannot be read: ${error.reasons[0].text}`);
      expect(await traces()).toEqual(before);
    },
  );
});

describe('what analyze warns of', () => {
  const warnings = async (name: string, fileType: string): Promise<AnyReply> => {
    const file = { name, bytes: fixture(name) };
    const { publishParameters } = await t.as('petra').upload('content/features/analyze', { fileType }, { file });
    expect(publishParameters.warnings).toEqual(publishParameters.warningSentences.map((each: { text: string }) => each.text));
    return publishParameters;
  };

  it.each([
    ['no_dbf.zip', 'shapefile', 'dbf-missing'],
    ['no_prj.zip', 'shapefile', 'prj-missing'],
    ['wrong_cpg.zip', 'shapefile', 'cpg-wrong'],
    ['header_only.csv', 'csv', 'header-only'],
    ['ragged.csv', 'csv', 'rows-left-out'],
    ['out_of_range.csv', 'csv', 'rows-left-out'],
    ['self_intersecting.geojson', 'geojson', 'mixed-geometry'],
  ])('(%s) is said with a code that pages translate', async (name, fileType, code) => {
    const { warningSentences, needsSpatialReference } = await warnings(name, fileType);
    expect(warningSentences.map((each: { code: string }) => each.code)).toContain(code);
    expect(needsSpatialReference).toBe(code === 'prj-missing');
  });
});

const CSV = 'name,lat,lon\na,1,2\n';
const big = (bytes: number): Buffer => Buffer.alloc(bytes, '7,46.5,7.5\n');

describe('a hostile archive', () => {
  it.each([
    ['leads up', zipArchive([{ name: '../up.csv', bytes: CSV }]), 'zip-outside'],
    ['leads up in the middle', zipArchive([{ name: 'a/../../up.csv', bytes: CSV }]), 'zip-outside'],
    ['begins at the root', zipArchive([{ name: '/etc/cron.d/x.csv', bytes: CSV }]), 'zip-outside'],
    ['uses backslashes', zipArchive([{ name: '..\\..\\up.csv', bytes: CSV }]), 'zip-outside'],
    ['names a drive', zipArchive([{ name: 'C:/up.csv', bytes: CSV }]), 'zip-outside'],
    ['holds a link', zipArchive([{ name: 'link.csv', bytes: '/etc/passwd', mode: 0o120777 }]), 'zip-link'],
    ['holds a name twice', zipArchive([...Array(2)].map(() => ({ name: 'a.csv', bytes: CSV }))), 'zip-twice'],
    ['is protected', zipArchive([{ name: 'a.csv', bytes: CSV, encrypted: true }]), 'zip-password'],
    ['holds another', zipArchive([{ name: 'inner.zip', bytes: zipArchive([{ name: 'a.csv', bytes: CSV }]) }]), 'zip-nested'],
    ['says less than it unpacks to', zipArchive([{ name: 'a.csv', bytes: big(5_000_000), claimedSize: 100 }]), 'zip-entry-broken'],
    ['says more than it unpacks to', zipArchive([{ name: 'a.csv', bytes: CSV, claimedSize: 9_000_000 }]), 'zip-entry-broken'],
    ['says that it is endless', zipArchive([{ name: 'a.csv', bytes: CSV, claimedSize: 0xfffffffe }]), 'zip-ratio'],
    ['has a high ratio', zipArchive([{ name: 'a.csv', bytes: Buffer.alloc(40_000_000) }]), 'zip-ratio'],
    [
      'names the same bytes again and again',
      zipArchive([...Array(400)].map((_, i) => ({ name: `${i}.csv`, bytes: Buffer.alloc(1_000_000), liesInFirst: i > 0 }))),
      'zip-overlap',
    ],
    [
      'has a high ratio in many small files',
      zipArchive([...Array(12)].map((_, i) => ({ name: `${i}.csv`, bytes: Buffer.alloc(1_000_000) }))),
      'zip-ratio-all',
    ],
    ['has too many names', zipArchive([...Array(10_001).keys()].map((i) => ({ name: `${i}.csv`, bytes: '' }))), 'zip-many'],
    ['holds a format that is not read', zipArchive([{ name: 'a/roads.TAB', bytes: '!table' }]), 'format-foreign'],
    ['holds nothing of use', zipArchive([{ name: 'readme.txt.exe', bytes: 'MZ' }]), 'zip-nothing'],
  ])('that %s is refused', async (_, bytes, code) => {
    await expectRefused({ name: 'hostile.zip', fileType: 'csv', bytes }, code);
  });

  it('may not hide a bomb in a workbook or a KMZ', async () => {
    const bomb = Buffer.alloc(40_000_000, ' ');
    const sheet = zipArchive([
      { name: 'xl/workbook.xml', bytes: '<workbook/>' },
      { name: 'xl/worksheets/sheet1.xml', bytes: bomb },
    ]);
    await expectRefused({ name: 'bomb.xlsx', fileType: 'excel', bytes: sheet }, 'zip-ratio');
    await expectRefused({ name: 'bomb.kmz', fileType: 'kml', bytes: zipArchive([{ name: 'doc.kml', bytes: bomb }]) }, 'zip-ratio');
  });
});

it.each([
  ['roads.tab', 'shapefile', '!table\n!version 300\n', 'format-foreign'],
  ['roads.tab', 'csv', '!table\n!version 300\n', 'format-foreign'],
  ['roads.gml', 'geojson', '<?xml version="1.0"?><ogr:FeatureCollection/>', 'format-foreign'],
  ['plan.dxf', 'csv', '  0\nSECTION\n', 'format-foreign'],
  ['none.fgb', 'flatgeobuf', '', 'file-empty'],
])('%s sent as %s is refused in words that say what to do', async (name, fileType, text, code) => {
  await expectRefused({ name, fileType, bytes: Buffer.from(text) }, code);
});

const HEADER = 100;
const shapes = (change: (shp: Buffer) => void): Buffer => {
  const shp = Buffer.alloc(HEADER + 28);
  shp.writeInt32BE(9994, 0);
  shp.writeInt32BE(shp.length / 2, 24);
  shp.writeInt32LE(1, 32);
  shp.writeInt32BE(1, HEADER);
  shp.writeInt32BE(10, HEADER + 4);
  shp.writeInt32LE(1, HEADER + 8);
  shp.writeDoubleLE(7.5, HEADER + 12);
  shp.writeDoubleLE(47.5, HEADER + 20);
  change(shp);
  return zipArchive([{ name: 'a.shp', bytes: shp }]);
};

describe('a file that lies', () => {
  it('is read as what it is when it does not', async () => {
    const { status } = await publish({ name: 'a.zip', fileType: 'shapefile', bytes: shapes(() => undefined) });
    expect(status.status).toBe('completed');
  });

  it.each([
    ['about the length of a shapefile', 'a.zip', 'shapefile', shapes((shp) => shp.writeInt32BE(1_000_000, 24)), 'shp-cut-off'],
    ['about the length of a shape', 'a.zip', 'shapefile', shapes((shp) => shp.writeInt32BE(1_000_000, HEADER + 4)), 'shp-damaged'],
    ['about the kind of its shapes', 'a.zip', 'shapefile', shapes((shp) => shp.writeInt32LE(77, 32)), 'shp-kind'],
    ['about being a shapefile', 'a.zip', 'shapefile', shapes((shp) => shp.writeInt32BE(1, 0)), 'shp-not'],
    ['about being text', 'a.csv', 'csv', Buffer.from([0x61, 0, 0x2c, 0, 0x62, 0]), 'text-binary'],
    ['about being KML', 'a.kml', 'kml', Buffer.from('<gpx/>'), 'kml-not'],
    ['about its XML encoding', 'a.kml', 'kml', Buffer.from('<?xml version="1.0" encoding="klingon"?><kml/>'), 'xml-encoding'],
    ['about being UTF-16', 'a.kml', 'kml', Buffer.from('<?xml version="1.0" encoding="utf-16"?><kml></kml>'), 'xml-broken'],
    ['about being GPX', 'a.gpx', 'gpx', Buffer.from('<?xml version="1.0"?><kml/>'), 'gpx-not'],
    ['about being a FlatGeobuf', 'a.fgb', 'flatgeobuf', Buffer.from('fgb'), 'fgb-not'],
    ['about being a GeoPackage', 'a.gpkg', 'geoPackage', Buffer.from('SQLite is what this is'), 'gpkg-not'],
    ['about being a workbook', 'a.xlsx', 'excel', zipArchive([{ name: 'word/document.xml', bytes: '<w/>' }]), 'workbook-not'],
    ['about its quotation marks', 'a.csv', 'csv', Buffer.from(`name,lat,lon\n"a,1,2\n${'b,1,2\n'.repeat(1000)}`), 'quote-open'],
    ['about how deep its values are', 'a.geojson', 'geojson', Buffer.from(DEEP), 'json-deep'],
    ['about how wide it is', 'a.csv', 'csv', Buffer.from(`${WIDE.map((i) => `c${i}`)}\n${WIDE}\n`), 'table-wide'],
    ['about how wide its sheet is', 'a.xlsx', 'excel', WIDE_SHEET, 'table-wide'],
  ])('%s is refused', async (_, name, fileType, bytes, code) => {
    await expectRefused({ name, fileType, bytes }, code);
  });
});

describe('a geometry that cannot be', () => {
  const features = (...coordinates: unknown[]): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: 'FeatureCollection',
        features: coordinates.map((one) => ({ type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: one } })),
      }),
    );
  const square = (x: number, y: number, size = 1): number[][][] => [
    [
      [x, y],
      [x + size, y],
      [x + size, y + size],
      [x, y + size],
      [x, y],
    ],
  ];

  it('is refused beside good ones, row by row', async () => {
    const bytes = features(square(1, 1), square(1, 95), square(700, 1), [], [[[0, 0]]], [[['x', 0]]], 'none', square(3, 3));
    const { status, report } = await publish({ name: 'a.geojson', fileType: 'geojson', bytes });
    expect(status.status).toBe('completed');
    expect(report[0]).toMatchObject({ featuresLoaded: 3, rowsRefused: 5 });
    expect(report[0].problems.map((one: AnyReply) => [one.row, one.said.code])).toEqual([
      [2, 'row-not-degrees'],
      [3, 'row-not-degrees'],
      [5, 'ring-short'],
      [6, 'position-numbers'],
      [7, 'coordinates-list'],
    ]);
  });

  it('is mended where it crosses itself, and said', async () => {
    const bow = [
      [
        [0, 0],
        [2, 2],
        [2, 0],
        [0, 2],
        [0, 0],
      ],
    ];
    const { path, report } = await publish({ name: 'a.geojson', fileType: 'geojson', bytes: features(bow, square(4, 4)) });
    expect(report[0]).toMatchObject({ featuresLoaded: 2, geometriesRepaired: 1 });
    const { rows } = await sql<{ ok: boolean }>`
      select bool_and(ST_IsValid(shape)) as ok from ${sql.raw(`hosted.${await tableOf(path)}`)}`.execute(t.portal.db);
    expect(rows).toEqual([{ ok: true }]);
  });

  it.each(['geojson', 'csv'])(
    'is refused where it crosses itself so often that mending it would hold up the database: %s',
    async (fileType) => {
      const star = [Array.from({ length: 201 }, (_, i) => [Math.cos((i % 200) * 2.5), Math.sin((i % 200) * 2.5)])];
      const shapes = [square(4, 4), star, square(8, 8)];
      const wkt = shapes.map(([ring], i) => `"POLYGON ((${ring?.map((corner) => corner.join(' ')).join(', ')}))",${i}`);
      const bytes = fileType === 'csv' ? Buffer.from(`WKT,n\n${wkt.join('\n')}\n`) : features(...shapes);
      const { report } = await publish({ name: `a.${fileType}`, fileType, bytes });
      expect(report[0]).toMatchObject({ featuresLoaded: 2, rowsRefused: 1, geometriesRepaired: 0 });
      expect(report[0].problems).toMatchObject([{ row: fileType === 'csv' ? 3 : 2, said: { code: 'polygon-tangled' } }]);
    },
  );

  it('asks for the coordinate system where the coordinates are no degrees', async () => {
    await expectRefused({ name: 'a.geojson', fileType: 'geojson', bytes: features(square(700_000, 5_000_000)) }, 'reference-unknown');
  });

  it('is refused where the stated coordinate system cannot hold it', async () => {
    const petra = t.as('petra');
    const text = 'name,x,y\ngood,500000,5000000\nbad,1e300,1e300\n';
    const reply = await petra.post(`content/users/${petra.username}/publish`, {
      fileType: 'csv',
      text,
      publishParameters: { name: 'far_away', sourceSR: { wkid: 25832 } },
    });
    await t.runJobs();
    const job = await t.portal.queue.status(reply.services[0].jobId);
    expect(job).toMatchObject({
      state: 'completed',
      progress: { report: [{ featuresLoaded: 1, rowsRefused: 1, problems: [{ row: 3, said: { code: 'unprojectable' } }] }] },
    });
  });
});

async function tableOf(path: string): Promise<string> {
  const name = path.split('/').at(-2) ?? '';
  const layer = await t.portal.db
    .selectFrom('feature_layer')
    .innerJoin('feature_service', 'feature_service.item_id', 'feature_layer.item_id')
    .select('feature_layer.table_name')
    .where('feature_service.name', '=', name)
    .executeTakeFirstOrThrow();
  return layer.table_name;
}
