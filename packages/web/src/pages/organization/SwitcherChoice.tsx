// Which apps stand behind the grid of the header: all that are shared with the organisation, or those of a group.
import type { Group } from '@graticule/contract/community/group';
import { Select } from '@mantine/core';
import { quoted } from '../../items/search-query.ts';
import { useTranslate } from '../../language/use-language.ts';

interface Props {
  /** The query that finds the items; empty for all apps. */
  query: string;
  groups: readonly Group[];
  onChange: (query: string) => void;
}

/** A query that another client set stays as it is until something else is chosen. */
export function SwitcherChoice({ query, groups, onChange }: Props) {
  const t = useTranslate();
  const all = { value: ALL, label: t('people.apps-all') };
  const ofGroups = groups.map((group) => ({ value: `group:${quoted(group.id)}`, label: group.title }));
  const isOther = query !== '' && !ofGroups.some(({ value }) => value === query);
  return (
    <Select
      label={t('people.apps')}
      description={t('people.apps-hint')}
      searchable
      allowDeselect={false}
      value={query || ALL}
      onChange={(value) => onChange(value === ALL || value === null ? '' : value)}
      data={[all, ...(isOther ? [{ value: query, label: query }] : []), ...ofGroups]}
    />
  );
}

const ALL = 'all';
