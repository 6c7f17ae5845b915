// Large replies to people who do not read them are known of, however they are made: what nobody reads must not fill the memory.
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';
import { unsentReplies } from '../../platform/http/unsent.ts';

let t: TestPortal;
let query: string;
let port: number;

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  const petra = t.as('petra');
  const text = `name,note\n${Array.from({ length: 24 }, (_, at) => `Place ${at},${'x'.repeat(1_000_000)}`).join('\n')}\n`;
  const { id } = await petra.upload(
    `content/users/${petra.username}/addItem`,
    { title: 'notes', type: 'CSV' },
    { file: { name: 'notes.csv', bytes: text } },
  );
  const publishParameters = { name: 'notes', locationType: 'none' };
  const reply = await petra.post(`content/users/${petra.username}/publish`, { itemId: id, filetype: 'csv', publishParameters });
  await t.runJobs();
  await petra.post(`content/items/${reply.services[0].serviceItemId}/share`, { everyone: true });
  query = `${new URL(reply.services[0].serviceurl).pathname}/0/query?where=1=1&outFields=*`;
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  port = (t.app.server.address() as { port: number }).port;
});
afterAll(() => t.close());

it.each(['json', 'pjson', 'geojson'])('as %s', async (format) => {
  const socket = connect(port, '127.0.0.1').pause();
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(`GET ${query}&f=${format} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
  await expect.poll(() => unsentReplies.bytes, { timeout: 20_000 }).toBeGreaterThan(20_000_000);
  socket.destroy();
  await expect.poll(() => unsentReplies.bytes, { timeout: 20_000 }).toBe(0);
});
