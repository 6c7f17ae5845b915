// A dialog that asks for something and does it: title, body, cancel, submit, busy and failure.
import { Alert, Button, Group, Modal } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useErrorWords } from '../api/error-words.ts';
import { useTranslate } from '../language/use-language.ts';
import { useFocusBack } from '../ui/focus-back.ts';

interface Props {
  title: string;
  submit: string;
  isBusy: boolean;
  error?: unknown;
  isDestructive?: boolean;
  isDisabled?: boolean;
  size?: string | number;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Stays open while busy; the failure shows inside, not as a notification too. */
export function ActionDialog({ title, submit, isBusy, error, isDestructive, isDisabled, size = 480, onSubmit, onClose, children }: Props) {
  useFocusBack();
  const t = useTranslate();
  const words = useErrorWords();
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      closeOnClickOutside={!isBusy}
      closeOnEscape={!isBusy}
      closeButtonProps={{ 'aria-label': t('shell.close') }}
    >
      <form onSubmit={send} noValidate>
        {children}
        {/* beside the button that was pressed: the beginning of a long dialog may be out of sight */}
        {error !== undefined && error !== null && (
          <Alert color="vermilion" mt="md" role="alert">
            {[words(error).text, ...words(error).details].join(' ')}
          </Alert>
        )}
        <Group justify="flex-end" mt="lg" gap="sm">
          <Button variant="default" onClick={onClose} disabled={isBusy}>
            {t('shell.cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={isDisabled} color={isDestructive ? 'vermilion' : undefined}>
            {submit}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
