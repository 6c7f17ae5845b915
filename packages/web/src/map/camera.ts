// Where the map looks: rectangles, places and steps, moved to at once where people want less motion.
import type { Bounds } from '@graticule/contract/documents/viewpoint';
import type { Map as LibraryMap, LngLatBoundsLike } from 'maplibre-gl';
import { isHardToSee } from './hard-to-see.ts';

const REVEAL_PX = 64;
const DURATION_MS = 500;

/** Moves the view of one map. */
export class Camera {
  private readonly map: LibraryMap;
  private covered = 0;

  constructor(map: LibraryMap) {
    this.map = map;
  }

  /** Shows a rectangle. */
  fit(bounds: Bounds, padding = 24, maxZoom = 15): void {
    this.map.fitBounds(toLibrary(bounds), { padding, maxZoom, duration: reducedMotion() ? 0 : DURATION_MS });
  }

  /** Shows a rectangle unless all of it is in sight and large enough to be worked on. */
  showBox(bounds: Bounds): void {
    const [[west], northEast] = this.bounds();
    const south = this.map.unproject([0, this.map.getContainer().clientHeight - this.covered]).lat;
    if (isHardToSee(bounds, [[west, south], northEast])) this.fit(bounds, 80, Math.max(15, this.map.getZoom()));
  }

  /** Keeps the middle of the map above what covers so many pixels of its lower part. */
  cover(bottom: number): void {
    if (bottom !== this.covered) this.map.setPadding({ bottom });
    // the page marks the middle, too
    this.map.getContainer().style.setProperty('--covered', `${bottom}px`);
    this.covered = bottom;
  }

  /** Centres on a place. */
  goTo(center: [number, number], zoom?: number): void {
    const target = { center, ...(zoom !== undefined ? { zoom } : {}) };
    if (reducedMotion()) this.map.jumpTo(target);
    else this.map.easeTo({ ...target, duration: DURATION_MS });
  }

  zoomIn(): void {
    this.map.zoomIn({ duration: reducedMotion() ? 0 : DURATION_MS / 2 });
  }

  zoomOut(): void {
    this.map.zoomOut({ duration: reducedMotion() ? 0 : DURATION_MS / 2 });
  }

  /** What is on the screen now, in degrees. */
  bounds(): Bounds {
    const box = this.map.getBounds();
    return [
      [box.getWest(), box.getSouth()],
      [box.getEast(), box.getNorth()],
    ];
  }

  /** Moves the map so that a place is not behind a panel that lies over the map. */
  reveal(place: [number, number], panel: Element): void {
    const box = this.map.getContainer().getBoundingClientRect();
    const cover = panel.getBoundingClientRect();
    const point = this.map.project(place);
    const [x, y] = [point.x + box.left, point.y + box.top];
    const isBeside = cover.height > box.height - 2;
    const isAtRight = cover.right > box.right - 2;
    const besideBy = isAtRight ? Math.max(0, x - cover.left + REVEAL_PX) : Math.min(0, x - cover.right - REVEAL_PX);
    const shift: [number, number] = isBeside ? [besideBy, 0] : [0, Math.max(0, y - cover.top + REVEAL_PX)];
    if (shift[0] !== 0 || shift[1] !== 0) this.map.panBy(shift, { duration: reducedMotion() ? 0 : DURATION_MS });
  }
}

/** A rectangle as the map library wants it. */
export const toLibrary = ([[west, south], [east, north]]: Bounds): LngLatBoundsLike => [
  west,
  Math.max(-85, south),
  east < west ? east + 360 : east,
  Math.min(85, north),
];

/** Whether the reader asked for less motion. */
export const reducedMotion = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;
