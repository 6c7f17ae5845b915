// Vector tile services: addresses in their styles, their levels, and styles laid into that of the map.
import type { OperationalLayer } from '@graticule/contract/documents/web-map';
import type { VectorSourceSpecification } from 'maplibre-gl';
import { describe, expect, test } from 'vitest';
import { composeStyle } from '../compose-style.ts';
import type { LayerContext } from './layer-adapter.ts';
import { vectorTileAdapter } from './vector-tile-layer.ts';

const PORTAL = 'https://gis.example.org';
const SERVICE = `${PORTAL}/rest/services/Town/VectorTileServer`;
const STYLE = `${SERVICE}/resources/styles/root.json`;
const SPRITE = `${SERVICE}/resources/sprites/sprite`;

const root = {
  type: 'indexedVector',
  tiles: ['tile/{z}/{y}/{x}.pbf'],
  minzoom: 0,
  maxzoom: 9,
  fullExtent: { xmin: 7, ymin: 46, xmax: 8, ymax: 47, spatialReference: { wkid: 4326 } },
  tileInfo: { spatialReference: { wkid: 102100, latestWkid: 3857 } },
};
const style = {
  version: 8,
  sprite: '../sprites/sprite',
  glyphs: '../fonts/{fontstack}/{range}.pbf',
  sources: { esri: { type: 'vector', url: '../../' } },
  layers: [
    { id: 'paper', type: 'background', paint: { 'background-color': '#fff' } },
    { id: 'land', type: 'fill', source: 'esri', 'source-layer': 'land', paint: { 'fill-color': '#eee' } },
    {
      id: 'names',
      type: 'symbol',
      source: 'esri',
      'source-layer': 'names',
      layout: { 'text-field': '{_name}', 'text-font': ['Arial Regular'] },
    },
  ],
};

/** Opens the layer against answers by address. */
async function open(layer: Partial<OperationalLayer>, answers: Record<string, unknown>) {
  const asked: string[] = [];
  const context: LayerContext = {
    portalOrigin: PORTAL,
    // as the viewer does it, which encodes braces
    localAddress(url) {
      const address = new URL(url, PORTAL);
      return address.host === 'localhost:8080' ? PORTAL + address.pathname + address.search : url;
    },
    async fetchLayer(url) {
      asked.push(url);
      if (!(url in answers)) throw new Error(`404 ${url}`);
      return answers[url];
    },
    keepInline: () => '',
  };
  const whole: OperationalLayer = { id: 'a', title: 'A', layerType: 'VectorTileLayer', ...layer };
  const opened = await vectorTileAdapter.open(whole, context);
  return { asked, opened, drawing: opened.draw(whole), source: opened.draw(whole).sources['a/esri'] as VectorSourceSpecification };
}

const answers = { [STYLE]: style, [`${SERVICE}?f=json`]: root };

describe('addresses', () => {
  test('the service, its tiles and its pictures are found from the address of the style, and what the map fills in is not encoded', async () => {
    const { asked, source } = await open({ styleUrl: STYLE }, answers);
    expect(asked).toEqual([STYLE, `${SERVICE}?f=json`, `${SPRITE}.json`]);
    expect(source.tiles).toEqual([`${SERVICE}/tile/{z}/{y}/{x}.pbf`]);
  });

  test('a layer may name its service only, or an address without the server', async () => {
    expect((await open({ url: `${SERVICE}/` }, answers)).source.tiles).toEqual([`${SERVICE}/tile/{z}/{y}/{x}.pbf`]);
    const short = await open({ styleUrl: STYLE.slice(PORTAL.length) }, answers);
    expect(short.asked).toEqual([STYLE, `${SERVICE}?f=json`, `${SPRITE}.json`]);
  });

  test('where the portal has another name, style, service and tiles are asked for where the page and its session are', async () => {
    const other = (url: string) => url.replace(PORTAL, 'http://localhost:8080');
    const { asked, source } = await open(
      { styleUrl: other(STYLE) },
      {
        [STYLE]: { ...style, sources: { esri: { type: 'vector', url: other(SERVICE) } } },
        [`${SERVICE}?f=json`]: { ...root, tiles: [`${other(SERVICE)}/tile/{z}/{y}/{x}.pbf`] },
      },
    );
    expect(asked).toEqual([STYLE, `${SERVICE}?f=json`, `${SPRITE}.json`]);
    expect(source.tiles).toEqual([`${SERVICE}/tile/{z}/{y}/{x}.pbf`]);
  });

  test('other servers keep their names, also of tiles that lie elsewhere or come without a service', async () => {
    const far = 'https://tiles.example.com/arcgis/rest/services/World/VectorTileServer';
    const away = 'https://cdn.example.com/{z}/{x}/{y}.pbf?key=1';
    const { drawing } = await open(
      { styleUrl: `${far}/resources/styles/root.json` },
      {
        [`${far}/resources/styles/root.json`]: {
          ...style,
          sources: { esri: { type: 'vector', url: '../../' }, more: { type: 'vector', tiles: ['../../more/{z}/{x}/{y}.pbf'], maxzoom: 5 } },
        },
        [`${far}?f=json`]: { ...root, tiles: [away] },
      },
    );
    expect(drawing.sources['a/esri']).toMatchObject({ tiles: [away] });
    expect(drawing.sources['a/more']).toEqual({ type: 'vector', tiles: [`${far}/more/{z}/{x}/{y}.pbf`], maxzoom: 5 });
  });
});

