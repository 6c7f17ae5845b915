// The groups an item is in, as one entry of the cache.
import { getItemGroups } from '@graticule/contract/content/items';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';

/** Groups that the caller may see; the caller's own favourites are among them. */
export function itemGroupsQuery(id: string) {
  return {
    queryKey: keys.itemPart(id, 'groups'),
    queryFn: async () => {
      const { admin, member, other } = await call(getItemGroups, { id }, { quiet: true });
      return [...admin, ...member, ...other];
    },
  };
}
