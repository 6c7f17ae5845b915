import { describe, expect, it } from 'vitest';
import { fixture, unpacked } from '../../testing/read-fixture.ts';
import { zipOf } from '../../testing/zip-of.ts';
import { archivePlaces, DEFAULT_ARCHIVE_LIMITS, openArchive, unpackArchive } from './archive.ts';
import { memorySource } from './byte-source.ts';
import { findDatasets } from './datasets.ts';

const nothing = async (): Promise<never> => {
  throw new Error('nothing may be written');
};

describe('unpackArchive', () => {
  it('unpacks files in folders and leaves out what systems leave behind', async () => {
    const files = await unpacked('vector/two_shapefiles_one_zip.zip');
    expect([...files.keys()].filter((name) => name.includes('MACOSX') || name.includes('DS_Store'))).toEqual([]);
    expect(files.get('sub/japan_prefectures.dbf')?.size).toBe(3059);
  });

  it.each([
    ['truncated', 'truncated.zip is not a zip archive, or is cut off.'],
    ['empty', 'empty.zip is an empty archive.'],
    [
      'nested_bomb_like',
      'nested_bomb_like.zip was refused: it holds another archive, “level1_0.zip”. Unpack that one and send it by itself.',
    ],
    ['ratio_bomb', /^ratio_bomb.zip was refused: “big.geojson” unpacks to \d+ times its packed size\./],
    ['path_traversal', 'path_traversal.zip was refused: the name “../../../../tmp/pwned_fixture.txt” leads outside the archive.'],
  ])('refuses %s.zip before anything is written', async (name, message) => {
    await expect(unpackArchive(fixture(`malformed/${name}.zip`), nothing)).rejects.toThrow(message);
  });

  it('refuses archives of too many entries or too many bytes', async () => {
    const limits = { maxEntries: 3, maxBytes: 1e9, maxRatio: 200, ratioFromBytes: 1e7 };
    const zip = fixture('vector/africa_countries_utf8.zip');
    await expect(unpackArchive(zip, nothing, limits)).rejects.toThrow('it has 5 entries, more than 3');
    await expect(unpackArchive(zip, nothing, { ...limits, maxEntries: 9, maxBytes: 1000 })).rejects.toThrow('more than 1000 bytes');
  });

  it('says which entry is damaged', async () => {
    const whole = fixture('vector/africa_countries_utf8.zip');
    const bytes = Uint8Array.from(await whole.read(0, whole.size));
    bytes.fill(0xff, 5000, 60_000);
    const broken = { ...whole, read: async (at: number, n: number) => bytes.subarray(at, at + n) };
    const drain = async (_: string, pieces: AsyncIterable<Uint8Array>) => {
      for await (const piece of pieces) expect(piece.length).toBeGreaterThan(0);
    };
    await expect(unpackArchive(broken, drain)).rejects.toThrow(/is damaged: “africa_countries\.shp” cannot be unpacked/);
  });
});

/** An archive with an entry for each name, of which nothing says how it is encoded. */
function archiveOf(names: readonly (string | Uint8Array)[]) {
  const inPlace = names.map((name, i) => String.fromCharCode(65 + i).repeat(Buffer.from(name as string).length));
  const bytes = Buffer.from(zipOf(Object.fromEntries(inPlace.map((name) => [name, 'x']))));
  for (const [i, name] of names.entries()) {
    const from = inPlace[i] as string;
    for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) Buffer.from(name as string).copy(bytes, at);
  }
  for (const mark of ['PK\u0003\u0004', 'PK\u0001\u0002']) {
    for (let at = bytes.indexOf(mark, 0, 'latin1'); at >= 0; at = bytes.indexOf(mark, at + 1, 'latin1'))
      bytes[at + (mark[2] === '\u0003' ? 7 : 9)] = 0;
  }
  return memorySource('a.zip', bytes);
}

