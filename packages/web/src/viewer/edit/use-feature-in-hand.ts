// The feature in hand: what may be done with it, what was typed and drawn, and saving and deleting it.
import type { WireFeature } from '@graticule/contract/services/layer';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../api/session.ts';
import { isOfSomebodyElse } from '../../features/edit-rights.ts';
import { vertexCount } from '../../map/edit/shape.ts';
import { shapeFault } from '../../map/edit/shape-faults.ts';
import { settled } from '../../map/edit/sketch-state.ts';
import { useViewer } from '../viewer-context.ts';
import { type Draft, isChanged } from './draft.ts';
import type { EditableLayer } from './editable-layer.ts';
import { faultsOf } from './FeatureForm.tsx';
import { ChangedByOthers, countFiles, type DoneEdit, deleteFeature, objectIdOf, saveDraft } from './save-draft.ts';
import { useKeeping } from './use-keeping.ts';
import { useShapeEditor } from './use-shape-editor.ts';

/** What is open above the panel. */
export type OpenDialog = 'discard' | 'files' | 'delete' | undefined;

/** What was read must not be changed by who has no right to, nor reshaped where the layer does not let shapes be changed. */
function useMay(target: EditableLayer, { read }: Draft) {
  const session = useSession();
  const isOthers = read !== undefined && isOfSomebodyElse(target, read.attributes, 'allowOthersToUpdate', session);
  const change = read === undefined ? target.rights.create : target.rights.update && !isOthers;
  return {
    isOthers,
    change,
    reshape: change && (read === undefined || target.mayMove),
    remove: read !== undefined && target.rights.remove && !isOfSomebodyElse(target, read.attributes, 'allowOthersToDelete', session),
  };
}

interface Options {
  onDone: (edit: DoneEdit) => void;
  onClose: () => void;
}

/** Everything that the parts of the panel show and do. */
export function useFeatureInHand(target: EditableLayer, first: Draft, { onDone, onClose }: Options) {
  const { name } = useViewer();
  const [values, setValues] = useState(first.values);
  const [isTried, setTried] = useState(false);
  const [dialog, setDialog] = useState<OpenDialog>();
  const { read } = first;
  const may = useMay(target, first);
  const shape = useShapeEditor(target, first, may.reshape, () => cancel());
  const { past } = shape.state;
  const { shape: drawn, isDrawing } = settled(shape.state);
  const draft: Draft = { ...first, values, shape: drawn, isDrawing, isReshaped: first.isReshaped || past.length > 0 };
  const isDirty = isChanged(target, draft);
  useKeeping(name, draft, isDirty);
  const saving = useMutation({ mutationFn: (seen?: WireFeature) => saveDraft(target, draft, seen), onSuccess: onDone });
  const removing = useMutation({
    mutationFn: (seen?: WireFeature) => deleteFeature(target, read as WireFeature, seen),
    onSuccess: onDone,
    onSettled: () => setDialog(undefined),
  });
  const counting = useMutation({
    mutationFn: () => countFiles(target, objectIdOf(target, read as WireFeature)),
    onSuccess: (count) => (count > 0 ? setDialog('delete') : removing.mutate(undefined)),
  });
  const isEmpty = vertexCount(drawn) === 0;
  const fault = may.reshape && !isEmpty ? shapeFault(drawn) : undefined;
  const wrongFields = faultsOf(target, draft);
  const isBlocked = (isEmpty && read === undefined) || (fault !== undefined && fault !== 'crosses-itself') || wrongFields.length > 0;
  const cancel = () => (isDirty ? setDialog('discard') : onClose());
  const error = saving.error ?? removing.error ?? counting.error;
  // what is gone can neither be saved nor deleted: its note has all that can be done
  const isGone = error instanceof ChangedByOthers && error.now === undefined;
  const save = () => {
    // the keys are there without the button, too
    if (isGone) return;
    setTried(true);
    saving.reset();
    removing.reset();
    counting.reset();
    if (read && !isDirty) onClose();
    else if (may.change && !isBlocked) saving.mutate(undefined);
  };
  return {
    may,
    draft,
    shape,
    fault,
    wrongFields,
    isTried,
    isDirty,
    setValues,
    dialog,
    setDialog,
    fileCount: counting.data ?? 0,
    error,
    isGone,
    isDeleting: removing.error !== null,
    isSaving: saving.isPending,
    isBusy: saving.isPending || removing.isPending || counting.isPending,
    save,
    cancel,
    remove: () => {
      saving.reset();
      removing.reset();
      counting.mutate();
    },
    /** The answer to what others did meanwhile, which the person has seen. */
    insist: (seen: WireFeature) => (removing.error ? removing.mutate(seen) : saving.mutate(seen)),
    removeNow: () => removing.mutate(undefined),
  };
}
