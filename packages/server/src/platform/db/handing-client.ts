// The driver's client on a connection that hands rows over as they arrive.
import pg from 'pg';
import { lostStatement } from './errors.ts';
import { MessageReader, type RowTaker, receivingSocket } from './received-messages.ts';

/** A connection of ours. */
export interface RawConnection extends pg.Connection, RowTaker {
  /** What statements that were prepared under a name give. */
  described: Map<string, readonly number[]>;
  parsedStatements: Record<string, string>;
}

class HandingConnection extends (pg.Connection as unknown as new (
  config: object,
) => RawConnection & { ssl: unknown; _emitMessage: boolean; attachListeners(stream: NodeJS.ReadableStream): void }) {
  override takeRow: RawConnection['takeRow'];
  override readonly described = new Map<string, readonly number[]>();
  readonly #reader: MessageReader;

  constructor(config: { ssl: unknown; keepAlive: boolean }) {
    // What comes encrypted goes through a stream of its own.
    super(config.ssl ? config : { ...config, stream: receivingSocket((bytes, length) => this.#receive(bytes, length)) });
    this.#reader = new MessageReader(this);
  }

  override attachListeners(stream: NodeJS.ReadableStream): void {
    if (this.ssl) stream.on('data', (bytes: Buffer) => this.#receive(bytes, bytes.length));
  }

  // As the driver's own.
  #receive(bytes: Buffer, length: number): void {
    this.#reader.receive(bytes, length, (message) => {
      if (this._emitMessage) this.emit('message', message);
      this.emit(message.name === 'error' ? 'errorMessage' : message.name, message);
    });
  }
}

/** The client of our pools: the driver's, able to hand over rows, and for which a statement that the database lost has failed. */
export class HandingClient extends pg.Client {
  /** The driver's own gives no rows then, as if there were none. */
  _handleEmptyQuery(): void {
    const client = this as unknown as { _getActiveQuery(): { handleLost?(): void } | null; _handleErrorMessage(error: Error): void };
    const query = client._getActiveQuery();
    // Behind a failure nothing else is answered; behind a lost statement the rest of a round is.
    if (query?.handleLost !== undefined) query.handleLost();
    else client._handleErrorMessage(lostStatement());
  }

  constructor(config?: pg.ClientConfig) {
    const { ssl = false, keepAlive = false } = config ?? {};
    super({ ...config, connection: new HandingConnection({ ssl, keepAlive }) } as pg.ClientConfig);
  }
}
