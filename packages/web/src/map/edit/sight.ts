// Places of a shape on the screen of the map.
import type { Map as LibraryMap } from 'maplibre-gl';
import { boxOf, type Place, type Shape, turned } from './shape.ts';

/** Pixels beyond the edge that still count as in sight. */
const SLACK_PX = 20;

/** Between degrees and pixels of one map. */
export class Sight {
  private readonly map: LibraryMap;

  constructor(map: LibraryMap) {
    this.map = map;
  }

  project(at: Place): { x: number; y: number } {
    return this.map.project([...at]);
  }

  get middle(): Place {
    const { lng, lat } = this.map.getCenter();
    return [lng, lat];
  }

  holds(at: Place): boolean {
    const { x, y } = this.project(at);
    const { clientWidth, clientHeight } = this.map.getContainer();
    return x > -SLACK_PX && y > -SLACK_PX && x < clientWidth + SLACK_PX && y < clientHeight + SLACK_PX;
  }

  /** @units pixels */
  distance(a: Place, b: Place): number {
    const [one, other] = [this.project(a), this.project(b)];
    return Math.hypot(one.x - other.x, one.y - other.y);
  }

  /** The place so many pixels further to the right and down. */
  shifted(at: Place, right: number, down: number): Place {
    const { x, y } = this.project(at);
    const { lng, lat } = this.map.unproject([x + right, y + down]);
    return [lng, lat];
  }

  /** The shape on the turn of the earth that the map looks at. */
  near(shape: Shape): Shape {
    const box = boxOf(shape);
    return box ? turned(shape, Math.round((this.middle[0] - (box[0] + box[2]) / 2) / 360)) : shape;
  }

  /** Brings a place into the middle unless it is in sight. */
  show(at: Place): void {
    if (!this.holds(at)) this.map.jumpTo({ center: [...at] });
  }
}
