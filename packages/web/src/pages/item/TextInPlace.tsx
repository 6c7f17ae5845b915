// A text of a layer that is changed where it stands.
import type { LayerInfo } from '@graticule/contract/services/layer';
import { Button, Group, Textarea, TextInput, UnstyledButton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { DefinitionChanged } from '../../features/change-definition.ts';
import { TheirsAndMine } from '../../features/TheirsAndMine.tsx';
import { useTranslate } from '../../language/use-language.ts';
import { useFocusAfter } from '../../ui/focus-after.ts';
import classes from './ItemPage.module.css';

interface Props {
  /** As it is now. */
  layer: LayerInfo;
  /** Undefined where what has the text is gone. */
  textOf: (layer: LayerInfo) => string | undefined;
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
  /** Saves over what the person saw. What cannot be saved stays in the box where the promise is broken. */
  onSave: (text: string, seen: LayerInfo) => unknown;
  /** What was typed was refused and waits in the box, or waits there no more. */
  onRefused?: (isRefused: boolean) => void;
}

/** What stands in the box. */
interface Typing {
  text: string;
  /** The layer as it was when typing began; missing where what was being saved then is typed on. */
  seen: LayerInfo | undefined;
  /** Why it was not saved. */
  error?: unknown;
}

/**
 * Enter and leaving the box save, Escape gives up. What was refused is saved again by its button or Enter alone; what somebody else wrote meanwhile
 * stands below the box then.
 */
export function TextInPlace({
  layer,
  textOf,
  pending,
  label,
  maxLength,
  mayBeEmpty = false,
  hasLines = false,
  shownAs,
  onSave,
  onRefused,
}: Props) {
  const t = useTranslate();
  const [typing, setTyping] = useState<Typing>();
  const shown = pending ?? textOf(layer) ?? '';
  const opener = useRef<HTMLButtonElement>(null);
  const focusAfter = useFocusAfter();
  const isWaiting = typing?.error !== undefined;
  const tell = useRef(onRefused);
  tell.current = onRefused;
  useEffect(() => {
    if (isWaiting) tell.current?.(true);
    return () => {
      if (isWaiting) tell.current?.(false);
    };
  }, [isWaiting]);
  const open = () => setTyping({ text: shown, seen: pending === undefined ? layer : undefined });
  if (typing === undefined && shownAs !== undefined && shown !== '') {
    return (
      <div className={classes.inPlace}>
        {shownAs(shown)}
        <UnstyledButton ref={opener} className={classes.alias} aria-label={label} onClick={open}>
          <IconPencil size={14} aria-hidden />
        </UnstyledButton>
      </div>
    );
  }
  if (typing === undefined) {
    return (
      <UnstyledButton
        ref={opener}
        className={classes.alias}
        fz={14}
        aria-label={shown === '' ? label : `${shown.replace(/\.$/, '')}. ${label}`}
        onClick={open}
      >
        {shown !== '' && <bdi>{shown}</bdi>}
        <IconPencil size={14} aria-hidden />
      </UnstyledButton>
    );
  }
  const { error } = typing;
  const isRefused = error !== undefined;
  // whoever decides has seen what somebody else wrote
  const now = error instanceof DefinitionChanged ? (error.now as LayerInfo) : undefined;
  const seen = now ?? typing.seen ?? layer;
  const end = () => setTyping(undefined);
  /** With the keys or the buttons of the box, which go with it. */
  const close = (how: () => void) => {
    focusAfter(() => opener.current);
    how();
  };
  const save = () => {
    end();
    const text = typing.text.trim();
    if ((text === '' && !mayBeEmpty) || text === textOf(seen)) return;
    Promise.resolve(onSave(text, seen)).catch((reason: unknown) => setTyping({ text, seen, error: reason }));
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
    value: typing.text,
    onKeyDown: press,
    ...(isRefused ? {} : { onBlur: save }),
  };
  const change = (event: { currentTarget: { value: string } }) => setTyping({ ...typing, text: event.currentTarget.value });
  const input = hasLines ? (
    <Textarea {...box} autosize minRows={3} maxRows={12} onChange={change} />
  ) : (
    <TextInput {...box} size="xs" onChange={change} />
  );
  if (!isRefused) return input;
  return (
    <div>
      {input}
      {now && (
        <div role="alert" className={classes.taken}>
          {t('item.changed.by-other')}
          <TheirsAndMine theirs={textOf(now)} />
        </div>
      )}
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" onClick={() => close(save)}>
          {t(now ? 'item.data.save-mine' : 'shell.save')}
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => close(end)}>
          {t(now ? 'item.data.keep-theirs' : 'shell.cancel')}
        </Button>
      </Group>
    </div>
  );
}
