// The picture symbols of layers that a sprite may hold: read from what was stored, each under a name made of what it shows.
import { createHash } from 'node:crypto';
import { drawingOf, type HostedLayer } from '../features/index.ts';
import { list, type Members, members, number, PIXELS_PER_POINT } from './style-values.ts';

/** A picture of a symbol. @units pixels of a plain screen */
export interface SymbolPicture {
  /** Its name in the sprite. */
  name: string;
  width: number;
  height: number;
  /** How many times larger it is drawn than the sprite has it. */
  scale: number;
  /** Base64, as stored. */
  data: string;
  /** Tells the data apart from others. */
  source: string;
}

/** Pictures of one sprite. */
const MOST_PICTURES = 256;
/** What is drawn larger is kept at this size. */
const LARGEST_SIDE = 128;
/** Base64 of larger files is no symbol. */
const LONGEST_DATA = 400_000;
const DEFAULT_POINTS = 20;

/** Of symbols as they were stored, which requests share: their data are long, and all of them stand in every style that is asked for. */
const known = new WeakMap<Members, SymbolPicture>();

/** The picture of a symbol; undefined for other symbols, and for pictures that lie elsewhere, which the portal does not fetch. */
export function readPicture(symbol: Members): SymbolPicture | undefined {
  const picture = known.get(symbol) ?? pictureOf(symbol);
  if (picture !== undefined) known.set(symbol, picture);
  return picture;
}

function pictureOf(symbol: Members): SymbolPicture | undefined {
  const { type, imageData: data } = symbol;
  if (type !== 'esriPMS' || typeof data !== 'string' || data === '' || data.length > LONGEST_DATA) return undefined;
  const [wide, high] = [symbol.width, symbol.height].map((points) => {
    const size = number(points, DEFAULT_POINTS);
    return (size > 0 ? size : DEFAULT_POINTS) * PIXELS_PER_POINT;
  }) as [number, number];
  const scale = Math.max(1, wide / LARGEST_SIDE, high / LARGEST_SIDE);
  const [width, height] = [wide, high].map((side) => Math.max(1, Math.round(side / scale))) as [number, number];
  const source = digest(data);
  return { name: digest(`${width}x${height}/${source}`).slice(0, 16), width, height, scale, data, source };
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** The different pictures of the layers, at most as many as a sprite takes. */
export function picturesOf(layers: readonly HostedLayer[]): SymbolPicture[] {
  const found = new Map<string, SymbolPicture>();
  for (const symbol of layers.flatMap(pointSymbols)) {
    const picture = found.size < MOST_PICTURES ? readPicture(symbol) : undefined;
    if (picture !== undefined) found.set(picture.name, picture);
  }
  return [...found.values()];
}

/** Every symbol of the renderer of a layer of points. */
function pointSymbols(layer: HostedLayer): Members[] {
  const { geometryType } = layer;
  if (geometryType !== 'esriGeometryPoint' && geometryType !== 'esriGeometryMultipoint') return [];
  const renderer = members(drawingOf(layer).renderer);
  const classes = [
    ...list(renderer.uniqueValueInfos),
    ...list(renderer.uniqueValueGroups).flatMap((group) => list(group.classes)),
    ...list(renderer.classBreakInfos),
  ];
  return [renderer.symbol, renderer.defaultSymbol, ...classes.map(({ symbol }) => symbol)].map(members);
}
