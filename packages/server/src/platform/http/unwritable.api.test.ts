// A file that cannot be written while it comes in, such as on a full disk.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let address: string;
beforeAll(async () => {
  t = await testPortal();
  address = await t.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => t.close());

it('is told while the sender is still sending, and the portal goes on', async () => {
  const { receivingPath } = t.portal.files;
  t.portal.files.receivingPath = () => join(t.portal.config.dataDir, 'no/such/folder/file');
  const sent = request(`${address}/sharing/rest/content/features/generate?f=json`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  });
  sent.on('error', () => undefined);
  sent.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nname,lat,lon\r\n');
  const [reply] = (await once(sent, 'response')) as [IncomingMessage];
  expect(reply.statusCode).toBe(500);
  expect(JSON.parse(await text(reply)).error.message).toContain('Something went wrong');
  sent.destroy();
  t.portal.files.receivingPath = receivingPath;
  expect((await fetch(`${address}/health`)).status).toBe(200);
});
