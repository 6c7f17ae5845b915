// The state of one upload: its turn, its progress, waiting for the connection, a pause, the end.
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { toApiError } from '../../api/api-error.ts';
import { newCallKey } from '../../api/call-key.ts';
import { renewItems } from '../../items/renew-items.ts';
import { nextFileName } from '../../uploads/file-names.ts';
import { takeBack } from '../../uploads/take-back.ts';
import { unfinishedUploadOf } from '../../uploads/unfinished.ts';
import { giveUpUpload, type Uploaded, uploadItem } from '../../uploads/upload-item.ts';
import { type QueuedUpload, titleOf } from './upload-file.ts';

/** One file of the dialog. */
export interface UploadWishes extends Omit<QueuedUpload, 'id'> {
  /** The file before this one is settled. */
  mayStart: boolean;
  /** Sent, failed, paused or given up: the next file may go. */
  onSettled: () => void;
}

export type UploadPhase = 'queued' | 'sending' | 'offline' | 'paused' | 'failed' | 'giving-up' | 'given-up' | 'done';

/** Why an upload was broken off for good; leaving the portal or pausing break it off too. */
const GIVEN_UP = new DOMException('The upload was given up', 'AbortError');

/** Sends the file when its turn comes. Leaving the portal pauses a large upload; it goes on when the file is chosen again. */
export function useUpload(wishes: UploadWishes) {
  const client = useQueryClient();
  const [phase, setPhase] = useState<UploadPhase>('queued');
  const [share, setShare] = useState(0);
  const [item, setItem] = useState<Uploaded>();
  const [error, setError] = useState<unknown>();
  const running = useRef<AbortController>(undefined);
  const sending = useRef<Promise<Uploaded | undefined>>(undefined);
  const fileName = useRef(wishes.plan.file.name);
  const key = useRef(newCallKey());
  // Read when the upload starts: a new value on a later render must not start it again.
  const latest = useRef(wishes);
  latest.current = wishes;
  const { mayStart } = wishes;

  const start = useCallback(() => {
    const { plan, username, folder, tags } = latest.current;
    const control = new AbortController();
    running.current = control;
    setError(undefined);
    setPhase('sending');
    const title = plan.title.trim() || titleOf(plan.file.name);
    const sent = uploadItem(
      { file: plan.file, fileName: fileName.current, type: plan.type, title, username, folder, tags, key: key.current },
      {
        signal: control.signal,
        onProgress: setShare,
        onWaiting: (isWaiting) => !control.signal.aborted && setPhase(isWaiting ? 'offline' : 'sending'),
      },
    );
    sending.current = sent.catch(() => undefined);
    sent
      .then(async (uploaded) => {
        // made in spite of being given up: that goes, and is nobody's item until then
        if (control.signal.reason === GIVEN_UP) return;
        setItem(uploaded);
        setPhase('done');
        latest.current.onSettled();
        await renewItems(client);
      })
      .catch((thrown: unknown) => {
        if (control.signal.aborted) return;
        setError(thrown);
        setPhase('failed');
        latest.current.onSettled();
      });
  }, [client]);

  useEffect(() => {
    if (!mayStart) return;
    start();
    return () => running.current?.abort();
  }, [mayStart, start]);

  const pause = () => {
    running.current?.abort();
    setPhase('paused');
    latest.current.onSettled();
  };
  const giveUp = async () => {
    running.current?.abort(GIVEN_UP);
    setPhase('giving-up');
    latest.current.onSettled();
    const { username, plan } = latest.current;
    try {
      // the last bytes may have been sent: then there is an item, or will be
      const made = await sending.current;
      if (made) await takeBack(username, made.id);
      const begun = unfinishedUploadOf(username, plan.file);
      if (begun) await giveUpUpload(username, begun.itemId);
      key.current = newCallKey();
      setPhase('given-up');
    } catch (thrown) {
      setError(thrown);
      setPhase('failed');
    }
  };
  /** After a refusal because the name is taken. */
  const rename = () => {
    fileName.current = nextFileName(fileName.current);
    start();
  };
  const isNameTaken = error !== undefined && toApiError(error).messageCode === 'CONT_0006';
  return { phase, share, item, error, isNameTaken, start, pause, giveUp: () => void giveUp(), rename };
}
