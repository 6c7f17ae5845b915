// Why a file could not be read, and the ways on: what may pass is tried again, a choice that made it unreadable is taken back.
import { Alert, Button, Group } from '@mantine/core';
import { mayPass } from '../api/api-error.ts';
import { useErrorWords } from '../api/error-words.ts';
import { useTranslate } from '../language/use-language.ts';

interface Props {
  error: unknown;
  /** Said above a refusal. */
  title?: string;
  /** Said below a refusal. */
  hint?: string;
  onRetry: () => void;
  /** Trying again is offered also where the portal refused: what it refused may have been changed elsewhere. */
  isRetryable?: boolean;
  /** Absent where nothing was chosen yet. */
  onTakeBack: (() => void) | undefined;
}

/** What was chosen and typed is kept by those who show this. */
export function ReadingFault({ error, title, hint, onRetry, isRetryable = false, onTakeBack }: Props) {
  const t = useTranslate();
  const words = useErrorWords();
  const isPassing = mayPass(error);
  return (
    <Alert color="vermilion" role="alert" title={isPassing ? t('item.publish.not-read') : title}>
      {[words(error).text, ...words(error).details, isPassing ? t('item.publish.choices-kept') : hint].filter(Boolean).join(' ')}
      {(isPassing || isRetryable || onTakeBack) && (
        <Group gap="xs" mt="xs">
          {(isPassing || isRetryable) && (
            <Button variant="default" size="compact-sm" onClick={onRetry} data-stage-focus>
              {t('shell.error.retry')}
            </Button>
          )}
          {onTakeBack && (
            <Button variant="default" size="compact-sm" onClick={onTakeBack} data-stage-focus>
              {t('item.publish.take-back')}
            </Button>
          )}
        </Group>
      )}
    </Alert>
  );
}
