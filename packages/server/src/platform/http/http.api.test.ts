import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { publisher: 'publisher', admin: 'admin' } });
});
afterAll(() => t.close());

describe('addresses', () => {
  it.each(['/sharing/rest/info', '/sharing/info', '//sharing//rest/info', '/sharing/rest/info/', '/Sharing/REST/Info'])(
    'answers %s alike',
    async (path) => {
      const response = await t.stranger.raw('GET', path);
      expect(response.json().authInfo.tokenServicesUrl).toBe('http://localhost/sharing/rest/generateToken');
    },
  );

  it('finds the service information below a double slash, as clients ask for it', async () => {
    expect((await t.stranger.raw('POST', '//rest/info')).json().owningSystemUrl).toBe('http://localhost');
  });

  it('says that an operation is not supported, in the manner of the place', async () => {
    const sharing = await t.stranger.raw('GET', 'content/nothing/here');
    const services = await t.stranger.raw('GET', '/rest/services/Hosted/None/MapServer/export');
    const page = await t.stranger.raw('GET', '/assets/none.js', { f: '' });
    expect([sharing.statusCode, sharing.json().error.code]).toEqual([200, 400]);
    expect([services.statusCode, services.json().error.code]).toEqual([200, 404]);
    expect(page.statusCode).toBe(404);
  });
});

