// Below a row that was not saved: why, and what can be done.
import { Button, Group } from '@mantine/core';
import { useErrorWords } from '../../api/error-words.ts';
import { cellText } from '../../features/cell-text.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { ChangedMeanwhile, type TypedValue } from './save-value.ts';

interface Props {
  objectId: number;
  error: unknown;
  onSave: (typed: TypedValue) => void;
  /** Shows what the row is now. */
  onGiveUp: () => void;
}

/** A value that somebody else changed meanwhile is a question, not a failure. */
export function RowFault({ objectId, error, onSave, onGiveUp }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const words = useErrorWords();
  if (!(error instanceof ChangedMeanwhile)) return t('item.data.row-failed', { id: objectId, reason: words(error).text });
  const { typed, now } = error;
  const theirs = cellText(now, typed.field, format) ?? t('item.data.no-value');
  return (
    <Group gap="sm">
      <span>
        {now === undefined
          ? t('item.data.row-gone', { id: objectId })
          : t('item.data.changed-meanwhile', { name: typed.field.alias, value: theirs })}
      </span>
      <Button size="compact-sm" variant="default" onClick={onGiveUp}>
        {t(now === undefined ? 'shell.close' : 'item.data.keep-theirs')}
      </Button>
      {now !== undefined && (
        <Button size="compact-sm" onClick={() => onSave({ ...typed, before: now, isMeant: true })}>
          {t('item.data.save-mine')}
        </Button>
      )}
    </Group>
  );
}
