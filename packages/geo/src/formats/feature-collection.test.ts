// Feature collections: several layers in one document, with what their definitions say.
import { describe, expect, it } from 'vitest';
import { dataset, readAll } from '../../testing/read-fixture.ts';
import { memorySource } from './byte-source.ts';
import { featureCollectionReader as reader } from './feature-collection.ts';
import { findReader } from './index-of-formats.ts';

const WEB_MERCATOR = { wkid: 102100, latestWkid: 3857 };
const trees = {
  layerDefinition: {
    name: 'Trees',
    geometryType: 'esriGeometryPoint',
    objectIdField: 'OBJECTID',
    fields: [
      { name: 'OBJECTID', type: 'esriFieldTypeOID', alias: 'OBJECTID' },
      {
        name: 'kind',
        type: 'esriFieldTypeString',
        alias: 'Kind of tree',
        length: 20,
        domain: { type: 'codedValue', name: 'kinds', codedValues: [{ name: 'Oak', code: 'o' }, { code: {} }] },
      },
      { name: 'height', type: 'esriFieldTypeDouble', alias: 'Height', domain: { type: 'range', name: 'heights', range: [0, 90] } },
      { name: 'planted', type: 'esriFieldTypeDate' },
    ],
    drawingInfo: { renderer: { type: 'simple' } },
  },
  featureSet: {
    geometryType: 'esriGeometryPoint',
    features: [
      {
        attributes: { OBJECTID: 1, kind: 'o', height: 2.5, planted: 86_400_000 },
        geometry: { x: 1, y: 2, spatialReference: WEB_MERCATOR },
      },
      { attributes: { OBJECTID: 2, kind: null }, geometry: null },
    ],
  },
  popupInfo: { title: '{kind}' },
};
const notes = { layerDefinition: { name: 'Trees' }, featureSet: { features: [{ attributes: { text: 'a' } }] } };
const collection = (...layers: unknown[]): string => JSON.stringify({ layers, showLegend: true });

describe('featureCollectionReader', () => {
  it('names the layers, apart where they are called the same, and passes over what has no features', async () => {
    const parts = (text: string) => reader.parts?.(dataset('a.json', text));
    expect(await parts(collection(trees, notes, { url: 'x' }))).toEqual(['Trees', 'Trees_1']);
    expect(await parts(JSON.stringify({ featureCollection: { layers: [notes] } }))).toEqual(['Trees']);
  });

  it('reads a layer with aliases, domains and look, and takes the reference system from the features where nothing else says it', async () => {
    const source = dataset('a.json', collection(trees, notes));
    const description = await reader.describe(source);
    expect(description).toMatchObject({
      name: 'Trees',
      geometryType: 'esriGeometryPoint',
      spatialReference: { wkid: 3857 },
      rowCount: 2,
      look: { drawingInfo: { renderer: { type: 'simple' } }, popupInfo: { title: '{kind}' } },
    });
    expect(description.fields).toMatchObject([
      { name: 'kind', alias: 'Kind of tree', length: 20, domain: { type: 'codedValue', codedValues: [{ name: 'Oak', code: 'o' }] } },
      { name: 'height', alias: 'Height', domain: { type: 'range', range: [0, 90] } },
      { name: 'planted', alias: 'planted', type: 'esriFieldTypeDate' },
    ]);
    const { rows, problems } = await readAll(reader, source, { description });
    expect(problems).toEqual([]);
    expect(rows).toEqual([
      { row: 1, geometry: expect.objectContaining({ x: 1, y: 2 }), values: ['o', 2.5, 86_400_000] },
      { row: 2, geometry: null, values: [null, null, null] },
    ]);
    const table = await reader.describe({ ...source, part: 'Trees_1' });
    expect(table).toMatchObject({ name: 'Trees_1', geometryType: null, rowCount: 1 });
  });

  it('is told from feature sets and GeoJSON by its content', async () => {
    const found = async (text: string): Promise<string | undefined> =>
      (await findReader(memorySource('a.json', new TextEncoder().encode(text))))?.format;
    expect(await found(collection(trees))).toBe('feature-collection');
    expect(await found(JSON.stringify(trees.featureSet))).toBe('esri-json');
    expect(await found('{"type":"FeatureCollection","features":[]}')).toBe('geojson');
  });

  it.each([
    ['nothing', '{"layers":[]}', 'featureset-none'],
    ['layers without features', collection({ layerDefinition: {} }), 'featureset-none'],
    ['half a document', '{"layers":[{"featureSet":', 'json-not'],
    ['a number', '5', 'featureset-none'],
  ])('refuses %s', async (_, text, code) => {
    await expect(reader.describe(dataset('a.json', text))).rejects.toMatchObject({ sentence: { code } });
  });

  it('tells with its first layer of those that are too many, and of those that bring no features', async () => {
    const layers = Array.from({ length: 203 }, (_, i) => ({
      layerDefinition: { name: `l${i}` },
      featureSet: { features: [{ attributes: { n: i } }] },
    }));
    const source = dataset('a.json', collection(...layers.slice(0, 1), { layerDefinition: { name: 'elsewhere' } }, ...layers.slice(1)));
    const parts = (await reader.parts?.(source)) ?? [];
    expect([parts.length, parts[0], parts.at(-1)]).toEqual([200, 'l0', 'l199']);
    expect((await reader.describe({ ...source, part: 'l0' })).warnings).toMatchObject([
      { code: 'layers-beyond', values: { count: 203, most: 200, left: 3 } },
      { code: 'layers-blank', values: { names: 'elsewhere' } },
    ]);
    expect((await reader.describe({ ...source, part: 'l1' })).warnings).toEqual([]);
  });

  it('tells of lists of values that are too long', async () => {
    const codedValues = Array.from({ length: 10_001 }, (_, code) => ({ name: `${code}`, code }));
    const fields = [{ name: 'kind', type: 'esriFieldTypeInteger', domain: { type: 'codedValue', name: 'kinds', codedValues } }];
    const source = dataset(
      'a.json',
      collection({ layerDefinition: { name: 'l', fields }, featureSet: { features: [{ attributes: { kind: 3 } }] } }),
    );
    const description = await reader.describe(source);
    expect(description.fields).toEqual([{ name: 'kind', alias: 'kind', type: 'esriFieldTypeInteger' }]);
    expect(description.warnings).toMatchObject([{ code: 'lists-long', values: { names: 'kind' } }]);
  });
});