describe('levels', () => {
  test('no tiles are asked for beyond the last level of the service: the map draws those of the last one larger', async () => {
    expect((await open({ styleUrl: STYLE }, answers)).source).toMatchObject({ minzoom: 0, maxzoom: 9 });
    const { minzoom: _, maxzoom: __, ...older } = root;
    const named = await open({ styleUrl: STYLE }, { ...answers, [`${SERVICE}?f=json`]: { ...older, minLOD: 2, maxLOD: 16 } });
    expect(named.source).toMatchObject({ minzoom: 2, maxzoom: 16 });
  });

  test('where an indexed service leaves tiles out, those above them are drawn, and nothing is asked for where it has nothing', async () => {
    const { source, opened } = await open({ styleUrl: STYLE }, answers);
    expect(source).toMatchObject({ sparse: true, bounds: [7, 46, 8, 47] });
    expect(opened.bounds).toEqual([
      [7, 46],
      [8, 47],
    ]);
    const flat = await open({ styleUrl: STYLE }, { ...answers, [`${SERVICE}?f=json`]: { ...root, type: 'flatVector' } });
    expect(flat.source).toMatchObject({ sparse: false });
  });

  test('tiles in another reference system are refused instead of drawn in wrong places', async () => {
    const british = { ...root, tileInfo: { spatialReference: { wkid: 27700 } } };
    await expect(open({ styleUrl: STYLE }, { ...answers, [`${SERVICE}?f=json`]: british })).rejects.toThrow('another reference system');
  });
});

test('letters are those of the map, so that the fonts of the service are never asked for', async () => {
  const { drawing, asked } = await open({ styleUrl: STYLE }, answers);
  expect(drawing.layers.map(({ id }) => id)).toEqual(['a:land', 'a:names']);
  expect(drawing.layers[1]).toMatchObject({ source: 'a/esri', layout: { 'text-field': '{_name}', 'text-font': ['Noto Sans Regular'] } });
  expect(asked.some((url) => url.includes('font'))).toBe(false);
});

test.each([
  [['Noto Sans SemiBold'], 'Noto Sans SemiBold'],
  [['Noto Sans Italic', 'Arial'], 'Noto Sans Italic'],
  [['constructor'], 'Noto Sans Regular'],
  [['step', ['zoom'], ['literal', ['Arial']], 5, ['literal', ['Noto Sans SemiBold']]], 'Noto Sans Regular'],
  [undefined, 'Noto Sans Regular'],
])('labels of a layer of the portal keep their font: %j', async (named, font) => {
  const [, , names] = style.layers;
  const labels = { ...names, layout: { 'text-field': ['get', 'name'], ...(named ? { 'text-font': named } : {}) } };
  const { drawing } = await open({ styleUrl: STYLE }, { ...answers, [STYLE]: { ...style, layers: [labels] } });
  expect(drawing.layers).toMatchObject([{ id: 'a:names', layout: { 'text-font': [font] } }]);
});

describe('pictures', () => {
  const pictured = {
    ...style,
    layers: [
      { id: 'wood', type: 'fill', source: 'esri', 'source-layer': 'land', paint: { 'fill-pattern': 'trees' } },
      { id: 'inns', type: 'symbol', source: 'esri', 'source-layer': 'inns', layout: { 'icon-image': 'bed' } },
      { id: 'roads', type: 'symbol', source: 'esri', 'source-layer': 'roads', layout: { 'icon-image': 'shield', 'text-field': '{_name}' } },
    ],
  };

  test('are of the sprite beside the style, under the id of the layer, of which a map has several', async () => {
    const { drawing } = await open({ styleUrl: STYLE }, { ...answers, [STYLE]: pictured, [`${SPRITE}.json`]: {} });
    expect(drawing.sprite).toEqual({ id: 'a', url: SPRITE });
    const [wood, inns, roads] = drawing.layers;
    expect([wood?.paint, inns?.layout, roads?.layout]).toMatchObject([
      { 'fill-pattern': 'a:trees' },
      { 'icon-image': 'a:bed' },
      { 'icon-image': 'a:shield', 'text-field': '{_name}' },
    ]);
    const second = { ...drawing, sprite: { id: 'b', url: `${PORTAL}/b` } };
    const composed = composeStyle({ version: 8, sources: {}, layers: [] }, [drawing, second], {});
    expect(composed.sprite).toEqual([drawing.sprite, second.sprite]);
    expect(composeStyle({ version: 8, sources: {}, layers: [] }, [], {})).not.toHaveProperty('sprite');
  });

  test('that cannot be had are left out, and what is written beside them stays', async () => {
    const { drawing } = await open({ styleUrl: STYLE }, { ...answers, [STYLE]: pictured });
    expect(drawing.sprite).toBeUndefined();
    expect(drawing.layers.map(({ id }) => id)).toEqual(['a:roads']);
    expect(drawing.layers[0]?.layout).not.toHaveProperty('icon-image');
  });
});