it('names of entries are UTF-8 where they can be, else those of old programs, and backslashes of Windows are slashes', async () => {
  const old = Uint8Array.from([0x53, 0x81, 0x64, 0x2e, 0x74, 0x78, 0x74]);
  const archive = await openArchive(archiveOf(['Straße.shp', old, 'roads\\roads.shp', 'Дороги.dbf']));
  expect(archive.names).toEqual(['Straße.shp', 'Süd.txt', 'roads/roads.shp', 'Дороги.dbf']);
  archive.close();
  await expect(openArchive(archiveOf(['..\\..\\up.csv']))).rejects.toThrow('leads outside the archive');
  await expect(openArchive(archiveOf(['C:\\up.csv']))).rejects.toThrow('leads outside the archive');
});

it.each([
  [9, 'Deflate64'],
  [12, 'BZip2'],
  [14, 'LZMA'],
  [77, '77'],
])('what is packed in the way %i is refused by its name, and the rest of the archive is read', async (method, name) => {
  const bytes = Buffer.from(zipOf({ 'a.csv': 'x', 'b.csv': 'y' }));
  for (const [mark, at] of [
    ['PK\u0003\u0004', 8],
    ['PK\u0001\u0002', 10],
  ] as const)
    bytes.writeUInt16LE(method, bytes.indexOf(mark, 0, 'latin1') + at);
  const source = memorySource('a.zip', bytes);
  const archive = await openArchive(source);
  const read = async (entry: string): Promise<string> => {
    let text = '';
    for await (const piece of archive.stream(entry)) text += Buffer.from(piece).toString();
    return text;
  };
  expect(await read('b.csv')).toBe('y');
  await expect(read('a.csv')).rejects.toMatchObject({
    sentence: { code: 'zip-method', values: { file: 'a.zip', entry: 'a.csv', method: name } },
  });
  archive.close();
  const places = await archivePlaces(source, DEFAULT_ARCHIVE_LIMITS);
  expect(await places.placeOf('b.csv')).toMatchObject({ size: 1 });
  await expect(places.placeOf('a.csv')).rejects.toMatchObject({ sentence: { code: 'zip-method' } });
});

describe('findDatasets', () => {
  it('puts shapefiles together with their companions whatever the case of the names', () => {
    expect(
      findDatasets(['a/Roads.SHP', 'a/roads.dbf', 'a/ROADS.prj', 'b/roads.cpg', 'x.csv', 'notes.pdf', '__MACOSX/a/._Roads.shp']),
    ).toEqual([
      { main: 'a/Roads.SHP', companions: { dbf: 'a/roads.dbf', prj: 'a/ROADS.prj' } },
      { main: 'x.csv', companions: {} },
    ]);
  });

  it('takes a .dbf for a table of its own only where it belongs to no shapes', () => {
    const names = [
      'a/Roads.shp',
      'a/ROADS.DBF',
      'a/roads.dbf',
      'b/Codes.dbf',
      'b/codes.CPG',
      'b/left.dbf',
      'b/left.shx',
      'c/lost.dbf',
      'c/lost.prj',
    ];
    expect(findDatasets(names)).toEqual([
      { main: 'a/Roads.shp', companions: { dbf: 'a/ROADS.DBF' } },
      { main: 'b/Codes.dbf', companions: { cpg: 'b/codes.CPG' } },
    ]);
  });

  it('takes what programs write beside shapes and databases, and texts where an archive has nothing else', () => {
    expect(findDatasets(['a.shp', 'a.dbf', 'a.cst', 'a.qpj', 'notes.txt'])).toEqual([
      { main: 'a.shp', companions: { dbf: 'a.dbf', cst: 'a.cst', qpj: 'a.qpj' } },
    ]);
    expect(findDatasets(['a.gpkg', 'a.gpkg-shm', 'A.gpkg-wal', 'b.gpkg', 'c.csv-wal'])).toEqual([
      { main: 'a.gpkg', companions: { wal: 'A.gpkg-wal' } },
      { main: 'b.gpkg', companions: {} },
    ]);
    expect(findDatasets(['readme.txt', 'x/cities500.txt', 'LICENSE.TXT'])).toEqual([{ main: 'x/cities500.txt', companions: {} }]);
  });

  it('does not take longer for each file the more there are', () => {
    const names = Array.from({ length: 10_000 }, (_, i) => (i % 2 ? `a${i}.shp` : `a${i + 1}.dbf`));
    const begun = performance.now();
    expect(findDatasets(names)).toHaveLength(5_000);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });
});
