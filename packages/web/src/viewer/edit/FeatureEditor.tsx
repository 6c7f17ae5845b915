// One feature in hand: its shape on the map, its values in a form, and what can be done with it.
import { Alert, Button, Stack, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconPaperclip } from '@tabler/icons-react';
import { toApiError } from '../../api/api-error.ts';
import { useErrorWords } from '../../api/error-words.ts';
import { useTranslate } from '../../language/use-language.ts';
import { ConflictNote, type Props as ConflictProps } from './ConflictNote.tsx';
import { asNew, type Draft, draftOf } from './draft.ts';
import classes from './Edit.module.css';
import type { EditableLayer } from './editable-layer.ts';
import { FeatureButtons } from './FeatureButtons.tsx';
import { FeatureDialogs } from './FeatureDialogs.tsx';
import { FeatureForm } from './FeatureForm.tsx';
import { ShapeTools } from './ShapeTools.tsx';
import { ChangedByOthers, type DoneEdit } from './save-draft.ts';
import { useFeatureInHand } from './use-feature-in-hand.ts';
import { useFeatureName } from './use-feature-name.ts';
import { useLostFocus } from './use-lost-focus.ts';

interface Props {
  target: EditableLayer;
  draft: Draft;
  /** It was saved or deleted. */
  onDone: (edit: DoneEdit) => void;
  /** Goes on with another state of the feature. */
  onReplace: (draft: Draft) => void;
  onClose: () => void;
}

/** What was drawn and typed stays until it is saved or given up, also when saving fails. */
export function FeatureEditor({ target, draft: first, onDone, onReplace, onClose }: Props) {
  const t = useTranslate();
  const nameOf = useFeatureName();
  const hand = useFeatureInHand(target, first, { onDone, onClose });
  const { may, draft, shape, isTried } = hand;
  const { read } = first;
  useHotkeys([
    ['mod+S', hand.save],
    ['mod+Z', () => shape.editor?.undo()],
    ['mod+shift+Z', () => shape.editor?.redo()],
  ]);
  const place = useLostFocus(draft.isDrawing ? 'draw' : 'reshape', draft.isDrawing);
  const title = read ? t('edit.change', { name: nameOf(target.layer, read) }) : t('edit.new', { layer: target.title });
  // first the shape: on phones the map is needed more than the form
  const isDrawingOnly = draft.isDrawing && may.reshape && read === undefined;
  const hasFiles = target.layer.hasAttachments === true;
  return (
    <Stack gap="md" component="section" aria-label={title}>
      <div ref={place} tabIndex={-1} className={classes.place}>
        <h3 className={classes.title} dir="auto">
          {title}
        </h3>
      </div>
      {may.isOthers && <Text size="sm">{t('edit.not-yours')}</Text>}
      {!may.change && !may.isOthers && <Text size="sm">{t('edit.read-only')}</Text>}
      {may.reshape && !hand.isGone && <ShapeTools target={target} shape={shape} fault={hand.fault} isTried={isTried} />}
      {may.change && !may.reshape && <Text size="sm">{t('edit.fixed')}</Text>}
      {!isDrawingOnly && (
        <FeatureForm target={target} values={draft.values} isReadOnly={!may.change} showsMissing={isTried} onChange={hand.setValues} />
      )}
      {hasFiles && read && !hand.isGone && (
        <Button variant="default" leftSection={<IconPaperclip size={18} aria-hidden />} onClick={() => hand.setDialog('files')}>
          {t('edit.files')}
        </Button>
      )}
      {hasFiles && !read && !isDrawingOnly && (
        <Text size="sm" c="dimmed">
          {t('edit.files-after')}
        </Text>
      )}
      <div className={classes.foot}>
        <Faults
          error={hand.error}
          isDeleting={hand.isDeleting}
          draft={draft}
          target={target}
          isBusy={hand.isBusy}
          onMine={hand.insist}
          onTheirs={(now) => onReplace(draftOf(target, now))}
          onAddMine={target.rights.create ? () => onReplace(asNew(draft)) : undefined}
          onGiveUp={onClose}
        />
        {isTried && hand.wrongFields.length > 0 && (
          <Text size="sm" c="vermilion" role="alert" mb="xs">
            {t('edit.fields-wrong', { names: hand.wrongFields.map(({ alias }) => alias).join(', ') })}
          </Text>
        )}
        {!hand.isGone && <FeatureButtons hand={hand} />}
      </div>
      <FeatureDialogs target={target} hand={hand} onDiscard={onClose} />
    </Stack>
  );
}

type FaultsProps = Omit<ConflictProps, 'conflict'> & { error: unknown };

/** Why it was not saved: what others did meanwhile is a question, a lost connection loses nothing. */
function Faults({ error, ...rest }: FaultsProps) {
  const t = useTranslate();
  const words = useErrorWords();
  if (!error) return null;
  if (error instanceof ChangedByOthers) return <ConflictNote conflict={error} {...rest} />;
  const isOffline = toApiError(error).status === 0;
  return (
    <Alert color={isOffline ? 'ochre' : 'vermilion'} mb="sm" role="alert">
      {isOffline ? t('edit.offline') : t('edit.not-saved', { reason: words(error).text })}
    </Alert>
  );
}
