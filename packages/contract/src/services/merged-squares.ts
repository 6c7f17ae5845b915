// How far tiles of many small polygons are drawn: squares that stand for several, without outlines of their own, as dark as the outlines of all would make them.

/** Attribute of such squares: the mean side of their polygons. @units metres of Web Mercator. No field has a name with a dot. */
export const MERGED_SIDE = 'merged.side';
/** Attribute of those whose polygons' outlines, a pixel wide, reach further than the square: how much more they are across. @units metres of Web Mercator */
export const MERGED_SPREAD = 'merged.spread';

/** Squares stand in tiles up to the zoom level before this one. */
const MERGED_BEFORE = 9;

/** @units metres of Web Mercator to a pixel of the world as one tile of 512 */
const METRES_AT_ZOOM_0 = 40_075_016.686 / 512;
const metresOfPixel = (zoom: number): number => Math.round((METRES_AT_ZOOM_0 / 2 ** zoom) * 1000) / 1000;

type Expression = [string, ...unknown[]];

/** The filter of all other features, as a style has it. */
export const IS_NO_MERGED_SQUARE = ['!', ['has', MERGED_SIDE]] as const;

/** The share of a square, times `opacity`, that outlines of so many pixels hide, as the polygons would have them. */
function outlinedShare(widthPx: number, opacity: unknown): Expression {
  const at = (zoom: number): Expression => {
    const inside: Expression = ['max', 0, ['-', 1, ['/', widthPx * metresOfPixel(zoom), ['get', MERGED_SIDE]]]];
    return ['*', opacity, ['-', 1, ['*', inside, inside]]];
  };
  const stops = Array.from({ length: MERGED_BEFORE + 1 }, (_, zoom) => [zoom, at(zoom)]);
  return ['interpolate', ['linear'], ['zoom'], ...stops.flat()];
}

/** The width of the line round a square that reaches as far as the outlines of its polygons. @units pixels */
function spreadWidth(): Expression {
  const at = (zoom: number): Expression => ['/', ['get', MERGED_SPREAD], metresOfPixel(zoom)];
  return ['interpolate', ['exponential', 2], ['zoom'], 0, at(0), MERGED_BEFORE, at(MERGED_BEFORE)];
}

/** How the polygons themselves are drawn; colours and opacity as a style has them. */
export interface PolygonPaint {
  fill: Readonly<Record<string, unknown>>;
  opacity: unknown;
  /** None for polygons without outlines. */
  outlines: { color: unknown; widthPx: number } | undefined;
}

/** The layers of a style that draw the squares. `base` has the source, and what else all layers of the drawing say. */
export function mergedSquareLayers(
  idOf: (kind: string) => string,
  base: Readonly<Record<string, unknown>>,
  { fill, opacity, outlines }: PolygonPaint,
): Record<string, unknown>[] {
  const [from, to] = [base.minzoom, base.maxzoom].map((zoom) => (typeof zoom === 'number' ? zoom : undefined));
  if (from !== undefined && from >= MERGED_BEFORE) return [];
  const layer = (kind: string, type: string, has: string, paint: Record<string, unknown>): Record<string, unknown> => ({
    ...base,
    id: idOf(kind),
    type,
    maxzoom: Math.min(to ?? MERGED_BEFORE, MERGED_BEFORE),
    filter: base.filter === undefined ? ['has', has] : ['all', base.filter, ['has', has]],
    paint,
  });
  // Smoothed edges of squares side by side would show as lines between them.
  const unbroken = { 'fill-antialias': false };
  const layers = [layer('merged', 'fill', MERGED_SIDE, { ...fill, ...unbroken })];
  if (outlines !== undefined) {
    const paint = { 'fill-color': outlines.color, 'fill-opacity': outlinedShare(outlines.widthPx, opacity), ...unbroken };
    layers.push(layer('merged-outlines', 'fill', MERGED_SIDE, paint));
  }
  const color = outlines?.color ?? fill['fill-color'];
  if (color !== undefined) {
    layers.push(
      layer('merged-spread', 'line', MERGED_SPREAD, { 'line-color': color, 'line-width': spreadWidth(), 'line-opacity': opacity }),
    );
  }
  return layers;
}
