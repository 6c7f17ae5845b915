// A box on the world: from pixels of a small map, from the address, and back.

/** West, south, east, north in degrees. */
export type Box = readonly [number, number, number, number];
/** The same while it is typed: what is missing is undefined. */
export type Edges = readonly (number | undefined)[];
/** A part of the world map in its own plane: x is longitude + 180, y is 90 - latitude. */
export interface MapView {
  x: number;
  y: number;
  width: number;
}

export const WORLD: MapView = { x: 0, y: 0, width: 360 };
/** Never so little that no coast is near. */
const LEAST_AROUND = 16;
/** Enough for a box in a town. */
const SMALLEST_WIDTH = 0.125;

/** The height that belongs to a width: maps are twice as wide as high. */
export function heightOf(view: MapView): number {
  return view.width / 2;
}

/** The box between two points of the map, given as shares of its width and height. */
export function boxBetween(view: MapView, one: readonly [number, number], other: readonly [number, number]): Box {
  const lon = (share: number) => rounded(view.x + share * view.width - 180, 180);
  const lat = (share: number) => rounded(90 - (view.y + share * heightOf(view)), 90);
  return [
    lon(Math.min(one[0], other[0])),
    lat(Math.max(one[1], other[1])),
    lon(Math.max(one[0], other[0])),
    lat(Math.min(one[1], other[1])),
  ];
}

function rounded(value: number, limit: number): number {
  return Math.round(Math.min(limit, Math.max(-limit, value)) * 10_000) / 10_000 + 0;
}

/** Nearer or farther around a point of the map, within the world. */
export function zoomed(view: MapView, factor: number, at: readonly [number, number] = [0.5, 0.5]): MapView {
  const width = Math.min(WORLD.width, Math.max(SMALLEST_WIDTH, view.width * factor));
  return within({
    x: view.x + at[0] * (view.width - width),
    y: view.y + at[1] * (heightOf(view) - width / 2),
    width,
  });
}

function within({ x, y, width }: MapView): MapView {
  return { x: Math.min(360 - width, Math.max(0, x)), y: Math.min(180 - width / 2, Math.max(0, y)), width };
}

/** A view that shows a box with some room around it. */
export function viewAround([west, south, east, north]: Box): MapView {
  const width = Math.min(360, Math.max(LEAST_AROUND, (east - west) * 1.5, (north - south) * 3));
  return within({ x: (west + east) / 2 + 180 - width / 2, y: 90 - (south + north) / 2 - width / 4, width });
}

/** Reads a box as the address writes it; boxes over the date line are left to the portal. */
export function readBox(text: string | undefined): Box | undefined {
  const numbers = text?.split(',').map(Number) ?? [];
  const [west, south, east, north] = numbers;
  if (west === undefined || south === undefined || east === undefined || north === undefined) return undefined;
  return numbers.some(Number.isNaN) || west >= east || south >= north ? undefined : [west, south, east, north];
}

/** The box of four edges; undefined while one is missing, or they are the wrong way round. */
export function wholeBox(edges: Edges): Box | undefined {
  return readBox([0, 1, 2, 3].map((i) => edges[i] ?? Number.NaN).join(','));
}
