// Cuts lines and rings to the square of a tile with its buffer. Output is rounded to whole tile units.
import type { VertexBuffer } from './vertex-buffer.ts';

/**
 * The part of a closed ring where `low <= axis <= high`, as a closed ring (Sutherland-Hodgman, both sides in one pass).
 * Call it once per axis; pieces that fall apart stay joined along the edge, which drawing does not show.
 */
export function clipRing(source: VertexBuffer, target: VertexBuffer, axis: 'x' | 'y', low: number, high: number): void {
  const alongX = axis === 'x';
  const a = alongX ? source.x : source.y;
  const b = alongX ? source.y : source.x;
  target.length = 0;
  target.reserve(source.length * 2 + 2);
  const put = (p: number, q: number): void => (alongX ? target.push(p, Math.round(q)) : target.push(Math.round(q), p));
  for (let i = 0; i + 1 < source.length; i++) {
    const p = a[i] as number;
    const q = b[i] as number;
    const nextP = a[i + 1] as number;
    const nextQ = b[i + 1] as number;
    const at = (edge: number): number => q + ((nextQ - q) * (edge - p)) / (nextP - p);
    if (p < low) {
      if (nextP >= low) put(low, at(low));
      if (nextP > high) put(high, at(high));
    } else if (p > high) {
      if (nextP <= high) put(high, at(high));
      if (nextP < low) put(low, at(low));
    } else {
      put(p, q);
      if (nextP < low) put(low, at(low));
      else if (nextP > high) put(high, at(high));
    }
  }
  if (target.length > 0) target.push(target.x[0] as number, target.y[0] as number);
}

/** Cuts a line to the square `low..high` and hands each piece of two or more vertices to `emit`. */
export function clipLine(source: VertexBuffer, piece: VertexBuffer, low: number, high: number, emit: () => void): void {
  piece.length = 0;
  piece.reserve(source.length * 2 + 2);
  const share: Share = { from: 0, to: 1 };
  const end = (): void => {
    if (piece.length >= 2) emit();
    piece.length = 0;
  };
  for (let i = 0; i + 1 < source.length; i++) {
    const x = source.x[i] as number;
    const y = source.y[i] as number;
    const dx = (source.x[i + 1] as number) - x;
    const dy = (source.y[i + 1] as number) - y;
    share.from = 0;
    share.to = 1;
    narrow(share, x, dx, low, high);
    narrow(share, y, dy, low, high);
    const { from, to } = share;
    if (from > to) {
      end();
      continue;
    }
    if (from > 0) end();
    piece.push(inside(x + from * dx, low, high), inside(y + from * dy, low, high));
    piece.push(inside(x + to * dx, low, high), inside(y + to * dy, low, high));
    if (to < 1) end();
  }
  end();
}

/** Rounding and the noise of divisions must not leave the square. */
function inside(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, Math.round(value)));
}

/** The part of a segment that is left, from and to within 0..1; nothing when from > to. */
interface Share {
  from: number;
  to: number;
}

/** Liang-Barsky for one axis: cuts the share to where `low <= start + share * step <= high`. */
function narrow(share: Share, start: number, step: number, low: number, high: number): void {
  if (step === 0) {
    if (start < low || start > high) share.to = -1;
    return;
  }
  const enter = ((step > 0 ? low : high) - start) / step;
  const leave = ((step > 0 ? high : low) - start) / step;
  if (enter > share.from) share.from = enter;
  if (leave < share.to) share.to = leave;
}
