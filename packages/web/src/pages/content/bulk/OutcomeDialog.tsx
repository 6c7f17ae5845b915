// Which items an operation did not work for, and why.
import { Button, Group, Modal, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useErrorWords } from '../../../api/error-words.ts';
import { useTranslate } from '../../../language/use-language.ts';
import { paths } from '../../../paths.ts';
import { useFocusBack } from '../../../ui/focus-back.ts';
import classes from './OutcomeDialog.module.css';
import type { Incomplete } from './use-bulk.tsx';

interface Props {
  incomplete: Incomplete;
  onRetry: () => void;
  onClose: () => void;
}

/** The reasons, each with its items; trying again takes only those. */
export function OutcomeDialog({ incomplete: { outcome }, onRetry, onClose }: Props) {
  useFocusBack();
  const t = useTranslate();
  const words = useErrorWords();
  const reasons = new Map<string, (typeof outcome.refused)[number]['item'][]>();
  for (const { item, error } of outcome.refused) {
    const { text } = words(error);
    reasons.set(text, [...(reasons.get(text) ?? []), item]);
  }
  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      title={t('content.outcome', { count: outcome.refused.length + outcome.left.length })}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      {outcome.done.length > 0 && <Text size="sm">{t('content.outcome-done', { count: outcome.done.length })}</Text>}
      <div className={classes.reasons}>
        {[...reasons].map(([reason, items]) => (
          <section key={reason}>
            <h3 className={classes.reason}>{reason}</h3>
            <ul className={classes.items}>
              {items.map((item) => (
                <li key={item.id}>
                  <Link to={paths.item(item.id)}>
                    <bdi>{item.title}</bdi>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {outcome.left.length > 0 && <Text size="sm">{t('content.outcome-left', { count: outcome.left.length })}</Text>}
      </div>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" onClick={onRetry}>
          {t('content.outcome-retry')}
        </Button>
        <Button data-autofocus onClick={onClose}>
          {t('shell.close')}
        </Button>
      </Group>
    </Modal>
  );
}
