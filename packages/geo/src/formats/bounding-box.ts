// The box around what a file holds, gathered while its rows are looked at.
import type { Shape } from '../convert/shape.ts';
import type { Position } from '../esri/geometry.ts';

/** The least and the greatest coordinates, in those of the file. */
export interface Bounds {
  xmin: number;
  ymin: number;
  xmax: number;
  ymax: number;
}

/** Grows with every place that is added; places that are not numbers are none. */
export class BoundingBox {
  private xmin = Number.POSITIVE_INFINITY;
  private ymin = Number.POSITIVE_INFINITY;
  private xmax = Number.NEGATIVE_INFINITY;
  private ymax = Number.NEGATIVE_INFINITY;

  add(x: number, y: number): void {
    // Half a place would leave the box open on two sides.
    if (!Number.isFinite(x) || !Number.isFinite(y)) return;
    if (x < this.xmin) this.xmin = x;
    if (x > this.xmax) this.xmax = x;
    if (y < this.ymin) this.ymin = y;
    if (y > this.ymax) this.ymax = y;
  }

  addShape(shape: Shape): void {
    if (shape.kind === 'point') {
      if (shape.position !== null) this.addPositions([shape.position]);
    } else if (shape.kind === 'multipoint') this.addPositions(shape.positions);
    else if (shape.kind === 'polyline') for (const path of shape.paths) this.addPositions(path);
    else for (const rings of shape.polygons) for (const ring of rings) this.addPositions(ring);
  }

  addBounds(bounds: Bounds | undefined): void {
    if (bounds === undefined) return;
    this.add(bounds.xmin, bounds.ymin);
    this.add(bounds.xmax, bounds.ymax);
  }

  /** Undefined where nothing was added. */
  bounds(): Bounds | undefined {
    const { xmin, ymin, xmax, ymax } = this;
    return xmin > xmax ? undefined : { xmin, ymin, xmax, ymax };
  }

  private addPositions(positions: readonly Position[]): void {
    for (const position of positions) this.add(position[0] as number, position[1] as number);
  }
}

/** Larger numbers stand for "no value" in formats that have no other sign for it. */
const NO_COORDINATE = 1e38;

/** Whether a box that a file tells of itself can be one: numbers that can be coordinates, and the right way round. */
export function isBox({ xmin, ymin, xmax, ymax }: Bounds): boolean {
  return [xmin, ymin, xmax, ymax].every((each) => Math.abs(each) < NO_COORDINATE) && xmin <= xmax && ymin <= ymax;
}
