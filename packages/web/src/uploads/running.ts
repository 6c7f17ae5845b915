// Which uploads are being sent right now, in this tab or in another one: nobody else may take them up or throw them away.
import { useEffect, useState } from 'react';

/** Locks would do, but pages without encryption have none. */
const CHANNEL = 'graticule-uploads';
/** How long other tabs have to answer: they need milliseconds, also in the background. */
const ANSWER_MS = 250;

/** Asks who sends; tells what a tab sends; something began or ended somewhere. */
type Word = { ask: true } | { running: readonly string[] } | { changed: true };

const own = new Set<string>();
const listeners = new Set<() => void>();
let channel: BroadcastChannel | undefined;
/** Whoever asked hears what others tell meanwhile. */
const answers = new Set<Set<string>>();

/** Answers other tabs from the first use on. */
function open(): BroadcastChannel | undefined {
  if (channel !== undefined || typeof BroadcastChannel === 'undefined') return channel;
  try {
    channel = new BroadcastChannel(CHANNEL);
  } catch {
    // Where the browser keeps nothing for pages, tabs do not hear of each other.
    return undefined;
  }
  channel.onmessage = ({ data }: MessageEvent<Word>) => {
    if ('ask' in data && own.size > 0) say({ running: [...own] });
    if ('running' in data) for (const told of answers) for (const id of data.running) told.add(id);
    if ('changed' in data) for (const listener of listeners) listener();
  };
  return channel;
}

function say(word: Word): void {
  open()?.postMessage(word);
}

function changed(): void {
  say({ changed: true });
  for (const listener of listeners) listener();
}

/** Says that this tab sends the upload, until what it gives is called. */
export function holdUpload(itemId: string): () => void {
  own.add(itemId);
  changed();
  return () => {
    own.delete(itemId);
    changed();
  };
}

/** The uploads that are being sent in other tabs of this browser. */
export async function uploadsElsewhere(): Promise<ReadonlySet<string>> {
  if (!open()) return new Set();
  const told = new Set<string>();
  answers.add(told);
  say({ ask: true });
  await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
  answers.delete(told);
  return told;
}

/** The uploads that are being sent anywhere in this browser; undefined until that is known. */
export function useRunningUploads(): ReadonlySet<string> | undefined {
  const [running, setRunning] = useState<ReadonlySet<string>>();
  useEffect(() => {
    let isCurrent = true;
    const look = () =>
      void uploadsElsewhere().then((others) => {
        if (isCurrent) setRunning(new Set([...others, ...own]));
      });
    look();
    listeners.add(look);
    return () => {
      isCurrent = false;
      listeners.delete(look);
    };
  }, []);
  return running;
}
