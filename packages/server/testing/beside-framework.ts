// Asks a listening portal and its framework alone the same, for answers that are given before the framework sees the request.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import type { TestPortal } from './test-portal.ts';

const HANDLED = 'tracing:fastify.request.handler:start';

/** An answer, and whether the framework saw the request. */
export interface Asked {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  framework: boolean;
}

/** A portal that listens. */
export class BesideFramework {
  readonly #portal: TestPortal;
  readonly #port: number;
  #handled = 0;
  readonly #count = (): void => {
    this.#handled++;
  };

  private constructor(portal: TestPortal, port: number) {
    this.#portal = portal;
    this.#port = port;
    subscribe(HANDLED, this.#count);
  }

  /** Lets a portal listen; `stop` before it is closed. */
  static async listen(portal: TestPortal): Promise<BesideFramework> {
    await portal.app.listen({ port: 0, host: '127.0.0.1' });
    return new BesideFramework(portal, (portal.app.server.address() as AddressInfo).port);
  }

  stop(): void {
    unsubscribe(HANDLED, this.#count);
  }

  /** Asks the listening server; with a body that is written in these pieces. */
  ask(path: string, headers: Record<string, string> = {}, method = 'GET', body: readonly (string | Uint8Array)[] = []): Promise<Asked> {
    const before = this.#handled;
    return new Promise((resolve, reject) => {
      const asking = request({ port: this.#port, host: '127.0.0.1', path, headers, method }, (reply) => {
        const parts: Buffer[] = [];
        reply.on('data', (part: Buffer) => parts.push(part));
        reply.on('end', () =>
          resolve({
            status: reply.statusCode ?? 0,
            headers: reply.headers,
            body: Buffer.concat(parts),
            framework: this.#handled > before,
          }),
        );
      }).on('error', reject);
      const last = body.at(-1);
      for (const piece of body.slice(0, -1)) asking.write(piece);
      if (last === undefined) asking.end();
      else asking.end(last);
    });
  }

  /** The same of the framework alone, for the same host; a POST with the body where there is one. */
  async byFramework(path: string, headers: Record<string, string> = {}, body?: string): Promise<Omit<Asked, 'framework'>> {
    const post = body === undefined ? {} : { method: 'POST' as const, payload: body };
    const reply = await this.#portal.app.inject({ url: path, headers: { host: `127.0.0.1:${this.#port}`, ...headers }, ...post });
    return { status: reply.statusCode, headers: reply.headers as IncomingHttpHeaders, body: reply.rawPayload };
  }

  /** Expects that both answer alike, and that the framework did not see the request. */
  async expectTheSame(path: string, headers: Record<string, string> = {}, body?: string): Promise<Asked> {
    const plain = await this.byFramework(path, headers, body);
    const asked = await (body === undefined ? this.ask(path, headers) : this.ask(path, headers, 'POST', [body]));
    expect(asked.framework, `${path} ${body ?? ''}`).toBe(false);
    expect({ ...asked, headers: lasting(asked.headers) }).toEqual({ ...plain, headers: lasting(plain.headers), framework: false });
    return asked;
  }
}

/** The headers that are alike in two answers to one question. */
export function lasting(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { 'x-request-id': id, date: _date, connection: _connection, 'keep-alive': _alive, ...rest } = headers;
  expect(id).toMatch(/^[0-9a-f]{16}$/);
  return rest;
}
