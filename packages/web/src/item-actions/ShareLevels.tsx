// How widely items can be shared, and with which groups: what the dialogs for one item and for many have in common.
import { getUser } from '@graticule/contract/community/users';
import type { Item } from '@graticule/contract/content/item';
import { Radio, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { keys } from '../api/keys.ts';
import { useSession } from '../api/session.ts';
import { useTranslate } from '../language/use-language.ts';
import type { ShareLevel } from './apply-sharing.ts';
import { isOwner } from './item-rights.ts';

const LEVELS: readonly ShareLevel[] = ['private', 'org', 'public'];

/** The groups of this person that items can be shared with; undefined until they are known. */
export function useOwnGroups() {
  const username = useSession().user?.username ?? '';
  const { data, error } = useQuery({
    queryKey: keys.user(username),
    queryFn: () => call(getUser, { username }),
    enabled: username !== '',
  });
  return { groups: data && (data.groups ?? []).filter((group) => !group.isFav), error };
}

interface Props {
  items: readonly Item[];
  /** Undefined leaves every item as it is, and is offered only with `same`. */
  value: ShareLevel | undefined;
  onChange: (level: ShareLevel | undefined) => void;
  same?: { label: string; description: string };
}

/** A level that is not allowed for all of the items says so. */
export function ShareLevels({ items, value, onChange, same }: Props) {
  const t = useTranslate();
  const session = useSession();
  const isMine = items.every((item) => isOwner(item, session));
  const may: Record<ShareLevel, boolean> = {
    private: true,
    org: session.can(isMine ? 'portal:user:shareToOrg' : 'portal:admin:shareToOrg'),
    public: session.can(isMine ? 'portal:user:shareToPublic' : 'portal:admin:shareToPublic') && session.portal.canSharePublic !== false,
  };
  return (
    <Radio.Group label={t('share.level')} value={value ?? 'same'} onChange={(chosen) => onChange(LEVELS.find((each) => each === chosen))}>
      <Stack gap="sm" mt="sm">
        {same && <Radio value="same" {...same} />}
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
  );
}
