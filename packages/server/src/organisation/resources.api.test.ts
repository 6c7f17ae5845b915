// Files of an organisation over HTTP.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
beforeAll(async () => {
  t = await testPortal({ people: { admin1: 'admin', member: 'user' } });
});
afterAll(() => t.close());

const add = (params: Record<string, string>) => t.as('admin1').post('portals/self/addResource', params);

describe('files of an organisation', () => {
  it('AC-215 AC-216 AC-217 CO-275 are added as text or file, replaced, listed and read', async () => {
    expect(await add({ key: 'accountSettings', text: '{"a":1}' })).toEqual({ success: true, key: 'accountSettings' });
    await add({ key: 'accountSettings', text: '{"a":2}' });
    const read = await t.stranger.raw('GET', 'portals/self/resources/accountSettings', { f: '' });
    expect([read.headers['content-type'], read.json()]).toEqual(['application/json; charset=utf-8', { a: 2 }]);
    await t
      .as('admin1')
      .upload('portals/self/addResource', { key: 'banner.png' }, { file: { name: 'b.png', bytes: 'not looked at', type: 'image/png' } });
    expect(await t.stranger.get('portals/self/resources', { num: 1 })).toEqual({
      total: 2,
      start: 1,
      num: 1,
      nextStart: 2,
      resources: [{ key: 'accountSettings', size: 7 }],
    });
    expect((await t.stranger.raw('GET', 'portals/self/resources/banner.png', { f: '' })).headers['content-type']).toBe('image/png');
  });

  it('AC-218 are removed, and then are not found', async () => {
    await add({ key: 'gone.txt', text: 'x' });
    expect(await t.as('admin1').post('portals/self/removeResource', { key: 'gone.txt' })).toEqual({ success: true });
    expect((await t.stranger.raw('GET', 'portals/self/resources/gone.txt', { f: '' })).statusCode).toBe(404);
    expect((await t.as('admin1').post('portals/self/removeResource', { key: 'gone.txt' })).error.code).toBe(404);
  });

  it('are for members only when private, and public ones are open in a private organisation', async () => {
    await add({ key: 'secret.txt', text: 'x', access: 'private' });
    await add({ key: 'open.txt', text: 'y' });
    expect((await t.as('member').raw('GET', 'portals/self/resources/secret.txt', { f: '' })).body).toBe('x');
    expect((await t.stranger.raw('GET', 'portals/self/resources/secret.txt', { f: '' })).statusCode).toBe(404);
    expect(JSON.stringify(await t.stranger.get('portals/self/resources', { num: 100 }))).not.toContain('secret');
    await t.as('admin1').post('portals/self/update', { access: 'private' });
    expect((await t.stranger.raw('GET', 'portals/self/resources/open.txt', { f: '' })).body).toBe('y');
    expect((await t.stranger.raw('GET', 'portals/self/resources/secret.txt', { f: '' })).statusCode).toBe(404);
    await t.as('admin1').post('portals/self/update', { access: 'public' });
  });

  it('never run in the portal, whatever they are called', async () => {
    for (const key of ['page.html', 'drawing.svg', 'script.js']) {
      await add({ key, text: '<script>alert(1)</script>' });
      const { headers } = await t.stranger.raw('GET', `portals/self/resources/${key}`, { f: '' });
      expect(headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(headers['content-security-policy']).toContain('sandbox');
    }
  });

  it('say what is wrong with what was sent', async () => {
    expect((await add({ key: '../x', text: 'x' })).error.message).toContain("'key' must have");
    expect((await add({ key: 'x' })).error.message).toContain("'file' must be");
    expect((await add({ key: 'x', text: 'x', access: 'all' })).error.message).toContain("'access'");
    const large = { file: { name: 'b.png', bytes: 'x'.repeat(10 * 1024 * 1024 + 1), type: 'image/png' } };
    expect((await t.as('admin1').upload('portals/self/addResource', { key: 'large' }, large)).error.code).toBe(413);
    expect((await t.as('member').post('portals/self/addResource', { key: 'x', text: 'x' })).error.code).toBe(403);
  });
});
