// Asks for an expression in SQL; the names of fields are put into it by a click.
import type { WireField } from '@graticule/contract/services/layer';
import { Button, Stack, Textarea } from '@mantine/core';
import { useRef } from 'react';
import { useTranslate } from '../../language/use-language.ts';
import { useFocusAfter } from '../../ui/focus-after.ts';
import classes from './Calculate.module.css';
import { withName } from './calculation.ts';

/** As long as the portal reads. */
const LONGEST = 20_000;

interface Props {
  fields: readonly WireField[];
  value: string;
  /** What is wrong with it. */
  fault: string | undefined;
  onChange: (value: string) => void;
}

/** A name comes to where the caret is, and typing goes on behind it. */
export function ExpressionInput({ fields, value, fault, onChange }: Props) {
  const t = useTranslate();
  const input = useRef<HTMLTextAreaElement>(null);
  const focusAfter = useFocusAfter();
  const insert = (name: string) => {
    const { selectionStart, selectionEnd } = input.current ?? { selectionStart: value.length, selectionEnd: value.length };
    const made = withName(value, selectionStart, selectionEnd, name);
    onChange(made.text);
    focusAfter(() => {
      input.current?.setSelectionRange(made.at, made.at);
      return input.current;
    });
  };
  return (
    <Stack gap="xs">
      <Textarea
        ref={input}
        label={t('item.calculate.expression-label')}
        description={t('item.calculate.expression-hint')}
        className={classes.sql}
        dir="ltr"
        spellCheck={false}
        autoCapitalize="off"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={LONGEST}
        required
        error={fault !== undefined && <span dir="auto">{fault}</span>}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <fieldset aria-label={t('item.calculate.names')} className={classes.names}>
        {fields.map(({ name, alias }) => (
          <Button key={name} variant="default" size="compact-sm" title={alias === name ? undefined : alias} onClick={() => insert(name)}>
            <bdi>{name}</bdi>
          </Button>
        ))}
      </fieldset>
    </Stack>
  );
}
