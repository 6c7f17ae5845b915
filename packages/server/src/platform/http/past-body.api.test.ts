// Bodies that are too large, sent over real connections.
import { PassThrough, Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';
import { readPast } from './past-body.ts';

let t: TestPortal;
let url: string;
beforeAll(async () => {
  t = await testPortal({});
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(t.app.server.address() as { port: number }).port}/sharing/rest/info`;
});
afterAll(() => t.close());

/** A form of forty megabytes that comes as the connection takes it. */
async function* pieces(): AsyncGenerator<Buffer> {
  yield Buffer.from('f=json&filler=');
  for (let i = 0; i < 40; i++) {
    yield Buffer.alloc(1024 * 1024, 'x');
    await setImmediate();
  }
}

describe('a form that is too large', () => {
  it('is answered, each time, to a client that writes all of it before it reads', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    for (let i = 0; i < 5; i++) {
      // The types are those of browsers, which send no streams.
      const reply = await fetch(url, { method: 'POST', headers, body: Readable.from(pieces()), duplex: 'half' } as unknown as RequestInit);
      expect(reply.status).toBe(413);
      expect(await reply.json()).toMatchObject({ error: { code: 413, message: expect.stringContaining('at most 10 MB') } });
    }
  });
});

describe('reading past a body', () => {
  it('ends when the body does, when its sender goes, and after enough bytes', async () => {
    const whole = new PassThrough();
    whole.end('abc');
    await readPast(whole);
    expect(whole.readableEnded).toBe(true);
    const gone = new PassThrough();
    const waited = readPast(gone);
    gone.destroy();
    await waited;
    const endless = new PassThrough();
    const piece = Buffer.alloc(1024 * 1024);
    let sent = 0;
    const sending = setInterval(() => {
      sent += 8;
      for (let i = 0; i < 8; i++) endless.write(piece);
    }, 1);
    await readPast(endless);
    clearInterval(sending);
    expect(sent).toBeGreaterThan(128);
    expect(endless.readableEnded).toBe(false);
  });
});
