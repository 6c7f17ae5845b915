// The folders of a person.
import type { Folder } from '@graticule/contract/content/item';
import { getUserContent } from '@graticule/contract/content/user-content';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { keys } from '../api/keys.ts';

/** Sorted by title, with how many items lie in none; cached until an item or folder changes. @source CO-146 */
export function useFolders(username: string): { folders: Folder[]; rootCount: number | undefined; isLoading: boolean } {
  const { data, isLoading } = useQuery({
    queryKey: keys.folders(username),
    queryFn: () => call(getUserContent, { username, num: 0 }),
    enabled: username !== '',
  });
  const folders = [...(data?.folders ?? [])].sort((a, b) => a.title.localeCompare(b.title));
  return { folders, rootCount: data?.total, isLoading };
}
