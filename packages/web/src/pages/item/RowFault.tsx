// Below a row with a value that was not saved: why, and what can be done.
import { Button, Group } from '@mantine/core';
import { useErrorWords } from '../../api/error-words.ts';
import { cellText } from '../../features/cell-text.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import type { CellEdit } from './cell-edits.ts';
import { ChangedMeanwhile, type TypedValue } from './save-value.ts';
import { useWrongWord } from './use-wrong-word.ts';

interface Props {
  edit: CellEdit;
  onSave: (typed: TypedValue) => void;
  /** Shows what the row is now. */
  onGiveUp: () => void;
}

/** A value that somebody else changed meanwhile is a question, not a failure; whatever it is, nobody is left with it. */
export function RowFault({ edit: { objectId, typed, error, text }, onSave, onGiveUp }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const words = useErrorWords();
  const wrong = useWrongWord();
  const { field } = typed;
  const button = (label: string, onClick: () => void, isMain = false) => (
    <Button size="compact-sm" variant={isMain ? 'filled' : 'default'} onClick={onClick}>
      {label}
    </Button>
  );
  if (!(error instanceof ChangedMeanwhile)) {
    const reason = text === undefined ? words(error).text : wrong(field, text);
    return (
      <Group gap="sm">
        <span>{t('item.data.row-failed', { id: objectId, name: field.alias, reason })}</span>
        {text === undefined && button(t('shell.error.retry'), () => onSave(typed))}
        {button(t('item.data.discard'), onGiveUp)}
      </Group>
    );
  }
  const { now } = error;
  if (now === undefined)
    return (
      <Group gap="sm">
        <span>{t('item.data.row-gone', { id: objectId })}</span>
        {button(t('item.data.discard'), onGiveUp)}
      </Group>
    );
  return (
    <Group gap="sm">
      <span>{t('item.data.changed-meanwhile', { name: field.alias, value: cellText(now, field, format) ?? t('item.data.no-value') })}</span>
      {button(t('item.data.keep-theirs'), onGiveUp)}
      {button(t('item.data.save-mine'), () => onSave({ ...typed, before: now }), true)}
    </Group>
  );
}
