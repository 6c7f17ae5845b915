// Colours between colours.
import { describe, expect, it } from 'vitest';
import { type ColourRamp, colourRamp, rampColour } from './colour-ramp.rules.ts';

const colours = (ramp: object, count: number): number[][] => {
  const read: ColourRamp = colourRamp.parse(ramp);
  return Array.from({ length: count }, (_, index) => rampColour(read, index, count));
};
const RED = [255, 0, 0, 255];
const BLUE = [0, 0, 255, 255];

describe('a colour ramp', () => {
  it('goes around the wheel the shorter way', () => {
    expect(colours({ type: 'algorithmic', fromColor: RED, toColor: [0, 255, 0, 255], algorithm: 'esriHSVAlgorithm' }, 3)).toEqual([
      RED,
      [255, 255, 0, 255],
      [0, 255, 0, 255],
    ]);
    expect(colours({ type: 'algorithmic', fromColor: RED, toColor: BLUE }, 3)[1]).toEqual([255, 0, 255, 255]);
    expect(colours({ type: 'algorithmic', fromColor: [255, 255, 255], toColor: [255, 0, 0, 55] }, 3)).toEqual([
      [255, 255, 255, 255],
      [255, 128, 128, 155],
      [255, 0, 0, 55],
    ]);
  });

  it('goes straight through a space of lightness and hue', () => {
    // The middle grey of lightness 50.
    const grey = { type: 'algorithmic', fromColor: [0, 0, 0], toColor: [255, 255, 255], algorithm: 'esriCIELabAlgorithm' };
    expect(colours(grey, 3)).toEqual([
      [0, 0, 0, 255],
      [119, 119, 119, 255],
      [255, 255, 255, 255],
    ]);
    expect(colours({ ...grey, algorithm: 'esriLabLChAlgorithm' }, 3)[1]).toEqual([119, 119, 119, 255]);
    const [, purple] = colours({ ...grey, fromColor: RED, toColor: BLUE }, 3);
    // Known of the space: half way from red to blue.
    expect(purple).toEqual([202, 0, 136, 255]);
  });

  it('goes through its parts one after the other', () => {
    const part = (fromColor: number[], toColor: number[]) => ({
      type: 'algorithmic',
      fromColor,
      toColor,
      algorithm: 'esriCIELabAlgorithm',
    });
    const ramp = { type: 'multipart', colorRamps: [part(RED, [255, 255, 255, 255]), part([255, 255, 255, 255], BLUE)] };
    const found = colours(ramp, 3);
    expect(found).toEqual([RED, [255, 255, 255, 255], BLUE]);
    expect(colours(ramp, 5)[4]).toEqual(BLUE);
    expect(colours(ramp, 1)).toEqual([RED]);
  });

  it('is refused where it is none', () => {
    expect(colourRamp.safeParse({ type: 'random' }).success).toBe(false);
    expect(colourRamp.safeParse({ type: 'algorithmic', fromColor: [256, 0, 0], toColor: BLUE }).success).toBe(false);
    expect(colourRamp.safeParse({ type: 'multipart', colorRamps: [] }).success).toBe(false);
  });
});
