// A moment that is changed in its cell: its day, and its time of day where that is known.
import type { FocusEvent, KeyboardEvent } from 'react';
import { momentParts, momentText } from '../../features/date-values.ts';
import { useTranslate } from '../../language/use-language.ts';
import classes from './DataTable.module.css';

interface Props {
  /** What the field is called, for people. */
  name: string;
  label: string;
  /** As it is typed: a day, or a day and a time. */
  value: string;
  isWrong: boolean;
  onChange: (value: string) => void;
  /** Both inputs were left. */
  onLeave: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** As in the form of a row, without the room that it takes. Lies over the next cell where its own is too narrow. */
export function MomentCell({ name, label, value, isWrong, onChange, onLeave, onKeyDown }: Props) {
  const t = useTranslate();
  const { day, time } = momentParts(value);
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.parentElement?.contains(relatedTarget)) onLeave();
  };
  const shared = { className: classes.editor, 'aria-invalid': isWrong || undefined, onKeyDown, onBlur: leave };
  return (
    <div className={classes.moment}>
      <input
        {...shared}
        aria-label={label}
        // biome-ignore lint/a11y/noAutofocus: the cell was just opened for typing
        autoFocus
        type="date"
        max="9999-12-31"
        value={day}
        onChange={(event) => onChange(momentText(event.currentTarget.value, time))}
      />
      <input
        {...shared}
        type="time"
        aria-label={t('item.field.time-of', { name })}
        step={time.length > 5 ? 1 : undefined}
        value={time}
        onChange={(event) => onChange(momentText(day, event.currentTarget.value))}
      />
    </div>
  );
}
