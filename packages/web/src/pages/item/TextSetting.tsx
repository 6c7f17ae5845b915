// A text of a layer or a service in its settings, which is saved with a button.
import { Button, Group, Text, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useErrorWords } from '../../api/error-words.ts';
import { DefinitionChanged } from '../../features/change-definition.ts';
import { TheirsAndMine } from '../../features/TheirsAndMine.tsx';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { useTranslate } from '../../language/use-language.ts';
import { useFocusAfter } from '../../ui/focus-after.ts';

interface Props<Seen> {
  label: string;
  description?: string;
  /** What has the text, as it is now. */
  of: Seen;
  textOf: (of: Seen) => string;
  maxLength: number;
  /** May have more than one line. */
  hasLines?: boolean;
  /** Is a number. */
  isNumber?: boolean;
  /** Why a text cannot be saved; undefined where it can. */
  faultOf?: (text: string) => string | undefined;
  /** @throws DefinitionChanged where somebody else wrote something else than the person saw */
  onSave: (text: string, seen: Seen) => Promise<unknown>;
}

/** What is typed stays until it is saved or given up; what somebody else wrote meanwhile stands below it then. */
export function TextSetting<Seen>({ label, description, of, textOf, maxLength, hasLines, isNumber, faultOf, onSave }: Props<Seen>) {
  const t = useTranslate();
  const words = useErrorWords();
  const [typed, setTyped] = useState<{ text: string; seen: Seen; theirs?: string }>();
  const box = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const focusAfter = useFocusAfter();
  // the buttons go with what they decide
  const end = () => {
    focusAfter(() => box.current);
    saving.reset();
    setTyped(undefined);
  };
  const saving = useItemChange(({ text, seen }: { text: string; seen: Seen }) => onSave(text, seen), {
    isQuiet: true,
    success: t('item.saved'),
    onDone: end,
  });
  const shown = typed?.text ?? textOf(of);
  const text = shown.trim();
  const isChanged = typed !== undefined && (text !== textOf(typed.seen) || typed.theirs !== undefined);
  const wrong = typed && faultOf?.(text);
  const fault = wrong ?? (saving.error && typed?.theirs === undefined ? words(saving.error).text : undefined);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (typed === undefined || !isChanged || wrong !== undefined) return;
    saving.mutateAsync({ text, seen: typed.seen }).catch((error: unknown) => {
      // whoever saves again has seen what stands there by now
      if (!(error instanceof DefinitionChanged)) return;
      const seen = error.now as Seen;
      setTyped((before) => before && { ...before, seen, theirs: textOf(seen) });
    });
  };
  const input = {
    ref: box,
    label,
    description,
    dir: isNumber ? 'ltr' : 'auto',
    inputMode: isNumber ? ('numeric' as const) : undefined,
    maxLength,
    value: shown,
    error: fault,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
      saving.reset();
      setTyped((before) => ({ ...(before ?? { seen: of }), text: value }));
    },
  };
  return (
    <form onSubmit={save} noValidate>
      {hasLines ? <Textarea {...input} autosize minRows={2} maxRows={12} /> : <TextInput {...input} />}
      {typed?.theirs !== undefined && (
        <Text component="div" size="sm" mt={6} role="alert">
          {t('item.changed.by-other')}
          <TheirsAndMine theirs={typed.theirs} />
        </Text>
      )}
      {isChanged && (
        <Group gap="sm" mt="xs">
          <Button type="submit" loading={saving.isPending} disabled={wrong !== undefined}>
            {t(typed.theirs === undefined ? 'shell.save' : 'item.data.save-mine')}
          </Button>
          <Button variant="default" disabled={saving.isPending} onClick={end}>
            {t(typed.theirs === undefined ? 'shell.cancel' : 'item.data.keep-theirs')}
          </Button>
        </Group>
      )}
    </form>
  );
}
