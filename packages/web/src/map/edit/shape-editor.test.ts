// Drawing with keys while the map is on its way.
import type { Map as LibraryMap } from 'maplibre-gl';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ShapeEditor } from './shape-editor.ts';

beforeEach(() => vi.stubGlobal('matchMedia', () => ({ matches: false })));
afterEach(() => vi.unstubAllGlobals());

/** A map of a pixel for each degree, as far as the editor asks it. */
function madeMap() {
  const listeners = new Map<string, Set<() => void>>();
  const canvas = document.createElement('canvas');
  const state = { center: [0, 0], isMoving: false };
  const map = {
    on: (type: string, run: () => void) => listeners.set(type, (listeners.get(type) ?? new Set()).add(run)),
    off: (type: string, run: () => void) => listeners.get(type)?.delete(run),
    doubleClickZoom: { isEnabled: () => false, disable: () => {}, enable: () => {} },
    getCanvas: () => canvas,
    getContainer: () => canvas,
    getCenter: () => ({ lng: state.center[0], lat: state.center[1] }),
    project: ([x, y]: [number, number]) => ({ x, y }),
    isMoving: () => state.isMoving,
  };
  return {
    map: map as unknown as LibraryMap,
    begin: () => Object.assign(state, { isMoving: true }),
    passes: (center: [number, number]) => Object.assign(state, { center }),
    rest: (center: [number, number]) => {
      Object.assign(state, { center, isMoving: false });
      for (const run of [...(listeners.get('moveend') ?? [])]) run();
    },
    press: (key: string) => canvas.dispatchEvent(new KeyboardEvent('keydown', { key })),
    count: (type: string) => listeners.get(type)?.size ?? 0,
  };
}

function draw(map: LibraryMap): ShapeEditor {
  return new ShapeEditor(map, {
    shape: { kind: 'line', parts: [[]] },
    isDrawing: true,
    show: () => {},
    onChange: () => {},
    findNearby: async () => ({ layers: [], tooMany: [] }),
    onSnapping: () => {},
  });
}

const drawn = ({ current: { shape, isDrawing } }: ShapeEditor) => ({
  places: 'parts' in shape ? shape.parts.flat().map(({ at }) => [...at]) : [],
  isDrawing,
});

/** A line of two vertices that is being drawn, while the map moves on. */
function movingWithTwoVertices() {
  const made = madeMap();
  const editor = draw(made.map);
  made.press('Enter');
  made.passes([100, 0]);
  made.press('Enter');
  made.begin();
  return { made, editor };
}

test('a vertex that is added while the map moves lies where it comes to rest, and ends nothing on the way', () => {
  const { made, editor } = movingWithTwoVertices();
  // so near the last vertex, a key would end the drawing
  made.passes([102, 0]);
  made.press('Enter');
  made.press('Enter');
  expect(drawn(editor)).toEqual({
    places: [
      [0, 0],
      [100, 0],
    ],
    isDrawing: true,
  });
  made.rest([200, 0]);
  expect(drawn(editor)).toEqual({
    places: [
      [0, 0],
      [100, 0],
      [200, 0],
    ],
    isDrawing: true,
  });
  made.rest([300, 0]);
  expect(drawn(editor).places).toHaveLength(3);
});

test('nothing is added by a map that comes to rest after the drawing is over', () => {
  const { made, editor } = movingWithTwoVertices();
  made.press('Enter');
  editor.finish();
  made.rest([200, 0]);
  expect(drawn(editor)).toEqual({
    places: [
      [0, 0],
      [100, 0],
    ],
    isDrawing: false,
  });
  editor.remove();
  expect(made.count('moveend')).toBe(0);
});
