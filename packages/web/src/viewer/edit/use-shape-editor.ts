// The shape of the feature in hand, on the map: begins with the panel, ends with it.
import { useEffect, useRef, useState } from 'react';
import { boxOf } from '../../map/edit/shape.ts';
import type { ShapeEditor } from '../../map/edit/shape-editor.ts';
import { type SketchState, startSketch } from '../../map/edit/sketch-state.ts';
import { useViewer } from '../viewer-context.ts';
import type { Draft } from './draft.ts';
import type { EditableLayer } from './editable-layer.ts';
import { objectIdOf } from './save-draft.ts';

/** The shape, and what draws it once its code is there. */
export interface ShapeInHand {
  state: SketchState;
  editor: ShapeEditor | undefined;
}

/** Where shapes are not changed, the feature is only marked. */
export function useShapeEditor(target: EditableLayer, draft: Draft, mayReshape: boolean, onEscape: () => void): ShapeInHand {
  const { engine } = useViewer();
  const [state, setState] = useState<SketchState>(() => startSketch(draft.shape, draft.isDrawing));
  const [editor, setEditor] = useState<ShapeEditor>();
  const newest = useRef(onEscape);
  newest.current = onEscape;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is what the editor begins with; another feature is another component
  useEffect(() => {
    if (!engine) return;
    let isOver = false;
    const box = boxOf(draft.shape);
    if (draft.read && box)
      engine.showBox([
        [box[0], box[1]],
        [box[2], box[3]],
      ]);
    if (!mayReshape) return;
    const instead = draft.read ? { layerId: target.layerId, id: objectIdOf(target, draft.read) } : undefined;
    const options = { shape: draft.shape, isDrawing: draft.isDrawing, onChange: setState, onEscape: () => newest.current() };
    void engine.editShape(options, instead).then((begun) => {
      if (isOver) engine.endShape();
      else {
        setEditor(begun);
        setState(begun.current);
      }
    });
    return () => {
      isOver = true;
      setEditor(undefined);
      engine.endShape();
    };
  }, [engine, mayReshape]);
  return { state, editor };
}
