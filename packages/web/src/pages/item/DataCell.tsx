// One value of a row, changed in place where that is allowed.
import type { WireField } from '@graticule/contract/services/layer';
import { type KeyboardEvent, useState } from 'react';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { type CellValue, cellText } from './cell-text.ts';
import classes from './DataTable.module.css';
import { dateInput, dateTyped } from './date-values.ts';
import { isFigure, kindOf, numberIn } from './where-clause.ts';

interface Props {
  field: WireField;
  value: CellValue;
  isLoaded: boolean;
  isEditable: boolean;
  /** What was typed and is being saved, or was refused. */
  pending: CellValue;
  /** What was typed, and the value that stood there when typing began. */
  onSave: (value: string | number | null, before: CellValue) => void;
}

/** Enter and leaving the cell save, Escape gives up; an empty cell is no value. */
export function DataCell({ field, value, isLoaded, isEditable, pending, onSave }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const [typed, setTyped] = useState<string>();
  const [before, setBefore] = useState<CellValue>();
  const [isWrong, setWrong] = useState(false);
  const shown = pending === undefined ? value : pending;
  const isNumber = isFigure(field);
  const className = isNumber ? classes.number : undefined;
  if (!isLoaded) return <td className={classes.waiting} />;

  const start = () => {
    setTyped(inputOf(shown, field).text);
    setBefore(value);
  };
  const save = (text: string) => {
    const next = typedValue(text, field);
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
    const shared = {
      className: classes.editor,
      'aria-label': label,
      'aria-invalid': isWrong || undefined,
      autoFocus: true,
      onKeyDown: press,
    };
    return (
      <td className={className} title={isWrong ? t(isNumber ? 'item.data.bad-number' : 'item.data.bad-date') : undefined}>
        {field.domain?.type === 'codedValue' ? (
          <select {...shared} value={typed} onChange={(event) => save(event.currentTarget.value)} onBlur={() => setTyped(undefined)}>
            <option value="" />
            {field.domain.codedValues.map(({ code, name }) => (
              <option key={code} value={String(code)}>
                {name}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...shared}
            type={inputOf(shown, field).type}
            value={typed}
            maxLength={field.length}
            inputMode={isNumber ? 'decimal' : undefined}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onBlur={() => save(typed)}
          />
        )}
      </td>
    );
  }
  const text = cellText(shown, field, format);
  const words =
    text === undefined ? <span className={classes.null}>{t('item.data.no-value')}</span> : <Words text={text} isNumber={isNumber} />;
  if (!isEditable)
    return (
      <td className={className} title={text}>
        {words}
      </td>
    );
  return (
    <td className={className} title={text} onDoubleClick={start}>
      <button
        type="button"
        className={classes.value}
        aria-label={`${text ?? t('item.data.no-value')}. ${label}`}
        // a click of the pointer only chooses the cell; keys and assistive technology come without a count
        onClick={(event) => event.detail === 0 && start()}
      >
        {words}
      </button>
    </td>
  );
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

/** What was typed as a value of the field; undefined when it is none. */
function typedValue(text: string, field: WireField): string | number | null | undefined {
  if (text === '') return null;
  if (field.domain?.type === 'codedValue') return field.domain.codedValues.find(({ code }) => String(code) === text)?.code;
  const kind = kindOf(field);
  if (kind === 'number') return numberIn(text);
  return kind === 'date' ? dateTyped(text) : text;
}

/** The kind of input for a value, and what stands in it at first. */
function inputOf(value: CellValue, field: WireField): { type: string; text: string } {
  if (kindOf(field) === 'date') return dateInput(typeof value === 'number' ? value : null);
  return { type: kindOf(field) === 'day' ? 'date' : 'text', text: value === null || value === undefined ? '' : String(value) };
}
