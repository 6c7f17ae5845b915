// Vector tile packages: tiles where they lie, files by their names, and packages that are not as they should be.
import { describe, expect, it } from 'vitest';
import { tilePackageOf } from '../../testing/tile-package-of.ts';
import { zipOf } from '../../testing/zip-of.ts';
import { memorySource } from '../formats/byte-source.ts';
import { FormatError } from '../formats/format-reader.ts';
import { TilePackage } from './tile-package.ts';

const opened = (bytes: Uint8Array): Promise<TilePackage> => TilePackage.open(memorySource('world.vtpk', bytes));
const tile = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = async (found: TilePackage, z: number, x: number, y: number): Promise<string | undefined> => {
  const bytes = await found.tile(z, x, y);
  return bytes && new TextDecoder().decode(bytes);
};

describe('a vector tile package', () => {
  it('gives the tiles of every bundle, and nothing where there is none', async () => {
    const found = await opened(
      tilePackageOf({
        '0/0/0': tile('world'),
        '8/127/127': tile('last of its bundle'),
        '8/128/127': tile('next column'),
        '8/127/128': tile('next row'),
      }),
    );
    expect([found.minZoom, found.maxZoom]).toEqual([0, 8]);
    expect(await read(found, 0, 0, 0)).toBe('world');
    expect(await read(found, 8, 127, 127)).toBe('last of its bundle');
    expect(await read(found, 8, 128, 127)).toBe('next column');
    expect(await read(found, 8, 127, 128)).toBe('next row');
    expect(await read(found, 8, 126, 127)).toBeUndefined();
    expect(await read(found, 8, 255, 255)).toBeUndefined();
    expect(await read(found, 3, 1, 1)).toBeUndefined();
  });

  it('gives its files, whatever the case of their names, packed or not', async () => {
    for (const isPacked of [false, true]) {
      const parts = { style: { version: 8 }, files: { 'fonts/Noto Sans/0-255.pbf': tile('letters') } };
      // Only the tiles have to lie there as they are.
      const bytes = isPacked ? withPackedFiles(parts) : tilePackageOf({ '0/0/0': tile('world') }, parts);
      const found = await opened(bytes);
      expect(new TextDecoder().decode(await found.file('Fonts/Noto Sans/0-255.pbf'))).toBe('letters');
      expect(await found.file('fonts/Noto Sans/256-511.pbf')).toBeUndefined();
      expect(await found.file('../root.json')).toBeUndefined();
    }
  });

  it.each([
    ['an archive of something else', zipOf({ 'a.txt': 'a' }), 'vtpk-not'],
    ['no description', zipOf({ 'p12/tile/L00/R0000C0000.bundle': new Uint8Array(200_000) }, { isPacked: false }), 'vtpk-not'],
    [
      'a bundle that is too short',
      zipOf({ 'p12/root.json': '{}', 'p12/tile/L00/R0000C0000.bundle': 'short' }, { isPacked: false }),
      'vtpk-not',
    ],
    ['tiles that are packed again', tilePackageOf({ '0/0/0': tile('x') }, { isPacked: true }), 'vtpk-packed'],
    ['another grid', tilePackageOf({ '0/0/0': tile('x') }, { root: { tileInfo: { spatialReference: { wkid: 4326 } } } }), 'vtpk-grid'],
    ['no archive', tile('nothing'), 'vtpk-broken'],
    ['an end that is missing', tilePackageOf({ '0/0/0': tile('x') }).subarray(0, 100_000), 'vtpk-broken'],
  ])('is refused with %s', async (_, bytes, code) => {
    const error = await opened(bytes).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FormatError);
    expect((error as FormatError).sentence.code).toBe(code);
  });

  it('says which tile is damaged, and reads no further than its bundle', async () => {
    const bytes = Buffer.from(tilePackageOf({ '0/0/0': tile('world') }));
    const at = bytes.indexOf('.bundle') + '.bundle'.length + 64;
    for (const [offset, value] of [
      [at, 0xffffff00],
      [at + 4, 0xffffffff],
    ] as const) {
      const damaged = Buffer.from(bytes);
      damaged.writeUInt32LE(value, offset);
      await expect((await opened(damaged)).tile(0, 0, 0)).rejects.toMatchObject({ sentence: { code: 'vtpk-tile' } });
    }
  });
});

/** The same package with everything packed but the tiles. */
function withPackedFiles(parts: { style: object; files: Record<string, Uint8Array> }): Uint8Array {
  const [packed, plain] = [
    Buffer.from(tilePackageOf({}, { ...parts, isPacked: true })),
    Buffer.from(tilePackageOf({ '0/0/0': tile('world') })),
  ];
  return joined(packed, plain, 'p12/tile/');
}

/** The first archive with those entries of the second whose names begin so. */
function joined(first: Buffer, second: Buffer, prefix: string): Uint8Array {
  const [a, b] = [partsOf(first), partsOf(second)];
  const added = b.entries.filter(({ name }) => name.startsWith(prefix));
  const entries = [
    ...a.entries.map(({ record }) => record),
    ...added.map(({ record }) => {
      const moved = Buffer.from(record);
      moved.writeUInt32LE(moved.readUInt32LE(42) + a.bodies.length, 42);
      return moved;
    }),
  ];
  const list = Buffer.concat(entries);
  const end = Buffer.from(a.end);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(a.bodies.length + b.bodies.length, 16);
  return Buffer.concat([a.bodies, b.bodies, list, end]);
}

function partsOf(zip: Buffer): { bodies: Buffer; entries: { name: string; record: Buffer }[]; end: Buffer } {
  const end = zip.subarray(zip.length - 22);
  const start = end.readUInt32LE(16);
  const entries: { name: string; record: Buffer }[] = [];
  for (let at = start; at < zip.length - 22; ) {
    const length = zip.readUInt16LE(at + 28);
    entries.push({ name: zip.toString('utf8', at + 46, at + 46 + length), record: zip.subarray(at, at + 46 + length) });
    at += 46 + length;
  }
  return { bodies: zip.subarray(0, start), entries, end };
}
