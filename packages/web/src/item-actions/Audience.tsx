// Who sees an item, or will see it once the choice is saved; and why one person does.
import { itemAudience } from '@graticule/contract/content/audience';
import { List, Loader, Skeleton, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { keys } from '../api/keys.ts';
import { useFormat, useTranslate } from '../language/use-language.ts';
import { AccessWhy } from './AccessWhy.tsx';
import classes from './Audience.module.css';
import type { ShareLevel } from './apply-sharing.ts';

interface Props {
  id: string;
  level: ShareLevel;
  groups: readonly string[];
}

/** Counted by the portal with the rule that decides; `level` and `groups` need not be saved yet. */
export function Audience({ id, level, groups }: Props) {
  const t = useTranslate();
  const format = useFormat();
  const [asksWhy, setAsksWhy] = useState(false);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: [...keys.itemPart(id, 'audience'), level, [...groups].sort()],
    queryFn: () =>
      call(
        itemAudience,
        { id, everyone: level === 'public', org: level !== 'private', groups: groups.length > 0 ? [...groups] : [] },
        { quiet: true },
      ),
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (!data) return error ? null : <WaitingAudience groups={groups.length} />;
  const { organization } = data;
  const people = t(data.isAtLeast ? 'share.people-at-least' : 'share.people', { count: data.people, shown: format.number(data.people) });
  return (
    <section className={classes.audience} aria-live="polite" aria-busy={isPlaceholderData || undefined}>
      <p className={classes.total}>
        <IconUsers size={18} aria-hidden />
        {data.everyone ? t(organization?.isPrivate ? 'share.everyone-private' : 'share.everyone') : people}
        {isPlaceholderData && <Loader size={14} />}
      </p>
      <List size="sm" spacing={4}>
        <List.Item>{t('share.by-owner', { name: data.owner })}</List.Item>
        {organization?.shared && (
          <List.Item>
            {organization.members === null
              ? t('share.by-org-unknown', { name: organization.name })
              : t('share.by-org', { name: organization.name, count: organization.members, shown: format.number(organization.members) })}
          </List.Item>
        )}
        {data.groups.map((group) => (
          <List.Item key={group.id}>
            {group.members === null
              ? t('share.by-group-unknown', { name: group.title ?? t('share.hidden-group') })
              : t('share.by-group', {
                  name: group.title ?? t('share.hidden-group'),
                  count: group.members,
                  shown: format.number(group.members),
                })}
          </List.Item>
        ))}
        {data.administrators !== null && data.administrators > 0 && !organization?.shared && (
          <List.Item>{t('share.by-administrators', { count: data.administrators, shown: format.number(data.administrators) })}</List.Item>
        )}
      </List>
      <button type="button" className={classes.why} aria-expanded={asksWhy} onClick={() => setAsksWhy(!asksWhy)}>
        {t('share.why')}
      </button>
      {asksWhy && (
        <>
          <Text size="sm" c="dimmed" mb={6}>
            {t('share.why-hint')}
          </Text>
          <AccessWhy id={id} />
        </>
      )}
    </section>
  );
}

/** As high as what comes: the owner, the organisation or its administrators, and each group have a line. */
export function WaitingAudience({ groups = 0 }: { groups?: number }) {
  const t = useTranslate();
  return (
    <section className={classes.audience} aria-busy>
      <div className={classes.total}>
        <Skeleton width="40%">&nbsp;</Skeleton>
      </div>
      <List size="sm" spacing={4} listStyleType="none">
        {Array.from({ length: 2 + groups }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of nothing yet
          <List.Item key={at}>
            <Skeleton width={220}>&nbsp;</Skeleton>
          </List.Item>
        ))}
      </List>
      <div className={classes.why} aria-hidden>
        <Skeleton width="fit-content">{t('share.why')}</Skeleton>
      </div>
    </section>
  );
}
