// A drawing of which fields are deleted.
import { describe, expect, it } from 'vitest';
import { drawingWithout } from './drawing-without.rules.ts';

const PLAIN = { type: 'simple', symbol: { type: 'esriSMS' } };
const SIMPLE = { type: 'simple', symbol: { type: 'esriSMS', size: 9 } };
const without = (drawing: object, gone = 'kind') => drawingWithout(drawing as never, (name) => name === gone, PLAIN);

describe('a renderer', () => {
  it.each([
    ['classes of the field', { type: 'uniqueValue', field1: 'Kind', uniqueValueInfos: [] }],
    ['a second field', { type: 'uniqueValue', field1: 'a', field2: 'kind' }],
    ['numbers divided by the field', { type: 'classBreaks', field: 'a', normalizationField: 'kind' }],
    ['an expression', { type: 'uniqueValue', valueExpression: 'Upper($feature.kind)' }],
    ['an expression with the name in quotes', { type: 'classBreaks', valueExpression: "$feature[ 'KIND' ] * 2" }],
    ['dots of several fields', { type: 'dotDensity', attributes: [{ field: 'a' }, { field: 'kind' }] }],
    ['warmth', { type: 'heatmap', field: 'kind' }],
  ])('gives way where it is made of %s', (_what, renderer) => {
    expect(without({ renderer })).toEqual({ renderer: PLAIN });
  });

  it.each([
    ['classes of another field', { type: 'uniqueValue', field1: 'kinds', uniqueValueInfos: [{ value: 'kind' }] }],
    ['an expression of another one', { type: 'uniqueValue', valueExpression: '$feature.kind_2 + "kind"' }],
    ['none', SIMPLE],
  ])('stays where it is made of %s', (_what, renderer) => {
    expect(without({ renderer, transparency: 20 })).toEqual({ renderer, transparency: 20 });
  });

  it('keeps what varies by other fields alone', () => {
    const size = { type: 'sizeInfo', field: 'depth' };
    const colour = { type: 'colorInfo', field: 'kind', normalizationField: 'depth' };
    const turn = { type: 'rotationInfo', valueExpression: '$feature["kind"]' };
    const authoringInfo = { visualVariables: [] };
    expect(without({ renderer: { ...SIMPLE, visualVariables: [size, colour, turn], authoringInfo } })).toEqual({
      renderer: { ...SIMPLE, visualVariables: [size], authoringInfo },
    });
    expect(without({ renderer: { ...SIMPLE, visualVariables: [colour], authoringInfo } })).toEqual({ renderer: SIMPLE });
  });
});

describe('labels', () => {
  it.each([
    [{ labelExpression: '[kind]' }],
    [{ labelExpressionInfo: { value: 'of {KIND}' } }],
    [{ labelExpressionInfo: { expression: 'Proper($feature.kind)' } }],
    [{ labelExpression: '[name]', where: "depth > 3 and Kind = 'a'" }],
  ])('go with their field: %j', (label) => {
    const other = { labelExpression: '[name]', where: 'depth > 3' };
    expect(without({ renderer: SIMPLE, labelingInfo: [label, other] })).toEqual({ renderer: SIMPLE, labelingInfo: [other] });
    expect(without({ renderer: SIMPLE, labelingInfo: [label] })).toEqual({ renderer: SIMPLE, labelingInfo: null });
  });
});
