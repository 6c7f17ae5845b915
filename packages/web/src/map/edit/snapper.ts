// Keeps the features in sight at hand, so that a vertex can fall on one of theirs.
import type { Bounds } from '@graticule/contract/documents/viewpoint';
import { WEB_MERCATOR_LIMIT } from '@graticule/geo/project/web-mercator';
import type { Map as LibraryMap } from 'maplibre-gl';
import type { Place } from './shape.ts';
import { SnapIndex, type Snapped, type SnapShapes } from './snap-index.ts';

/** Features of a rectangle. */
export interface Nearby {
  layers: readonly SnapShapes[];
  /** Titles of layers that have too many features there to be fetched. */
  tooMany: readonly string[];
}

/** Fetches features. */
export type FindNearby = (bounds: Bounds, signal: AbortSignal) => Promise<Nearby>;

const WAIT_MS = 250;
/** How much more than the view is fetched, on each side, so that small moves need nothing. */
const MARGIN = 0.25;
/** Pixels of a world at zoom 0. */
const TILE_PX = 512;

/** Follows the view of a map. `remove` ends it. */
export class Snapper {
  private readonly map: LibraryMap;
  private readonly find: FindNearby;
  private readonly onChange: () => void;
  private index = new SnapIndex([]);
  private fetched: { bounds: Bounds; isWhole: boolean } | undefined;
  private abort: AbortController | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isOn = false;
  /** Titles of layers of which nothing is at hand, since they have too many features in sight. */
  tooMany: readonly string[] = [];

  constructor(map: LibraryMap, find: FindNearby, onChange: () => void) {
    this.map = map;
    this.find = find;
    this.onChange = onChange;
    map.on('moveend', this.follow);
  }

  /** Without it nothing is fetched and nothing found. */
  switch(isOn: boolean): void {
    this.isOn = isOn;
    if (isOn) this.follow();
    else this.stop();
  }

  /** What lies nearest within so many pixels. */
  near(at: Place, reachPx: number): Snapped | undefined {
    if (!this.isOn || this.index.size === 0) return undefined;
    return this.index.nearest(at, (reachPx * 2 * WEB_MERCATOR_LIMIT) / (TILE_PX * 2 ** this.map.getZoom()));
  }

  remove(): void {
    this.map.off('moveend', this.follow);
    this.stop();
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.abort?.abort();
  }

  private readonly follow = (): void => {
    this.stop();
    if (!this.isOn) return;
    const box = this.map.getBounds();
    const view: Bounds = [
      [box.getWest(), box.getSouth()],
      [box.getEast(), box.getNorth()],
    ];
    if (this.fetched && holds(this.fetched.bounds, view) && (this.fetched.isWhole || isSame(this.fetched.bounds, view))) return;
    this.timer = setTimeout(() => void this.fetch(widened(view)), WAIT_MS);
  };

  /** What is at hand stays until the new features are there, and where they cannot be had. */
  private async fetch(bounds: Bounds): Promise<void> {
    const abort = new AbortController();
    this.abort = abort;
    try {
      const { layers, tooMany } = await this.find(bounds, abort.signal);
      if (abort.signal.aborted) return;
      this.index = new SnapIndex(layers);
      this.tooMany = tooMany;
      this.fetched = { bounds, isWhole: tooMany.length === 0 };
      this.onChange();
    } catch {
      // what is aborted or cannot be fetched is tried again with the next move
    }
  }
}

function widened([[west, south], [east, north]]: Bounds): Bounds {
  const [wide, high] = [(east - west) * MARGIN, (north - south) * MARGIN];
  return [
    [west - wide, south - high],
    [east + wide, north + high],
  ];
}

const holds = ([[west, south], [east, north]]: Bounds, [[w, s], [e, n]]: Bounds): boolean =>
  w >= west && e <= east && s >= south && n <= north;

const isSame = (fetched: Bounds, view: Bounds): boolean =>
  widened(view)
    .flat()
    .every((side, i) => side === fetched.flat()[i]);
