// Below a row with a value that was not saved: why, and what can be done.
import { Button, Group } from '@mantine/core';
import { useErrorWords } from '../../api/error-words.ts';
import { type CellValue, cellText } from '../../features/cell-text.ts';
import { TheirsAndMine } from '../../features/TheirsAndMine.tsx';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import type { CellEdit } from './cell-edits.ts';
import { ChangedMeanwhile, type TypedValue } from './save-value.ts';
import { useWrongWord } from './use-wrong-word.ts';

interface Props {
  edit: CellEdit;
  onSave: (typed: TypedValue) => void;
  /** Shows what the row is now. */
  onGiveUp: () => void;
  /** Goes on typing in the cell; missing where that is not in sight. */
  onType?: (() => void) | undefined;
}

/** A value that somebody else changed meanwhile is a question, not a failure; whatever it is, nobody is left with it. */
export function RowFault({ edit: { objectId, typed, error, text }, onSave, onGiveUp, onType }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const words = useErrorWords();
  const wrong = useWrongWord();
  const { field } = typed;
  const said = (value: CellValue) => cellText(value, field, format) ?? t('item.data.no-value');
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
      <>
        <span>{t('item.data.row-gone', { id: objectId })}</span>
        <TheirsAndMine mine={said(typed.value)} />
        <Group gap="sm" mt="xs">
          {button(t('item.data.discard'), onGiveUp)}
        </Group>
      </>
    );
  return (
    <>
      <span>{t('item.data.changed-meanwhile', { name: field.alias })}</span>
      <TheirsAndMine theirs={said(now)} mine={said(typed.value)} />
      <Group gap="sm" mt="xs">
        {button(t('item.data.keep-theirs'), onGiveUp)}
        {button(t('item.data.save-mine'), () => onSave({ ...typed, before: now }), true)}
        {onType && button(t('item.data.type-on'), onType)}
      </Group>
    </>
  );
}
