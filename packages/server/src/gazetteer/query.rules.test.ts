import { describe, expect, it } from 'vitest';
import { processorMs } from '../../testing/processor-time.ts';
import { placeRadiusDegrees, readPlaceText } from './query.rules.ts';

describe('readPlaceText', () => {
  it.each([
    ['50.1,10.2', { kind: 'coordinates', x: 10.2, y: 50.1 }],
    ['50.1 10.2', { kind: 'coordinates', x: 10.2, y: 50.1 }],
    ['-33.9° , 151.2°', { kind: 'coordinates', x: 151.2, y: -33.9 }],
    ['33.9S, 70.5W', { kind: 'coordinates', x: -70.5, y: -33.9 }],
    ['151.2, -33.9', { kind: 'coordinates', x: 151.2, y: -33.9 }],
    ['Paris', { kind: 'name', name: 'Paris', parts: [] }],
    ['Springfield, Illinois, US', { kind: 'name', name: 'Springfield', parts: ['Illinois', 'US'] }],
    // Commas of Arabic and of China and Japan.
    ['باريس، فرنسا', { kind: 'name', name: 'باريس', parts: ['فرنسا'] }],
    ['巴黎，法国', { kind: 'name', name: '巴黎', parts: ['法国'] }],
    ['1000, 2000', { kind: 'name', name: '1000', parts: ['2000'] }],
    [' , ', { kind: 'name', name: '', parts: [] }],
  ])('reads %j', (text, expected) => {
    expect(readPlaceText(text)).toEqual(expected);
  });
});

describe('placeRadiusDegrees', () => {
  it('grows with the population', () => {
    const sizes = [500, 30_000, 300_000, 2_000_000, 10_000_000].map(placeRadiusDegrees);
    expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
  });

  it('is done soon with long gaps', () => {
    const begin = processorMs();
    for (let i = 0; i < 20; i++) expect(readPlaceText(`1${' '.repeat(190)}x`).kind).toBe('name');
    expect(readPlaceText(`50${' '.repeat(90)}10`)).toMatchObject({ kind: 'coordinates', x: 10, y: 50 });
    expect(processorMs() - begin).toBeLessThan(1_000);
  });
});
