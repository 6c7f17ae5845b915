// Replies that nobody reads are given up before they fill the memory, those of the greediest first.
import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { UnsentReplies } from './unsent.ts';

/** More than the system takes for a connection whose other end does not read. */
const BYTES = 24 * 1024 * 1024;

let server: Server;
let port: number;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function serve(unsent: UnsentReplies): Promise<void> {
  const body = Buffer.alloc(BYTES);
  server = createServer((request, response) => {
    unsent.watch(response, () => request.url ?? '', BYTES);
    response.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
}

/** A reply of which nothing is read yet. */
async function asked(sender: string): Promise<IncomingMessage> {
  const request = httpRequest({ host: '127.0.0.1', port, path: `/${sender}`, agent: false }).end();
  const [reply] = (await once(request, 'response')) as [IncomingMessage];
  reply.pause();
  return reply;
}

/** How much comes when it is read to its end. */
async function readOf(reply: IncomingMessage): Promise<number> {
  let bytes = 0;
  try {
    for await (const piece of reply) bytes += (piece as Buffer).length;
  } catch {
    // It was given up.
  }
  return bytes;
}

it('the sender for whom most waits loses the oldest reply', async () => {
  const unsent = new UnsentReplies({ mostBytes: 3 * BYTES });
  await serve(unsent);
  const modest = await asked('modest');
  const greedy = [await asked('greedy'), await asked('greedy'), await asked('greedy')];
  expect(unsent.bytes).toBe(3 * BYTES);
  expect(await readOf(greedy[0] as IncomingMessage)).toBeLessThan(BYTES);
  for (const reply of [modest, greedy[1], greedy[2]]) expect(await readOf(reply as IncomingMessage)).toBe(BYTES);
  await expect.poll(() => unsent.bytes).toBe(0);
});

it('a single reply is sent, however large it is', async () => {
  const unsent = new UnsentReplies({ mostBytes: 1 });
  await serve(unsent);
  expect(await readOf(await asked('anybody'))).toBe(BYTES);
});

it('a connection on which nothing moves is ended', async () => {
  const unsent = new UnsentReplies({ stalledMs: 200 });
  await serve(unsent);
  const reply = await asked('sleeper');
  await expect.poll(() => unsent.bytes).toBe(0);
  expect(await readOf(reply)).toBeLessThan(BYTES);
});

it('a connection on which nothing moves because the rest is still being made stays', async () => {
  const unsent = new UnsentReplies({ stalledMs: 100 });
  server = createServer((_, response) => {
    unsent.watch(response, () => 'reader');
    response.write('first');
    setTimeout(() => response.end('last'), 500);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
  expect(await readOf(await asked('reader'))).toBe('firstlast'.length);
});

it('a reply to somebody who has gone away meanwhile does not count', async () => {
  const unsent = new UnsentReplies();
  let watched = false;
  server = createServer((_, response) => {
    response.once('close', () => {
      unsent.watch(response, () => 'gone', BYTES);
      watched = true;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const request = httpRequest({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, agent: false }).end();
  request.on('error', () => undefined);
  await once(server, 'request');
  request.destroy();
  await expect.poll(() => watched).toBe(true);
  expect(unsent.bytes).toBe(0);
});
