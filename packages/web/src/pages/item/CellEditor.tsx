// The inside of a cell while it is typed in.
import type { WireField } from '@graticule/contract/services/layer';
import { useId } from 'react';
import { isFigure, kindOf } from '../../features/field-kinds.ts';
import { inputOf } from '../../features/typed-value.ts';
import { useNumberText } from '../../features/use-number-text.ts';
import { ChoiceCell } from './ChoiceCell.tsx';
import classes from './DataTable.module.css';
import { MomentCell } from './MomentCell.tsx';
import type { useTyping } from './use-typing.ts';
import { useWrongWord } from './use-wrong-word.ts';

interface Props {
  field: WireField;
  label: string;
  value: string;
  typing: ReturnType<typeof useTyping>;
}

/** A list, a day with its time, or a line; what is no value is told beside it. */
export function CellEditor({ field, label, value, typing: { before, isWrong, type, save, press } }: Props) {
  const wrongId = useId();
  const wrong = useWrongWord();
  const line = useNumberText(value, type, isFigure(field));
  const shared = {
    className: classes.editor,
    'aria-label': label,
    'aria-invalid': isWrong || undefined,
    'aria-describedby': isWrong ? wrongId : undefined,
    autoFocus: true,
    onKeyDown: press,
    onBlur: () => save(value),
  };
  return (
    <>
      {field.domain?.type === 'codedValue' ? (
        <ChoiceCell {...shared} field={field} value={value} before={before} onSee={type} onPick={(picked) => save(picked, true)} />
      ) : isMoment(field) ? (
        <MomentCell
          name={field.alias}
          label={label}
          value={value}
          isWrong={isWrong}
          onChange={type}
          onLeave={shared.onBlur}
          onKeyDown={press}
        />
      ) : (
        <input
          {...shared}
          // as wide as the column, which would grow for it otherwise and move all others
          size={1}
          type={inputOf(null, field).type}
          step={kindOf(field) === 'time' ? 1 : undefined}
          value={line.text}
          maxLength={field.length}
          inputMode={isFigure(field) ? 'decimal' : undefined}
          onChange={(event) => line.type(event.currentTarget.value)}
        />
      )}
      {isWrong && (
        <span id={wrongId} role="alert" className={classes.wrong}>
          {wrong(field, value)}
        </span>
      )}
    </>
  );
}

/** A day that may have a time. */
export function isMoment(field: WireField): boolean {
  return kindOf(field) === 'date' && field.domain?.type !== 'codedValue';
}
