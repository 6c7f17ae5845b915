// A vector tile package as a vector tile service: its description, and its style with addresses of this portal alone.
import { refuse } from '@graticule/contract/refusals/refusal';
import type { VectorTileServiceInfo } from '@graticule/contract/services/vector-tiles';
import { fromWebMercator } from '@graticule/geo/project/web-mercator';
import type { TilePackage } from '@graticule/geo/tiles/tile-package';
import { tileServiceFacts } from './tile-service.ts';

type Members = Record<string, unknown>;
const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What the description of a package may say of itself; addresses and permissions are the portal's. */
const TOLD = ['copyrightText', 'initialExtent', 'fullExtent', 'minScale', 'maxScale', 'tileInfo', 'resourceInfo'] as const;

/** The root of the service. */
export function packageServiceInfo(found: TilePackage, service: { name: string; itemId: string }): VectorTileServiceInfo {
  const told = Object.fromEntries(TOLD.flatMap((member) => (found.root[member] === undefined ? [] : [[member, found.root[member]]])));
  return {
    ...told,
    ...tileServiceFacts(service, { min: found.minZoom, max: found.maxZoom }),
    copyrightText: typeof told.copyrightText === 'string' ? told.copyrightText : '',
  };
}

/** A number, or what JSON may have in its place. */
const numberOf = (value: unknown): number => (typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN);

/** West, south, east, north of what the package says that it covers, in degrees; undefined where it says nothing usable. */
export function packageExtent({ root }: TilePackage): number[] | undefined {
  const { fullExtent } = root;
  if (!isMembers(fullExtent)) return undefined;
  const [xmin, ymin, xmax, ymax] = ['xmin', 'ymin', 'xmax', 'ymax'].map((side) => numberOf(fullExtent[side])) as [
    number,
    number,
    number,
    number,
  ];
  if (![xmin, ymin, xmax, ymax].every(Number.isFinite) || xmin > xmax || ymin > ymax) return undefined;
  const { wkid } = isMembers(fullExtent.spatialReference) ? fullExtent.spatialReference : { wkid: undefined };
  const inDegrees = (x: number, y: number): [number, number] => (wkid === 4326 ? [x, y] : fromWebMercator(x, y));
  const [west, south] = inDegrees(xmin, ymin);
  const [east, north] = inDegrees(xmax, ymax);
  return [Math.max(-180, west), Math.max(-90, south), Math.min(180, east), Math.min(90, north)];
}

/**
 * The style of the package. Its addresses are relative to `resources/styles`, whatever the package says: nobody's browser is sent elsewhere.
 * @throws FILE_NOT_FOUND for packages without a style that can be read
 */
export async function packageStyle(found: TilePackage): Promise<Members> {
  const style = await styleOf(found);
  if (style === undefined) throw refuse('tile-style');
  const { sprite: _sprite, glyphs: _glyphs, sources, ...rest } = style;
  const names = isMembers(sources) ? Object.keys(sources) : ['esri'];
  const hasSprite = (await found.file('sprites/sprite.json')) !== undefined;
  return {
    ...rest,
    version: 8,
    sources: Object.fromEntries(names.map((name) => [name, { type: 'vector', url: '../../' }])),
    ...(hasSprite ? { sprite: '../sprites/sprite' } : {}),
    glyphs: '../fonts/{fontstack}/{range}.pbf',
  };
}

/** The layers of the tiles that the style names; none where there is no style that can be read. */
export async function packageSourceLayers(found: TilePackage): Promise<string[]> {
  const style = await styleOf(found);
  const named = (style?.layers ?? []).flatMap((layer) =>
    isMembers(layer) && typeof layer['source-layer'] === 'string' ? [layer['source-layer']] : [],
  );
  return [...new Set(named)];
}

/** The style as the package has it. */
async function styleOf(found: TilePackage): Promise<(Members & { layers: unknown[] }) | undefined> {
  const bytes = await found.file('styles/root.json');
  const style = bytes === undefined ? undefined : parsed(bytes);
  return isMembers(style) && Array.isArray(style.layers) ? { ...style, layers: style.layers } : undefined;
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
