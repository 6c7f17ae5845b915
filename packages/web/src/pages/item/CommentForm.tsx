// A text and a button, for new comments and for changing one.
import { Button, Group, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useErrorWords } from '../../api/error-words.ts';
import { useTranslate } from '../../language/use-language.ts';
import { LONGEST_COMMENT, markupOf } from './comment-text.ts';

interface Props {
  label: string;
  submit: string;
  initial?: string;
  isBusy: boolean;
  error: unknown;
  onSubmit: (text: string) => void;
  onCancel?: () => void;
}

/** The text stays when it could not be sent. */
export function CommentForm({ label, submit, initial = '', isBusy, error, onSubmit, onCancel }: Props) {
  const t = useTranslate();
  const words = useErrorWords();
  const [text, setText] = useState(initial);
  const left = LONGEST_COMMENT - markupOf(text).length;
  const isUsable = text.trim() !== '' && left >= 0;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isUsable) onSubmit(text);
      }}
    >
      <Textarea
        label={label}
        rows={3}
        resize="vertical"
        value={text}
        autoFocus={onCancel !== undefined}
        onChange={(event) => setText(event.currentTarget.value)}
        error={error ? [words(error).text, ...words(error).details].join(' ') : undefined}
      />
      <Group gap="sm" mt="xs" justify="flex-end">
        {left < 100 && (
          <Text size="sm" c={left < 0 ? 'vermilion' : 'dimmed'} role="status">
            {left < 0 ? t('item.comment-too-long') : t('item.comment-left', { count: left })}
          </Text>
        )}
        {onCancel && (
          <Button variant="default" onClick={onCancel} disabled={isBusy}>
            {t('shell.cancel')}
          </Button>
        )}
        <Button type="submit" loading={isBusy} disabled={!isUsable}>
          {submit}
        </Button>
      </Group>
    </form>
  );
}
