// Items over HTTP: adding, reading, updating, data, folders, moving, deleting.
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;

beforeAll(async () => {
  t = await testPortal({ people: { publisher1: 'publisher', member1: 'user', viewer1: 'viewer', admin1: 'admin' } });
});
afterAll(() => t.close());

async function addMap(title = 'Trees'): Promise<string> {
  const reply = await t
    .as('publisher1')
    .post('content/users/publisher1/addItem', { title, type: 'Web Map', tags: 'a,b', text: '{"operationalLayers":[]}' });
  expect(reply).toMatchObject({ success: true, folder: null });
  return reply.id;
}

describe('adding items', () => {
  it('CO-226 adds an item that its owner reads with everything about it', async () => {
    const id = await addMap();
    const item = await t.as('publisher1').get(`content/items/${id}`);
    expect(item).toMatchObject({
      id,
      owner: 'publisher1',
      title: 'Trees',
      type: 'Web Map',
      access: 'private',
      tags: ['a', 'b'],
      size: 24,
      numViews: 0,
      itemControl: 'admin',
      protected: false,
    });
    expect(item.typeKeywords).toContain('Online Map');
    expect(Object.keys(item)).not.toContain('error');
  });

  it('CO-190 refuses viewers, strangers, unknown folders and JSON that is none', async () => {
    expect((await t.as('viewer1').post('content/users/viewer1/addItem', { title: 'x', type: 'Web Map' })).error.code).toBe(403);
    expect((await t.stranger.post('content/users/publisher1/addItem', { title: 'x', type: 'Web Map' })).error.code).toBe(499);
    expect((await t.as('member1').post('content/users/publisher1/addItem', { title: 'x', type: 'Web Map' })).error.code).toBe(403);
    expect(
      (await t.as('publisher1').post(`content/users/publisher1/${'0'.repeat(32)}/addItem`, { title: 'x', type: 'Web Map' })).error
        .messageCode,
    ).toBe('CONT_0004');
    expect((await t.as('publisher1').post('content/users/publisher1/addItem', { title: 'x', type: 'Web Map', text: '{' })).error.code).toBe(
      400,
    );
    expect((await t.as('publisher1').post('content/users/publisher1/addItem', { title: '', type: 'Web Map' })).error.code).toBe(400);
    expect(
      (await t.as('publisher1').post('content/users/publisher1/addItem', { title: 'x', type: 'Web Map', dataUrl: 'http://localhost/' }))
        .error.code,
    ).toBe(400);
  });

  it('guesses the type of a file, keeps its bytes and refuses the same name twice', async () => {
    const files = { file: { name: 'trees.csv', bytes: 'lat,lon\n1,2\n', type: 'text/html' } };
    const added = await t.as('publisher1').upload('content/users/publisher1/addItem', { tags: 'x' }, files);
    expect(added.success).toBe(true);
    const item = await t.as('publisher1').get(`content/items/${added.id}`);
    expect(item).toMatchObject({ title: 'trees', type: 'CSV', name: 'trees.csv', size: 12 });
    const data = await t.as('publisher1').raw('GET', `content/items/${added.id}/data`, { f: '' });
    expect(data.body).toBe('lat,lon\n1,2\n');
    expect(data.headers['content-type']).toContain('text/csv');
    expect((await t.as('publisher1').upload('content/users/publisher1/addItem', {}, files)).error).toMatchObject({
      code: 409,
      messageCode: 'CONT_0006',
    });
    const over = await t
      .as('publisher1')
      .upload('content/users/publisher1/addItem', { overwrite: true }, { file: { name: 'trees.csv', bytes: 'lat\n9\n' } });
    expect(over.id).toBe(added.id);
    expect((await t.as('publisher1').raw('GET', `content/items/${added.id}/data`, { f: '' })).body).toBe('lat\n9\n');
  });
});

