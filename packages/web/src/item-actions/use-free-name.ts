// Whether the name of a layer is free, and one that is: names of services are taken for ever.
import { isServiceNameAvailable } from '@graticule/contract/content/publishing';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { LONGEST_NAME, serviceName } from './publish-layer.ts';

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

/**
 * Titles without any letter for a name get one of their own; they are never taken. Nothing is asked while the name is being used. What is being asked
 * is given up as soon as the title changes.
 */
export function useFreeName(title: string, isInUse: boolean): FreeName {
  const [asked] = useDebouncedValue(title, PAUSE_MS);
  const name = title === asked && !isInUse ? serviceName(asked) : '';
  const { data } = useQuery({
    // titles of the same name may be offered different ones
    queryKey: ['service-name', name, name && asked.trim()],
    // nothing found is a value as well
    queryFn: async ({ signal }) => ((await isFree(name, signal)) ? null : { other: await freeTitle(asked.trim(), signal) }),
    enabled: name !== '',
    // somebody may take it meanwhile
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return { isTaken: Boolean(data), other: data?.other };
}

/** Whether a service may be given the name. */
export async function isFree(name: string, signal?: AbortSignal): Promise<boolean> {
  return (
    await call(isServiceNameAvailable, { portal: 'self', name, type: 'Feature Service' }, { quiet: true, ...(signal ? { signal } : {}) })
  ).available;
}

/** A title like the one that is taken whose name is free, where one is found. */
export async function freeTitle(title: string, signal?: AbortSignal): Promise<string | undefined> {
  for (let number = 2; number < 2 + TRIES; number++) {
    const other = numbered(title, number);
    if (await isFree(serviceName(other), signal)) return other;
  }
  return undefined;
}

/** The title with a number behind it. The end of a long one goes: in its name the number would be cut off, and every number have the same name. */
function numbered(title: string, number: number): string {
  const end = ` ${number}`;
  const letters = [...title];
  while (serviceName(letters.join('')).length > LONGEST_NAME - end.length) letters.pop();
  return letters.join('').trimEnd() + end;
}
