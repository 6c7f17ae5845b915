// One item by its id, as pages ask for it.
import { getItem } from '@graticule/contract/content/items';
import { ApiError } from './api-error.ts';
import { call } from './call.ts';
import { keys } from './keys.ts';

/** Asks for an item; an empty id is one that does not exist. */
export const itemQuery = (id: string) => ({
  queryKey: keys.item(id),
  queryFn: () => {
    if (id === '') throw new ApiError(400, '', 'CONT_0001');
    return call(getItem, { id }, { quiet: true });
  },
});
