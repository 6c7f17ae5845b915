// Reads an invitation once for a page.
import { type InvitationInfo, invitationInfo } from '@graticule/contract/community/invitations';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';

/** What is known so far. */
interface Known {
  invitation?: InvitationInfo;
  error?: unknown;
}

/**
 * Outside the cache: using the invitation replaces the session and empties the cache, and a form must not go away under the hands of whoever
 * fills it in. Nothing is asked without an id.
 */
export function useInvitation(id: string | null): Known {
  const [known, setKnown] = useState<Known>({});
  useEffect(() => {
    if (id === null) return;
    let isCurrent = true;
    call(invitationInfo, { invitationId: id }, { quiet: true })
      .then((invitation) => isCurrent && setKnown({ invitation }))
      .catch((error: unknown) => isCurrent && setKnown({ error }));
    return () => {
      isCurrent = false;
    };
  }, [id]);
  return known;
}
