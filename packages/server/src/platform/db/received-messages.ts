// Takes messages of the database apart in the memory that they were received in. The driver's own way needs 64 kB of new memory for each
// piece that arrives, and the collector then goes through the whole heap some times a second.
import net from 'node:net';
import { Parser } from 'pg-protocol/dist/parser.js';

/** A message as the driver knows it. */
export interface ParsedMessage {
  name: string;
  length: number;
}

/** Takes the place of a row in the driver's own flow of messages; nobody listens to it. */
const HANDED_OVER: ParsedMessage = { name: 'handedOverRow', length: 0 };
const DATA_ROW = 68;
const AUTHENTICATION = 82;
const COPY_DATA = 100;
/** Code and length. */
const HEADER_BYTES = 5;
/** What a socket gives at a time. */
const RECEIVED_BYTES = 65_536;
const LARGEST_KEPT_BYTES = 1 << 20;

/** Where rows are handed over instead of being made objects. */
export interface RowTaker {
  takeRow: ((bytes: Buffer, offset: number) => void) | undefined;
}

type Handle = (message: ParsedMessage) => void;

/** The driver's reader of single messages, with its own way of putting pieces together. */
export class MessageReader extends (Parser as unknown as new () => {
  handlePacket(offset: number, code: number, length: number, bytes: Buffer): ParsedMessage;
}) {
  readonly #taker: RowTaker;
  /** The beginning of a message whose rest has not arrived. */
  #held = Buffer.allocUnsafeSlow(1024);
  #heldBytes = 0;

  constructor(taker: RowTaker) {
    super();
    this.#taker = taker;
  }

  /** Hands over the messages that end within the first `length` bytes, which may be overwritten afterwards. */
  receive(bytes: Buffer, length: number, handle: Handle): void {
    let at = this.#heldBytes === 0 ? 0 : this.#complete(bytes, length, handle);
    while (at + HEADER_BYTES <= length) {
      const end = at + 1 + bytes.readUInt32BE(at + 1);
      if (end > length) break;
      handle(this.#message(bytes, at));
      at = end;
    }
    if (at < length) this.#hold(bytes, at, length);
  }

  /** Completes the message that is held; gives how many of the bytes it took. */
  #complete(bytes: Buffer, length: number, handle: Handle): number {
    let at = Math.max(0, Math.min(length, HEADER_BYTES - this.#heldBytes));
    this.#hold(bytes, 0, at);
    if (this.#heldBytes < HEADER_BYTES) return at;
    const missing = 1 + this.#held.readUInt32BE(1) - this.#heldBytes;
    const rest = Math.min(missing, length - at);
    this.#room(this.#heldBytes + missing);
    this.#hold(bytes, at, at + rest);
    at += rest;
    if (rest < missing) return at;
    const message = this.#held;
    this.#heldBytes = 0;
    if (message.length > LARGEST_KEPT_BYTES) this.#held = Buffer.allocUnsafeSlow(1024);
    handle(this.#message(message, 0));
    return at;
  }

  #hold(bytes: Buffer, from: number, to: number): void {
    this.#room(this.#heldBytes + to - from);
    bytes.copy(this.#held, this.#heldBytes, from, to);
    this.#heldBytes += to - from;
  }

  #room(bytes: number): void {
    if (bytes <= this.#held.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(bytes, this.#held.length * 2));
    this.#held.copy(grown, 0, 0, this.#heldBytes);
    this.#held = grown;
  }

  #message(bytes: Buffer, at: number): ParsedMessage {
    const code = bytes[at] as number;
    const { takeRow } = this.#taker;
    if (code === DATA_ROW && takeRow !== undefined) {
      takeRow(bytes, at + HEADER_BYTES);
      return HANDED_OVER;
    }
    const length = bytes.readUInt32BE(at + 1);
    // These two are kept longer than the call.
    if (code !== COPY_DATA && code !== AUTHENTICATION) return this.handlePacket(at + HEADER_BYTES, code, length, bytes);
    return this.handlePacket(0, code, length, Buffer.from(bytes.subarray(at + HEADER_BYTES, at + 1 + length)));
  }
}

/** A socket that receives into the same memory again and again. */
export function receivingSocket(take: (bytes: Buffer, length: number) => void): net.Socket {
  const onread = {
    buffer: Buffer.allocUnsafeSlow(RECEIVED_BYTES),
    callback: (length: number, bytes: Uint8Array): boolean => {
      take(bytes as Buffer, length);
      return true;
    },
  };
  return new net.Socket({ onread } as net.SocketConstructorOpts);
}
