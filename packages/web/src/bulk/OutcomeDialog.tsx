// For what an operation did not work, and why.
import { Button, Group, Modal, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useErrorWords } from '../api/error-words.ts';
import { useTranslate } from '../language/use-language.ts';
import { useFocusBack } from '../ui/focus-back.ts';
import classes from './OutcomeDialog.module.css';
import type { Operation } from './run-bulk.ts';
import type { Incomplete } from './use-bulk.tsx';

/** What is said of things of one sort that an operation left as they were. */
export interface OutcomeWords<T> {
  title: (count: number) => string;
  done: (count: number) => string;
  left: (count: number) => string;
  nameOf: (item: T) => string;
  addressOf: (item: T) => string;
}

interface Props<T, Kind extends string> {
  incomplete: Incomplete<T, Kind>;
  words: OutcomeWords<T>;
  onRetry: (operation: Operation<T, Kind>, items: readonly T[]) => void;
  onClose: () => void;
}

/** The reasons, each with what it is about; trying again takes only those. */
export function OutcomeDialog<T, Kind extends string>({
  incomplete: { operation, outcome },
  words: say,
  onRetry,
  onClose,
}: Props<T, Kind>) {
  useFocusBack();
  const t = useTranslate();
  const words = useErrorWords();
  const reasons = new Map<string, T[]>();
  for (const { item, error } of outcome.refused) {
    const { text } = words(error);
    reasons.set(text, [...(reasons.get(text) ?? []), item]);
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      title={say.title(outcome.refused.length + outcome.left.length)}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {outcome.done.length > 0 && <Text size="sm">{say.done(outcome.done.length)}</Text>}
      <div className={classes.reasons}>
        {[...reasons].map(([reason, items]) => (
          <section key={reason}>
            <h3 className={classes.reason}>{reason}</h3>
            <ul className={classes.items}>
              {items.map((item) => (
                <li key={say.addressOf(item)}>
                  <Link to={say.addressOf(item)} onClick={onClose}>
                    <bdi>{say.nameOf(item)}</bdi>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {outcome.left.length > 0 && <Text size="sm">{say.left(outcome.left.length)}</Text>}
      </div>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button
          variant="default"
          onClick={() => {
            onClose();
            onRetry(operation, [...outcome.refused.map(({ item }) => item), ...outcome.left]);
          }}
        >
          {t('shell.bulk.retry')}
        </Button>
        <Button data-autofocus onClick={onClose}>
          {t('shell.close')}
        </Button>
      </Group>
    </Modal>
  );
}
