// Which apps stand behind the grid of the header: all that are shared with the organisation, or those of a group.
import { getGroup } from '@graticule/contract/community/groups';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { GroupSelect } from '../../groups/GroupSelect.tsx';
import { quoted } from '../../items/search-query.ts';
import { useTranslate } from '../../language/use-language.ts';

interface Props {
  /** The query that finds the items; empty for all apps. */
  query: string;
  onChange: (query: string) => void;
}

/** A query that another client set stays as it is until something else is chosen. */
export function SwitcherChoice({ query, onChange }: Props) {
  const t = useTranslate();
  const id = /^group:"?([0-9a-f]{32})"?$/.exec(query)?.[1];
  const { data } = useQuery({
    queryKey: keys.group(id ?? ''),
    queryFn: () => call(getGroup, { id: id ?? '' }, { quiet: true }),
    enabled: id !== undefined,
  });
  return (
    <GroupSelect
      label={t('people.apps')}
      description={t('people.apps-hint')}
      value={id === undefined ? undefined : data}
      other={query === '' || data !== undefined ? { value: ALL, label: t('people.apps-all') } : { value: query, label: query }}
      onChange={(group) => onChange(group ? `group:${quoted(group.id)}` : '')}
    />
  );
}

const ALL = 'all';
