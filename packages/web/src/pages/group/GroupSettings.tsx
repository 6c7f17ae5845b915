// What the managers of a group decide about it, saved as it is chosen.
import type { Group } from '@graticule/contract/community/group';
import { protectGroup, unprotectGroup, updateGroup } from '@graticule/contract/community/groups';
import { Alert, Select, Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useErrorWords } from '../../api/error-words.ts';
import { keys } from '../../api/keys.ts';
import { useTranslate } from '../../language/use-language.ts';

const SORTS = ['title asc', 'modified desc', 'created desc', 'numviews desc', 'owner asc'] as const;
type Sort = (typeof SORTS)[number];

interface Changes {
  sortField?: string;
  sortOrder?: string;
  hiddenMembers?: boolean;
  leavingDisallowed?: boolean;
}

/** Order of the content, who sees the members, who may leave, protection. */
export function GroupSettings({ group }: { group: Group }) {
  const t = useTranslate();
  const words = useErrorWords();
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: keys.groups });
  const saving = useMutation({ mutationFn: (changes: Changes) => call(updateGroup, { id: group.id, ...changes }), onSuccess });
  const protection = useMutation({
    mutationFn: (isOn: boolean) => call(isOn ? protectGroup : unprotectGroup, { id: group.id }),
    onSuccess,
  });
  const shown: Changes = saving.isPending ? ({ ...group, ...saving.variables } as Changes) : (group as Changes);
  const current = SORTS.find((sort) => sort === `${shown.sortField} ${shown.sortOrder}`) ?? 'title asc';
  const fault = saving.error ?? protection.error;
  const sortBy = (sort: Sort) => {
    const [sortField, sortOrder] = sort.split(' ');
    saving.mutate({ sortField, sortOrder });
  };
  return (
    <Stack gap="lg" maw={560}>
      {fault && (
        <Alert color="vermilion" role="alert">
          {words(fault).text}
        </Alert>
      )}
      <Select
        label={t('groups.sort')}
        description={t('groups.sort-hint')}
        allowDeselect={false}
        value={current}
        onChange={(value) => value && sortBy(value as Sort)}
        data={SORTS.map((value) => ({ value, label: t(`groups.sort.${nameOf(value)}`) }))}
      />
      <Switch
        label={t('groups.hidden-members')}
        description={t('groups.hidden-members-hint')}
        checked={shown.hiddenMembers === true}
        disabled={saving.isPending}
        onChange={(event) => saving.mutate({ hiddenMembers: event.currentTarget.checked })}
      />
      <Switch
        label={t('groups.leaving-disallowed')}
        description={t('groups.leaving-disallowed-hint')}
        checked={shown.leavingDisallowed === true}
        disabled={saving.isPending}
        onChange={(event) => saving.mutate({ leavingDisallowed: event.currentTarget.checked })}
      />
      <Switch
        label={t('groups.protect')}
        description={t('groups.protect-hint')}
        checked={protection.isPending ? protection.variables : group.protected}
        disabled={protection.isPending}
        onChange={(event) => protection.mutate(event.currentTarget.checked)}
      />
      <Text size="sm" c="dimmed">
        {t(group.capabilities.includes('updateitemcontrol') ? 'groups.updates-together' : 'groups.updates-alone')}
      </Text>
    </Stack>
  );
}

function nameOf(sort: Sort): 'title' | 'modified' | 'created' | 'numviews' | 'owner' {
  return sort.split(' ')[0] as 'title' | 'modified' | 'created' | 'numviews' | 'owner';
}
