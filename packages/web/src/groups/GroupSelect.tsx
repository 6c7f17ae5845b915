// Chooses one group of the organisation, found while its title is typed.
import type { Group } from '@graticule/contract/community/group';
import { Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslate } from '../language/use-language.ts';
import { useFoundGroups } from './use-found-groups.ts';

interface Props {
  label: string;
  description: string;
  placeholder?: string;
  value: Group | undefined;
  /** What may be chosen in place of a group; it stands first. */
  other?: { value: string; label: string };
  /** A group, or undefined for what may be chosen in its place. */
  onChange: (group: Group | undefined) => void;
}

/** The chosen group stays in the list whatever is looked for. */
export function GroupSelect({ label, description, placeholder, value, other, onChange }: Props) {
  const t = useTranslate();
  const shown = value?.title ?? other?.label ?? '';
  const [typed, setTyped] = useState('');
  // the title of what is chosen stands in the field, and is no search
  const found = useFoundGroups(typed === shown ? '' : typed) ?? [];
  const offered = value && !found.some(({ id }) => id === value.id) ? [value, ...found] : found;
  return (
    <Select
      label={label}
      description={description}
      placeholder={placeholder}
      searchable
      openOnFocus={false}
      allowDeselect={false}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={t('groups.no-match')}
      value={value?.id ?? other?.value ?? null}
      onChange={(id) => onChange(offered.find((group) => group.id === id))}
      data={[...(other ? [other] : []), ...withOwners(offered)]}
    />
  );
}

/** Groups with the same title are told apart by their owners. */
export function withOwners(groups: readonly Group[]): { value: string; label: string }[] {
  return groups.map(({ id, title, owner }) => ({
    value: id,
    label: groups.some((each) => each.id !== id && each.title === title) ? `${title} (${owner})` : title,
  }));
}
