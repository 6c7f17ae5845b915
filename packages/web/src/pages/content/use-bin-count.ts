// How many items lie in a person's recycle bin.
import { getUserContent } from '@graticule/contract/content/user-content';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { keys } from '../../api/keys.ts';
import { useSession } from '../../api/session.ts';

/** Undefined where the portal keeps none, and for those who may not see it. */
export function useBinCount(username: string, isAllowed: boolean): number | undefined {
  const { portal } = useSession();
  const hasBin = isAllowed && (portal.recycleBinDays ?? 0) > 0;
  const { data } = useQuery({
    queryKey: keys.userContent(username, { folder: 'bin', num: 0 }),
    queryFn: () => call(getUserContent, { username, inRecycleBin: true, num: 0 }),
    enabled: hasBin,
  });
  return hasBin ? (data?.total ?? 0) : undefined;
}
