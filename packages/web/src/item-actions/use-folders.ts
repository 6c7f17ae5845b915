// The folders of a person.
import type { Folder } from '@graticule/contract/content/item';
import { getUserContent } from '@graticule/contract/content/user-content';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { keys } from '../api/keys.ts';

/** Sorted by title; cached until an item or folder changes. @source CO-146 */
export function useFolders(username: string): { folders: Folder[]; isLoading: boolean } {
  const { data, isLoading } = useQuery({
    queryKey: keys.folders(username),
    queryFn: async () => (await call(getUserContent, { username, num: 0 })).folders ?? [],
    enabled: username !== '',
  });
  const folders = [...(data ?? [])].sort((a, b) => a.title.localeCompare(b.title));
  return { folders, isLoading };
}
