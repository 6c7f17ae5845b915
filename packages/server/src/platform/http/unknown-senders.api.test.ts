// Large files of senders who are not known while they send: few at a time, wherever in the form the token stands.
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let address: string;
beforeAll(async () => {
  t = await testPortal({ people: { una: 'user' } });
  address = await t.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => t.close());

const LARGE = Buffer.alloc(11 * 1024 * 1024, 'a');
const part = (name: string, value = ''): string => `--b\r\nContent-Disposition: form-data; name="${name}"${value}\r\n\r\n`;
const field = (name: string, value: string): string => `${part(name)}${value}\r\n`;

/** Begins to add an item with a large file; what comes before the file, and what behind it. */
function send(before: string, behind: string | null, headers: Record<string, string> = {}): ClientRequest {
  const { username } = t.as('una');
  const sent = request(`${address}/sharing/rest/content/users/${username}/addItem?f=json`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b', ...headers },
  });
  sent.on('error', () => undefined);
  const file = `large${Math.random().toString(36).slice(2)}.csv`;
  sent.write(`${before}${field('type', 'CSV')}${field('title', file)}${part('file', `; filename="${file}"`)}`);
  sent.write(LARGE);
  if (behind !== null) sent.end(`\r\n${behind}--b--\r\n`);
  return sent;
}

async function replyTo(sent: ClientRequest): Promise<{ success?: boolean; error?: { code: number } }> {
  const [reply] = (await once(sent, 'response')) as [IncomingMessage];
  return JSON.parse(await text(reply));
}

async function largeFiles(): Promise<number> {
  const dir = join(t.portal.config.dataDir, 'files/receiving');
  const sizes = await Promise.all((await readdir(dir)).map(async (name) => (await stat(join(dir, name)).catch(() => ({ size: 0 }))).size));
  return sizes.filter((size) => size > 10 * 1024 * 1024).length;
}

it('takes ten of an address at a time, and all of those who are known', async () => {
  const token = t.as('una').token ?? '';
  const behind = field('token', token);
  expect(await replyTo(send('', behind))).toMatchObject({ success: true });
  expect(await replyTo(send('', ''))).toMatchObject({ error: { code: 499 } });
  const unfinished = Array.from({ length: 10 }, () => send('', null));
  await expect.poll(largeFiles, { timeout: 20_000 }).toBe(10);
  expect(await replyTo(send('', behind))).toMatchObject({ error: { code: 429 } });
  expect(await replyTo(send(behind, ''))).toMatchObject({ success: true });
  expect(await replyTo(send('', '', { authorization: `Bearer ${token}` }))).toMatchObject({ success: true });
  for (const sent of unfinished) sent.destroy();
  await expect.poll(largeFiles).toBe(0);
  expect(await replyTo(send('', behind))).toMatchObject({ success: true });
});
