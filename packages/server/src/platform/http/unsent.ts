// Replies that are made and not sent yet: those who ask for large ones and do not read them must not fill the memory, nor hold a connection for ever.
import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** Smaller ones the system takes at once. */
const LEAST_BYTES = 64 * 1024;
/** Some of the largest replies, each for somebody with a slow line. */
const MOST_BYTES = 512 * 1024 * 1024;
/** Nobody's line stands still for so long. */
const STALLED_MS = 120_000;

interface Reply {
  sender: string;
  bytes: number;
}

/** What has been handed over for sending. Beyond the most the sender for whom most of it waits loses the oldest of it, with its connection. */
export class UnsentReplies {
  readonly #replies = new Map<ServerResponse, Reply>();
  readonly #mostBytes: number;
  readonly #stalledMs: number;
  #bytes = 0;

  constructor({ mostBytes = MOST_BYTES, stalledMs = STALLED_MS } = {}) {
    this.#mostBytes = mostBytes;
    this.#stalledMs = stalledMs;
  }

  /** Bytes of replies that nobody has read yet. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Before a reply is sent. `sender` is where its request came from; without `bytes` it is read from somewhere as it is sent. */
  watch(response: ServerResponse, sender: () => string, bytes = 0): void {
    if (bytes > 0 && bytes < LEAST_BYTES) return;
    const { socket } = response.req;
    // Whoever has gone away while it was made reads nothing, and nothing tells of the end once more.
    if (response.destroyed || socket.destroyed) return;
    // Of a connection on which nothing moves; the server sets it anew for the next request. Where nothing waits to be read, the rest is still being made.
    // Tests ask without a connection.
    if (socket instanceof Socket) response.setTimeout(this.#stalledMs, () => response.writableLength > 0 && response.destroy());
    if (bytes === 0 || this.#replies.has(response)) return;
    this.#replies.set(response, { sender: sender(), bytes });
    this.#bytes += bytes;
    response.once('close', () => this.#forget(response));
    while (this.#bytes > this.#mostBytes && this.#replies.size > 1) this.#endOldest();
  }

  #endOldest(): void {
    const waiting = new Map<string, number>();
    for (const { sender, bytes } of this.#replies.values()) waiting.set(sender, (waiting.get(sender) ?? 0) + bytes);
    const [first = ['', 0] as const, ...others] = waiting;
    const [most] = others.reduce((one, other) => (other[1] > one[1] ? other : one), first);
    const oldest = [...this.#replies].find(([, { sender }]) => sender === most);
    if (oldest === undefined) return;
    this.#forget(oldest[0]);
    oldest[0].destroy();
  }

  #forget(response: ServerResponse): void {
    const reply = this.#replies.get(response);
    if (reply !== undefined && this.#replies.delete(response)) this.#bytes -= reply.bytes;
  }
}

/** Those of the process, whose memory they take. */
export const unsentReplies = new UnsentReplies();
