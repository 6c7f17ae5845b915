// Chooses who sees items: nobody else, the organisation, everyone, and groups.
import type { Item } from '@graticule/contract/content/item';
import { getUserItem } from '@graticule/contract/content/user-items';
import { Alert, Checkbox, List, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { keys } from '../api/keys.ts';
import { useSession } from '../api/session.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { ActionDialog } from './ActionDialog.tsx';
import { Audience, WaitingAudience } from './Audience.tsx';
import { applySharing, type ShareLevel, type SharingChoice } from './apply-sharing.ts';
import { drawsLayers, hiddenLayers, levelOf, loadDrawnLayers, wider } from './drawn-layers.ts';
import { GroupChecks } from './GroupChecks.tsx';
import { isOwner } from './item-rights.ts';
import classes from './ShareDialog.module.css';
import { ShareLevels, useOwnGroups } from './ShareLevels.tsx';
import { useItemChange } from './use-item-change.ts';

interface Props {
  items: readonly Item[];
  onClose: () => void;
}

/** Opens as high as it will be, and is used once the sharing as it is is known. */
export function ShareDialog({ items, onClose }: Props) {
  const [first] = items;
  const { data, error } = useQuery({
    queryKey: keys.itemPart(first?.id ?? '', 'sharing'),
    queryFn: () => call(getUserItem, { username: first?.owner ?? '', id: first?.id ?? '' }),
    enabled: items.length === 1,
    staleTime: 0,
  });
  const isWaiting = items.length === 1 && !data;
  const now = { level: levelOf(data?.sharing.access ?? first?.access), groups: data?.sharing.groups ?? [] };
  return <Choices items={items} now={now} isWaiting={isWaiting} fault={isWaiting ? error : null} onClose={onClose} />;
}

interface ChoicesProps extends Props {
  /** The sharing as it is. */
  now: { level: ShareLevel; groups: readonly string[] };
  /** It is not known yet, or cannot be, for the reason of `fault`. */
  isWaiting: boolean;
  fault: unknown;
}

const UNCHANGED = { added: [], removed: [] };

function Choices({ items, now, isWaiting, fault, onClose }: ChoicesProps) {
  const t = useTranslate();
  const session = useSession();
  const format = useFormat();
  // what is changed, not what it leads to: the groups that somebody else added meanwhile stay
  const [chosen, setChosen] = useState<{ level?: ShareLevel; added: readonly string[]; removed: readonly string[] }>(UNCHANGED);
  const level = chosen.level ?? now.level;
  const kept = now.groups.filter((id) => !chosen.removed.includes(id));
  const groups = [...kept, ...chosen.added.filter((id) => !now.groups.includes(id))];
  const [refused, setRefused] = useState<string[]>([]);
  const mine = useOwnGroups();
  const known = mine.groups ?? [];
  // those that have it stand first: further down a long list they would be out of sight
  const choosable = [...known.filter(({ id }) => now.groups.includes(id)), ...known.filter(({ id }) => !now.groups.includes(id))];
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
    groups.some((id) => !now.groups.includes(id)),
  );
  const shareable = hidden.filter((layer) => isOwner(layer, session) || session.isAdministrator);
  const sharing = useItemChange(() => shareAll(items, withLayers ? shareable : [], { level, groups, groupsNow: now.groups }), {
    isQuiet: true,
    onDone: (notShared) => (notShared.length > 0 ? setRefused(notShared) : onClose()),
  });

  return (
    <ActionDialog
      title={t('share.title', { count: items.length })}
      submit={t('shell.save')}
      size={560}
      growsDown
      isBusy={sharing.isPending}
      isDisabled={isWaiting}
      error={fault ?? sharing.error}
      onSubmit={() => sharing.mutate(undefined)}
      onClose={onClose}
    >
      {refused.length > 0 && (
        <Alert color="ochre" mb="md">
          {t('share.not-with', { names: format.list(refused.map((id) => choosable.find((group) => group.id === id)?.title ?? id)) })}
        </Alert>
      )}
      {/* what cannot be used is not read out, either */}
      <VisuallyHidden role="status">{isWaiting && !fault && t('shell.loading')}</VisuallyHidden>
      {!fault && (
        <div className={classes.choices} inert={isWaiting} aria-busy={isWaiting || undefined}>
          <ShareLevels
            items={items}
            value={isWaiting ? undefined : level}
            onChange={(value) => setChosen({ ...chosen, level: value ?? 'private' })}
          />
          <GroupChecks
            known={isWaiting ? undefined : mine.groups && choosable}
            error={mine.error}
            chosen={groups}
            onChange={(ids) =>
              setChosen({
                ...chosen,
                added: ids.filter((id) => !now.groups.includes(id)),
                removed: now.groups.filter((id) => !ids.includes(id)),
              })
            }
          />
          {items.length === 1 && first && (isWaiting ? <WaitingAudience /> : <Audience id={first.id} level={level} groups={groups} />)}
        </div>
      )}
      {!isWaiting && hidden.length > 0 && (
        <HiddenLayers layers={hidden} shareable={shareable.length} isChecked={withLayers} onChange={setWithLayers} />
      )}
    </ActionDialog>
  );
}

interface HiddenLayersProps {
  layers: readonly Item[];
  /** How many of them could be shared along. */
  shareable: number;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}

/** Layers that those who see the map would not see. */
function HiddenLayers({ layers, shareable, isChecked, onChange }: HiddenLayersProps) {
  const t = useTranslate();
  return (
    <Alert color="ochre" mt="lg" title={t('share.hidden-layers', { count: layers.length })}>
      <List size="sm">
        {layers.map((layer) => (
          <List.Item key={layer.id}>{layer.title}</List.Item>
        ))}
      </List>
      {shareable > 0 && (
        <Checkbox
          mt="sm"
          label={t('share.with-layers', { count: shareable })}
          checked={isChecked}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )}
    </Alert>
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
