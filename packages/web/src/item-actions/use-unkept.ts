// Keeps a form in a dialog from being left by a slip of the hand once something in it was changed.
import { useWindowEvent } from '@mantine/hooks';
import { type SyntheticEvent, useState } from 'react';
import { useTranslate } from '../language/use-language.ts';
import { useFocusBack } from '../ui/focus-back.ts';

/** A dialog whose form may have been changed. */
interface Unkept {
  /** Escape was pressed once: what is lost by pressing it again is to be said. */
  isAsked: boolean;
  /** What hears of changes: for the form. */
  watch: Record<'onInput' | 'onChange' | 'onDrop' | 'onClick', (event: SyntheticEvent) => void>;
  /** For the dialog itself. */
  modal: {
    opened: true;
    onClose: () => void;
    closeButtonProps: { 'aria-label': string; onClick: () => void };
  };
}

/** Chosen options are no inputs, and buttons within the body add and remove things; those that only open something change nothing. */
const CHANGES = '[role="option"], button:not([aria-haspopup], [aria-expanded])';
/** What is used within this changes nothing: the buttons that decide, and what only looks for something. */
const KEEPS = '[data-keeps]';

/**
 * While something is changed, a click beside the dialog does nothing, and Escape asks at first and leaves the second time; its cross always closes it.
 * @param isAtRisk whether leaving now would lose it: steps that come later may have taken it over
 */
export function useUnkept(isBusy: boolean, onClose: () => void, isAtRisk: () => boolean = () => true): Unkept {
  useFocusBack();
  const t = useTranslate();
  const [isChanged, setChanged] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const change = ({ target }: SyntheticEvent) => {
    if (target instanceof Element && target.closest(KEEPS)) return;
    setChanged(true);
    setAsked(false);
  };
  useWindowEvent(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.isComposing || !isChanged || isBusy) return;
      // an open list or menu within the dialog takes this one for itself
      if (event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true') return;
      if (!isAtRisk()) return;
      if (isAsked) onClose();
      else setAsked(true);
    },
    { capture: true },
  );
  const onClick = (event: SyntheticEvent) => {
    if (event.target instanceof Element && event.target.closest(CHANGES)) change(event);
  };
  const isHeld = () => isChanged && isAtRisk();
  // the dialog calls this for its cross, too
  const leave = () => {
    if (!isHeld()) onClose();
  };
  const cross = () => {
    if (isHeld()) onClose();
  };
  return {
    isAsked,
    watch: { onInput: change, onChange: change, onDrop: change, onClick },
    modal: { opened: true, onClose: leave, closeButtonProps: { 'aria-label': t('shell.close'), onClick: cross } },
  };
}
