// One value of a row, changed in place where that is allowed.
import type { WireField } from '@graticule/contract/services/layer';
import { type KeyboardEvent, useId, useState } from 'react';
import { type CellValue, cellText } from '../../features/cell-text.ts';
import { isFigure, kindOf } from '../../features/field-kinds.ts';
import { inputOf, typedValue } from '../../features/typed-value.ts';
import { useBadNumber, useNumberText } from '../../features/use-number-text.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import classes from './DataTable.module.css';
import { MomentCell } from './MomentCell.tsx';

interface Props {
  field: WireField;
  /** Of the column among all, from 1, where not all are drawn. */
  index: number | undefined;
  value: CellValue;
  isLoaded: boolean;
  isEditable: boolean;
  /** What was typed and is being saved, or was refused. */
  pending: CellValue;
  /** What was typed, and the value that stood there when typing began. */
  onSave: (value: string | number | null, before: CellValue) => void;
}

/** Enter and leaving the cell save, Escape gives up; an empty cell is no value. */
export function DataCell({ field, index, value, isLoaded, isEditable, pending, onSave }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const [typed, setTyped] = useState<string>();
  const [before, setBefore] = useState<CellValue>();
  const [isWrong, setWrong] = useState(false);
  const wrongId = useId();
  const shown = pending === undefined ? value : pending;
  const isNumber = isFigure(field);
  const typing = useNumberText(typed ?? '', setTyped, isNumber);
  const className = isNumber ? classes.number : undefined;
  if (!isLoaded) return <td className={classes.waiting} aria-colindex={index} />;

  const start = () => {
    setTyped(inputOf(shown, field).text);
    setBefore(value);
  };
  const save = (text: string) => {
    // what cannot be typed to the last digit, such as thousandths of a second, stays when it is not touched
    const next = text === inputOf(before, field).text ? (before ?? null) : typedValue(text, field);
    if (next === undefined) return setWrong(true);
    setTyped(undefined);
    setWrong(false);
    if (next !== (before ?? null)) onSave(next, before);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') save(typed ?? '');
    if (event.key !== 'Escape') return;
    setWrong(false);
    setTyped(undefined);
  };
  const label = t('item.data.edit', { name: field.alias });

  if (typed !== undefined) {
    const isMoment = kindOf(field) === 'date' && field.domain?.type !== 'codedValue';
    const shared = {
      className: classes.editor,
      'aria-label': label,
      'aria-invalid': isWrong || undefined,
      'aria-describedby': isWrong ? wrongId : undefined,
      autoFocus: true,
      onKeyDown: press,
    };
    return (
      <td className={className} data-moment={isMoment || undefined} data-wrong={isWrong || undefined} aria-colindex={index}>
        {field.domain?.type === 'codedValue' ? (
          <select {...shared} value={typed} onChange={(event) => save(event.currentTarget.value)} onBlur={() => setTyped(undefined)}>
            <option value="" />
            {field.domain.codedValues.map(({ code, name }) => (
              <option key={code} value={String(code)}>
                {name}
              </option>
            ))}
          </select>
        ) : isMoment ? (
          <MomentCell
            name={field.alias}
            label={label}
            value={typed}
            isWrong={isWrong}
            onChange={setTyped}
            onLeave={() => save(typed)}
            onKeyDown={press}
          />
        ) : (
          <input
            {...shared}
            // as wide as the column, which would grow for it otherwise and move all others
            size={1}
            type={inputOf(shown, field).type}
            step={kindOf(field) === 'time' ? 1 : undefined}
            value={typing.text}
            maxLength={field.length}
            inputMode={isNumber ? 'decimal' : undefined}
            onChange={(event) => typing.type(event.currentTarget.value)}
            onBlur={() => save(typed)}
          />
        )}
        {isWrong && (
          <span id={wrongId} role="alert" className={classes.wrong}>
            <Wrong field={field} typed={typed} />
          </span>
        )}
      </td>
    );
  }
  const text = cellText(shown, field, format);
  const nothing = text === undefined ? t('item.data.no-value') : text === '' ? t('item.data.empty-text') : undefined;
  const words = nothing ? <span className={classes.null}>{nothing}</span> : <Words text={text ?? ''} isNumber={isNumber} />;
  if (!isEditable)
    return (
      <td className={className} aria-colindex={index} title={text}>
        {words}
      </td>
    );
  return (
    <td className={className} aria-colindex={index} title={text} onDoubleClick={start}>
      <button
        type="button"
        className={classes.value}
        aria-label={`${nothing ?? text}. ${label}`}
        // a click of the pointer only chooses the cell; keys and assistive technology come without a count
        onClick={(event) => event.detail === 0 && start()}
      >
        {words}
      </button>
    </td>
  );
}

/** What is said of something typed that is no value. */
function Wrong({ field, typed }: { field: WireField; typed: string }) {
  const t = useTranslate();
  const badNumber = useBadNumber();
  const kind = kindOf(field);
  return kind === 'number' ? badNumber(typed) : t(kind === 'time' ? 'item.data.bad-time' : 'item.data.bad-date');
}

/** Text and numbers are cut at their own end when they are too long; numbers stay at the end of the column. */
function Words({ text, isNumber }: { text: string; isNumber: boolean }) {
  if (isNumber)
    return (
      <span className={classes.figure} dir="ltr">
        {text}
      </span>
    );
  return (
    <span className={classes.words} dir="auto">
      {text}
    </span>
  );
}
