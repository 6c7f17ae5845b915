// Chooses groups to which this person may add others, found while their titles are typed.
import type { Group } from '@graticule/contract/community/group';
import { getUser } from '@graticule/contract/community/users';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { useSession } from '../../api/session.ts';
import { withOwners } from '../../groups/GroupSelect.tsx';
import { useFoundGroups } from '../../groups/use-found-groups.ts';
import { useTranslate } from '../../language/use-language.ts';
import { ManySelect } from '../../ui/ManySelect.tsx';

interface Props {
  value: string[];
  onChange: (ids: string[]) => void;
}

/** All groups of the organisation for those who may add people to any; else those that one manages, if there are some. */
export function GroupChoice(props: Props) {
  const { can } = useSession();
  return can('portal:admin:assignToGroups') ? <AnyGroups {...props} /> : <ManagedGroups {...props} />;
}

function AnyGroups({ value, onChange }: Props) {
  const t = useTranslate();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<readonly Group[]>([]);
  const found = useFoundGroups(typed);
  const offered = [...chosen, ...(found ?? []).filter(({ id }) => !chosen.some((group) => group.id === id))];
  return (
    <ManySelect
      label={t('invitations.groups')}
      description={t('invitations.groups-hint')}
      clearable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={t('groups.no-match')}
      value={value}
      onChange={(ids) => {
        setChosen(offered.filter(({ id }) => ids.includes(id)));
        setTyped('');
        onChange(ids);
      }}
      data={withOwners(offered)}
      comboboxProps={{ withinPortal: true }}
    />
  );
}

function ManagedGroups({ value, onChange }: Props) {
  const t = useTranslate();
  const username = useSession().user?.username ?? '';
  const { data } = useQuery({ queryKey: keys.user(username), queryFn: () => call(getUser, { username }) });
  const managed = (data?.groups ?? []).filter(
    ({ isFav, userMembership }) => !isFav && /^(owner|admin)$/.test(userMembership?.memberType ?? ''),
  );
  if (managed.length === 0) return null;
  return (
    <ManySelect
      label={t('invitations.groups')}
      description={t('invitations.groups-hint')}
      clearable
      value={value}
      onChange={onChange}
      data={withOwners(managed)}
      comboboxProps={{ withinPortal: true }}
    />
  );
}
