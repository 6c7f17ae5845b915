import { describe, expect, it } from 'vitest';
import { fixture, unpacked } from '../../testing/read-fixture.ts';
import { unpackArchive } from './archive.ts';
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
});
