// Publishes all files that were added, one after the other, as the portal proposes it.
import { useEffect, useState } from 'react';
import { useSession } from '../../api/session.ts';
import { publishableAs } from '../../item-actions/item-rights.ts';
import type { PublishTurn } from '../../item-actions/publish-turn.ts';
import { turnsOf } from './publish-turns.ts';
import type { QueuedUpload } from './upload-file.ts';
import type { UploadProgress } from './upload-summary.ts';

interface Round {
  ids: readonly number[];
  /** Whether they were published, of those that went. */
  over: ReadonlyMap<number, boolean>;
  running: ReadonlySet<number>;
  isCancelled: boolean;
}

/** A file that is to be published and was not begun by hand; what is still being sent comes when it is there. */
const mayJoin = ({ plan }: QueuedUpload, progress: UploadProgress | undefined): boolean =>
  plan.isPublished && (progress === undefined || (progress.isSent ? progress.state === 'waiting' : progress.state === 'running'));

/** All files that are shown, and how far each is. */
export function usePublishAll(rows: readonly QueuedUpload[], told: ReadonlyMap<number, UploadProgress>) {
  const session = useSession();
  const [round, setRound] = useState<Round>();
  const files = (round?.ids ?? []).map((id) => ({
    id,
    isSent: told.get(id)?.isSent === true,
    isOver: round?.over.has(id) === true,
  }));
  const turns = turnsOf(files, round?.running ?? NONE, round?.isCancelled === true);
  const now = [...turns].flatMap(([id, turn]) => (turn === 'now' ? [id] : []));
  const key = now.join();
  useEffect(() => {
    // whoever has the turn keeps it, whatever becomes of the others
    setRound((before) => before && { ...before, running: new Set(key === '' ? [] : key.split(',').map(Number)) });
  }, [key]);
  // what was given up, or could not be sent, is waited for no longer
  const left = files.filter(({ id, isSent, isOver }) => !isOver && (isSent || told.get(id)?.state === 'running' || !told.has(id)));
  const isOn = round !== undefined && (round.isCancelled ? now.length > 0 : left.length > 0);
  const isKind = ({ username: owner, plan: { type } }: QueuedUpload) =>
    publishableAs({ owner, type, access: 'private' }, session) !== undefined;
  // what was held back once would be held back again; what was stopped would not
  const isHeld = ({ id }: QueuedUpload) => round?.isCancelled === false && round.over.get(id) === false;
  const waiting = rows.filter((row) => mayJoin(row, told.get(row.id)) && isKind(row) && !isHeld(row));
  const end = (id: number, isPublished: boolean) =>
    setRound((before) => before && { ...before, over: new Map([...before.over, [id, isPublished]]) });
  return {
    isOn,
    isCancelled: round?.isCancelled === true,
    /** Files that would be published, one of them at once. */
    count: waiting.some(({ id }) => told.get(id)?.isSent) ? waiting.length : 0,
    done: round?.over.size ?? 0,
    total: left.length + (round?.over.size ?? 0),
    published: [...(round?.over.values() ?? [])].filter(Boolean).length,
    start: () => setRound({ ids: waiting.map(({ id }) => id), over: new Map(), running: NONE, isCancelled: false }),
    cancel: () => setRound((before) => before && { ...before, isCancelled: true }),
    turnOf: (id: number): PublishTurn | undefined => {
      const state = turns.get(id);
      // once it is cancelled, what did not begin is as it was
      if (!round || state === undefined || (round.isCancelled && state === 'waiting')) return undefined;
      return { state, isCancelled: round.isCancelled, onOver: (isPublished) => end(id, isPublished) };
    },
  };
}

const NONE: ReadonlySet<number> = new Set();

export type PublishAll = ReturnType<typeof usePublishAll>;
