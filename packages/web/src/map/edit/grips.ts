// What of a shape can be taken hold of at a place of the screen.
import { type VertexRef, vertexAt } from './shape.ts';
import type { Sight } from './sight.ts';
import type { SketchState } from './sketch-state.ts';
import { areTooMany, middleBehind } from './sketch-style.ts';

/** A vertex, the middle of an edge, or the shape as a whole. */
export type Grip = { kind: 'vertex'; ref: VertexRef } | { kind: 'middle'; ref: VertexRef } | { kind: 'whole' };

interface Point {
  x: number;
  y: number;
}

/** The nearest vertex, then the nearest middle of an edge; where the shape is moved as a whole that. @units slack pixels */
export function gripAt(sight: Sight, { shape, isDrawing }: SketchState, { x, y }: Point, slack: number): Grip | undefined {
  if (areTooMany(shape, (at) => sight.holds(at))) return undefined;
  let nearest: { grip: Grip; distance: number } | undefined;
  const look = (kind: 'vertex' | 'middle', ref: VertexRef): void => {
    const at = kind === 'vertex' ? vertexAt(shape, ref)?.at : middleBehind(shape, ref);
    if (!at) return;
    const point = sight.project(at);
    const distance = Math.hypot(point.x - x, point.y - y) + (kind === 'middle' ? 0.5 : 0);
    if (distance <= slack && distance < (nearest?.distance ?? Infinity)) nearest = { grip: { kind, ref }, distance };
  };
  for (const [part, vertices] of shape.parts.entries()) {
    for (const index of vertices.keys()) {
      look('vertex', { part, index });
      if (!isDrawing) look('middle', { part, index });
    }
  }
  return nearest?.grip;
}
