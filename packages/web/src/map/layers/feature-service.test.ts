// Feature layers: tiles for hosted ones, pages of features for others.
import type { OperationalLayer } from '@graticule/contract/documents/web-map';
import type { VectorSourceSpecification } from 'maplibre-gl';
import { describe, expect, test } from 'vitest';
import { featureServiceAdapter, isHosted, layerAddress, MOST_FEATURES } from './feature-service.ts';
import type { LayerContext } from './layer-adapter.ts';

const PORTAL = 'https://gis.example.org';
const HOSTED = `${PORTAL}/rest/services/Hosted/Cities/FeatureServer/0`;
const description = {
  geometryType: 'esriGeometryPoint',
  objectIdField: 'fid',
  fields: [{ name: 'pop' }, { name: 'kind' }, { name: 'name' }],
  extent: { xmin: -10, ymin: 40, xmax: 20, ymax: 60, spatialReference: { wkid: 4326 } },
  editingInfo: { lastEditDate: 99 },
};

function context(replies: (url: string) => unknown): LayerContext & { asked: string[]; kept: unknown[] } {
  const asked: string[] = [];
  const kept: unknown[] = [];
  return {
    asked,
    kept,
    portalOrigin: PORTAL,
    localAddress: (url) => url.replace('http://localhost:8080', PORTAL),
    async fetchLayer(url) {
      asked.push(url);
      return replies(url);
    },
    keepInline(_, data) {
      kept.push(data);
      return 'inline://1';
    },
  };
}

const layer = (more: Partial<OperationalLayer> = {}): OperationalLayer => ({
  id: 'a',
  title: 'A',
  layerType: 'ArcGISFeatureLayer',
  url: HOSTED,
  ...more,
});

describe('addresses', () => {
  test('a service without a number means its first layer', () => {
    expect(layerAddress('https://x/FeatureServer/')).toBe('https://x/FeatureServer/0');
    expect(layerAddress('https://x/FeatureServer/3?token=1')).toBe('https://x/FeatureServer/3');
  });

  test.each([
    [HOSTED, true],
    ['/rest/services/Hosted/Cities/FeatureServer/0', true],
    ['https://other.example.org/rest/services/Hosted/Cities/FeatureServer/0', false],
    [`${PORTAL}/rest/services/Cities/MapServer/0`, false],
  ])('%s hosted: %s', (url, hosted) => {
    expect(isHosted(url, PORTAL)).toBe(hosted);
  });
});

