// One value of a row, changed in place where that is allowed.
import type { WireField } from '@graticule/contract/services/layer';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { type CellValue, cellText } from '../../features/cell-text.ts';
import { isFigure, kindOf } from '../../features/field-kinds.ts';
import { inputOf, typedValue } from '../../features/typed-value.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import type { CellEdit } from './cell-edits.ts';
import { ChoiceCell } from './ChoiceCell.tsx';
import classes from './DataTable.module.css';
import { MomentCell } from './MomentCell.tsx';
import { wrongWord } from './wrong-word.ts';

interface Props {
  field: WireField;
  /** Of the column among all, from 1, where not all are drawn. */
  index: number | undefined;
  value: CellValue;
  isLoaded: boolean;
  isEditable: boolean;
  /** What was typed and is being saved, or was refused. */
  edit: CellEdit | undefined;
  /** What was typed, and the value that stood there when typing began. */
  onSave: (value: string | number | null, before: CellValue) => void;
  /** The cell goes out of sight with something in it that is no value. */
  onWrong: (text: string, before: CellValue) => void;
}

/** What stood in the cell when typing began: as it is typed, and its value. */
interface Opened {
  text: string;
  before: CellValue;
}

/** Enter and leaving the cell save, also by scrolling; Escape gives up; an empty cell is no value. */
export function DataCell({ field, index, value, isLoaded, isEditable, edit, onSave, onWrong }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const [typed, setTyped] = useState<string>();
  const [opened, setOpened] = useState<Opened>();
  const [isWrong, setWrong] = useState(false);
  const wrongId = useId();
  const shown = edit === undefined || edit.text !== undefined ? value : edit.typed.value;
  const isNumber = isFigure(field);
  const className = isNumber ? classes.number : undefined;

  const start = () => {
    const text = edit?.text ?? inputOf(shown, field).text;
    setTyped(text);
    setOpened({ text, before: value });
  };
  // set when the keys go on from the cell, not when they went elsewhere
  const isBack = useRef(false);
  const close = (goesOn: boolean) => {
    isBack.current = goesOn;
    setTyped(undefined);
    setWrong(false);
  };
  /** False for what is no value. */
  const keep = (text: string): boolean => {
    if (opened === undefined || text === opened.text) return true;
    const { before } = opened;
    // what cannot be typed to the last digit, such as thousandths of a second, stays when it is not touched
    const next = text === inputOf(before, field).text ? (before ?? null) : typedValue(text, field);
    if (next !== undefined) onSave(next, before);
    return next !== undefined;
  };
  const save = (text: string, goesOn = false) => (keep(text) ? close(goesOn) : setWrong(true));
  const leave = useRef(() => {});
  leave.current = () => {
    if (typed !== undefined && !keep(typed)) onWrong(typed, opened?.before);
  };
  useEffect(() => () => leave.current(), []);
  const press = (event: KeyboardEvent) => {
    // the key ends a word that is being put together, in languages that need that
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    // the same key would open the cell again
    event.preventDefault();
    if (event.key === 'Enter') save(typed ?? '', true);
    else close(true);
  };
  if (!isLoaded) return <td className={classes.waiting} aria-colindex={index} />;
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
      <td className={className} data-moment={isMoment || undefined} data-wrong={isWrong || undefined} aria-colindex={index} data-field={field.name}>
        {field.domain?.type === 'codedValue' ? (
          <ChoiceCell
            {...shared}
            field={field}
            value={typed}
            before={opened?.text ?? ''}
            onSee={setTyped}
            onPick={(picked) => save(picked, true)}
            onBlur={() => save(typed)}
          />
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
            value={typed}
            maxLength={field.length}
            inputMode={isNumber ? 'decimal' : undefined}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onBlur={() => save(typed)}
          />
        )}
        {isWrong && (
          <span id={wrongId} role="alert" className={classes.wrong}>
            {t(wrongWord(field))}
          </span>
        )}
      </td>
    );
  }
  const text = edit?.text ?? cellText(shown, field, format);
  const nothing = text === undefined ? t('item.data.no-value') : text === '' ? t('item.data.empty-text') : undefined;
  const words = nothing ? <span className={classes.null}>{nothing}</span> : <Words text={text ?? ''} isNumber={isNumber} />;
  if (!isEditable)
    return (
      <td className={className} aria-colindex={index} data-field={field.name} title={text}>
        {words}
      </td>
    );
  return (
    <td className={className} aria-colindex={index} data-field={field.name} title={text} onDoubleClick={start}>
      <button
        ref={(button) => {
          if (button && isBack.current) button.focus();
          isBack.current = false;
        }}
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
