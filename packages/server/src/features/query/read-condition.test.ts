import { describe, expect, it } from 'vitest';
import type { HostedLayer } from '../layers.rules.ts';
import { readCondition } from './read-condition.ts';

const layerWith = (type: string): HostedLayer =>
  Object.freeze({
    fields: [{ name: 'height', alias: 'height', type, column: `f_${type}`, nullable: true, editable: true }],
  }) as unknown as HostedLayer;

describe('conditions that were read before', () => {
  it('are read once for a layer that requests share', () => {
    const layer = layerWith('esriFieldTypeInteger');
    expect(readCondition(layer, 'height > 5')).toBe(readCondition(layer, 'height > 5'));
    expect(readCondition(layer, 'height > 6')).not.toEqual(readCondition(layer, 'height > 5'));
  });

  it('are read anew for a layer that has changed, or may change', () => {
    const before = readCondition(layerWith('esriFieldTypeInteger'), "height = '5'");
    expect(readCondition(layerWith('esriFieldTypeString'), "height = '5'")).not.toEqual(before);
    const open = { ...layerWith('esriFieldTypeInteger') };
    expect(readCondition(open, 'height > 5')).not.toBe(readCondition(open, 'height > 5'));
  });

  it('are refused each time they are wrong', () => {
    const layer = layerWith('esriFieldTypeInteger');
    for (let again = 0; again < 2; again++) expect(() => readCondition(layer, 'width > 5')).toThrow();
  });

  it('are forgotten when many others were asked for', () => {
    const layer = layerWith('esriFieldTypeInteger');
    const first = readCondition(layer, 'height > 5');
    for (let other = 0; other < 100; other++) readCondition(layer, `height > ${other + 10}`);
    expect(readCondition(layer, 'height > 5')).not.toBe(first);
    expect(readCondition(layer, 'height > 5')).toEqual(first);
  });
});
