// What keys mean while a shape is drawn or reshaped and the map has the focus.

import { vertexCount } from './shape.ts';
import type { SketchSteps } from './sketch-steps.ts';

const NUDGE_PX = 1;
const FAR_NUDGE_PX = 10;

const WAYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Does what a key means here; false leaves it to the map and the page. */
export function answerKey(editor: SketchSteps, event: KeyboardEvent): boolean {
  const { key, shiftKey } = event;
  const { isDrawing, shape, chosen } = editor.current;
  const isFree = event.ctrlKey || event.metaKey;
  if (isFree && key.toLowerCase() === 'z') return did(() => (shiftKey ? editor.redo() : editor.undo()));
  if (key === 'Enter' || key === ' ') return isDrawing && did(() => editor.addAtCentre(isFree));
  if (isFree || event.altKey) return false;
  if (key === 'Backspace' || key === 'Delete') {
    if (isDrawing) return vertexCount(shape) > 0 && did(() => editor.undo());
    return chosen !== undefined && did(() => editor.removeChosen());
  }
  if (key.toLowerCase() === 's') return !isDrawing && did(() => editor.snapChosen());
  if (key === 'Escape') return did(() => editor.escape());
  const way = WAYS[key];
  return way !== undefined && editor.nudge(way, shiftKey ? FAR_NUDGE_PX : NUDGE_PX);
}

function did(run: () => void): true {
  run();
  return true;
}
