// Layers with a drawing, and what the style of their tiles makes of it.
import { createExpression, type StyleSpecification, validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { expect } from 'vitest';
import type { HostedLayer } from '../src/features/index.ts';
import { styleLayers as layersOfStyle } from '../src/tiles/style.ts';
import { labelLayers as layersOfLabels } from '../src/tiles/style-labels.ts';

/** The fields of those layers. */
export const FIELDS = [
  { name: 'OBJECTID', type: 'esriFieldTypeOID', editable: false },
  { name: 'GlobalID', type: 'esriFieldTypeGlobalID', editable: false },
  ...['kind', 'size', 'state'].map((name) => ({ name, type: 'esriFieldTypeString', editable: true })),
  ...['n', 'area'].map((name) => ({ name, type: 'esriFieldTypeDouble', editable: true })),
  { name: 'built', type: 'esriFieldTypeDate', editable: true },
];

/** A layer that is drawn so. */
export const layer = (geometryType: HostedLayer['geometryType'], renderer: object, transparency = 0): HostedLayer =>
  ({ id: 0, geometryType, fields: FIELDS, definition: { drawingInfo: { renderer, transparency } } }) as unknown as HostedLayer;

/** The style layers, which the official check of styles accepts. */
export function styleLayers(of: HostedLayer, name: string, pictures?: ReadonlySet<string>): ReturnType<typeof layersOfStyle> {
  return accepted(layersOfStyle(of, name, pictures));
}

/** The style layers of labels, which the official check of styles accepts. */
export function labelLayers(of: HostedLayer, name: string): ReturnType<typeof layersOfStyle> {
  return accepted(layersOfLabels(of, name));
}

function accepted(layers: ReturnType<typeof layersOfStyle>): ReturnType<typeof layersOfStyle> {
  const addresses = { sprite: 'https://example.org/sprite', glyphs: 'https://example.org/{fontstack}/{range}.pbf' };
  const style = { version: 8, ...addresses, sources: { esri: { type: 'vector', url: '../../' } }, layers };
  // As clients get it: numbers that JSON does not have are lost on the way.
  expect(validateStyleMin(JSON.parse(JSON.stringify(style)) as StyleSpecification)).toEqual([]);
  return layers;
}

/** A symbol of areas. */
export const fill = (color: number[]): object => ({
  type: 'esriSFS',
  color,
  outline: { type: 'esriSLS', color: [0, 0, 0, 255], width: 0.75 },
});

/** The fill that a feature gets. */
export function fillOf(area: ReturnType<typeof layersOfStyle>[number] | undefined, properties: Record<string, unknown>): unknown {
  const parsed = createExpression((area?.paint as Record<string, unknown> | undefined)?.['fill-color'], 'layers[0].paint.fill-color');
  if (parsed.result === 'error') throw new Error(parsed.value.map(({ message }) => message).join());
  return parsed.value.evaluate({ zoom: 0 }, { type: 'Polygon', properties });
}

/** Colours of the first two classes, and of what is not drawn. */
export const FIRST = 'rgba(0,0,0,1)';
export const SECOND = 'rgba(1,0,0,1)';
export const CLEAR = 'rgba(0,0,0,0)';
