// Publishing a file among several that are published together: as the portal proposes it, once it is its turn.
import type { AnalyzeReply } from '@graticule/contract/content/publishing';
import { useEffect, useRef, useState } from 'react';
import { columnsByPart } from './column-faults.ts';
import { serviceName } from './publish-layer.ts';
import type { Reading } from './reading.ts';
import { freeTitle, isFree } from './use-free-name.ts';

/** The turn of one file. */
export interface PublishTurn {
  /** It waits for others, it goes now, or it went. */
  state: 'waiting' | 'now' | 'over';
  /** What runs is given up. */
  isCancelled: boolean;
  /** The file went, or has to wait for a person: the next may go. */
  onOver: (isPublished: boolean) => void;
}

/** What only a person can say: the coordinate system, other names for columns, where the rows are, which sheets are meant. */
export type ChoiceNeeded = 'system' | 'names' | 'place' | 'sheets';

/** Why a file cannot be published as the portal proposes it, if that is so. */
export function choiceNeeded(analysis: AnalyzeReply, reading: Reading, fileType: string): ChoiceNeeded | undefined {
  const { needsSpatialReference, locationType, datasets = [] } = analysis.publishParameters;
  const hasSaid = reading.layerNames !== undefined;
  if (fileType === 'excel' && new Set(datasets.map(({ part }) => part)).size > 1 && !hasSaid) return 'sheets';
  if (needsSpatialReference === true && reading.isTable !== true) return 'system';
  if (columnsByPart(analysis, reading).some(({ faults }) => faults.size > 0)) return 'names';
  const isText = fileType === 'csv' || fileType === 'excel';
  return isText && locationType === 'none' && reading.isTable !== true ? 'place' : undefined;
}

/** The title, or one like it whose name is free where that is taken. */
export async function titleToPublish(title: string): Promise<string> {
  const name = serviceName(title);
  if (name === '' || (await isFree(name))) return title;
  return (await freeTitle(title.trim())) ?? title;
}

interface Work {
  status: 'idle' | 'pending' | 'success' | 'error';
  /** What only a person can say; undefined where nothing is. */
  choice?: ChoiceNeeded | undefined;
  /** The file is being read. */
  isReading?: boolean;
  publish: () => void;
  giveUp?: () => void;
}

/** Publishes when it is the turn of the file, once. Gives whether something stands in place of the steps: that it waits, or why it was held back. */
export function usePublishTurn(turn: PublishTurn | undefined, work: Work) {
  const latest = useRef({ turn, work });
  latest.current = { turn, work };
  const isBegun = useRef(false);
  const [isOpen, setOpen] = useState(false);
  const { status, isReading = false } = work;
  const state = turn?.state;
  useEffect(() => {
    const { turn: now, work: what } = latest.current;
    if (state !== 'now' || isReading || isBegun.current || !now) return;
    isBegun.current = true;
    if (what.choice === undefined) what.publish();
    else now.onOver(false);
  }, [state, isReading]);
  const isRunning = useRef(false);
  useEffect(() => {
    // a failure of an earlier try says nothing of this one
    if (status === 'pending') isRunning.current = true;
    else if (isRunning.current) {
      isRunning.current = false;
      latest.current.turn?.onOver(status === 'success');
    }
  }, [status]);
  const isCancelled = turn?.isCancelled === true && status === 'pending';
  useEffect(() => {
    if (isCancelled) latest.current.work.giveUp?.();
  }, [isCancelled]);
  const isOver = state === undefined || state === 'over';
  useEffect(() => {
    // another turn begins anew
    if (isOver) isBegun.current = false;
    else setOpen(false);
  }, [isOver]);
  return { isWaiting: state === 'waiting' || state === 'now', isHeld: state === 'over' && !isOpen, open: () => setOpen(true) };
}

/** What cannot even be read lets the next one go. */
export function useSkip(turn: PublishTurn | undefined, isUnreadable: boolean): void {
  const latest = useRef(turn);
  latest.current = turn;
  const isSkipped = isUnreadable && turn?.state === 'now';
  useEffect(() => {
    if (isSkipped) latest.current?.onOver(false);
  }, [isSkipped]);
}
