// Keeps the exchanges of different connections apart in the embedded database.
// The socket library queues single protocol messages. All connections share one session, and so one unnamed statement:
// without this, one client's Bind could meet another client's Parse, and run the wrong statement with its values.
// The engine also says "ready" after an error and again at the Sync, which would shift all later answers by one.
import type { PGlite } from '@electric-sql/pglite';
import type { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { ReplyFrames } from './reply-frames.ts';

interface QueuedMessage {
  handlerId: number;
  message: Uint8Array;
  resolve(bytes: number): void;
  reject(error: unknown): void;
  onData(data: Uint8Array): void;
}

/** The parts of the library's queue that are replaced or used. */
interface MessageQueue {
  queue: QueuedMessage[];
  processing: boolean;
  lastHandlerId: number | null;
  processQueue(): Promise<void>;
  clearTransactionIfNeeded(handlerId: number): Promise<void>;
}

const letter = (name: string): number => name.charCodeAt(0);
/** Parse, Bind, Describe, Execute, Close and Flush belong together until a Sync ends the exchange. */
const OPENING: ReadonlySet<number> = new Set(['P', 'B', 'D', 'E', 'C', 'H'].map(letter));
const SYNC = letter('S');
const ERROR = letter('E');
const SYNC_MESSAGE = new Uint8Array([SYNC, 0, 0, 0, 4]);

/** How the engine says that its stack is full. */
const STACK_FULL = Buffer.from('C54001\0');
const SMALLEST = Buffer.from('Q\0\0\0\x0dselect 1\0', 'latin1');

/**
 * Makes the server finish one connection's exchange before it looks at the next connection. `onWorn` is told when the engine has no stack left for anything:
 * each geometry that cannot be projected costs it a little that it never gets back, and some thousands of them all.
 */
export function keepExchangesWhole(server: PGLiteSocketServer, db: PGlite, onWorn: () => void): void {
  const queue = (server as unknown as { queryQueue?: MessageQueue }).queryQueue;
  if (queue === undefined || typeof queue.processQueue !== 'function' || !Array.isArray(queue.queue)) {
    throw new Error('The socket library has changed: its queue of messages was not found.');
  }
  let exchange: number | null = null;
  let failed = false;
  let isFull = false;

  /** A statement that asks for too much fills the stack too, but not for the next one. */
  const tellIfWorn = async (): Promise<void> => {
    isFull = false;
    let said = Buffer.alloc(0);
    const onRawData = (data: Uint8Array): void => {
      said = Buffer.concat([said, data]);
    };
    await db.runExclusive(() => db.execProtocolRawStream(SMALLEST, { onRawData })).catch(() => undefined);
    if (said.includes(STACK_FULL)) onWorn();
  };

  const next = (): QueuedMessage | undefined => {
    const bound = exchange ?? (db.isInTransaction() ? queue.lastHandlerId : null);
    if (bound === null) return queue.queue.shift();
    const at = queue.queue.findIndex((message) => message.handlerId === bound);
    return at < 0 ? undefined : queue.queue.splice(at, 1)[0];
  };

  const run = async (one: QueuedMessage): Promise<void> => {
    const kind = one.message[0] ?? 0;
    const opening = OPENING.has(kind);
    if (opening) exchange = one.handlerId;
    // As a server does: after an error the rest of the exchange is skipped, and only its Sync says "ready".
    if (opening && failed) return one.resolve(0);
    const frames = new ReplyFrames(opening ? 'Z' : '');
    let bytes = 0;
    try {
      await db.runExclusive(() =>
        db.execProtocolRawStream(one.message, {
          onRawData: (data) => {
            const kept = frames.take(data);
            isFull ||= data[0] === ERROR && Buffer.from(data.buffer, data.byteOffset, data.byteLength).includes(STACK_FULL);
            bytes += kept.length;
            one.onData(kept);
          },
        }),
      );
      one.resolve(bytes);
    } catch (error) {
      one.reject(error);
    } finally {
      queue.lastHandlerId = one.handlerId;
      if (opening) failed ||= frames.failed;
      if (kind === SYNC) {
        exchange = null;
        failed = false;
      }
      if (isFull && exchange === null && !db.isInTransaction()) await tellIfWorn();
    }
  };

  queue.processQueue = async () => {
    if (queue.processing) return;
    queue.processing = true;
    try {
      for (let one = next(); one !== undefined; one = next()) await run(one);
    } finally {
      queue.processing = false;
    }
  };

  const clearTransaction = queue.clearTransactionIfNeeded.bind(queue);
  queue.clearTransactionIfNeeded = async (handlerId) => {
    if (exchange === handlerId) {
      // The client went away in the middle; the session must be ready for the others.
      await db.runExclusive(() => db.execProtocolRawStream(SYNC_MESSAGE, { onRawData: () => undefined }));
      exchange = null;
      failed = false;
    }
    await clearTransaction(handlerId);
    await queue.processQueue();
  };
}
