// When a moving map is drawn with fewer pixels, and when it is sharp again.
import { expect, test } from 'vitest';
import { adaptResolutionWhileMoving } from './moving-resolution.ts';

function scene() {
  const listeners = new Map<string, () => void>();
  const ratios: number[] = [];
  let redraws = 0;
  let waiting: ((time: number) => void) | undefined;
  let rest: (() => void) | undefined;
  adaptResolutionWhileMoving(
    {
      on: (type, listener) => listeners.set(type, listener),
      setPixelRatio: (ratio) => {
        ratios.push(ratio);
        // As the library does: a change of size is told as a movement.
        listeners.get('movestart')?.();
        listeners.get('moveend')?.();
      },
      redraw: () => redraws++,
    },
    {
      request: (callback) => {
        waiting = callback;
      },
      after: (_, callback) => {
        rest = callback;
        return () => {
          rest = undefined;
        };
      },
      pixelRatio: () => 2,
    },
  );
  return {
    ratios,
    tell: (type: 'movestart' | 'moveend') => listeners.get(type)?.(),
    frames: (...times: number[]) => {
      for (const time of times) {
        const next = waiting;
        waiting = undefined;
        next?.(time);
      }
    },
    rests: () => rest?.(),
    redraws: () => redraws,
  };
}

test('frames in time change nothing, and one late frame neither', () => {
  const map = scene();
  map.tell('movestart');
  map.frames(16, 32, 48, 300, 316, 332);
  map.tell('moveend');
  map.rests();
  expect(map.ratios).toEqual([]);
});

test('slow frames halve the resolution until the map rests', () => {
  const map = scene();
  map.tell('movestart');
  map.frames(10, 210, 410, 610);
  expect(map.ratios).toEqual([1]);
  map.tell('moveend');
  map.tell('movestart');
  map.rests();
  expect(map.ratios).toEqual([1]);
  map.tell('moveend');
  map.rests();
  expect(map.ratios).toEqual([1, 2]);
  expect(map.redraws()).toBe(2);
});

test('the next movement is judged anew', () => {
  const map = scene();
  map.tell('movestart');
  map.frames(10, 210, 410, 610);
  map.tell('moveend');
  map.rests();
  map.tell('movestart');
  map.frames(16, 32, 48);
  map.tell('moveend');
  expect(map.ratios).toEqual([1, 2]);
});

test('slow frames count also when quick ones lie between', () => {
  const map = scene();
  map.tell('movestart');
  map.frames(10, 150, 166, 306, 322, 462);
  expect(map.ratios).toEqual([1]);
});
