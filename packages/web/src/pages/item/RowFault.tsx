// Below a row with a value that was not saved: why, and what can be done.
import { Button, Group } from '@mantine/core';
import { useErrorWords } from '../../api/error-words.ts';
import { cellText } from '../../features/cell-text.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import type { CellEdit } from './cell-edits.ts';
import { ChangedMeanwhile, type TypedValue } from './save-value.ts';
import { wrongWord } from './wrong-word.ts';

interface Props {
  edit: CellEdit;
  onSave: (typed: TypedValue) => void;
  /** Shows what the row is now. */
  onGiveUp: () => void;
}

/** A value that somebody else changed meanwhile is a question, not a failure. */
export function RowFault({ edit: { objectId, typed, error, text }, onSave, onGiveUp }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const words = useErrorWords();
  const { field } = typed;
  if (!(error instanceof ChangedMeanwhile)) {
    const reason = text === undefined ? words(error).text : t(wrongWord(field));
    return t('item.data.row-failed', { id: objectId, reason });
  }
  const { now } = error;
  const theirs = cellText(now, field, format) ?? t('item.data.no-value');
  return (
    <Group gap="sm">
      <span>
        {now === undefined
          ? t('item.data.row-gone', { id: objectId })
          : t('item.data.changed-meanwhile', { name: field.alias, value: theirs })}
      </span>
      <Button size="compact-sm" variant="default" onClick={onGiveUp}>
        {t(now === undefined ? 'shell.close' : 'item.data.keep-theirs')}
      </Button>
      {now !== undefined && (
        <Button size="compact-sm" onClick={() => onSave({ ...typed, before: now })}>
          {t('item.data.save-mine')}
        </Button>
      )}
    </Group>
  );
}
