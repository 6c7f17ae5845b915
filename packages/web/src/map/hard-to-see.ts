// Whether what is to be worked on can be seen well enough.
import type { Bounds } from '@graticule/contract/documents/viewpoint';

/** Below this share of the view a shape cannot be worked on. */
const SMALL = 0.02;

/** Whether a part of a rectangle lies outside of the view, or all of it is small there; degrees, wherever the world repeats. A point is never small. */
export function isHardToSee([[left, bottom], [right, top]]: Bounds, [[west, south], [east, north]]: Bounds): boolean {
  const turn = 360 * Math.round(((west + east) / 2 - (left + right) / 2) / 360);
  const isInside = left + turn >= west && right + turn <= east && bottom >= south && top <= north;
  const isSmall = Math.max((right - left) / (east - west), (top - bottom) / (north - south)) < SMALL;
  return !isInside || (isSmall && right > left);
}
