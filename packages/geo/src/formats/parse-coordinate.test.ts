import { describe, expect, it } from 'vitest';
import { isDms, parseCoordinate } from './parse-coordinate.ts';

describe('parseCoordinate', () => {
  it.each([
    ['12.5', 12.5],
    ['-12,5', -12.5],
    ['1e2', 100],
    ['51°30\'30.0"N', 51.508333],
    ['0°07’30”W', -0.125],
    ['S 33 30 0', -33.5],
    ["52° 12.5' N", 52.208333],
    ['-51:30:30', -51.508333],
    ['10d30m0sE', 10.5],
    ['45°', 45],
    ['1°59\'60.0"W', -2],
  ])('reads %s', (text, value) => {
    expect(parseCoordinate(text)).toBeCloseTo(value, 5);
  });

  it.each(['', 'north', 'NaN', '1e999', '12 Main Street', 'N 51 S', "51°75'N", '1,234,567', '1.2.3'])('does not read %j', (text) => {
    expect(Number.isFinite(parseCoordinate(text))).toBe(false);
  });

  it('tells degrees with minutes from plain numbers', () => {
    expect([isDms("51°30'N"), isDms('51.5')]).toEqual([true, false]);
  });

  it('is done soon with long gaps', () => {
    const begin = process.threadCpuUsage().user;
    const gap = ' '.repeat(32);
    for (let i = 0; i < 100; i++) expect(parseCoordinate(`1${gap}1${gap}1${gap}x`)).toBeNaN();
    expect(parseCoordinate(`1${' '.repeat(4_000)}x`)).toBeNaN();
    expect(parseCoordinate(`51${gap}30${gap}N`)).toBe(51.5);
    // Of processor, in microseconds: other work on the machine does not count.
    expect(process.threadCpuUsage().user - begin).toBeLessThan(1_000_000);
  });
});
