// Two people changed one feature: what the other did, and whose state counts.
import type { WireFeature } from '@graticule/contract/services/layer';
import { Alert, Button, Group, List } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { cellText } from '../../features/cell-text.ts';
import { fieldInType } from '../../features/subtypes.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { type Draft, typedAttributes, typeIdOf } from './draft.ts';
import type { EditableLayer } from './editable-layer.ts';
import type { ChangedByOthers } from './save-draft.ts';

/** A conflict, the feature in hand, and what answers it. */
export interface Props {
  conflict: ChangedByOthers;
  isDeleting: boolean;
  draft: Draft;
  target: EditableLayer;
  isBusy: boolean;
  /** Writes over what is shown here. */
  onMine: (seen: WireFeature) => void;
  onTheirs: (now: WireFeature) => void;
  /** Missing where nothing may be added. */
  onAddMine: (() => void) | undefined;
  onGiveUp: () => void;
}

/** Nothing is decided by waiting: the feature stays as the other left it until somebody chooses. */
export function ConflictNote({ conflict, isDeleting, draft, target, isBusy, onMine, onTheirs, onAddMine, onGiveUp }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const { now, editor } = conflict;
  const answer = useRef<HTMLButtonElement>(null);
  // the buttons below, of which one was pressed, are gone with the feature
  useEffect(() => {
    if (now === undefined) answer.current?.focus();
  }, [now]);
  const addsMine = onAddMine !== undefined && !isDeleting;
  const mine = typedAttributes(target, draft) ?? {};
  const title = now ? (editor ? t('edit.conflict-by', { name: editor }) : t('edit.conflict')) : t('edit.conflict.gone');
  return (
    <Alert color="ochre" mb="sm" role="alert" title={now && isDeleting ? t('edit.conflict.delete') : title}>
      {now && !isDeleting && (
        <List size="sm" mb="sm">
          {conflict.fields.map(({ field, theirs }) => {
            const shown = fieldInType(target.layer, field, typeIdOf(target, draft.values));
            const words = (value: string | number | null | undefined) => cellText(value, shown, format) ?? t('edit.no-value');
            return (
              <List.Item key={field.name}>
                {t('edit.conflict.field', { field: field.alias, theirs: words(theirs), mine: words(mine[field.name]) })}
              </List.Item>
            );
          })}
          {conflict.hasShape && <List.Item>{t('edit.conflict.shape')}</List.Item>}
        </List>
      )}
      <Group gap="sm">
        {now ? (
          <>
            <Button size="sm" variant="default" disabled={isBusy} onClick={() => onTheirs(now)}>
              {t(isDeleting ? 'edit.look-again' : 'edit.keep-theirs')}
            </Button>
            <Button size="sm" color={isDeleting ? 'vermilion' : undefined} loading={isBusy} onClick={() => onMine(now)}>
              {t(isDeleting ? 'edit.delete-anyway' : 'edit.save-mine')}
            </Button>
          </>
        ) : (
          <>
            <Button ref={addsMine ? undefined : answer} size="sm" variant="default" onClick={onGiveUp}>
              {t('edit.give-up')}
            </Button>
            {addsMine && (
              <Button ref={answer} size="sm" onClick={onAddMine}>
                {t('edit.add-mine')}
              </Button>
            )}
          </>
        )}
      </Group>
    </Alert>
  );
}