describe('a hosted layer', () => {
  test('comes as tiles with the fields that its drawing and filter need, and the version of its data', async () => {
    const opened = await featureServiceAdapter.open(
      layer(),
      context(() => description),
    );
    const now = layer({
      layerDefinition: { definitionExpression: "kind = 'x'", drawingInfo: { renderer: { type: 'heatmap', field: 'pop' } } },
    });
    const { sources, layers } = opened.draw(now);
    const source = sources.a as VectorSourceSpecification;
    expect(source.tiles).toEqual([`${HOSTED}/tiles/{z}/{x}/{y}.pbf?fields=kind%2Cpop&v=99`]);
    expect(source.bounds).toEqual([-10, 40, 20, 60]);
    expect(layers[0]).toMatchObject({ type: 'heatmap', 'source-layer': 'features' });
  });

  test('comes without attributes where its drawing needs none', async () => {
    const opened = await featureServiceAdapter.open(
      layer(),
      context(() => description),
    );
    const source = opened.draw(layer()).sources.a as VectorSourceSpecification;
    expect(source.tiles).toEqual([`${HOSTED}/tiles/{z}/{x}/{y}.pbf?fields=fid&v=99`]);
  });

  test.each([
    [{ showLabels: true }, 'name', ['a:circle', 'a:label-0']],
    [{}, 'fid', ['a:circle']],
    [{ showLabels: false }, 'fid', ['a:circle']],
    [{ layerDefinition: { drawingInfo: { labelingInfo: [{ labelExpression: '[kind]' }] } } }, 'kind', ['a:circle', 'a:label-0']],
  ])('has the labels of its service, once, where the map says so: %j', async (more, fields, ids) => {
    const labelled = { ...description, drawingInfo: { labelingInfo: [{ labelExpressionInfo: { expression: '$feature.name' } }] } };
    const opened = await featureServiceAdapter.open(
      layer(),
      context(() => labelled),
    );
    const { sources, layers } = opened.draw(layer(more));
    expect((sources.a as VectorSourceSpecification).tiles).toEqual([`${HOSTED}/tiles/{z}/{x}/{y}.pbf?fields=${fields}&v=99`]);
    expect(layers.map(({ id }) => id)).toEqual(ids);
  });

  test.each([
    ['$feature.name', true],
    ['$feature.opened', false],
    ['$feature.pop + $feature.area', false],
  ])('is labelled with %s only where a style can write it', async (expression, isLabelled) => {
    const fields = [
      { name: 'name', type: 'esriFieldTypeString' },
      { name: 'opened', type: 'esriFieldTypeDate' },
      { name: 'pop', type: 'esriFieldTypeInteger' },
      { name: 'area', type: 'esriFieldTypeDouble' },
    ];
    const labelled = { ...description, fields, drawingInfo: { labelingInfo: [{ labelExpressionInfo: { expression } }] } };
    for (const url of [HOSTED, 'https://other.example.org/FeatureServer/0']) {
      const replies = context((asked) => (asked.includes('/query') ? { type: 'FeatureCollection', features: [] } : labelled));
      const opened = await featureServiceAdapter.open(layer({ url }), replies);
      const { sources, layers } = opened.draw(layer({ url, showLabels: true }));
      expect(layers.map(({ id }) => id)).toEqual(isLabelled ? ['a:circle', 'a:label-0'] : ['a:circle']);
      // Nor do tiles carry what is not drawn.
      if (url === HOSTED)
        expect((sources.a as VectorSourceSpecification).tiles).toEqual([
          `${HOSTED}/tiles/{z}/{x}/{y}.pbf?fields=${isLabelled ? 'name' : 'fid'}&v=99`,
        ]);
    }
  });

  test('is asked where it is in degrees when its extent is in another reference system', async () => {
    const extent = { xmin: 480_000, ymin: 5_400_000, xmax: 700_000, ymax: 5_700_000, spatialReference: { wkid: 25832 } };
    const told = { xmin: 8.7, ymin: 48.7, xmax: 11.9, ymax: 51.4, spatialReference: { wkid: 4326 } };
    const replies = context((url) => (url.includes('returnExtentOnly') ? { extent: told } : { ...description, extent }));
    const opened = await featureServiceAdapter.open(layer(), replies);
    expect(opened.bounds).toEqual([
      [8.7, 48.7],
      [11.9, 51.4],
    ]);
    expect((opened.draw(layer()).sources.a as VectorSourceSpecification).bounds).toEqual([8.7, 48.7, 11.9, 51.4]);
    expect(replies.asked[1]).toBe(`${HOSTED}/query?where=1%3D1&returnExtentOnly=true&outSR=4326&f=json`);
  });

  test('is drawn without a rectangle when its service does not tell one', async () => {
    const extent = { xmin: 0, ymin: 0, xmax: 1, ymax: 1, spatialReference: { wkid: 2056 } };
    const replies = context((url) => {
      if (url.includes('returnExtentOnly')) throw new Error('not here');
      return { ...description, extent };
    });
    const opened = await featureServiceAdapter.open(layer(), replies);
    expect(opened.bounds).toBeUndefined();
    expect(opened.draw(layer()).layers).not.toHaveLength(0);
  });

  test('asks for the features when a filter is beyond the tiles', async () => {
    const replies = context((url) => (url.includes('/query') ? { type: 'FeatureCollection', features: [] } : description));
    await featureServiceAdapter.open(layer({ layerDefinition: { definitionExpression: "UPPER(name) = 'X'" } }), replies);
    expect(replies.asked[1]).toContain('/query?where=UPPER');
  });

  test('is found under another name of the portal', async () => {
    const replies = context(() => description);
    const opened = await featureServiceAdapter.open(layer({ url: HOSTED.replace(PORTAL, 'http://localhost:8080') }), replies);
    expect((opened.draw(layer()).sources.a as VectorSourceSpecification).tiles?.[0]).toContain(`${HOSTED}/tiles/`);
  });

  test('a table is refused with a reason', async () => {
    await expect(
      featureServiceAdapter.open(
        layer(),
        context(() => ({ type: 'Table' })),
      ),
    ).rejects.toThrow('nothing to draw');
  });

  test('loads a whole feature by its id', async () => {
    const feature = { type: 'Feature', properties: { fid: 5, name: 'Ulm' }, geometry: { type: 'Point', coordinates: [10, 48] } };
    const replies = context((url) => (url.includes('/query') ? { features: [feature] } : description));
    const opened = await featureServiceAdapter.open(layer(), replies);
    expect(await opened.features?.load(5, { attributes: {}, geometry: null })).toEqual({
      attributes: feature.properties,
      geometry: feature.geometry,
    });
    expect(replies.asked[1]).toContain('objectIds=5');
  });
});

describe('a layer of another server', () => {
  const page = (from: number, count: number, more: boolean) => ({
    type: 'FeatureCollection',
    exceededTransferLimit: more,
    features: Array.from({ length: count }, (_, i) => ({ type: 'Feature', properties: { fid: from + i }, geometry: null })),
  });

  test('is fetched page by page, each feature under its object id', async () => {
    const replies = context((url) => {
      if (!url.includes('/query')) return description;
      const from = Number(new URL(url).searchParams.get('resultOffset'));
      return page(from, from < 4 ? 2 : 1, from < 4);
    });
    await featureServiceAdapter.open(layer({ url: 'https://other.example.org/FeatureServer/0' }), replies);
    expect(replies.asked).toHaveLength(4);
    expect((replies.kept[0] as { features: { id: number }[] }).features.map((feature) => feature.id)).toEqual([0, 1, 2, 3, 4]);
  });

  test('stops at the most that a page can hold', async () => {
    const replies = context((url) => (url.includes('/query') ? page(0, 4000, true) : description));
    await featureServiceAdapter.open(layer({ url: 'https://other.example.org/FeatureServer/0' }), replies);
    expect((replies.kept[0] as { features: unknown[] }).features.length).toBeLessThan(MOST_FEATURES + 4000);
    expect(replies.asked).toHaveLength(4);
  });
});
