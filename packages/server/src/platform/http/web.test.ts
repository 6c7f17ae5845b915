// The pages as a browser gets them: with their policy at every address that gives one.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addWeb } from './web.ts';

let dir: string;
let app: FastifyInstance;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'graticule-web-'));
  for (const name of ['index.html', 'index.html.gz', 'favicon.svg']) await writeFile(join(dir, name), name);
  app = Fastify();
  await addWeb(app, dir);
});
afterAll(async () => {
  await app.close();
  await rm(dir, { recursive: true });
});

it.each(['/', '/index.html', '/home/gallery.html', '/home/webmap/viewer.html', '/index.html?embed=true'])(
  'no other site may frame %s',
  async (url) => {
    const { headers, body } = await app.inject({ url });
    expect(body).toBe('index.html');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
  },
);

it('lets other sites frame the embeddable viewer only', async () => {
  const { headers } = await app.inject({ url: '/home/webmap/viewer.html?webmap=1&embed=true' });
  expect(headers['content-security-policy']).toContain('frame-ancestors *');
});

it('lets the page that configures an app show another site, and no other page', async () => {
  const frames = async (url: string) =>
    String((await app.inject({ url })).headers['content-security-policy']).match(/frame-src ([^;]*)/)?.[1];
  expect(await frames('/home/webmap/configureApp.html?appid=1')).toBe("'self' https: http:");
  for (const url of ['/home/item.html?x=/webmap/configureApp.html', '/home/webmap/viewer.html', '/'])
    expect(await frames(url)).toBe("'self'");
});

it('serves files that are no pages as they are', async () => {
  expect((await app.inject({ url: '/favicon.svg' })).body).toBe('favicon.svg');
  expect((await app.inject({ url: '/index.html.gz' })).statusCode).toBe(404);
});