describe('data', () => {
  it('CO-242 SH-228 gives JSON as it was stored, and nothing for an item without data', async () => {
    const id = await addMap();
    const data = await t.as('publisher1').raw('GET', `content/items/${id}/data`);
    expect(data.body).toBe('{"operationalLayers":[]}');
    expect(data.headers['content-type']).toContain('application/json');
    const empty = await t.as('publisher1').post('content/users/publisher1/addItem', { title: 'Empty', type: 'Web Map' });
    const none = await t.as('publisher1').raw('GET', `content/items/${empty.id}/data`);
    expect([none.statusCode, none.body]).toEqual([200, '']);
  });

  it('SH-229 SH-206 answers a HEAD probe with 200 for those who may and 403 for those who may not', async () => {
    const id = await addMap();
    expect((await t.as('publisher1').raw('HEAD', `content/items/${id}/data`, { f: '' })).statusCode).toBe(200);
    const refused = await t.as('member1').raw('HEAD', `content/items/${id}/data`, { f: '' });
    expect([refused.statusCode, refused.body]).toEqual([403, '']);
  });

  it('never lets HTML, SVG or scripts of people run in the origin of the portal', async () => {
    for (const name of ['evil.html', 'evil.svg', 'evil.js', 'evil.xml']) {
      const added = await t
        .as('publisher1')
        .upload(
          'content/users/publisher1/addItem',
          { type: 'Image' },
          { file: { name, bytes: '<script>alert(1)</script>', type: 'text/html' } },
        );
      const data = await t.as('publisher1').raw('GET', `content/items/${added.id}/data`, { f: '' });
      expect(data.headers['content-disposition']).toMatch(/^attachment/);
      expect(data.headers['content-security-policy']).toContain('sandbox');
      expect(data.headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it('answers ranges of a file', async () => {
    const added = await t
      .as('publisher1')
      .upload('content/users/publisher1/addItem', { type: 'PDF' }, { file: { name: 'a.pdf', bytes: '0123456789' } });
    const part = await t.as('publisher1').raw('GET', `content/items/${added.id}/data`, { f: '' }, { range: 'bytes=2-4' });
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10']);
    expect((await t.as('publisher1').raw('GET', `content/items/${added.id}/data`, { f: '' }, { range: 'bytes=20-' })).statusCode).toBe(416);
  });
});

describe('updating', () => {
  it('CO-229 changes the given fields only, and clears with clearEmptyFields', async () => {
    const id = await addMap();
    expect(await t.as('publisher1').post(`content/users/publisher1/items/${id}/update`, { title: 'New', tags: '' })).toEqual({
      success: true,
      id,
    });
    expect(await t.as('publisher1').get(`content/items/${id}`)).toMatchObject({ title: 'New', tags: ['a', 'b'] });
    await t.as('publisher1').post(`content/users/publisher1/items/${id}/update`, { tags: '', description: 'd', clearEmptyFields: true });
    expect(await t.as('publisher1').get(`content/items/${id}`)).toMatchObject({ tags: [], description: 'd' });
  });

  it('takes its times from the clock of the portal: those that come back with a whole item are passed over', async () => {
    const id = await addMap();
    const far = Date.now() + 5 * 365 * 86_400_000;
    const times = { created: far, modified: far, uploaded: far, lastViewed: far };
    await t
      .as('publisher1')
      .post(`content/users/publisher1/items/${id}/update`, { ...times, title: 'Timely', numViews: 900, access: 'public' });
    const read = await t.as('publisher1').get(`content/items/${id}`);
    expect(read).toMatchObject({ title: 'Timely', numViews: 0, access: 'private' });
    for (const time of ['created', 'modified', 'uploaded']) expect(read[time], time).toBeLessThanOrEqual(Date.now() + 60_000);
  });

  it('SH-173 trims tags: blanks and commas that stand double or at the ends go', async () => {
    const { id } = await t
      .as('publisher1')
      .post('content/users/publisher1/addItem', { title: 'x', type: 'Web Map', tags: ',,big  oak,, elm ,elm,' });
    expect((await t.as('publisher1').get(`content/items/${id}`)).tags).toEqual(['big oak', 'elm']);
  });

  it('cleans markup, keeps what is harmless and refuses dangerous addresses', async () => {
    const id = await addMap();
    const description =
      '<b>ok</b><script>alert(1)</script><a href="javascript:alert(1)" onclick="x()">y</a><img src="https://example.org/a.png" onerror="x()">';
    await t.as('publisher1').post(`content/users/publisher1/items/${id}/update`, { description, snippet: 'A & B' });
    const item = await t.as('publisher1').get(`content/items/${id}`);
    expect(item.description).toBe('<b>ok</b><a>y</a><img src="https://example.org/a.png" />');
    expect(item.snippet).toBe('A & B');
    expect((await t.as('publisher1').post(`content/users/publisher1/items/${id}/update`, { url: 'javascript:alert(1)' })).error.code).toBe(
      400,
    );
  });

  it.each([
    [
      '1,2,3,4',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      '[[1,2],[3,4]]',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      '{"xmin":170,"ymin":-10,"xmax":-170,"ymax":10}',
      [
        [170, -10],
        [-170, 10],
      ],
    ],
  ])('takes the extent %s', async (extent, expected) => {
    const id = await addMap();
    await t.as('publisher1').post(`content/users/publisher1/items/${id}/update`, { extent });
    expect((await t.as('publisher1').get(`content/items/${id}`)).extent).toEqual(expected);
  });

  it.each(['1,2,3', '181,0,182,1', 'a,b,c,d', '0,5,1,1'])('refuses the extent %s', async (extent) => {
    const id = await addMap();
    expect((await t.as('publisher1').post(`content/users/publisher1/items/${id}/update`, { extent })).error.code).toBe(400);
  });

  it('takes a thumbnail by itself, as a file or an address that holds it, as maps are saved by others', async () => {
    const { id } = await t.as('publisher1').post('content/users/publisher1/addItem', { title: 'Pictured', type: 'Web Map' });
    const path = `content/users/publisher1/items/${id}/updateThumbnail`;
    const noise = await sharp(randomBytes(400 * 400 * 3), { raw: { width: 400, height: 400, channels: 3 } })
      .png()
      .toBuffer();
    const data = `data:image/png;base64,${noise.toString('base64')}`;
    expect(await t.as('publisher1').post(path, { data })).toEqual({ success: true, itemId: id });
    const { thumbnail, title } = await t.as('publisher1').get(`content/items/${id}`);
    expect(title).toBe('Pictured');
    const kept = await t.as('publisher1').raw('GET', `content/items/${id}/info/${thumbnail}`, { f: '' });
    expect((await sharp(kept.rawPayload).metadata()).width).toBe(400);
    const small = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    await t.as('publisher1').upload(path, { filename: 'a.png' }, { file: { name: 'a.png', bytes: small } });
    expect((await t.as('publisher1').get(`content/items/${id}`)).thumbnail).not.toBe(thumbnail);
    for (const [input, words] of [
      [{}, 'file'],
      [{ data: 'data:text/html;base64,PGI+' }, 'data:image'],
      [{ url: 'http://169.254.169.254/latest' }, 'not fetched'],
    ] as const)
      expect((await t.as('publisher1').post(path, input)).error).toMatchObject({ code: 400, message: expect.stringContaining(words) });
  });

  it('re-encodes a thumbnail and refuses what is no picture', async () => {
    const id = await addMap();
    const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
    await t.as('publisher1').upload(`content/users/publisher1/items/${id}/update`, {}, { thumbnail: { name: 't.png', bytes: png } });
    const item = await t.as('publisher1').get(`content/items/${id}`);
    const picture = await t.as('publisher1').raw('GET', `content/items/${id}/info/${item.thumbnail}`, { f: '' });
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png']);
    const refused = await t
      .as('publisher1')
      .upload(`content/users/publisher1/items/${id}/update`, {}, { thumbnail: { name: 't.png', bytes: '<svg/>' } });
    expect(refused.error.code).toBe(400);
    expect((await t.as('member1').raw('GET', `content/items/${id}/info/${item.thumbnail}`, { f: '' })).statusCode).toBe(403);
  });
});

describe('folders', () => {
  it('CO-224 CO-223 CO-225 creates a folder, lists its items, and deletes it with them', async () => {
    const created = await t.as('publisher1').post('content/users/publisher1/createFolder', { title: 'Maps' });
    expect(created.folder).toMatchObject({ username: 'publisher1', title: 'Maps' });
    expect((await t.as('publisher1').post('content/users/publisher1/createFolder', { title: 'MAPS' })).error.messageCode).toBe('CONT_0010');
    const inside = await t.as('publisher1').post(`content/users/publisher1/${created.folder.id}/addItem`, { title: 'In', type: 'Web Map' });
    const list = await t.as('publisher1').get(`content/users/publisher1/${created.folder.id}`);
    expect(list).toMatchObject({ total: 1, start: 1, num: 10, nextStart: -1, currentFolder: { id: created.folder.id } });
    expect(list.items[0]).toMatchObject({ id: inside.id, ownerFolder: created.folder.id });
    expect((await t.as('publisher1').get('content/users/publisher1')).folders).toMatchObject([{ id: created.folder.id, title: 'Maps' }]);
    await t.as('publisher1').post(`content/users/publisher1/items/${inside.id}/protect`);
    expect((await t.as('publisher1').post(`content/users/publisher1/${created.folder.id}/delete`)).error.messageCode).toBe('CONT_0048');
    await t.as('publisher1').post(`content/users/publisher1/items/${inside.id}/unprotect`);
    expect((await t.as('publisher1').post(`content/users/publisher1/${created.folder.id}/delete`)).success).toBe(true);
    expect((await t.as('publisher1').get(`content/items/${inside.id}`)).error.messageCode).toBe('CONT_0001');
  });

  it('CO-232 moves an item with and without the folder in the address, never into a folder of somebody else', async () => {
    const id = await addMap();
    const { folder } = await t.as('publisher1').post('content/users/publisher1/createFolder', { title: 'Target' });
    const foreign = await t.as('member1').post('content/users/member1/createFolder', { title: 'Mine' });
    expect(
      (await t.as('publisher1').post(`content/users/publisher1/items/${id}/move`, { folder: foreign.folder.id })).error.messageCode,
    ).toBe('CONT_0004');
    expect(await t.as('publisher1').post(`content/users/publisher1/items/${id}/move`, { folder: folder.id })).toEqual({
      success: true,
      itemId: id,
      owner: 'publisher1',
      folder: folder.id,
    });
    expect(await t.as('publisher1').post(`content/users/publisher1/${folder.id}/items/${id}/move`, { folder: '/' })).toMatchObject({
      success: true,
      folder: '/',
    });
    expect(
      (await t.as('publisher1').post(`content/users/publisher1/${folder.id}/items/${id}/update`, { title: 'x' })).error.messageCode,
    ).toBe('CONT_0001');
  });
});

it('CO-145 CO-235 moves several items, and leaves one alone that lies there already', async () => {
  const [a, b] = [await addMap(), await addMap()];
  const { folder } = await t.as('publisher1').post('content/users/publisher1/createFolder', { title: 'Several' });
  const move = async (): Promise<unknown> =>
    (await t.as('publisher1').post('content/users/publisher1/moveItems', { items: `${a},${b}`, folder: folder.id })).results;
  expect(await move()).toEqual([
    { itemId: a, success: true },
    { itemId: b, success: true },
  ]);
  const before = (await t.as('publisher1').get(`content/items/${a}`)).modified;
  expect(await move()).toEqual([
    { itemId: a, success: true },
    { itemId: b, success: true },
  ]);
  expect((await t.as('publisher1').get(`content/items/${a}`)).modified).toBe(before);
});

describe('deleting and handing over', () => {
  it('CO-228 CO-234 deletes items one by one and in bulk, reporting each', async () => {
    const [a, b] = [await addMap(), await addMap()];
    await t.as('publisher1').post(`content/users/publisher1/items/${b}/protect`);
    const bulk = await t.as('publisher1').post('content/users/publisher1/deleteItems', { items: `${a},${b},nonsense` });
    expect(bulk.results).toMatchObject([
      { itemId: a, success: true },
      { itemId: b, success: false, error: { messageCode: 'CONT_0048' } },
      { itemId: 'nonsense', success: false, error: { messageCode: 'CONT_0001' } },
    ]);
  });

  it('CO-233 reassigns an item with a folder made on the way', async () => {
    const id = await addMap();
    expect((await t.as('publisher1').post(`content/users/publisher1/items/${id}/reassign`, { targetUsername: 'member1' })).error.code).toBe(
      403,
    );
    await t
      .as('admin1')
      .post(`content/users/publisher1/items/${id}/reassign`, { targetUsername: 'member1', targetFolderName: 'From others' });
    expect(await t.as('member1').get(`content/items/${id}`)).toMatchObject({ owner: 'member1', itemControl: 'admin' });
    expect((await t.as('publisher1').get(`content/items/${id}`)).error.code).toBe(403);
  });

  it('does not give a file to somebody who has one of the same name', async () => {
    for (const person of ['publisher1', 'member1']) {
      const added = await t.as(person).upload(`content/users/${person}/addItem`, {}, { file: { name: 'same.csv', bytes: 'a\n' } });
      if (person === 'member1') {
        const reply = await t.as('admin1').post(`content/users/member1/items/${added.id}/reassign`, { targetUsername: 'publisher1' });
        expect(reply.error.messageCode).toBe('CONT_0006');
        expect((await t.as('member1').get(`content/items/${added.id}`)).owner).toBe('member1');
      }
    }
  });

  it('refuses GET for changes', async () => {
    const id = await addMap();
    expect((await t.as('publisher1').get(`content/users/publisher1/items/${id}/delete`)).error.code).toBe(405);
  });
});

describe('uploads in parts', () => {
  it('joins parts in their order into the data of the item', async () => {
    const person = t.as('publisher1');
    const { id } = await person.post('content/users/publisher1/addItem', { title: 'P', type: 'CSV', multipart: true, filename: 'p.csv' });
    const item = `content/users/publisher1/items/${id}`;
    expect((await person.post(`${item}/status`)).status).toBe('partial');
    expect((await person.post(`${item}/commit`)).error.code).toBe(400);
    await person.upload(`${item}/addPart?partNum=2`, {}, { file: { name: 'x', bytes: '2\n' } });
    expect((await person.post(`${item}/commit`)).error.message).toContain('Part 1');
    await person.upload(`${item}/addPart?partNum=1`, {}, { file: { name: 'x', bytes: 'wrong' } });
    await person.upload(`${item}/addPart?partNum=1`, {}, { file: { name: 'x', bytes: 'a\n1\n' } });
    expect(await person.get(`${item}/parts`)).toMatchObject({ parts: [1, 2] });
    expect(await person.post(`${item}/commit`, { title: 'Whole' })).toEqual({ success: true, id });
    expect((await person.get(`${item}/status`)).status).toBe('completed');
    expect((await person.raw('GET', `content/items/${id}/data`, { f: '' })).body).toBe('a\n1\n2\n');
    expect(await person.get(`content/items/${id}`)).toMatchObject({ title: 'Whole', name: 'p.csv', size: 6 });
  });
});
