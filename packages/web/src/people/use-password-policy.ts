// The organisation's rules for passwords.
import { passwordPolicy } from '@graticule/contract/portals/portals';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { keys } from '../api/keys.ts';
import { DEFAULT_POLICY, type PasswordPolicy } from './password-rules.ts';

/** The policy, or the usual one until it is known. */
export function usePasswordPolicy(): PasswordPolicy {
  const { data } = useQuery({
    queryKey: keys.passwordPolicy,
    queryFn: async () => (await call(passwordPolicy, { portal: 'self' })).passwordPolicy,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? DEFAULT_POLICY;
}
