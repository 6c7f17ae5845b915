// The drawing of a layer before anyone styled it.
import type { DrawingInfo, GeometryType } from '@graticule/contract/services/layer';
import type { HostedLayer } from './layers.rules.ts';

type Colour = [number, number, number, number];

/** Colours that stay apart on light and dark maps; a layer's place in the list picks one. */
const PALETTE: readonly Colour[] = [
  [29, 105, 150, 255],
  [204, 80, 62, 255],
  [15, 133, 84, 255],
  [148, 52, 110, 255],
  [225, 124, 5, 255],
  [56, 166, 165, 255],
];

/** A simple renderer by geometry type; `seed` picks the colour. */
export function defaultDrawing(geometryType: GeometryType, seed: number): DrawingInfo {
  const colour = PALETTE[Math.abs(seed) % PALETTE.length] ?? [29, 105, 150, 255];
  return {
    renderer: { type: 'simple', label: '', description: '', symbol: symbolOf(geometryType, colour) },
    transparency: 0,
    labelingInfo: null,
  };
}

/** How a layer is drawn: as somebody said, else by default. */
export function drawingOf({ definition, geometryType, id }: Pick<HostedLayer, 'definition' | 'geometryType' | 'id'>): DrawingInfo {
  return definition.drawingInfo ?? defaultDrawing(geometryType ?? 'esriGeometryPoint', id);
}

function symbolOf(geometryType: GeometryType, colour: Colour): Record<string, unknown> {
  const outline = (width: number, color: Colour): Record<string, unknown> => ({ type: 'esriSLS', style: 'esriSLSSolid', color, width });
  switch (geometryType) {
    case 'esriGeometryPoint':
    case 'esriGeometryMultipoint':
      return { type: 'esriSMS', style: 'esriSMSCircle', color: colour, size: 6, outline: outline(0.75, [255, 255, 255, 220]) };
    case 'esriGeometryPolyline':
      return outline(1.5, colour);
    case 'esriGeometryPolygon': {
      const [r, g, b] = colour;
      return { type: 'esriSFS', style: 'esriSFSSolid', color: [r, g, b, 130], outline: outline(0.75, colour) };
    }
  }
}
