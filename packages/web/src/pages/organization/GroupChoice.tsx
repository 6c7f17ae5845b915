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
import { ManySelect, type ManySelectProps } from '../../ui/ManySelect.tsx';

interface Props {
  /** Said below the name of the field. */
  hint: string;
  autoFocus?: boolean;
  value: string[];
  onChange: (ids: string[]) => void;
}

/** What both ways to choose look like. */
type Field = Pick<ManySelectProps, 'label' | 'description' | 'clearable' | 'value' | 'comboboxProps'>;

/** All groups of the organisation for those who may add people to any; else those that one manages, if there are some. */
export function GroupChoice({ hint, autoFocus, value, onChange }: Props) {
  const t = useTranslate();
  const { can } = useSession();
  const field: Field = {
    label: t('invitations.groups'),
    description: hint,
    clearable: true,
    value,
    comboboxProps: { withinPortal: true },
    ...(autoFocus ? { 'data-autofocus': true } : {}),
  };
  return can('portal:admin:assignToGroups') ? (
    <AnyGroups field={field} onChange={onChange} />
  ) : (
    <ManagedGroups field={field} onChange={onChange} />
  );
}

interface FieldProps {
  field: Field;
  onChange: (ids: string[]) => void;
}

function AnyGroups({ field, onChange }: FieldProps) {
  const t = useTranslate();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<readonly Group[]>([]);
  const found = useFoundGroups(typed);
  const offered = [...chosen, ...(found ?? []).filter(({ id }) => !chosen.some((group) => group.id === id))];
  return (
    <ManySelect
      {...field}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={t('groups.no-match')}
      onChange={(ids) => {
        setChosen(offered.filter(({ id }) => ids.includes(id)));
        setTyped('');
        onChange(ids);
      }}
      data={withOwners(offered)}
    />
  );
}

function ManagedGroups({ field, onChange }: FieldProps) {
  const username = useSession().user?.username ?? '';
  const { data } = useQuery({ queryKey: keys.user(username), queryFn: () => call(getUser, { username }) });
  const managed = (data?.groups ?? []).filter(
    ({ isFav, userMembership }) => !isFav && /^(owner|admin)$/.test(userMembership?.memberType ?? ''),
  );
  if (managed.length === 0) return null;
  return <ManySelect {...field} onChange={onChange} data={withOwners(managed)} />;
}
