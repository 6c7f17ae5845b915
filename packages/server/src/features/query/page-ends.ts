// Where pages of features ended. The next page goes on behind that feature, so that none is left out and none comes twice while others edit the layer;
// and the database need not count the features of all pages before.
import { createHash } from 'node:crypto';
import { BoundedMap } from '../../platform/bounded-map.ts';
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import { perPortal } from '../../platform/per-portal.ts';
import type { HostedLayer } from '../layers.rules.ts';
import type { Moment } from '../where/write.rules.ts';
import type { LayerQuery, PageEnd } from './layer-query.rules.ts';
import { filterText, orderOf } from './query.store.ts';
import { isContinuable, keyTerms } from './sort-order.rules.ts';

/** An end is remembered so long, and so many characters of them are: who comes later skips as many features as it asks to. */
const REMEMBERED_MS = 5 * 60_000;
const MOST_CHARACTERS = 4_000_000;
/** An end that was used is kept so much longer, for whoever asks once more because the answer was lost: a later reading begins with what is there then. */
const AGAIN_MS = 30_000;
const MOST_ASKED = 20_000;
/** What an end takes beside its keys. */
const OWN_CHARACTERS = 200;

interface KnownEnd extends PageEnd {
  until: number;
}

const lengthOf = ({ keys }: PageEnd): number => keys.reduce((sum, key) => sum + (key?.length ?? 0), OWN_CHARACTERS);
const endsOf = perPortal(() => new BoundedMap<string, KnownEnd>(MOST_CHARACTERS, lengthOf));

/** Pages behind the first that were asked for, and when: pages that are asked for side by side do not follow each other. */
const askedOf = perPortal(() => new BoundedMap<string, number>(MOST_ASKED));

/** A page of a query, and what is told when it has ended and others follow. */
export interface ContinuedPage {
  query: LayerQuery;
  /** @param taken features of the page @param end the last of them */
  ended(taken: number, end: PageEnd): void;
}

/** The page that a query asks for, behind the one before it where that was answered lately. */
export function continuedPage(
  portal: Portal,
  caller: Caller,
  { layer, query, moment }: { layer: HostedLayer; query: LayerQuery; moment: Moment },
): ContinuedPage {
  if (query.limit === null || !isContinuable(query)) return { query, ended: () => undefined };
  const ends = endsOf(portal);
  const now = portal.clock.now().getTime();
  let asked: string | undefined;
  const keyAt = (offset: number): string => {
    asked ??= askedFor(caller, layer, query, moment);
    return `${asked} ${offset}`;
  };
  const askedAt = askedOf(portal);
  const began = performance.now();
  const before = query.offset === 0 ? undefined : ends.get(keyAt(query.offset));
  if (query.offset > 0) askedAt.set(keyAt(query.offset), began);
  const isKnown = before !== undefined && before.until > now;
  if (isKnown) before.until = Math.min(before.until, now + AGAIN_MS);
  const known: LayerQuery = { ...query, toldKeys: keyTerms(layer, query).length };
  return {
    query: isKnown ? { ...known, behind: before } : known,
    ended: (taken, end) => {
      const next = keyAt(query.offset + taken);
      if ((askedAt.get(next) ?? -1) >= began) ends.delete(next);
      else ends.set(next, { ...end, until: now + REMEMBERED_MS });
    },
  };
}

/** What tells questions apart: who asks, which features of which table they are about, and in which order. The time of a condition goes on between pages. */
function askedFor(caller: Caller, layer: HostedLayer, query: LayerQuery, moment: Moment): string {
  const filter = filterText(layer, query, { ...moment, now: new Date(0) });
  const about = JSON.stringify([...readerOf(caller), layer.table, orderOf(layer, query, moment), filter]);
  return createHash('sha256').update(about).digest('base64');
}

/** Who reads pages: a person, or whoever has no name from one network. Those of one organisation are never those of another. */
function readerOf({ kind, username, orgId, address, baseUrl }: Caller): unknown[] {
  return username === null ? [kind, address, baseUrl] : [kind, username, orgId];
}
