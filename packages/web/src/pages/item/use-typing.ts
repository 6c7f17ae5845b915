// Typing into one cell: from its opening until the value is saved or given up.
import type { WireField } from '@graticule/contract/services/layer';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { CellValue } from '../../features/cell-text.ts';
import { inputOf, typedValue } from '../../features/typed-value.ts';

/** What becomes of what was typed, with the value that stood there when typing began. */
interface Outcome {
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
export function useTyping(field: WireField, { onSave, onWrong }: Outcome) {
  const [typed, setTyped] = useState<string>();
  const [opened, setOpened] = useState<Opened>();
  const [isWrong, setWrong] = useState(false);
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
  return {
    typed,
    before: opened?.text ?? '',
    isWrong,
    start: (text: string, before: CellValue) => {
      setTyped(text);
      setOpened({ text, before });
    },
    type: setTyped,
    save,
    press: (event: KeyboardEvent) => {
      // the key ends a word that is being put together, in languages that need that
      if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
      // the same key would open the cell again
      event.preventDefault();
      if (event.key === 'Enter') save(typed ?? '', true);
      else close(true);
    },
    /** For what stands in the cell when it is not typed in. */
    comeBack: useCallback((button: HTMLElement | null) => {
      if (button === null) return;
      if (isBack.current) button.focus();
      isBack.current = false;
    }, []),
  };
}
