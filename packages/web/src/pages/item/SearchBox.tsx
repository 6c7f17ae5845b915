// Above the table: looks for a text in the columns that are shown.
import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useFormat, useTranslate } from '../../language/use-language.ts';
import classes from './DataTable.module.css';
import { type LeftOut, MOST_COLUMNS } from './row-search.ts';

/** How long nothing is typed before rows are looked for. */
const PAUSE_MS = 350;
/** Longer texts are looked for by nobody. */
const LONGEST = 200;

interface Props {
  /** What is not looked through, if anything. */
  leavesOut: LeftOut | undefined;
  /** Told what is looked for now, trimmed, and maybe the same again; empty for nothing. */
  onSearch: (text: string) => void;
}

/** Searches by itself once nobody types; at once by Enter and when it is cleared, by Escape too. */
export function SearchBox({ leavesOut, onSearch }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const [text, setText] = useState('');
  const box = useRef<HTMLInputElement>(null);
  const search = useDebouncedCallback((typed: string) => onSearch(typed.trim()), PAUSE_MS);
  const clear = () => {
    setText('');
    search.cancel();
    onSearch('');
    box.current?.focus();
  };
  const bounds: Record<LeftOut, string> = {
    columns: t('item.data.search-bounded', { shown: format.number(MOST_COLUMNS) }),
    values: t('item.data.search-many'),
  };
  const bounded = leavesOut && text !== '' ? bounds[leavesOut] : undefined;
  return (
    <TextInput
      ref={box}
      type="search"
      className={classes.search}
      aria-label={t('item.data.search')}
      placeholder={t('item.data.search')}
      description={bounded}
      inputWrapperOrder={['input', 'description']}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={text === '' ? null : <CloseButton aria-label={t('item.data.search-clear')} onClick={clear} />}
      maxLength={LONGEST}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        search(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') search.flush();
        if (event.key === 'Escape' && text !== '') clear();
      }}
    />
  );
}
