// Names of images put under the sprite of their style, as the map library reads them.
import { expression, latest, type StylePropertySpecification } from '@maplibre/maplibre-gl-style-spec';
import { expect, test } from 'vitest';
import { imagesOfSprite } from './sprite-images.ts';

/** The name of the image that a value gives for a feature at a zoom. */
function nameOf(value: unknown, properties: Record<string, unknown>, zoom = 5, available: string[] = []): string {
  const read = expression.normalizePropertyExpression(
    imagesOfSprite(value, 'a') as never,
    'layers[0].layout',
    latest.layout_symbol['icon-image'] as unknown as StylePropertySpecification,
  );
  return String(read.evaluate({ zoom }, { type: 1, properties }, {}, undefined, available));
}

test('a name is put under the sprite, with the fields that the map fills in', () => {
  expect(imagesOfSprite('Road/{_len}', 'a')).toBe('a:Road/{_len}');
  expect(imagesOfSprite('', 'a')).toBe('');
});

test.each([
  ['a field', ['get', 'kind'], 'a:inn'],
  ['a text made of fields', ['concat', ['get', 'kind'], '-11'], 'a:inn-11'],
  ['levels', ['step', ['zoom'], 'dot', 4, ['get', 'kind'], 9, 'large'], 'a:inn'],
  ['cases', ['case', ['==', ['get', 'kind'], 'bar'], 'glass', ['has', 'kind'], 'bed', 'dot'], 'a:bed'],
  ['the last case', ['case', ['==', ['get', 'kind'], 'bar'], 'glass', 'dot'], 'a:dot'],
  ['a match', ['match', ['get', 'kind'], 'bar', 'glass', ['inn', 'hotel'], 'bed', 'dot'], 'a:bed'],
  ['the rest of a match', ['match', ['get', 'kind'], 'bar', 'glass', 'dot'], 'a:dot'],
  ['a picture', ['image', ['get', 'kind']], 'a:inn'],
  ['the first name that is there', ['coalesce', ['get', 'icon'], ['get', 'kind']], 'a:inn'],
  ['a word of its own', ['let', 'name', ['get', 'kind'], ['concat', ['var', 'name'], '!']], 'a:inn!'],
])('%s', (_, value, name) => {
  expect(nameOf(value, { kind: 'inn' })).toBe(name);
});

test('of several pictures, the first that the sprite has is drawn', () => {
  expect(nameOf(['coalesce', ['image', 'old'], ['image', 'new']], {}, 5, ['a:new'])).toBe('a:new');
});

test('functions of older styles, by level and by field', () => {
  const byLevel = {
    stops: [
      [0, 'small'],
      [6, 'large'],
    ],
  };
  expect([nameOf(byLevel, {}, 3), nameOf(byLevel, {}, 7)]).toEqual(['a:small', 'a:large']);
  const byField = { type: 'categorical', property: 'kind', stops: [['inn', 'bed']], default: 'dot' };
  expect([nameOf(byField, { kind: 'inn' }), nameOf(byField, { kind: 'bar' })]).toEqual(['a:bed', 'a:dot']);
  expect(nameOf({ type: 'identity', property: 'kind' }, { kind: 'inn' })).toBe('a:inn');
});
