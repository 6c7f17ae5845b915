// A text that is changed where it stands.
import { Button, Group, Textarea, TextInput, UnstyledButton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslate } from '../../language/use-language.ts';
import { useFocusAfter } from '../../ui/focus-after.ts';
import classes from './ItemPage.module.css';

interface Props {
  text: string;
  /** What is being saved. */
  pending: string | undefined;
  /** Says what is changed. */
  label: string;
  maxLength: number;
  /** No text at all may be saved. */
  mayBeEmpty?: boolean;
  /** Enter begins a new line instead of saving. */
  hasLines?: boolean;
  /** How the text is shown; as it is without. */
  shownAs?: (text: string) => ReactNode;
  /** What cannot be saved stays in the box where the promise is broken. */
  onSave: (text: string) => unknown;
}

/** Enter and leaving the box save, Escape gives up. What was refused is saved again by its button or Enter alone: it may be of somebody else by now. */
export function TextInPlace({ text, pending, label, maxLength, mayBeEmpty = false, hasLines = false, shownAs, onSave }: Props) {
  const t = useTranslate();
  const [typed, setTyped] = useState<string>();
  const [isRefused, setRefused] = useState(false);
  const shown = pending ?? text;
  const opener = useRef<HTMLButtonElement>(null);
  const focusAfter = useFocusAfter();
  if (typed === undefined && shownAs !== undefined && shown !== '') {
    return (
      <div className={classes.inPlace}>
        {shownAs(shown)}
        <UnstyledButton ref={opener} className={classes.alias} aria-label={label} onClick={() => setTyped(shown)}>
          <IconPencil size={14} aria-hidden />
        </UnstyledButton>
      </div>
    );
  }
  if (typed === undefined) {
    return (
      <UnstyledButton
        ref={opener}
        className={classes.alias}
        fz={14}
        aria-label={shown === '' ? label : `${shown.replace(/\.$/, '')}. ${label}`}
        onClick={() => setTyped(shown)}
      >
        {shown !== '' && <bdi>{shown}</bdi>}
        <IconPencil size={14} aria-hidden />
      </UnstyledButton>
    );
  }
  const end = () => {
    setTyped(undefined);
    setRefused(false);
  };
  /** With the keys or the buttons of the box, which go with it. */
  const close = (how: () => void) => {
    focusAfter(() => opener.current);
    how();
  };
  const save = () => {
    end();
    const next = typed.trim();
    if ((next === '' && !mayBeEmpty) || next === text) return;
    Promise.resolve(onSave(next)).catch(() => {
      setTyped(next);
      setRefused(true);
    });
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !hasLines) {
      // the key would press the button that has the focus by then
      event.preventDefault();
      close(save);
    }
    if (event.key === 'Escape') close(end);
  };
  const isLost = [null, document.body, opener.current].includes(document.activeElement as HTMLButtonElement | null);
  const box = {
    'aria-label': label,
    dir: 'auto',
    // whoever went on meanwhile is left where they are
    autoFocus: !isRefused || isLost,
    maxLength,
    value: typed,
    onKeyDown: press,
    ...(isRefused ? {} : { onBlur: save }),
  };
  const change = (event: { currentTarget: { value: string } }) => setTyped(event.currentTarget.value);
  const input = hasLines ? (
    <Textarea {...box} autosize minRows={3} maxRows={12} onChange={change} />
  ) : (
    <TextInput {...box} size="xs" onChange={change} />
  );
  if (!isRefused) return input;
  return (
    <div>
      {input}
      <Group gap="xs" mt="xs" wrap="nowrap">
        <Button size="compact-sm" onClick={() => close(save)}>
          {t('shell.save')}
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => close(end)}>
          {t('shell.cancel')}
        </Button>
      </Group>
    </div>
  );
}
