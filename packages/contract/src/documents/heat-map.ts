// How dense a heat map of the web map format is drawn in the style of map libraries: the same in the map viewer and in styles of tiles.
import type { HeatmapRenderer } from './renderer.ts';

/** Reach of a point when the renderer says none. @units points */
export const HEAT_RADIUS_POINTS = 10;

/** Colours used when the renderer names none. */
export const HEAT_STOPS: NonNullable<HeatmapRenderer['colorStops']> = [
  { ratio: 0, color: [133, 193, 200, 0] },
  { ratio: 0.1, color: [133, 193, 200, 120] },
  { ratio: 0.4, color: [144, 161, 190, 200] },
  { ratio: 0.7, color: [180, 110, 160, 220] },
  { ratio: 1, color: [233, 74, 110, 240] },
];

/** Height of the libraries' kernel at its centre. */
const KERNEL_HEIGHT = 0.3989;
const DEFAULT_INTENSITY = 100;

/** What is above 0; nothing else says how far or how dense. */
export function positiveNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : undefined;
}

/**
 * The factor that makes the largest density of the renderer the top of the colours. @units radius in pixels
 * The format's kernel is `3 / (π r²)` high and counts per pixel, that of the libraries has a fixed height.
 */
export function heatWeightScale(
  { maxDensity, maxPixelIntensity }: { maxDensity?: unknown; maxPixelIntensity?: unknown },
  radius: number,
): number {
  const density = positiveNumber(maxDensity);
  if (density !== undefined) return 3 / (Math.PI * radius * radius) / KERNEL_HEIGHT / density;
  return 1 / (KERNEL_HEIGHT * (positiveNumber(maxPixelIntensity) ?? DEFAULT_INTENSITY) * 0.5);
}
