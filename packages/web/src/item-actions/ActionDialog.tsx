// A dialog that asks for something and does it: title, body, cancel, submit, busy and failure.
import { Alert, Button, Group, Modal, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useErrorWords } from '../api/error-words.ts';
import { useTranslate } from '../language/use-language.ts';
import classes from '../ui/DialogFoot.module.css';
import { useUnkept } from './use-unkept.ts';

interface Props {
  title: string;
  submit: string;
  isBusy: boolean;
  error?: unknown;
  /** Said and offered below the failure. */
  remedy?: ReactNode;
  /** Said above the failure. */
  errorTitle?: string;
  isDestructive?: boolean;
  isDisabled?: boolean;
  /** Why it cannot be submitted, said beside the button. */
  why?: string | undefined;
  size?: string | number;
  /** Its head stays where it is when the body becomes higher, so that nothing moves from below a pointer. */
  growsDown?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/**
 * What decides stays in sight below a long body. What was typed is not lost by a click beside the dialog, nor by a single Escape. Stays open while busy; the failure shows inside, not as a notification too.
 */
export function ActionDialog({
  title,
  submit,
  isBusy,
  error,
  remedy,
  errorTitle,
  isDestructive,
  isDisabled,
  why,
  size = 480,
  growsDown,
  onSubmit,
  onClose,
  children,
}: Props) {
  const t = useTranslate();
  const words = useErrorWords();
  const reason = useId();
  const { isAsked, watch, modal } = useUnkept(isBusy, onClose);
  const form = useRef<HTMLFormElement>(null);
  const isFailed = error !== undefined && error !== null;
  const wasFailed = useRef(false);
  useEffect(() => {
    // a remedy that was taken goes with its failure
    if (wasFailed.current && !isFailed && !isBusy && document.activeElement === document.body)
      form.current?.querySelector('input')?.focus();
    wasFailed.current = isFailed;
  }, [isFailed, isBusy]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Modal
      {...modal}
      title={title}
      size={size}
      centered={!growsDown}
      closeOnClickOutside={!isBusy}
      closeOnEscape={!isBusy}
      closeButtonProps={{ ...modal.closeButtonProps, disabled: isBusy }}
    >
      {/* it hears what bubbles up from the fields, also from their lists, which are drawn elsewhere */}
      <form ref={form} onSubmit={send} noValidate {...watch}>
        {children}
        <div className={classes.foot} data-keeps>
          {/* beside the button that was pressed: the beginning of a long dialog may be out of sight */}
          {isFailed && (
            <Alert color="vermilion" mb="md" role="alert" title={errorTitle}>
              {[words(error).text, ...words(error).details].join(' ')}
              {remedy}
            </Alert>
          )}
          {why !== undefined && (
            <Text id={reason} size="sm" c="dimmed" ta="end" mb="xs">
              {why}
            </Text>
          )}
          <Text role="status" size="sm" ta="end" mb={isAsked ? 'xs' : 0}>
            {isAsked && t('shell.unkept')}
          </Text>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose} disabled={isBusy}>
              {t('shell.cancel')}
            </Button>
            <Button
              type="submit"
              loading={isBusy}
              disabled={isDisabled}
              aria-describedby={why === undefined ? undefined : reason}
              color={isDestructive ? 'vermilion' : undefined}
            >
              {submit}
            </Button>
          </Group>
        </div>
      </form>
    </Modal>
  );
}
