// A file on its way to the service of a layer: how far it is, and that nothing stays of one that is not used.
import { useEffect, useRef, useState } from 'react';
import { useMaybeSession } from '../api/session.ts';
import { useIsGone } from '../ui/use-is-gone.ts';
import { holdUpload } from '../uploads/running.ts';
import { forgetUnfinishedRows } from '../uploads/unfinished-rows.ts';
import { dropFromService, uploadToService } from '../uploads/upload-to-service.ts';
import { UnheardLoad } from './load-rows.ts';

/** What became of the file so far. */
interface Sending {
  file: File | null;
  /** Share that arrived, 0 to 1. */
  share: number;
  isOffline: boolean;
  /** The id under which the service keeps the file, once it has it. */
  upload?: string;
  error?: unknown;
}

const NOTHING: Sending = { file: null, share: 0, isOffline: false };

/** A file that is sent, and what can be done with it. */
export interface SentFile extends Sending {
  choose: (file: File | null) => void;
  /** A load uses the file: it stays for as long as that takes, and for another try. */
  keep: <T>(load: Promise<T>) => Promise<T>;
}

/** Sends a file as soon as it is chosen; another one takes its place. */
export function useSentFile(service: string): SentFile {
  const username = useMaybeSession()?.user?.username ?? '';
  const [sending, setSending] = useState<Sending>(NOTHING);
  const running = useRef<AbortController>(undefined);
  const unused = useRef<string>(undefined);
  // as long as it is here, nobody else takes it up or throws it away
  const held = useRef<() => void>(undefined);
  const isGone = useIsGone();
  const drop = () => {
    running.current?.abort();
    if (unused.current !== undefined) void dropFromService({ service, upload: unused.current });
    unused.current = undefined;
    held.current?.();
    held.current = undefined;
  };
  const atEnd = useRef(drop);
  atEnd.current = drop;
  useEffect(() => () => atEnd.current(), []);

  const choose = (file: File | null) => {
    drop();
    setSending({ ...NOTHING, file });
    if (file === null) return;
    const own = new AbortController();
    running.current = own;
    const tell = (changes: Partial<Sending>) => !own.signal.aborted && setSending((before) => ({ ...before, ...changes }));
    uploadToService(service, file, username, {
      signal: own.signal,
      onProgress: (share) => tell({ share }),
      onWaiting: (isOffline) => tell({ isOffline }),
    }).then(
      (upload) => {
        if (!own.signal.aborted) {
          unused.current = upload;
          held.current = holdUpload(upload);
        }
        tell({ upload, isOffline: false });
      },
      (error: unknown) => tell({ error }),
    );
  };
  const keep = async <T>(load: Promise<T>): Promise<T> => {
    const used = unused.current;
    unused.current = undefined;
    // the load needs it: it is not offered to be sent on after a reload
    if (used !== undefined) forgetUnfinishedRows(used);
    let isUnheard = false;
    try {
      return await load;
    } catch (error) {
      isUnheard = error instanceof UnheardLoad;
      throw error;
    } finally {
      // a load that may go on needs its file; the portal throws it away after a day
      unused.current = isUnheard ? undefined : used;
      if (isGone.current) drop();
    }
  };
  return { ...sending, choose, keep };
}
