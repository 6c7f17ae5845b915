// Changes who sees many items: what is not chosen stays as it is for each.
import { getUser } from '@graticule/contract/community/users';
import type { Item } from '@graticule/contract/content/item';
import { Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { keys } from '../../../api/keys.ts';
import { useSession } from '../../../api/session.ts';
import { ActionDialog } from '../../../item-actions/ActionDialog.tsx';
import type { ShareLevel } from '../../../item-actions/apply-sharing.ts';
import { isOwner } from '../../../item-actions/item-rights.ts';
import { useFormat, useTranslate } from '../../../language/use-language.ts';
import { ManySelect } from '../../../ui/ManySelect.tsx';
import { type Operation, sharing } from './operations.ts';

interface Props {
  items: readonly Item[];
  onStart: (operation: Operation) => void;
  onClose: () => void;
}

const LEVELS: readonly ShareLevel[] = ['private', 'org', 'public'];

/** Says how many will be seen by more people than before, and whose members will see them. */
export function ShareItemsDialog({ items, onStart, onClose }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const session = useSession();
  const [level, setLevel] = useState<ShareLevel>();
  const [added, setAdded] = useState<string[]>([]);
  const [removed, setRemoved] = useState<string[]>([]);
  const username = session.user?.username ?? '';
  const mine = useQuery({ queryKey: keys.user(username), queryFn: () => call(getUser, { username }), enabled: username !== '' });
  const groups = (mine.data?.groups ?? []).filter((group) => !group.isFav).map(({ id, title }) => ({ value: id, label: title }));
  const namesOf = (ids: readonly string[]) => format.list(groups.filter(({ value }) => ids.includes(value)).map(({ label }) => label));
  const isMine = items.every((item) => isOwner(item, session));
  const may: Record<ShareLevel, boolean> = {
    private: true,
    org: session.can(isMine ? 'portal:user:shareToOrg' : 'portal:admin:shareToOrg'),
    public: session.can(isMine ? 'portal:user:shareToPublic' : 'portal:admin:shareToPublic') && session.portal.canSharePublic !== false,
  };
  const width = { private: 0, shared: 0, org: 1, public: 2 } as const;
  const wider = level === undefined ? 0 : items.filter((item) => width[item.access] < width[level]).length;
  const narrower = level === undefined ? 0 : items.filter((item) => width[item.access] > width[level]).length;
  return (
    <ActionDialog
      title={t('share.title', { count: items.length })}
      submit={t('shell.save')}
      isBusy={false}
      isDisabled={level === undefined && added.length === 0 && removed.length === 0}
      onSubmit={() => onStart(sharing({ level, added, removed }))}
      onClose={onClose}
    >
      <Radio.Group label={t('share.level')} value={level ?? 'same'} onChange={(value) => setLevel(LEVELS.find((each) => each === value))}>
        <Stack gap="sm" mt="sm">
          <Radio value="same" label={t('content.share.same')} description={t('content.share.same-hint')} />
          {LEVELS.map((each) => (
            <Radio
              key={each}
              value={each}
              disabled={!may[each]}
              label={t(`share.level.${each}`)}
              description={t(may[each] ? `share.level.${each}-hint` : 'share.not-allowed')}
            />
          ))}
        </Stack>
      </Radio.Group>
      <ManySelect
        mt="lg"
        label={t('content.share.add')}
        placeholder={added.length === 0 ? t(groups.length === 0 ? 'share.no-groups' : 'content.share.groups') : undefined}
        data={groups.filter(({ value }) => !removed.includes(value))}
        value={added}
        onChange={setAdded}
      />
      <ManySelect
        mt="md"
        label={t('content.share.remove')}
        placeholder={removed.length === 0 ? t('content.share.groups') : undefined}
        data={groups.filter(({ value }) => !added.includes(value))}
        value={removed}
        onChange={setRemoved}
      />
      <Text size="sm" mt="md" role="status">
        {[
          wider > 0 ? t('content.share.wider', { count: wider }) : '',
          narrower > 0 ? t('content.share.narrower', { count: narrower }) : '',
          added.length > 0 ? t('content.share.to-groups', { count: items.length, names: namesOf(added) }) : '',
          removed.length > 0 ? t('content.share.out-of-groups', { count: items.length, names: namesOf(removed) }) : '',
        ]
          .filter(Boolean)
          .join(' ')}
      </Text>
    </ActionDialog>
  );
}
