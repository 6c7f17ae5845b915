// Whether work is being given up: from the press on the button until nothing is left of what it made.
import { useRef, useState } from 'react';

/** One run after the other can be given up. */
export interface GivenUp {
  isGivingUp: boolean;
  /** The same, also where nothing is shown of it any more. */
  wasGivenUp: () => boolean;
  /** The last run was given up. */
  isOver: (error: unknown) => boolean;
  /** A new run begins; its signal. */
  begin: () => AbortSignal;
  giveUp: () => void;
}

/** What the dialogs share that begin a job. */
function useGivenUp(): GivenUp {
  const running = useRef<AbortController>(undefined);
  const [isGivingUp, setGivingUp] = useState(false);
  return {
    isGivingUp,
    wasGivenUp: () => running.current?.signal.aborted === true,
    // what went wrong while it was given up is told as what it is
    isOver: (error) => error !== null && error !== undefined && error === running.current?.signal.reason,
    begin: () => {
      running.current = new AbortController();
      setGivingUp(false);
      return running.current.signal;
    },
    giveUp: () => {
      setGivingUp(true);
      running.current?.abort();
    },
  };
}

/** A job that is watched: what was told of it last, and whether nothing can be heard of it; `watch` begins with a new one. */
export function useWatchedJob<Status>() {
  const [status, setStatus] = useState<Status>();
  const [isLost, setLost] = useState(false);
  const job = useGivenUp();
  const watch = () => {
    setStatus(undefined);
    setLost(false);
    return { onStatus: setStatus, onLost: setLost, signal: job.begin() };
  };
  return { status, isLost, job, watch };
}
