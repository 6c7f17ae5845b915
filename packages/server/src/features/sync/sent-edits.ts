// The edits that a copy sends, made once also when it sends them again because their answer was lost.
import { randomUUID } from 'node:crypto';
import { refuse } from '@graticule/contract/refusals/refusal';
import type { LayerEditResults } from '@graticule/contract/services/sync';
import type { Caller } from '../../platform/caller.ts';
import type { Portal } from '../../platform/context.ts';
import { perPortal } from '../../platform/per-portal.ts';
import type { ReplicaLayer } from '../../schema/copies.ts';
import type { Beside } from '../edits/apply.ts';
import { outcome } from '../edits/edits.ts';
import { editLayers } from '../edits/service-edits.ts';
import { digestOf, doneEdits, isSentLayers, joinedResults, type SplitEdits, splitEdits } from './repeated-edits.rules.ts';
import * as store from './replicas.store.ts';

/** How often edits are read again because the same copy sent some to another process meanwhile. */
const ATTEMPTS = 4;

/** The last call of each copy that is under way. */
const turnsOf = perPortal(() => new Map<string, Promise<unknown>>());

/** The edits of a copy, and what it says that it knows. */
export interface Sent {
  service: string;
  replicaId: string;
  edits: unknown;
  rollbackOnFailure?: boolean;
  /** What it knows of each layer, as it says itself or as the portal remembers. */
  known: readonly ReplicaLayer[];
  /** Whether it says so itself. */
  isTold: boolean;
  /** Whether the answer tells what changed. */
  down: boolean;
}

/** What became of edits, and what the copy knew when it sent them first. */
export interface Taken {
  results: LayerEditResults[];
  known: readonly ReplicaLayer[];
}

class SentMeanwhile extends Error {}

/** Makes the edits of a copy that were not made before; all are answered. @throws what `editLayers` does, and INVALID_REQUEST when the copy is gone */
export async function takeEdits(portal: Portal, caller: Caller, sent: Sent): Promise<Taken> {
  const turns = turnsOf(portal);
  // One after the other: each is to find what those before it have made.
  const before = turns.get(sent.replicaId) ?? Promise.resolve();
  const taken = before.then(() => takeInTurn(portal, caller, sent));
  const ended = taken.catch(() => undefined);
  turns.set(sent.replicaId, ended);
  try {
    return await taken;
  } finally {
    if (turns.get(sent.replicaId) === ended) turns.delete(sent.replicaId);
  }
}

async function takeInTurn(portal: Portal, caller: Caller, sent: Sent): Promise<Taken> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await tryTakeEdits(portal, caller, sent);
    } catch (error) {
      if (!(error instanceof SentMeanwhile)) throw error;
      if (attempt === ATTEMPTS) throw refuse('replica-busy');
    }
  }
}

async function tryTakeEdits(portal: Portal, caller: Caller, sent: Sent): Promise<Taken> {
  const { service, replicaId, down, known } = sent;
  const last = await store.lastUpload(portal.db, replicaId);
  const told = sent.isTold ? new Map(known.map(({ id, serverGen }) => [id, serverGen])) : undefined;
  const split: SplitEdits = isSentLayers(sent.edits)
    ? splitEdits(sent.edits, last, told, known)
    : { layers: [], isRepeat: false, isDone: false };
  // Who repeats edits got no answer, and is to get the changes that were told in it.
  const before = split.isRepeat && !sent.isTold && down && last?.down === true ? last.before : known;
  const rollback = sent.rollbackOnFailure === undefined ? {} : { rollbackOnFailure: sent.rollbackOnFailure };
  const beside: Beside = {
    begin: async (db) => {
      const held = await store.holdReplica(db, replicaId);
      if (held === undefined) throw refuse('replica-unknown', { id: replicaId });
      if (held.mark !== (last?.mark ?? null)) throw new SentMeanwhile();
    },
    end: async (db, made) => {
      const results = made.map(({ lists, files }) => ({ features: outcome(lists.map((list) => [...list])), files }));
      const done = doneEdits(split, results);
      const call = digestOf(sent.edits);
      await store.keepUpload(db, { replica_id: replicaId, mark: randomUUID(), before: [...before], down, call, done });
    },
  };
  const edits = isSentLayers(sent.edits) ? split.layers.map(({ left }) => left) : sent.edits;
  const made = split.isDone ? [] : await editLayers(portal, caller, service, { edits, useGlobalIds: true, ...rollback }, beside);
  const results = split.layers.map(({ id, features, files }, at): LayerEditResults => {
    const ofFiles = joinedResults(files, made[at]?.attachments, 'files');
    const hasFiles = Object.values(ofFiles).some((list) => list.length > 0);
    return { id, ...joinedResults(features, made[at], 'features'), ...(hasFiles ? { attachments: ofFiles } : {}) };
  });
  return { results, known: before };
}
