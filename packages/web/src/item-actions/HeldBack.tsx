// A file among several that are published together and could not be: why, and the way to its steps.
import { Alert, Button, Text } from '@mantine/core';
import { useErrorWords } from '../api/error-words.ts';
import { useTranslate } from '../language/use-language.ts';
import type { ChoiceNeeded, PublishTurn } from './publish-turn.ts';

interface Props {
  /** What the file is called. */
  title: string;
  choice?: ChoiceNeeded | undefined;
  error: unknown;
  onOpen: () => void;
}

/** The steps themselves would push the other files out of sight. */
export function HeldBack({ title, choice, error, onOpen }: Props) {
  const t = useTranslate();
  const words = useErrorWords();
  const why = error ? [words(error).text, ...words(error).details].join(' ') : choice && t(`item.publish.held.${choice}`);
  return (
    <Alert color={error ? 'vermilion' : 'ochre'} title={t('item.publish.held')}>
      {why}
      <div>
        <Button
          variant="default"
          size="compact-sm"
          mt="xs"
          data-stage-focus
          aria-label={t('item.publish.held.open-of', { title })}
          onClick={onOpen}
        >
          {t('item.publish.held.open')}
        </Button>
      </div>
    </Alert>
  );
}

/** Stands in place of the steps until the file went. */
export function Turn({ turn, isBegun = false }: { turn: PublishTurn | undefined; isBegun?: boolean }) {
  const t = useTranslate();
  return (
    <Text size="sm" c="dimmed">
      {t(isBegun ? 'item.publish.working' : turn?.state === 'now' ? 'item.publish.analyzing' : 'item.publish.turn')}
    </Text>
  );
}
