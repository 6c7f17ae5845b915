// Chooses an item of a kind, found while its title is typed.
import type { Item } from '@graticule/contract/content/item';
import { searchItems } from '@graticule/contract/search';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { keys } from '../api/keys.ts';
import { groupedText } from '../items/search-query.ts';
import { useTranslate } from '../language/use-language.ts';

const OFFERED = 50;

interface Props {
  label: string;
  description?: string | undefined;
  /** Said where there is nothing of the kind; the choice is then closed. */
  none: string;
  /** The clause of the search that every item of the kind fulfils. */
  kind: string;
  /** What the clause cannot say. */
  accepts?: (item: Item) => boolean;
  chosen: Item | undefined;
  onChoose: (item: Item | undefined) => void;
  isRequired?: boolean;
  hasFocus?: boolean;
}

/** Without words the items that changed last. Those with the same title are told apart by their owners. */
export function ItemSelect({ label, description, none, kind, accepts, chosen, onChoose, isRequired, hasFocus }: Props) {
  const t = useTranslate();
  const [typed, setTyped] = useState('');
  // the title of what is chosen stands in the box, and is no search
  const [text] = useDebouncedValue(typed === chosen?.title ? '' : typed.replace(/[*?:"()[\]{}\\]/g, ' ').trim(), 250);
  const query = {
    q: text === '' ? kind : `${groupedText(text)} AND ${kind}`,
    num: OFFERED,
    ...(text === '' ? { sortField: 'modified', sortOrder: 'desc' as const } : {}),
  };
  const { data } = useQuery({ queryKey: keys.itemSearch(query), queryFn: () => call(searchItems, query) });
  const found = (data?.results ?? []).filter((each) => accepts?.(each) ?? true);
  const offered = chosen && !found.some(({ id }) => id === chosen.id) ? [chosen, ...found] : found;
  const isNone = data !== undefined && text === '' && offered.length === 0;
  return (
    <Select
      data-autofocus={hasFocus || undefined}
      label={label}
      description={isNone ? none : description}
      required={isRequired}
      searchable
      openOnFocus={false}
      disabled={isNone}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={t('item.app.nothing')}
      data={offered.map(({ id, title, owner }) => ({
        value: id,
        label: offered.filter((each) => each.title === title).length > 1 ? `${title} (${owner})` : title,
      }))}
      value={chosen?.id ?? null}
      onChange={(id) => onChoose(offered.find((each) => each.id === id))}
    />
  );
}
