// Features that come with a call, in the forms that clients send.
import { describe, expect, it } from 'vitest';
import { featureSetText } from './feature-collection.rules.ts';

const LAYER = 3857;
const point = (spatialReference?: object): object => ({
  attributes: {},
  geometry: { x: 8, y: 47, ...(spatialReference ? { spatialReference } : {}) },
});
const reference = (edits: unknown): unknown => JSON.parse(featureSetText(edits, LAYER)).spatialReference;

describe('features that come with a call', () => {
  it.each([
    ['that of all', { spatialReference: { wkid: 4326 }, features: [point()] }, { wkid: 4326 }],
    ['that of all before their own', { spatialReference: { wkid: 4326 }, features: [point({ wkid: 3857 })] }, { wkid: 4326 }],
    ['their own', { features: [point(), point({ wkid: 4326 })] }, { wkid: 4326 }],
    ['their own in a list', [point({ wkid: 102100, latestWkid: 3857 }), point({ wkid: 3857 })], { wkid: 102100, latestWkid: 3857 }],
    ['their own in a layer', { layers: [{ featureSet: { features: [point({ wkid: 4326 })] } }] }, { wkid: 4326 }],
    [
      'that of the definition of their layer',
      { layers: [{ layerDefinition: { extent: { spatialReference: { wkid: 4326 } } }, featureSet: { features: [point()] } }] },
      { wkid: 4326 },
    ],
    [
      'that of the definition beside them',
      { layerDefinition: { spatialReference: { wkid: 4326 } }, featureSet: { features: [point()] } },
      { wkid: 4326 },
    ],
    ['that of the layer they come to', { features: [point()] }, { wkid: LAYER }],
    ['none in GeoJSON', { type: 'FeatureCollection', features: [{ type: 'Feature', geometry: null }] }, undefined],
  ])('are in a reference system: %s', (_, edits, expected) => {
    expect(reference(edits)).toEqual(expected);
  });

  it('are refused where each is in another', () => {
    expect(() => reference({ features: [point({ wkid: 4326 }), point({ wkid: 3857 })] })).toThrow('are in several spatial references');
  });

  it.each([[null], ['text'], [{ layers: [] }], [{ layers: [{}, {}] }]])('are refused in another form: %j', (edits) => {
    expect(() => reference(edits)).toThrow("'edits'");
  });
});
