// How far the rights of administrators reach.
import type { Privilege } from '@graticule/contract/privileges';
import type { Session } from './session.ts';

/** An item, a group or a person, with the organisation it belongs to where that is told. */
interface Belonging {
  orgId?: string | null;
}

/** Rights over what others own end at the own organisation: what others share with everyone is there to be seen. The portal decides the same again. */
export function administers(thing: Belonging, privilege: Privilege, { user, can }: Pick<Session, 'user' | 'can'>): boolean {
  return can(privilege) && (!thing.orgId || !user?.orgId || thing.orgId === user.orgId);
}
