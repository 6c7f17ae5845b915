// The part of the world a web map opens at: from and to degrees.
import { fromWebMercator, toWebMercator } from '@graticule/geo/project/web-mercator';

/** A rectangle in degrees. @shape `[[west, south], [east, north]]`; west may be larger than east across the antimeridian */
export type Bounds = readonly [readonly [number, number], readonly [number, number]];

/** What a web map stores of a view. */
export interface Viewpoint {
  targetGeometry?: Record<string, unknown>;
  /** Denominator of the map scale. */
  scale?: number;
  rotation?: number;
  [more: string]: unknown;
}

/** Web Mercator as web maps name it. */
export const WEB_MERCATOR = { wkid: 102100, latestWkid: 3857 } as const;

const MERCATOR_IDS: readonly unknown[] = [102100, 3857, 102113, 900913];

type ToDegrees = (x: number, y: number) => [number, number];

function reader(geometry: Record<string, unknown>): ToDegrees | undefined {
  const reference = geometry.spatialReference as { wkid?: unknown; latestWkid?: unknown } | undefined;
  if (!reference || reference.wkid === 4326) return (x, y) => [x, y];
  return MERCATOR_IDS.includes(reference.wkid) || MERCATOR_IDS.includes(reference.latestWkid) ? fromWebMercator : undefined;
}

const numbers = (values: unknown[]): values is number[] => values.every((value) => typeof value === 'number' && Number.isFinite(value));

/** The rectangle of an extent, in degrees; undefined when it is in another reference system or not an extent. */
export function extentBounds(extent: unknown): Bounds | undefined {
  if (typeof extent !== 'object' || extent === null) return undefined;
  const geometry = extent as Record<string, unknown>;
  const toDegrees = reader(geometry);
  const corners = [geometry.xmin, geometry.ymin, geometry.xmax, geometry.ymax];
  if (!toDegrees || !numbers(corners)) return undefined;
  const [xmin, ymin, xmax, ymax] = corners as [number, number, number, number];
  return [toDegrees(xmin, ymin), toDegrees(xmax, ymax)];
}

/** The rectangle a viewpoint asks for; a point is widened by its scale as seen on a window of 1000 pixels. */
export function viewpointBounds(viewpoint: Viewpoint | undefined): Bounds | undefined {
  const geometry = viewpoint?.targetGeometry;
  if (!geometry) return undefined;
  const toDegrees = reader(geometry);
  if (!toDegrees) return undefined;
  const point = [geometry.x, geometry.y];
  if (!numbers(point)) return extentBounds(geometry);
  const [x, y] = toDegrees(point[0] ?? 0, point[1] ?? 0);
  const [mx, my] = toWebMercator(x, y);
  // a pixel of a map at scale 1:s is s * 0.0254 / 96 metres wide
  const half = (((viewpoint.scale ?? 50_000_000) * 0.0254) / 96) * 500;
  return [fromWebMercator(mx - half, my - half), fromWebMercator(mx + half, my + half)];
}

/** The viewpoint that shows a rectangle. */
export function viewpointOf([[west, south], [east, north]]: Bounds): Viewpoint {
  const [xmin, ymin] = toWebMercator(west, south);
  const [xmax, ymax] = toWebMercator(east < west ? east + 360 : east, north);
  const round = (value: number): number => Math.round(value * 1000) / 1000;
  return { targetGeometry: { xmin: round(xmin), ymin: round(ymin), xmax: round(xmax), ymax: round(ymax), spatialReference: WEB_MERCATOR } };
}
