// Keeps an item among the caller's favourites: a group of their own that nobody else sees.
import type { Item } from '@graticule/contract/content/item';
import { shareItem, unshareItem } from '@graticule/contract/content/sharing';
import { Button } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useSession } from '../../api/session.ts';
import { useItemChange } from '../../item-actions/use-item-change.ts';
import { useTranslate } from '../../language/use-language.ts';
import { itemGroupsQuery } from './item-groups-query.ts';

/** Nothing for visitors: they have no favourites. */
export function FavouriteButton({ item }: { item: Item }) {
  const { user } = useSession();
  return user?.favGroupId ? <Toggle id={item.id} favourites={user.favGroupId} /> : null;
}

function Toggle({ id, favourites }: { id: string; favourites: string }) {
  const t = useTranslate();
  const { data } = useQuery(itemGroupsQuery(id));
  const isFavourite = data?.some((group) => group.id === favourites) ?? false;
  const change = useItemChange(() => call(isFavourite ? unshareItem : shareItem, { id, groups: [favourites] }));
  const Icon = isFavourite ? IconStarFilled : IconStar;
  return (
    <Button
      variant="default"
      aria-pressed={isFavourite}
      disabled={!data}
      loading={change.isPending}
      leftSection={<Icon size={18} aria-hidden color={isFavourite ? 'var(--ochre)' : undefined} />}
      onClick={() => change.mutate(undefined)}
    >
      {t('item.favourite')}
    </Button>
  );
}
