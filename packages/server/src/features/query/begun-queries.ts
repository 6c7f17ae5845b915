// Questions to a layer that begin while the database is asked whether the caller may see it: one way to the database instead of two.
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import { Departure } from '../../platform/departure.ts';
import { guessService } from '../known-services.ts';
import type { HostedLayer, HostedService } from '../layers.rules.ts';
import { hidesFeatures } from '../own-rows.ts';
import { findLayer, layerOf } from '../services.ts';

interface Target {
  service: HostedService;
  layer: HostedLayer;
}

/** Asks a layer something that only reads, for somebody who may go away. */
export type LayerQuestion<T> = (target: Target, caller: Caller) => Promise<T>;

/** A question on its way before anybody knows whether it may be asked. */
interface Begun<T> {
  target: Target;
  answer: Promise<T>;
  giveUp(): void;
}

/**
 * Asks a layer that the caller may see. For somebody who was let in the last time the question begins with what was seen then; its
 * answer counts only when the database says, for this very request, that this caller sees this very service unchanged, and is thrown
 * away unseen otherwise.
 * @throws what `findLayer` and the question throw
 */
export async function askLayer<T>(
  portal: Portal,
  caller: Caller,
  address: { service: string; layer: string },
  ask: LayerQuestion<T>,
): Promise<T> {
  const begun = beginQuestion(portal, caller, address, ask);
  if (begun === undefined) return ask(await findLayer(portal, caller, address), caller);
  let isAsked = false;
  try {
    const target = await findLayer(portal, caller, address);
    isAsked = target.service === begun.target.service && target.layer === begun.target.layer;
    return await (isAsked ? begun.answer : ask(target, caller));
  } finally {
    if (!isAsked) begun.giveUp();
  }
}

function beginQuestion<T>(
  portal: Portal,
  caller: Caller,
  address: { service: string; layer: string },
  ask: LayerQuestion<T>,
): Begun<T> | undefined {
  const { engine, pool, kept } = portal.database;
  // Where connections are short, and where there is one session for all, nobody is to wait for what may be thrown away.
  const isShort = pool.idleCount + kept.idleCount === 0 || pool.waitingCount + kept.waitingCount > 0;
  if (engine === 'embedded' || isShort || caller.gone?.aborted) return undefined;
  const service = guessService(portal, caller, address.service);
  const layer = service === undefined ? undefined : layerOf(service, address.layer);
  if (service === undefined || layer === undefined || hidesFeatures(service)) return undefined;
  const gone = new Departure();
  const giveUp = (): void => gone.abort();
  caller.gone?.addEventListener('abort', giveUp, { once: true });
  const target = { service, layer };
  const answer = (async () => ask(target, { ...caller, gone }))();
  // Nobody may wait for it in the end.
  answer.catch(() => undefined);
  return { target, answer, giveUp };
}
