// A dialog of several steps that is not left by a slip of the hand while a step holds something that was typed or chosen.
import { Modal, Text } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useTranslate } from '../language/use-language.ts';
import classes from '../ui/DialogFoot.module.css';
import { useUnkept } from './use-unkept.ts';

interface Props {
  title: string;
  size: number;
  closeOnClickOutside?: boolean;
  closeOnEscape?: boolean;
  /** Closed, what is inside stays as it is and goes on. */
  isOpen?: boolean;
  /** Leaving loses nothing now, whatever the steps hold. */
  isKept?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A step whose entries would be lost has `data-unkept`; what goes on by itself, or is over, may be left at any time. */
export function GuardedModal({
  title,
  size,
  closeOnClickOutside = true,
  closeOnEscape = true,
  isOpen = true,
  isKept = false,
  onClose,
  children,
}: Props) {
  const t = useTranslate();
  const body = useRef<HTMLDivElement>(null);
  const isAtRisk = () => !isKept && body.current?.querySelector('[data-unkept]') !== null;
  const { isAsked, watch, modal } = useUnkept(!closeOnEscape || !isOpen, onClose, isAtRisk);
  return (
    <Modal
      {...modal}
      opened={isOpen}
      keepMounted
      // effects inside go on
      keepMountedMode="display-none"
      title={title}
      size={size}
      // steps are of different heights: the head stays where it is
      centered={false}
      closeOnClickOutside={closeOnClickOutside}
      closeOnEscape={closeOnEscape}
    >
      <div ref={body} {...watch}>
        {children}
      </div>
      <Text role="status" size="sm" ta="end" className={isAsked ? classes.foot : undefined}>
        {isAsked && t('shell.unkept')}
      </Text>
    </Modal>
  );
}
