// Whether the name of a layer is free, and one that is: names of services are taken for ever.
import { isServiceNameAvailable } from '@graticule/contract/content/publishing';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { serviceName } from './publish-layer.ts';

/** How long nothing is typed before the portal is asked. */
const PAUSE_MS = 350;
/** Numbers that are tried behind a name. */
const TRIES = 12;

/** What is known of a name. */
export interface FreeName {
  isTaken: boolean;
  /** A title like it whose name is free, where one was found. */
  other: string | undefined;
}

/** Titles without any letter for a name get one of their own; they are never taken. Nothing is asked while the name is being used. */
export function useFreeName(title: string, isInUse: boolean): FreeName {
  const [asked] = useDebouncedValue(title, PAUSE_MS);
  const name = serviceName(asked);
  const { data } = useQuery({
    queryKey: ['service-name', name],
    queryFn: async () => ((await isFree(name)) ? undefined : { other: await freeTitle(asked.trim()) }),
    enabled: name !== '' && !isInUse,
    // somebody may take it meanwhile
    staleTime: 0,
    gcTime: 0,
    retry: false,
    select: (taken) => ({ isTaken: taken !== undefined, other: taken?.other }),
  });
  return title === asked && data && !isInUse ? data : { isTaken: false, other: undefined };
}

async function isFree(name: string): Promise<boolean> {
  return (await call(isServiceNameAvailable, { portal: 'self', name, type: 'Feature Service' }, { quiet: true })).available;
}

async function freeTitle(title: string): Promise<string | undefined> {
  for (let number = 2; number < 2 + TRIES; number++) if (await isFree(serviceName(`${title} ${number}`))) return `${title} ${number}`;
  return undefined;
}
