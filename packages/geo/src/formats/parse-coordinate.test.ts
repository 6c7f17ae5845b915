import { describe, expect, it } from 'vitest';
import { directionOf, isDms, parseCoordinate, parseGrouped, splitCoordinates } from './parse-coordinate.ts';

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
    ['2d21m7s', 2.351944],
    ['2D21M7S', 2.351944],
    ['2d21m7sS', -2.351944],
    ['33d52m10S', -33.869444],
    ["33°52'10S", -33.869444],
    ['33 52 10 s', -33.869444],
    ['1°59\'60.0"W', -2],
    ['1,234,567', 1_234_567],
    ['5.400.000,25', 5_400_000.25],
    ['5 400 000', 5_400_000],
    ["2'600'000.5", 2_600_000.5],
  ])('reads %s', (text, value) => {
    expect(parseCoordinate(text)).toBeCloseTo(value, 5);
  });

  it.each(['', 'north', 'NaN', '1e999', '12 Main Street', 'N 51 S', "51°75'N", '1,23,567', '1,234.567,8', '1.2.3'])(
    'does not read %j',
    (text) => {
      expect(Number.isFinite(parseCoordinate(text))).toBe(false);
    },
  );

  it('reads a number with one group where its column has groups for sure', () => {
    expect([
      parseGrouped('500,123', ','),
      parseGrouped('500,123.5', ','),
      parseGrouped('500 030', ' '),
      parseGrouped('500.123', undefined),
    ]).toEqual([500_123, 500_123.5, 500_030, 500.123]);
    expect(parseGrouped('north', ',')).toBeNaN();
  });

  it.each([
    ['7.25', '.', 7.25],
    ['500123.456', '.', 500_123.456],
    ['500.123', '.', 500_123],
    ['500.123,5', '.', 500_123.5],
    ['7,25', ',', 7.25],
    ['12 30', ' ', 12.5],
    ['5 400 000,5', ' ', 5_400_000.5],
    ["2'600'000", '’', 2_600_000],
    ['-1,250', ',', -1250],
  ])('takes nothing out of %s that sets no thousands apart with “%s”', (text, sign, value) => {
    expect(parseGrouped(text, sign)).toBe(value);
  });

  it.each([
    ['48.85, 2.35', ['48.85', '2.35']],
    ['(48.85 2.35)', ['48.85', '2.35']],
    ['48,85 2,35', ['48,85', '2,35']],
    ['48,85; 2,35', ['48,85', '2,35']],
    ['48.85,2.35', ['48.85', '2.35']],
    ['48, 2', ['48', '2']],
    ['40.7,-74', ['40.7', '-74']],
    ['40 -74', ['40', '-74']],
    ['2d21m7sE48d51m24sN', ['2d21m7"E', '48d51m24"N']],
    ['48°51\'24"N 2°21\'8"E', ['48°51\'24"N', '2°21\'8"E']],
    ['12,5', null],
    ['12 5', null],
    ['1, 2, 3', null],
    ['near the river', null],
    ['', null],
  ])('splits %s', (text, both) => {
    expect(splitCoordinates(text)).toEqual(both);
  });

  it('splits two whole numbers where it is known what stands between', () => {
    expect([splitCoordinates('40,74', ','), splitCoordinates('40 74', ' '), splitCoordinates('40,74', ' ')]).toEqual([
      ['40', '74'],
      ['40', '74'],
      null,
    ]);
  });

  it.each([
    ['2d21m7s', undefined],
    ['33d52m10S', 'S'],
    ['48.85 n', 'N'],
    ['W 2.5', 'W'],
    ['48.85', undefined],
    ['south', undefined],
  ])('the direction of %s is %s', (text, direction) => {
    expect(directionOf(text)).toBe(direction);
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
