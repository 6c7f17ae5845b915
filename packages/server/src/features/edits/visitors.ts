// How much people without an account may edit: machines that find an open layer fill it no faster than people would.
import { refuse } from '@graticule/contract/refusals/refusal';
import { Attempts } from '../../platform/attempts.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import { perPortal } from '../../platform/per-portal.ts';
import type { HostedService } from '../layers.rules.ts';

const MINUTE_MS = 60_000;
/** Edits of one address in a minute; many people may share one. */
const PER_ADDRESS = 120;
/** Edits of one service in a minute, from wherever they come. */
const PER_SERVICE = 1_200;
/** Features of all edits of one address in a minute: a call may have as many as anybody's, and then few follow it. */
const FEATURES_PER_ADDRESS = 12_000;
/** Features of all edits of one service in a minute. */
const FEATURES_PER_SERVICE = 120_000;

const countsOf = perPortal(() => ({
  addresses: new Attempts(PER_ADDRESS, MINUTE_MS),
  services: new Attempts(PER_SERVICE, MINUTE_MS),
  featuresOfAddresses: new Attempts(FEATURES_PER_ADDRESS, MINUTE_MS),
  featuresOfServices: new Attempts(FEATURES_PER_SERVICE, MINUTE_MS),
}));

/** Counts an edit of somebody without an account; people who are signed in are not counted. @throws TOO_MANY_REQUESTS */
export function requireCalmVisitor(portal: Portal, caller: Caller, { itemId }: Pick<HostedService, 'itemId'>): void {
  if (caller.kind !== 'anonymous') return;
  const { addresses, services } = countsOf(portal);
  const now = portal.clock.now();
  // Who is refused by address does not use up what the service has for others.
  if (!addresses.mayTry(caller.address, now) || !services.mayTry(itemId, now)) throw refuse('visitor-often');
}

/** Refuses a call that no minute has room for: trying again would not help. @throws INVALID_PARAMETER */
export function requirePossible(caller: Caller, count: number): void {
  if (caller.kind !== 'anonymous' || count <= FEATURES_PER_ADDRESS) return;
  throw refuse('visitor-many-at-once', { count, most: FEATURES_PER_ADDRESS });
}

/** Counts the features of an edit of somebody without an account. @throws TOO_MANY_REQUESTS */
export function requireFewFeatures(portal: Portal, caller: Caller, { itemId }: Pick<HostedService, 'itemId'>, count: number): void {
  if (caller.kind !== 'anonymous') return;
  requirePossible(caller, count);
  const { featuresOfAddresses, featuresOfServices } = countsOf(portal);
  const now = portal.clock.now();
  if (!featuresOfAddresses.mayTry(caller.address, now, count) || !featuresOfServices.mayTry(itemId, now, count))
    throw refuse('visitor-many', { most: FEATURES_PER_ADDRESS });
}
