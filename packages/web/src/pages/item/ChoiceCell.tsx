// A value of a list that is changed in its cell.
import type { WireField } from '@graticule/contract/services/layer';
import { type ComponentPropsWithoutRef, useRef } from 'react';

interface Props extends Omit<ComponentPropsWithoutRef<'select'>, 'onChange'> {
  field: WireField;
  value: string;
  /** What stood in the cell before, as it is typed. */
  before: string;
  /** Another one is shown: arrow keys go through many before the one that is meant. */
  onSee: (value: string) => void;
  /** One was pointed at, and is meant. */
  onPick: (value: string) => void;
}

/** Offers no value only where the field may have none, and keeps a value in sight that the list does not have. */
export function ChoiceCell({ field, value, before, onSee, onPick, onKeyDown, ...rest }: Props) {
  const isPointed = useRef(false);
  const choices =
    field.domain?.type === 'codedValue' ? field.domain.codedValues.map(({ code, name }) => ({ code: String(code), name })) : [];
  const isListed = before === '' || choices.some(({ code }) => code === before);
  return (
    <select
      {...rest}
      value={value}
      onPointerDown={() => {
        isPointed.current = true;
      }}
      onKeyDown={(event) => {
        isPointed.current = false;
        onKeyDown?.(event);
      }}
      onChange={({ currentTarget }) => (isPointed.current ? onPick : onSee)(currentTarget.value)}
    >
      {(field.nullable !== false || before === '') && <option value="" />}
      {!isListed && <option value={before}>{before}</option>}
      {choices.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </select>
  );
}
