// Asks for a moment: its day, and its time of day where that is known.
import { Button, Input, TextInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslate } from '../language/use-language.ts';
import { dateInput, momentParts, momentText } from './date-values.ts';
import classes from './MomentField.module.css';

interface Props {
  /** What the field is called, for people. */
  name: string;
  label: ReactNode;
  required: boolean;
  description: string | undefined;
  error: string | undefined;
  /** As it is typed: a day, or a day and a time. */
  value: string;
  onChange: (value: string) => void;
}

/** Two inputs of the browser, which write and read as its region does. Without a time it is the whole day, everywhere. */
export function MomentField({ name, label, required, description, error, value, onChange }: Props) {
  const t = useTranslate();
  const id = useId();
  const { day, time } = momentParts(value);
  const hint = `${id}-hint`;
  const shared = { 'aria-describedby': hint, 'aria-invalid': error !== undefined || undefined };
  return (
    <Input.Wrapper id={id} label={label} required={required}>
      <div className={classes.inputs}>
        <TextInput
          {...shared}
          id={id}
          type="date"
          max="9999-12-31"
          error={error !== undefined}
          value={day}
          onChange={(event) => onChange(momentText(event.currentTarget.value, time))}
        />
        <TextInput
          {...shared}
          type="time"
          aria-label={t('item.field.time-of', { name })}
          step={time.length > 5 ? 1 : undefined}
          error={error !== undefined}
          value={time}
          onChange={(event) => onChange(momentText(day, event.currentTarget.value))}
        />
      </div>
      <div className={classes.foot}>
        <div id={hint}>
          {description && <Input.Description>{description}</Input.Description>}
          {error && <Input.Error role="alert">{error}</Input.Error>}
        </div>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={t('item.field.now-in', { name })}
          onClick={() => onChange(dateInput(Math.floor(Date.now() / 60_000) * 60_000).text)}
        >
          {t('item.field.now')}
        </Button>
      </div>
    </Input.Wrapper>
  );
}
