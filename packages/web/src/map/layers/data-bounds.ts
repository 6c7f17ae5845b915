// Where GeoJSON lies.
import type { Bounds } from '@graticule/contract/documents/viewpoint';
import type * as GeoJSON from 'geojson';

type Nested = number[] | Nested[];

/** The rectangle around all features; undefined when there are none. */
export function boundsOf(data: GeoJSON.FeatureCollection): Bounds | undefined {
  const box = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY] as [
    number,
    number,
    number,
    number,
  ];
  const visit = (coordinates: unknown): void => {
    const list = coordinates as Nested;
    if (typeof list[0] !== 'number') {
      for (const part of list as Nested[]) visit(part);
      return;
    }
    const [x, y] = list as number[];
    box[0] = Math.min(box[0], x ?? 0);
    box[1] = Math.min(box[1], y ?? 0);
    box[2] = Math.max(box[2], x ?? 0);
    box[3] = Math.max(box[3], y ?? 0);
  };
  for (const { geometry } of data.features) if (geometry && 'coordinates' in geometry) visit(geometry.coordinates);
  return box[0] <= box[2]
    ? [
        [box[0], box[1]],
        [box[2], box[3]],
      ]
    : undefined;
}
