// One value of a row, changed in place where that is allowed.
import { type CellValue, cellText } from '../../features/cell-text.ts';
import { isFigure, type ShownField } from '../../features/field-kinds.ts';
import { inputOf } from '../../features/typed-value.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import { CellEditor, isMoment } from './CellEditor.tsx';
import type { CellEdit } from './cell-edits.ts';
import classes from './DataTable.module.css';
import { ChangedMeanwhile } from './save-value.ts';
import { useTyping } from './use-typing.ts';

interface Props {
  field: ShownField;
  /** The column has numbers, which stand below each other. */
  isFigures: boolean;
  /** Of the column among all, from 1, where not all are drawn. */
  index: number | undefined;
  value: CellValue;
  isLoaded: boolean;
  /** The tab key reaches it; arrow keys always do. */
  isTabbed: boolean;
  isEditable: boolean;
  /** What was typed and is being saved, or was refused. */
  edit: CellEdit | undefined;
  /** What was typed, and the value that stood there when typing began. */
  onSave: (value: string | number | null, before: CellValue) => void;
  /** The cell goes out of sight with something in it that is no value. */
  onWrong: (text: string, before: CellValue) => void;
}

/** What is being saved or was refused stands there instead of the value. */
export function DataCell({ field, isFigures, index, value, isLoaded, isTabbed, isEditable, edit, onSave, onWrong }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const typing = useTyping(field, { onSave, onWrong });
  const { typed, isWrong } = typing;
  const shown = edit === undefined || edit.text !== undefined ? value : edit.typed.value;
  const isNumber = isFigure(field);
  const cell = { className: isFigures ? classes.number : undefined, 'aria-colindex': index, 'data-field': field.name };
  if (!isLoaded) return <td className={classes.waiting} aria-colindex={index} />;
  const label = t('item.data.edit', { name: field.alias });
  if (typed !== undefined) {
    return (
      <td {...cell} data-moment={isMoment(field) || undefined} data-wrong={isWrong || undefined}>
        <CellEditor field={field} label={label} value={typed} typing={typing} />
      </td>
    );
  }
  // who goes on typing was shown what somebody else wrote meanwhile, and writes over that
  const seen = edit?.error instanceof ChangedMeanwhile && edit.error.now !== undefined ? edit.error.now : value;
  const start = () => typing.start(edit?.text ?? inputOf(shown, field).text, seen);
  const text = edit?.text ?? cellText(shown, field, format);
  const nothing = text === undefined ? t('item.data.no-value') : text === '' ? t('item.data.empty-text') : undefined;
  const words = nothing ? <span className={classes.null}>{nothing}</span> : <Words text={text ?? ''} isNumber={isNumber} />;
  if (!isEditable)
    return (
      <td {...cell} tabIndex={-1} title={text}>
        {words}
      </td>
    );
  return (
    <td {...cell} title={text} onDoubleClick={start}>
      <button
        ref={typing.comeBack}
        type="button"
        tabIndex={isTabbed ? undefined : -1}
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
