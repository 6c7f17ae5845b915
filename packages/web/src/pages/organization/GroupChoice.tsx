// Chooses groups of the organisation to which this person may add others.
import { searchGroups } from '@graticule/contract/search';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { useSession } from '../../api/session.ts';
import { useTranslate } from '../../language/use-language.ts';
import { ManySelect } from '../../ui/ManySelect.tsx';

/** Nothing when there is no such group. */
export function GroupChoice({ value, onChange }: { value: string[]; onChange: (ids: string[]) => void }) {
  const t = useTranslate();
  const session = useSession();
  const query = { q: `orgid:${session.portal.id}`, num: 100, sortField: 'title' };
  const { data } = useQuery({ queryKey: keys.groupSearch(query), queryFn: () => call(searchGroups, query) });
  const groups = (data?.results ?? []).filter(({ userMembership }) => {
    const type = userMembership?.memberType;
    return session.can('portal:admin:assignToGroups') || type === 'owner' || type === 'admin';
  });
  if (groups.length === 0) return null;
  return (
    <ManySelect
      label={t('invitations.groups')}
      description={t('invitations.groups-hint')}
      clearable
      value={value}
      onChange={onChange}
      data={groups.map((group) => ({ value: group.id, label: group.title }))}
      comboboxProps={{ withinPortal: true }}
    />
  );
}
