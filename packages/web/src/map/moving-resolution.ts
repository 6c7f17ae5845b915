// Where frames come slowly, as without a graphics card, a moving map is drawn with fewer pixels; at rest it is sharp again.

/** What is needed of the library's map. */
export interface ResizableMap {
  on(type: 'movestart' | 'moveend', listener: () => void): unknown;
  setPixelRatio(ratio: number): void;
  /** Draws at once, so that the emptied canvas is never seen. */
  redraw(): unknown;
}

/** What is needed of the window. */
export interface Frames {
  request(callback: (time: number) => void): unknown;
  after(milliseconds: number, callback: () => void): () => void;
  pixelRatio(): number;
}

/** A frame that takes longer than this is felt. */
const SLOW_MS = 45;
/** So many slow frames among the last ones, so that one late tile changes nothing. */
const SLOW_FRAMES = 3;
const LAST_FRAMES = 8;
/** A quarter of the pixels. */
const COARSE = 0.5;
/** A pause in a drag is not yet rest. */
const REST_MS = 150;

const WINDOW: Frames = {
  request: (callback) => requestAnimationFrame(callback),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
  pixelRatio: () => devicePixelRatio,
};

/** Watches the frames while the map moves, and changes its resolution. */
export function adaptResolutionWhileMoving(map: ResizableMap, frames: Frames = WINDOW): void {
  let isMoving = false;
  let isCoarse = false;
  /** The change of size is told as a movement, too. */
  let isChanging = false;
  let last = 0;
  let slow: boolean[] = [];
  let stopWaiting: () => void = () => undefined;

  const draw = (ratio: number): void => {
    isChanging = true;
    map.setPixelRatio(ratio);
    map.redraw();
    isChanging = false;
  };
  const watch = (time: number): void => {
    if (!isMoving || isCoarse) return;
    if (last > 0) slow = [...slow, time - last > SLOW_MS].slice(-LAST_FRAMES);
    last = time;
    if (slow.filter(Boolean).length >= SLOW_FRAMES) {
      isCoarse = true;
      draw(frames.pixelRatio() * COARSE);
    } else frames.request(watch);
  };
  map.on('movestart', () => {
    if (isChanging) return;
    stopWaiting();
    isMoving = true;
    last = 0;
    slow = [];
    frames.request(watch);
  });
  map.on('moveend', () => {
    if (isChanging) return;
    isMoving = false;
    if (!isCoarse) return;
    stopWaiting = frames.after(REST_MS, () => {
      isCoarse = false;
      draw(frames.pixelRatio());
    });
  });
}
