// Chooses who sees items: nobody else, the organisation, everyone, and groups.
import type { Item } from '@graticule/contract/content/item';
import { getUserItem } from '@graticule/contract/content/user-items';
import { Alert, Checkbox, List, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { keys } from '../api/keys.ts';
import { useSession } from '../api/session.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { Audience } from './Audience.tsx';
import { applySharing, type ShareLevel, type SharingChoice } from './apply-sharing.ts';
import { drawsLayers, hiddenLayers, levelOf, loadDrawnLayers, wider } from './drawn-layers.ts';
import { GroupChecks } from './GroupChecks.tsx';
import { isOwner } from './item-rights.ts';
import { ShareLevels, useOwnGroups } from './ShareLevels.tsx';
import { useItemChange } from './use-item-change.ts';

interface Props {
  items: readonly Item[];
  onClose: () => void;
}

/** Waits for the sharing as it is, then shows the choices. */
export function ShareDialog({ items, onClose }: Props) {
  const [first] = items;
  const { data, error } = useQuery({
    queryKey: keys.itemPart(first?.id ?? '', 'sharing'),
    queryFn: () => call(getUserItem, { username: first?.owner ?? '', id: first?.id ?? '' }),
    enabled: items.length === 1,
    staleTime: 0,
  });
  const t = useTranslate();
  if (items.length === 1 && !data) {
    return (
      <ActionDialog
        title={t('share.title', { count: 1 })}
        submit={t('shell.save')}
        isBusy={false}
        isDisabled
        error={error}
        onSubmit={onClose}
        onClose={onClose}
      >
        {!error && <Skeleton height={150} />}
      </ActionDialog>
    );
  }
  return (
    <Choices items={items} level={levelOf(data?.sharing.access ?? first?.access)} groups={data?.sharing.groups ?? []} onClose={onClose} />
  );
}

function Choices({ items, level: levelNow, groups: groupsNow, onClose }: Props & { level: ShareLevel; groups: readonly string[] }) {
  const t = useTranslate();
  const session = useSession();
  const format = useFormat();
  const [level, setLevel] = useState<ShareLevel>(levelNow);
  const [groups, setGroups] = useState<string[]>([...groupsNow]);
  const [refused, setRefused] = useState<string[]>([]);
  const mine = useOwnGroups();
  const known = mine.groups ?? [];
  // those that have it stand first: further down a long list they would be out of sight
  const choosable = [...known.filter(({ id }) => groupsNow.includes(id)), ...known.filter(({ id }) => !groupsNow.includes(id))];
  const [withLayers, setWithLayers] = useState(true);
  const [first] = items;
  const drawn = useQuery({
    queryKey: keys.itemPart(first?.id ?? '', 'drawn-layers'),
    queryFn: () => loadDrawnLayers(first?.id ?? ''),
    enabled: items.length === 1 && first !== undefined && drawsLayers(first.type),
  });
  const hidden = hiddenLayers(
    drawn.data ?? [],
    level,
    groups.some((id) => !groupsNow.includes(id)),
  );
  const shareable = hidden.filter((layer) => isOwner(layer, session) || session.isAdministrator);
  const sharing = useItemChange(() => shareAll(items, withLayers ? shareable : [], { level, groups, groupsNow }), {
    isQuiet: true,
    onDone: (notShared) => (notShared.length > 0 ? setRefused(notShared) : onClose()),
  });

  return (
    <ActionDialog
      title={t('share.title', { count: items.length })}
      submit={t('shell.save')}
      size={560}
      isBusy={sharing.isPending}
      error={sharing.error}
      onSubmit={() => sharing.mutate(undefined)}
      onClose={onClose}
    >
      {refused.length > 0 && (
        <Alert color="ochre" mb="md">
          {t('share.not-with', { names: format.list(refused.map((id) => choosable.find((group) => group.id === id)?.title ?? id)) })}
        </Alert>
      )}
      <ShareLevels items={items} value={level} onChange={(chosen) => setLevel(chosen ?? 'private')} />
      <GroupChecks known={mine.groups && choosable} error={mine.error} chosen={groups} onChange={setGroups} />
      {items.length === 1 && first && <Audience id={first.id} level={level} groups={groups} />}
      {hidden.length > 0 && (
        <Alert color="ochre" mt="lg" title={t('share.hidden-layers', { count: hidden.length })}>
          <List size="sm">
            {hidden.map((layer) => (
              <List.Item key={layer.id}>{layer.title}</List.Item>
            ))}
          </List>
          {shareable.length > 0 && (
            <Checkbox
              mt="sm"
              label={t('share.with-layers', { count: shareable.length })}
              checked={withLayers}
              onChange={(event) => setWithLayers(event.currentTarget.checked)}
            />
          )}
        </Alert>
      )}
    </ActionDialog>
  );
}

/** The items as chosen, and the layers they draw at least as widely. */
async function shareAll(items: readonly Item[], layers: readonly Item[], choice: SharingChoice): Promise<string[]> {
  for (const layer of layers) {
    const added = choice.groups.filter((id) => !choice.groupsNow.includes(id));
    await applySharing([layer], { level: wider(choice.level, levelOf(layer.access)), groups: added, groupsNow: [] });
  }
  return applySharing(items, choice);
}
