// What is shown of items is read anew.
import type { QueryClient } from '@tanstack/react-query';
import { keys } from '../api/keys.ts';

/** Of all items. What was found in files that wait to be published stays: no change of an item changes it, and finding it may take minutes. */
export function renewItems(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: keys.items, predicate: ({ queryKey }) => !queryKey.includes('analysis') });
}
