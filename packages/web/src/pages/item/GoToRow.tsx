// Goes to a row of a table by its place.
import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { numberIn } from '../../features/field-kinds.ts';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import classes from './DataTable.module.css';

interface Props {
  /** 0 while it is not known: there is no row to go to yet. */
  count: number;
  /** The place counts from 0. */
  onGo: (place: number) => void;
}

/** In the order in which the rows are shown, from 1. */
export function GoToRow({ count, onGo }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const go = (event: FormEvent) => {
    event.preventDefault();
    const row = numberIn(typed);
    const fits = row !== undefined && Number.isInteger(row) && row >= 1 && row <= count;
    setWrong(!fits);
    if (!fits) return;
    setTyped('');
    onGo(row - 1);
  };
  return (
    <form onSubmit={go} noValidate className={classes.goTo}>
      <TextInput
        aria-label={t('item.data.go-to')}
        placeholder={t('item.data.go-to')}
        inputMode="numeric"
        disabled={count === 0}
        enterKeyHint="go"
        value={typed}
        error={isWrong && t('item.data.go-to-wrong', { last: format.number(count) })}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setWrong(false);
        }}
      />
    </form>
  );
}
