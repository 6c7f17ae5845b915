// A text that is changed where it stands.
import { Textarea, TextInput, UnstyledButton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
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
  onSave: (text: string) => void;
}

/** Enter and leaving the box save, Escape gives up. */
export function TextInPlace({ text, pending, label, maxLength, mayBeEmpty = false, hasLines = false, shownAs, onSave }: Props) {
  const [typed, setTyped] = useState<string>();
  const shown = pending ?? text;
  if (typed === undefined && shownAs !== undefined && shown !== '') {
    return (
      <div className={classes.inPlace}>
        {shownAs(shown)}
        <UnstyledButton className={classes.alias} aria-label={label} onClick={() => setTyped(shown)}>
          <IconPencil size={14} aria-hidden />
        </UnstyledButton>
      </div>
    );
  }
  if (typed === undefined) {
    return (
      <UnstyledButton
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
  const save = () => {
    setTyped(undefined);
    const next = typed.trim();
    if ((next !== '' || mayBeEmpty) && next !== text) onSave(next);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !hasLines) save();
    if (event.key === 'Escape') setTyped(undefined);
  };
  const box = { 'aria-label': label, dir: 'auto', autoFocus: true, maxLength, value: typed, onKeyDown: press, onBlur: save };
  if (hasLines) return <Textarea {...box} autosize minRows={3} maxRows={12} onChange={(event) => setTyped(event.currentTarget.value)} />;
  return <TextInput {...box} size="xs" onChange={(event) => setTyped(event.currentTarget.value)} />;
}
