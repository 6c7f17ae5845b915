// Makes vector tile packages for tests, as programs that write them lay them out.
import { zipOf } from './zip-of.ts';

const SIDE = 128;
const HEADER = 64;

/** What a package is made of besides its tiles; all of it may be left out. */
export interface PackageParts {
  root?: object;
  style?: object;
  files?: Readonly<Record<string, string | Uint8Array>>;
  isPacked?: boolean;
}

/** A bundle with the tiles at their columns and rows in it. */
function bundleOf(tiles: readonly { column: number; row: number; bytes: Uint8Array }[]): Buffer {
  const head = Buffer.alloc(HEADER + SIDE * SIDE * 8);
  head.writeUInt32LE(3, 0);
  head.writeUInt32LE(SIDE * SIDE, 4);
  const bodies: Buffer[] = [];
  let at = head.length;
  for (const { column, row, bytes } of tiles) {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(bytes.length);
    bodies.push(length, Buffer.from(bytes));
    const place = HEADER + 8 * (SIDE * row + column);
    head.writeUIntLE(at + 4, place, 5);
    head.writeUIntLE(bytes.length, place + 5, 3);
    at += 4 + bytes.length;
  }
  return Buffer.concat([head, ...bodies]);
}

/** A package with the tiles, named `z/x/y`. */
export function tilePackageOf(
  tiles: Readonly<Record<string, Uint8Array>>,
  { root, style, files = {}, isPacked = false }: PackageParts = {},
): Uint8Array {
  const bundles = new Map<string, { column: number; row: number; bytes: Uint8Array }[]>();
  for (const [address, bytes] of Object.entries(tiles)) {
    const [z = 0, x = 0, y = 0] = address.split('/').map(Number);
    const first = (index: number): string => (Math.floor(index / SIDE) * SIDE).toString(16).padStart(4, '0');
    const name = `p12/tile/L${String(z).padStart(2, '0')}/R${first(y)}C${first(x)}.bundle`;
    bundles.set(name, [...(bundles.get(name) ?? []), { column: x % SIDE, row: y % SIDE, bytes }]);
  }
  const whole = { currentVersion: 11, type: 'indexedVector', tileInfo: { spatialReference: { wkid: 102100, latestWkid: 3857 } }, ...root };
  return zipOf(
    {
      'p12/root.json': JSON.stringify(whole),
      ...(style === undefined ? {} : { 'p12/resources/styles/root.json': JSON.stringify(style) }),
      ...Object.fromEntries(Object.entries(files).map(([name, file]) => [`p12/resources/${name}`, file])),
      ...Object.fromEntries([...bundles].map(([name, list]) => [name, bundleOf(list)])),
    },
    { isPacked },
  );
}
