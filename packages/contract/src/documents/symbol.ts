// Symbols of the public web map format, as far as the portal draws them.

/** Red, green, blue and opacity, each 0 to 255. */
export type WireColor = readonly [number, number, number, number];

/** Simple line: `style` such as `esriSLSSolid`, `esriSLSDash`, `esriSLSNull`. @units width in points */
export interface LineSymbol {
  type: 'esriSLS';
  style?: string;
  color?: WireColor | null;
  width?: number;
  [more: string]: unknown;
}

/** Simple marker: `style` such as `esriSMSCircle`. @units size and offsets in points, angle in degrees clockwise */
export interface MarkerSymbol {
  type: 'esriSMS';
  style?: string;
  color?: WireColor | null;
  size?: number;
  angle?: number;
  xoffset?: number;
  yoffset?: number;
  outline?: LineSymbol | null;
  [more: string]: unknown;
}

/** Simple fill: `style` such as `esriSFSSolid`, `esriSFSNull`. */
export interface FillSymbol {
  type: 'esriSFS';
  style?: string;
  color?: WireColor | null;
  outline?: LineSymbol | null;
  [more: string]: unknown;
}

/** Picture marker; the picture is a URL or the base64 text of `imageData`. @units width, height and offsets in points */
export interface PictureMarkerSymbol {
  type: 'esriPMS';
  url?: string;
  imageData?: string;
  contentType?: string;
  width?: number;
  height?: number;
  angle?: number;
  xoffset?: number;
  yoffset?: number;
  [more: string]: unknown;
}

/** Text of a label. */
export interface TextSymbol {
  type: 'esriTS';
  color?: WireColor | null;
  haloColor?: WireColor | null;
  /** @units points */
  haloSize?: number;
  font?: { size?: number; weight?: string; style?: string; family?: string };
  [more: string]: unknown;
}

/** A symbol that the portal draws. */
export type DrawnSymbol = LineSymbol | MarkerSymbol | FillSymbol | PictureMarkerSymbol;

const DRAWN: readonly string[] = ['esriSLS', 'esriSMS', 'esriSFS', 'esriPMS'];

/** Whether the portal draws symbols like this value. */
export function isDrawnSymbol(value: unknown): value is DrawnSymbol {
  return typeof value === 'object' && value !== null && DRAWN.includes(String((value as { type?: unknown }).type));
}
