// Points and colours of the web map format as the map draws them.
import type { WireColor } from '@graticule/contract/documents/symbol';

/** @units from points to CSS pixels */
export const pixels = (points: number): number => Math.round(points * (4 / 3) * 100) / 100;

/** The colour as CSS text; nothing gives a colour that is not seen. */
export function cssColor(color: WireColor | null | undefined): string {
  if (!Array.isArray(color)) return 'rgba(0, 0, 0, 0)';
  const [red = 0, green = 0, blue = 0, alpha = 255] = color;
  return `rgba(${red}, ${green}, ${blue}, ${Math.round((alpha / 255) * 1000) / 1000})`;
}

const SCALE_AT_ZOOM_0 = 295_828_763.8;

/** Zoom of the map at which a scale `1:denominator` is reached, with tiles of 512 pixels. */
export function zoomOfScale(denominator: number): number {
  return Math.log2(SCALE_AT_ZOOM_0 / denominator);
}
