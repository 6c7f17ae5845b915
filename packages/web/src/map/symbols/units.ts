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
