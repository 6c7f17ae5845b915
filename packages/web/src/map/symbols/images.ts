// Pictures that the map draws itself when a style asks for them: marker shapes, hatches and picture symbols.
import type { FillSymbol, MarkerSymbol, PictureMarkerSymbol } from '@graticule/contract/documents/symbol';
import { cssColor, pixels } from './units.ts';

/** Pictures are drawn at twice the size, for sharp screens. */
export const IMAGE_RATIO = 2;

const PREFIX = 'symbol:';
type ImageSymbol = MarkerSymbol | FillSymbol | PictureMarkerSymbol;

/** The name under which a style asks for a symbol's picture; it holds the whole symbol. */
export function imageName(symbol: ImageSymbol): string {
  const { type, style, color, outline, size, url, imageData, contentType, width, height } = symbol as Record<string, unknown>;
  // encoded, because the map library replaces {names} in the names of pictures
  return PREFIX + encodeURIComponent(JSON.stringify({ type, style, color, outline, size, url, imageData, contentType, width, height }));
}

/** Size of a marker's picture without its margin. @units CSS pixels */
export function markerSize(symbol: Record<string, unknown>): number {
  const size = symbol.type === 'esriPMS' ? Math.max(Number(symbol.width ?? 20), Number(symbol.height ?? 20)) : Number(symbol.size ?? 8);
  return pixels(size);
}

/** Draws the picture behind a name; undefined for names of others and for pictures that cannot be loaded. */
export async function drawImage(name: string): Promise<ImageData | undefined> {
  if (!name.startsWith(PREFIX)) return undefined;
  const symbol = JSON.parse(decodeURIComponent(name.slice(PREFIX.length))) as ImageSymbol;
  if (symbol.type === 'esriPMS') return drawPicture(symbol);
  return symbol.type === 'esriSFS' ? drawHatch(symbol) : drawMarker(symbol);
}

function canvasOf(width: number, height: number): { context: CanvasRenderingContext2D; read: () => ImageData } | undefined {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.ceil(width * IMAGE_RATIO));
  canvas.height = Math.max(1, Math.ceil(height * IMAGE_RATIO));
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  context.scale(IMAGE_RATIO, IMAGE_RATIO);
  return { context, read: () => context.getImageData(0, 0, canvas.width, canvas.height) };
}

const SHAPES: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  esriSMSSquare: [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ],
  esriSMSDiamond: [
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
  ],
  esriSMSTriangle: [
    [0, -1],
    [1, 0.8],
    [-1, 0.8],
  ],
};

function drawMarker(symbol: MarkerSymbol): ImageData | undefined {
  const size = pixels(symbol.size ?? 8);
  const stroke = symbol.outline?.color ? pixels(symbol.outline.width ?? 1) : 0;
  const side = size + stroke * 2 + 2;
  const made = canvasOf(side, side);
  if (!made) return undefined;
  const { context } = made;
  context.translate(side / 2, side / 2);
  context.beginPath();
  traceMarker(context, symbol.style ?? 'esriSMSCircle', size / 2);
  context.fillStyle = cssColor(symbol.color);
  if (!isStroked(symbol.style)) context.fill();
  context.strokeStyle = cssColor(symbol.outline?.color ?? (isStroked(symbol.style) ? symbol.color : null));
  context.lineWidth = stroke || (isStroked(symbol.style) ? 1.5 : 0.01);
  context.stroke();
  return made.read();
}

const isStroked = (style: string | undefined): boolean => style === 'esriSMSCross' || style === 'esriSMSX';

function traceMarker(context: CanvasRenderingContext2D, style: string, half: number): void {
  const shape = SHAPES[style];
  if (shape) {
    for (const [x, y] of shape) context.lineTo(x * half, y * half);
    context.closePath();
  } else if (isStroked(style)) {
    const turn = style === 'esriSMSX' ? Math.PI / 4 : 0;
    for (const angle of [0, Math.PI / 2]) {
      const [x, y] = [Math.cos(angle + turn) * half, Math.sin(angle + turn) * half];
      context.moveTo(-x, -y);
      context.lineTo(x, y);
    }
  } else context.arc(0, 0, half, 0, Math.PI * 2);
}

const HATCH_SIDE = 8;

function drawHatch(symbol: FillSymbol): ImageData | undefined {
  const made = canvasOf(HATCH_SIDE, HATCH_SIDE);
  if (!made) return undefined;
  const { context } = made;
  const style = symbol.style ?? 'esriSFSSolid';
  context.fillStyle = cssColor(symbol.color);
  context.strokeStyle = context.fillStyle;
  if (style === 'esriSFSSolid') context.fillRect(0, 0, HATCH_SIDE, HATCH_SIDE);
  const s = HATCH_SIDE;
  const line = (x1: number, y1: number, x2: number, y2: number) => {
    context.moveTo(x1, y1);
    context.lineTo(x2, y2);
  };
  context.beginPath();
  if (style === 'esriSFSHorizontal' || style === 'esriSFSCross') line(0, s / 2, s, s / 2);
  if (style === 'esriSFSVertical' || style === 'esriSFSCross') line(s / 2, 0, s / 2, s);
  // three parallels each, so that the corners of neighbouring squares meet
  for (const shift of [-s, 0, s]) {
    if (style === 'esriSFSForwardDiagonal' || style === 'esriSFSDiagonalCross') line(shift, 0, shift + s, s);
    if (style === 'esriSFSBackwardDiagonal' || style === 'esriSFSDiagonalCross') line(shift, s, shift + s, 0);
  }
  context.lineWidth = 1;
  context.stroke();
  return made.read();
}

async function drawPicture(symbol: PictureMarkerSymbol): Promise<ImageData | undefined> {
  const source = symbol.imageData ? `data:${symbol.contentType ?? 'image/png'};base64,${symbol.imageData}` : symbol.url;
  if (!source || !/^(https?:|data:image\/|\/)/i.test(source)) return undefined;
  const width = pixels(symbol.width ?? 20);
  const height = pixels(symbol.height ?? 20);
  const made = canvasOf(width, height);
  if (!made) return undefined;
  const image = new Image();
  image.crossOrigin = 'anonymous';
  image.src = source;
  try {
    await image.decode();
  } catch {
    return undefined;
  }
  made.context.drawImage(image, 0, 0, width, height);
  return made.read();
}
