// The panel in which features are added, changed and deleted: first what can be chosen, then the feature in hand.
import type { WireFeature } from '@graticule/contract/services/layer';
import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useErrorWords } from '../../api/error-words.ts';
import { keys } from '../../api/keys.ts';
import { useTranslate } from '../../language/use-language.ts';
import { useViewer } from '../viewer-context.ts';
import { Choices } from './Choices.tsx';
import { type Draft, draftOf } from './draft.ts';
import classes from './Edit.module.css';
import { addressOf, type EditableLayer, isEditable } from './editable-layer.ts';
import { FeatureEditor } from './FeatureEditor.tsx';
import { keepDraft, keptDraft } from './kept-draft.ts';
import { ChangedByOthers, type DoneEdit, objectIdOf, readFeature, takeBack } from './save-draft.ts';
import { useEditableLayers } from './use-editable-layers.ts';
import { useFeatureName } from './use-feature-name.ts';
import { useLostFocus } from './use-lost-focus.ts';

/** One feature is in hand at a time; it stays there when the panel is closed and opened again. */
export function EditPanel() {
  const t = useTranslate();
  const words = useErrorWords();
  const { name, engine, editing } = useViewer();
  const layers = useEditableLayers();
  const [draft, setDraft] = useState<Draft | undefined>(() => keptDraft(name));
  const [isRestored, setRestored] = useState(draft !== undefined);
  const renew = useRenewal();
  const target = draft && layers?.find((layer): layer is EditableLayer => isEditable(layer) && addressOf(layer) === draft.address);

  const hold = useCallback(
    (next: Draft | undefined) => {
      setDraft(next);
      setRestored(false);
      keepDraft(name, undefined);
    },
    [name],
  );
  const opening = useMutation({
    mutationFn: async ({ layer, objectId }: { layer: EditableLayer; objectId: number }) => ({
      layer,
      read: await readFeature(layer, objectId),
    }),
    onSuccess: ({ layer, read }) => read && hold(draftOf(layer, read)),
  });
  const finished = async (edit: DoneEdit) => {
    editing?.setDone((before) => [...before.slice(-19), edit]);
    notifications.show({ message: t(SAID[edit.kind]), color: 'lichen' });
    // files are attached to features that are there
    const isNextFiles = edit.kind === 'add' && edit.target.layer.hasAttachments === true;
    hold(isNextFiles ? draftOf(edit.target, edit.after) : undefined);
    await renew(edit.target);
  };
  const isInHand = draft !== undefined;
  const setBusy = editing?.setBusy;
  useEffect(() => {
    setBusy?.(isInHand);
    return () => setBusy?.(false);
  }, [setBusy, isInHand]);
  const key =
    draft &&
    (draft.globalId ??
      `${draft.address} ${target && objectIdOf(target, draft.read as WireFeature)} ${JSON.stringify(draft.read?.attributes)}`);
  const place = useLostFocus(key ?? '', draft?.isDrawing === true);
  if (!layers || !engine) return <Skeleton height={160} />;
  if (draft && target) {
    return (
      <div ref={place} tabIndex={-1} className={classes.place}>
        {isRestored && (
          <Alert color="ochre" mb="sm" role="status">
            {t('edit.restored')}
          </Alert>
        )}
        <FeatureEditor
          key={key}
          target={target}
          draft={draft}
          onDone={(edit) => void finished(edit)}
          onReplace={hold}
          onClose={() => hold(undefined)}
        />
      </div>
    );
  }
  return (
    <Stack gap="md" ref={place} tabIndex={-1} className={classes.place}>
      <UndoLast
        last={editing?.done.at(-1)}
        onUndone={(edit) => {
          editing?.setDone((before) => before.filter((each) => each !== edit));
          void renew(edit.target);
        }}
      />
      {opening.isPending && <Text role="status">{t('edit.opening')}</Text>}
      {opening.error && (
        <Alert color="vermilion" role="alert">
          {words(opening.error).text}
        </Alert>
      )}
      {opening.data && !opening.data.read && (
        <Alert color="ochre" role="status">
          {t('edit.gone-before')}
        </Alert>
      )}
      <Choices layers={layers} onAdd={hold} onOpen={(layer, objectId) => opening.mutate({ layer, objectId })} />
    </Stack>
  );
}

const SAID = { add: 'edit.added', update: 'edit.saved', delete: 'edit.deleted' } as const;

/** Forgets what the pages know of a layer, and draws it anew wherever the map shows it. */
function useRenewal(): (target: EditableLayer) => Promise<void> {
  const client = useQueryClient();
  const { engine } = useViewer();
  return async ({ item, layerId }) => {
    engine?.renew(layerId);
    await Promise.all([
      client.invalidateQueries({ queryKey: keys.item(item.id) }),
      client.invalidateQueries({ queryKey: ['viewer-feature', layerId] }),
    ]);
  };
}

/** Takes the latest edit back, one after another. */
function UndoLast({ last, onUndone }: { last: DoneEdit | undefined; onUndone: (edit: DoneEdit) => void }) {
  const t = useTranslate();
  const words = useErrorWords();
  const nameOf = useFeatureName();
  const taking = useMutation({
    mutationFn: async (edit: DoneEdit) => {
      await takeBack(edit);
      return edit;
    },
    onSuccess: (edit) => {
      notifications.show({ message: t('edit.undone'), color: 'lichen' });
      onUndone(edit);
    },
  });
  if (!last) return null;
  const name = nameOf(last.target.layer, last.kind === 'delete' ? last.before : last.after);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={18} aria-hidden />}
        loading={taking.isPending}
        onClick={() => taking.mutate(last)}
      >
        {t(UNDO[last.kind], { name })}
      </Button>
      {taking.error && (
        <Alert color="vermilion" role="alert">
          {taking.error instanceof ChangedByOthers ? t('edit.undo-changed') : t('edit.undo-failed', { reason: words(taking.error).text })}
        </Alert>
      )}
    </>
  );
}

const UNDO = { add: 'edit.undo-add', update: 'edit.undo-update', delete: 'edit.undo-delete' } as const;
