// The shape of the feature in hand, on the map: begins with the panel, ends with it.
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { boxOf } from '../../map/edit/shape.ts';
import type { ShapeEditor, Snapping } from '../../map/edit/shape-editor.ts';
import { type SketchState, startSketch } from '../../map/edit/sketch-state.ts';
import { keep, kept } from '../../ui/kept.ts';
import { useViewer } from '../viewer-context.ts';
import type { Draft } from './draft.ts';
import type { EditableLayer } from './editable-layer.ts';
import { findNearby, shownFeatureLayers } from './nearby-features.ts';
import { objectIdOf } from './save-draft.ts';

/** The shape, and what draws it once its code is there. */
export interface ShapeInHand {
  state: SketchState;
  editor: ShapeEditor | undefined;
  snapping: Snapping;
  /** Whether vertices fall on features nearby. */
  isSnapping: boolean;
  setSnapping(isOn: boolean): void;
}

const KEY = 'graticule-snapping';

/** Where shapes are not changed, the feature is only marked. */
export function useShapeEditor(target: EditableLayer, draft: Draft, mayReshape: boolean, onEscape: () => void): ShapeInHand {
  const { engine, map } = useViewer();
  const { portalHostname } = useSession().portal;
  const [state, setState] = useState<SketchState>(() => startSketch(draft.shape, draft.isDrawing));
  const [editor, setEditor] = useState<ShapeEditor>();
  const [snapping, tellSnapping] = useState<Snapping>({ last: undefined, tooMany: [] });
  const [isSnapping, setSnapping] = useState(() => kept(KEY) !== 'off');
  const newest = useRef({ onEscape, map, isSnapping });
  newest.current = { onEscape, map, isSnapping };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is what the editor begins with; another feature is another component
  useEffect(() => {
    if (!engine) return;
    let isOver = false;
    const box = boxOf(draft.shape);
    if (draft.read && box)
      engine.camera.showBox([
        [box[0], box[1]],
        [box[2], box[3]],
      ]);
    if (!mayReshape) return;
    const instead = draft.read ? { layerId: target.layerId, id: objectIdOf(target, draft.read) } : undefined;
    const own = instead && { layerId: instead.layerId, objectId: instead.id };
    const options: Parameters<typeof engine.editShape>[0] = {
      shape: draft.shape,
      isDrawing: draft.isDrawing,
      onChange: setState,
      onEscape: () => newest.current.onEscape(),
      onSnapping: tellSnapping,
      findNearby: (bounds, signal) => {
        const layers = shownFeatureLayers(newest.current.map);
        return findNearby({ layers, frame: target.frame, portalHostname, own }, bounds, signal);
      },
    };
    void engine.editShape(options, instead).then((begun) => {
      if (isOver) engine.endShape();
      else {
        begun.setSnapping(newest.current.isSnapping);
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
  return {
    state,
    editor,
    snapping,
    isSnapping,
    setSnapping(isOn) {
      keep(KEY, isOn ? null : 'off');
      setSnapping(isOn);
      editor?.setSnapping(isOn);
    },
  };
}
