// Chooses one member of the organisation, found by name while it is typed.
import { searchPortalUsers } from '@graticule/contract/search';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { keys } from '../api/keys.ts';
import { useTranslate } from '../language/use-language.ts';

interface Props {
  label: string;
  /** User names that are not offered. */
  without: ReadonlySet<string>;
  value: string | null;
  onChange: (username: string | null) => void;
  autoFocus?: boolean;
}

/** Of very many members the first by user name are offered; further ones are found by more of their name. */
export function MemberSelect({ label, without, value, onChange, autoFocus }: Props) {
  const t = useTranslate();
  const [text, setText] = useState('');
  const [typed] = useDebouncedValue(text.trim(), 200);
  const query = { portal: 'self', q: /^[\p{L}\p{N}._@-]+$/u.test(typed) ? `${typed}*` : undefined, num: 20, sortField: 'username' };
  const { data } = useQuery({
    queryKey: keys.members(query),
    queryFn: () => call(searchPortalUsers, query),
    placeholderData: keepPreviousData,
  });
  const people = (data?.results ?? []).filter(({ username }) => !without.has(username));
  return (
    <Select
      data-autofocus={autoFocus || undefined}
      label={label}
      searchable
      value={value}
      onChange={onChange}
      searchValue={text}
      onSearchChange={setText}
      filter={({ options }) => options}
      nothingFoundMessage={t('shell.no-member')}
      data={people.map(({ username, fullName }) => ({ value: username, label: fullName ? `${fullName} (${username})` : username }))}
    />
  );
}