describe('formats', () => {
  it('answers compact JSON, indented JSON and a page without scripts', async () => {
    const json = await t.stranger.raw('GET', 'info');
    const pretty = await t.stranger.raw('GET', 'info', { f: 'pjson' });
    const html = await t.stranger.raw('GET', 'info', { f: 'html' });
    expect(json.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(json.body).not.toContain('\n');
    expect(pretty.body).toContain('\n  "owningSystemUrl"');
    expect(html.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(html.headers['content-security-policy']).toContain("default-src 'none'");
  });

  it('refuses an unknown format with an error in JSON and status 200', async () => {
    const response = await t.stranger.raw('GET', 'info', { f: 'xml' });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ error: { code: 400, message: 'Invalid format', details: [] } });
  });

  it('wraps a callback for signed-out GET requests only, under a strict name', async () => {
    const good = await t.stranger.raw('GET', 'info', { callback: 'dojo.io[0].cb' });
    expect(good.headers['content-type']).toBe('application/javascript; charset=utf-8');
    expect(good.body).toMatch(/^\/\*\*\/dojo\.io\[0\]\.cb\(\{.*\}\);$/);
    for (const response of [
      await t.stranger.raw('GET', 'info', { callback: 'alert(1)//' }),
      await t.stranger.raw('GET', 'info', { callback: 'x'.repeat(129) }),
      await t.as('publisher').raw('GET', 'portals/self', { callback: 'cb' }),
    ]) {
      const json = /^\/\*\*\/cb\((.*)\);$/.exec(response.body)?.[1] ?? response.body;
      expect(JSON.parse(json).error).toMatchObject({ code: 400, message: 'Invalid callback' });
    }
  });

  it('calls the function with errors too, and answers a form as ever', async () => {
    const refused = await t.stranger.raw('GET', 'content/items/nothing', { callback: 'cb' });
    expect([refused.statusCode, refused.headers['content-type']]).toEqual([200, 'application/javascript; charset=utf-8']);
    expect(refused.headers['x-content-type-options']).toBe('nosniff');
    const said = JSON.parse(/^\/\*\*\/cb\((.*)\);$/.exec(refused.body)?.[1] ?? '');
    expect(said.error).toMatchObject({ code: 400, messageCode: 'CONT_0001' });
    expect((await t.stranger.raw('GET', 'info', { callback: 'cb', f: 'xml' })).body).toMatch(/^\/\*\*\/cb\(\{"error":\{"code":400/);
    expect((await t.stranger.raw('GET', 'portals/self/update', { callback: 'cb' })).body).toMatch(/^\/\*\*\/cb\(\{"error":\{"code":405/);
    for (const callback of ['cb', 'alert(1)//']) {
      const form = await t.stranger.raw('POST', 'info', { callback });
      expect([form.headers['content-type'], form.json().error]).toEqual(['application/json; charset=utf-8', undefined]);
    }
  });
});

describe('requests', () => {
  it('refuse to change anything by GET', async () => {
    expect((await t.as('admin').get('portals/self/update', { name: 'X' })).error.code).toBe(405);
  });

  it('take the body before the query string, and names without regard to case', async () => {
    const response = await t.as('admin').raw('POST', 'community/users/publisher/update?Description=query', { DESCRIPTION: 'body' });
    expect(response.json()).toEqual({ success: true, username: 'publisher' });
    expect((await t.as('admin').get('community/users/publisher')).description).toBe('body');
  });

  it('name the parameter that is wrong', async () => {
    const error = async (params: object) => (await t.as('admin').get('portals/self/users', params as Record<string, string>)).error;
    expect(await error({ start: 'one' })).toEqual({ code: 400, message: "'start' 'one' is not a whole number.", details: [] });
    expect((await error({ sortOrder: 'sideways' })).message).toContain('sortOrder');
    const json = await t.as('admin').post('portals/self/update', { allowedOrigins: '{broken' });
    expect(json.error.message).toBe(
      "'allowedOrigins' is not valid JSON: see character 2. Names and texts need double quotes, and commas go between values only.",
    );
    const deep = await t.as('admin').post('portals/self/update', { allowedOrigins: `${'['.repeat(65)}${']'.repeat(65)}` });
    expect(deep.error.message).toContain('nested');
  });

  it('refuse JSON bodies with 415', async () => {
    const response = await t.app.inject({
      method: 'POST',
      url: '/sharing/rest/info',
      headers: { 'content-type': 'application/json' },
      payload: '{}',
    });
    expect(response.statusCode).toBe(415);
  });

  it('refuse a form over ten megabytes with 413', async () => {
    const response = await t.stranger.raw('POST', 'info', { filler: 'x'.repeat(11 * 1024 * 1024) });
    expect(response.statusCode).toBe(413);
  });

  it('survive a malformed multipart body and keep none of its files', async () => {
    const boundary = 'X';
    const body = `--X\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nabc`;
    const response = await t.app.inject({
      method: 'POST',
      url: '/sharing/rest/info',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: body,
    });
    expect(response.json().error.code).toBe(400);
    expect(await readdir(join(t.portal.config.dataDir, 'files/receiving'))).toEqual([]);
  });

  it('read multipart fields and leave no file behind that nobody took', async () => {
    const reply = await t
      .as('admin')
      .upload('community/users/publisher/update', { description: 'by form' }, { other: { name: '../../evil.txt', bytes: 'x' } });
    expect(reply.success).toBe(true);
    expect(await readdir(join(t.portal.config.dataDir, 'files/receiving'))).toEqual([]);
  });
});

describe('files that nobody asked for', () => {
  it.each([
    ['portals/self', ['x', 'x'], 'a.bin'],
    ['content/features/generate', ['file', 'file', 'other'], 'a.csv'],
    ['content/features/generate', ['file'], ''],
  ])('are not left on the disk by %s %j %j', async (path, names, fileName) => {
    const form = new FormData();
    for (const name of names) form.append(name, new Blob(['a,lat,lon\n1,2,3\n']), fileName);
    form.append('fileType', 'csv');
    form.append('publishParameters', '{}');
    const request = new Request('http://localhost/', { method: 'POST', body: form });
    const headers = { 'content-type': request.headers.get('content-type') ?? '' };
    const payload = Buffer.from(await request.arrayBuffer());
    await t.app.inject({ method: 'POST', url: `/sharing/rest/${path}`, headers, payload });
    expect(await readdir(join(t.portal.config.dataDir, 'files/receiving'))).toEqual([]);
  });

  it('are not left by a sender who goes away, nor waited for', async () => {
    const address = await t.app.listen({ port: 0, host: '127.0.0.1' });
    const receiving = () => readdir(join(t.portal.config.dataDir, 'files/receiving'));
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    const head = ['POST /sharing/rest/content/features/generate HTTP/1.1', 'Host: localhost', 'Content-Length: 100000000'];
    const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
    socket.write(`${[...head, 'Content-Type: multipart/form-data; boundary=b'].join('\r\n')}\r\n\r\n${part}${'a'.repeat(200_000)}`);
    await expect.poll(receiving).toHaveLength(1);
    socket.destroy();
    await expect.poll(receiving).toEqual([]);
  });

  it('nor are parts without a name', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const payload = '--b\r\nContent-Disposition: form-data\r\n\r\nabc\r\n--b--\r\n';
    const response = await t.app.inject({ method: 'POST', url: '/sharing/rest/info?f=json', headers, payload });
    expect(response.json().authInfo).toBeDefined();
  });

  it('nor is text that was read as one', async () => {
    const text = { text: 'a,lat,lon\n1,2,3\n', fileType: 'csv', publishParameters: {} };
    expect((await t.stranger.post('content/features/generate', text)).featureCollection.layers).toHaveLength(1);
    await t.as('publisher').post('content/features/analyze', text);
    await t.as('publisher').post('content/users/publisher/publish', { ...text, publishParameters: { name: 'not a name!' } });
    expect(await readdir(join(t.portal.config.dataDir, 'files/receiving'))).toEqual([]);
  });
});

describe('cross-origin requests', () => {
  it('may come from anywhere without credentials, errors included', async () => {
    const response = await t.stranger.raw('GET', 'community/self', {}, { origin: 'https://app.example.org' });
    expect(response.headers['access-control-allow-origin']).toBe('*');
    expect(response.headers['access-control-allow-credentials']).toBeUndefined();
    expect(response.headers.vary).toContain('Origin');
  });

  it('get their preflight answered', async () => {
    const response = await t.stranger.raw(
      'OPTIONS',
      'portals/self',
      {},
      { origin: 'https://app.example.org', 'access-control-request-method': 'POST' },
    );
    expect(response.statusCode).toBe(204);
    expect(response.headers['access-control-allow-headers']).toContain('X-Esri-Authorization');
  });

  it('may carry credentials from origins that the organisation lists', async () => {
    await t.as('admin').post('portals/self/update', { allowedOrigins: ['https://app.example.org'] });
    const response = await t.stranger.raw('GET', 'info', {}, { origin: 'https://app.example.org' });
    expect(response.headers['access-control-allow-origin']).toBe('https://app.example.org');
    expect(response.headers['access-control-allow-credentials']).toBe('true');
  });
});

describe('a private organisation', () => {
  it('shows strangers as much as a sign-in page needs, and nothing else', async () => {
    await t.as('admin').post('portals/self/update', { access: 'private' });
    const self = await t.stranger.get('portals/self');
    expect(self).toMatchObject({ access: 'private', id: t.orgId });
    expect(self).not.toHaveProperty('helperServices');
    expect((await t.stranger.get('community/users/publisher')).error.code).toBe(499);
    expect((await t.stranger.get('info')).owningSystemUrl).toBe('http://localhost');
    expect((await t.as('publisher').get('portals/self')).helperServices).toBeDefined();
    await t.as('admin').post('portals/self/update', { access: 'public' });
  });
});

describe('the portal itself', () => {
  it('reports whether it is alive and ready', async () => {
    expect((await t.stranger.raw('GET', '/health', { f: '' })).json()).toEqual({ status: 'ok' });
    const ready = await t.stranger.raw('GET', '/ready', { f: '' });
    expect(ready.json()).toEqual({
      status: 'ready',
      checks: [
        { name: 'database', ok: true },
        { name: 'files', ok: true },
      ],
    });
  });

  it('sends pages under a strict policy that lets only the embedded viewer be framed', async () => {
    const page = await t.stranger.raw('GET', '/home/item.html', { f: '' });
    expect(page.headers['content-security-policy']).toContain("script-src 'self';");
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'self'");
    const embedded = await t.stranger.raw('GET', '/home/webmap/viewer.html?embed=true', { f: '' });
    expect(embedded.headers['content-security-policy']).toContain('frame-ancestors *');
  });
});
