// What belongs to an item over HTTP: resources, information files, comments, ratings, relationships, tags.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { beforeNextTransaction } from '../../testing/meanwhile.ts';
import { statementsOf } from '../../testing/statements.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { zipArchive } from '../../testing/zip-archive.ts';
import { resourceArchive } from './export-resources.ts';
import { itemById } from './items.store.ts';

let t: TestPortal;
let id = '';
let path = '';

beforeAll(async () => {
  t = await testPortal({ people: { owner1: 'publisher', other1: 'user', admin1: 'admin' } });
});
beforeAll(async () => {
  id = await add('An item', 'public');
  path = `content/users/owner1/items/${id}`;
});
afterAll(() => t.close());

async function add(title: string, access?: string, tags = 'oak,elm'): Promise<string> {
  const reply = await t.as('owner1').post('content/users/owner1/addItem', { title, type: 'Web Map', tags });
  if (access !== undefined) await t.as('owner1').post(`content/users/owner1/items/${reply.id}/share`, { everyone: access === 'public' });
  return reply.id;
}

/** Names and texts of what an archive holds. */
async function unzipped(bytes: Buffer): Promise<Record<string, string>> {
  const zip = await fromBufferPromise(bytes);
  const found: Record<string, string> = {};
  for await (const entry of zip.eachEntry()) found[entry.fileName] = await text(await zip.openReadStreamPromise(entry));
  return found;
}

describe('resources', () => {
  it('are added, listed, read, replaced and removed', async () => {
    expect(
      await t.as('owner1').post(`${path}/addResources`, { fileName: 'c.json', resourcesPrefix: 'cfg', text: '{}', access: 'inherit' }),
    ).toEqual({ success: true, itemId: id, owner: 'owner1', folder: null });
    expect((await t.as('owner1').post(`${path}/addResources`, { fileName: 'c.json', resourcesPrefix: 'cfg', text: '{}' })).error.code).toBe(
      400,
    );
    expect((await t.as('owner1').post(`${path}/updateResources`, { fileName: 'none.json', text: '{}' })).error.message).toBe(
      'Resource does not exist or is inaccessible.',
    );
    await t.as('owner1').upload(`${path}/updateResources`, { resourcesPrefix: 'cfg' }, { file: { name: 'c.json', bytes: '{"a":1}' } });
    const list = await t.stranger.post(`content/items/${id}/resources`, { num: 1000 });
    expect(list).toMatchObject({ total: 1, num: 1000, nextStart: -1, resources: [{ resource: 'cfg/c.json', size: 7, access: 'inherit' }] });
    const file = await t.stranger.raw('POST', `content/items/${id}/resources/cfg/c.json`, { f: '' });
    expect([file.body, file.headers['content-type']]).toEqual(['{"a":1}', 'application/json']);
    expect((await t.stranger.raw('GET', `content/items/${id}/resources/none.json`, { f: '' })).statusCode).toBe(404);
    expect((await t.stranger.get(`content/items/${id}/resources/none.json`)).error.code).toBe(404);
    expect((await t.as('owner1').post(`${path}/removeResources`, { resource: 'nothing' })).error.code).toBe(400);
    expect((await t.as('owner1').post(`${path}/removeResources`, { resource: 'cfg' })).success).toBe(true);
    expect((await t.stranger.get(`content/items/${id}/resources`)).total).toBe(0);
    expect((await t.as('owner1').post(`${path}/removeResources`, { deleteAll: true })).success).toBe(true);
  });

  it('that are private are for those who control the item', async () => {
    await t.as('owner1').post(`${path}/addResources`, { fileName: 'p.txt', text: 'secret', access: 'private' });
    expect((await t.as('owner1').raw('GET', `content/items/${id}/resources/p.txt`, { f: '' })).body).toBe('secret');
    expect((await t.stranger.raw('GET', `content/items/${id}/resources/p.txt`, { f: '' })).statusCode).toBe(403);
    expect((await t.stranger.get(`content/items/${id}/resources`)).total).toBe(0);
  });

  it('stay private when they are replaced, unless told otherwise', async () => {
    const access = async () => {
      const { resources } = await t.as('owner1').get(`content/items/${id}/resources`, { resourcesPrefix: 'kept' });
      return resources.map((each: { access: string }) => each.access);
    };
    const send = (call: string, more: object) =>
      t.as('owner1').post(`${path}/${call}`, { fileName: 'k.json', resourcesPrefix: 'kept', text: '{}', ...more });
    await send('addResources', { access: 'private' });
    await send('updateResources', { text: '{"a":1}' });
    expect(await access()).toEqual(['private']);
    await send('updateResources', { access: 'inherit' });
    expect(await access()).toEqual(['inherit']);
    await t.as('owner1').post(`${path}/removeResources`, { resource: 'kept' });
  });

  it('are taken along as one archive by whoever may change them, the private ones included', async () => {
    const from = await add('With files', 'public');
    const at = `content/users/owner1/items/${from}`;
    expect((await t.as('owner1').raw('GET', `${at}/resources/export`, { f: 'zip' })).statusCode).toBe(404);
    await t.as('owner1').post(`${at}/addResources`, { fileName: 'a.json', resourcesPrefix: 'deep/er', text: '{"a":"é"}' });
    await t.as('owner1').post(`${at}/addResources`, { fileName: 'b.txt', text: 'b', access: 'private' });
    for (const [method, address] of [
      ['POST', `${at}/exportResources`],
      ['GET', `${at}/resources/export`],
      ['POST', `content/items/${from}/resources/export`],
    ] as const) {
      const reply = await t.as('owner1').raw(method, address, { f: 'zip' });
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/zip']);
      expect(await unzipped(reply.rawPayload)).toEqual({ 'b.txt': 'b', 'deep/er/a.json': '{"a":"é"}' });
    }
    expect((await t.as('other1').raw('POST', `content/items/${from}/resources/export`, { f: 'zip' })).statusCode).toBe(403);
  });

  it('end the archive, and not the portal, when one is not as long as it was', async () => {
    const from = await add('With a broken file', 'public');
    await t.as('owner1').post(`content/users/owner1/items/${from}/addResources`, { fileName: 'a.txt', text: 'abc' });
    await t.portal.db.updateTable('item_resource').set({ size_bytes: 2 }).where('item_id', '=', from).execute();
    const item = await itemById(t.portal.db, from);
    if (item === undefined) throw new Error('The item is not there.');
    await expect(buffer(await resourceArchive(t.portal, item))).rejects.toThrow('unexpected number of bytes');
  });

  it.each<Record<string, string>>([
    { fileName: '../x.json', text: 'a' },
    { fileName: 'x.exe', text: 'a' },
    { fileName: '.json', text: 'a' },
    { fileName: 'a/b.json', text: 'a' },
    { fileName: 'x.json', resourcesPrefix: '../..', text: 'a' },
    { fileName: 'x.json', resourcesPrefix: 'a b', text: 'a' },
    { fileName: 'x.json', text: 'a', access: 'everybody' },
    { fileName: 'x.json' },
    { text: 'a' },
  ])('refuses %j', async (input) => {
    expect((await t.as('owner1').post(`${path}/addResources`, input)).error.code).toBe(400);
  });

  it('of an archive are unpacked, unless a name leaves it', async () => {
    expect(
      (
        await t
          .as('owner1')
          .upload(
            `${path}/addResources`,
            { archive: true, resourcesPrefix: 'z' },
            { file: { name: 'a.zip', bytes: zipOf({ 'a.txt': 'A', 'sub/b.txt': 'B' }) } },
          )
      ).success,
    ).toBe(true);
    expect(
      (await t.stranger.get(`content/items/${id}/resources`, { resourcesPrefix: 'z' })).resources.map(
        (r: { resource: string }) => r.resource,
      ),
    ).toEqual(['z/a.txt', 'z/sub/b.txt']);
    for (const name of ['../evil.txt', '/etc/evil.txt', 'a\\..\\evil.txt']) {
      expect(
        (await t.as('owner1').upload(`${path}/addResources`, { archive: true }, { file: { name: 'a.zip', bytes: zipOf({ [name]: 'x' }) } }))
          .error.code,
      ).toBe(400);
    }
    expect(
      (await t.as('owner1').upload(`${path}/addResources`, { archive: true }, { file: { name: 'a.zip', bytes: 'no zip' } })).error.code,
    ).toBe(400);
  });

  it('of an archive are kept with as many statements as one file, no name twice', async () => {
    const add = (files: [string, string][], prefix: string) => {
      const input = { archive: true, resourcesPrefix: prefix };
      return t.as('owner1').upload(`${path}/addResources`, input, {
        file: { name: 'a.zip', bytes: zipArchive(files.map(([name, bytes]) => ({ name, bytes }))) },
      });
    };
    const counts: number[] = [];
    for (const number of [1, 60]) {
      const files = Array.from({ length: number }, (_, n): [string, string] => [`${n}.txt`, 'A']);
      // The end of what was asked before may still be on its way, and lookups share rounds as it happens.
      counts.push(
        await statementsOf(async () => expect((await add(files, `n${number}`)).success).toBe(true), /^\s*(select|insert|update)/),
      );
    }
    expect(counts[1]).toBe(counts[0]);
    const twice = [
      ['a.txt', 'A'],
      ['a.txt', 'B'],
    ] as [string, string][];
    expect((await add(twice, 'twice')).error.message).toContain('two files of the same name');
  });

  it('are added once when two add the same name at the same time', async () => {
    const add = (text: string) => t.as('owner1').post(`${path}/addResources`, { fileName: 'once.txt', text });
    beforeNextTransaction(t.portal, () => add('first'));
    expect((await add('second')).error.message).toContain('exists already');
    expect((await t.as('owner1').raw('GET', `content/items/${id}/resources/once.txt`, { f: '' })).body).toBe('first');
  });

  it('of an archive leave nothing on the way when one of them may not be kept', async () => {
    const receiving = join(t.portal.files.receivingPath(), '..');
    const add = (files: Record<string, string>) =>
      t
        .as('owner1')
        .upload(`${path}/addResources`, { archive: true, resourcesPrefix: 'y' }, { file: { name: 'a.zip', bytes: zipOf(files) } });
    expect((await add({ 'fine.txt': 'A', 'virus.exe': 'B' })).error.code).toBe(400);
    expect((await add({ 'fine.txt': 'A', 'large.txt': 'x'.repeat(51 * 1024 * 1024) })).error.message).toContain('more than 200 MB');
    expect((await add({ 'fine.txt': 'A' })).success).toBe(true);
    expect((await add({ 'fine.txt': 'A', 'other.txt': 'B' })).error.code).toBe(400);
    // The archive itself goes once the reply is on its way.
    await expect.poll(() => readdirSync(receiving)).toEqual([]);
    const { resources } = await t.stranger.get(`content/items/${id}/resources`, { resourcesPrefix: 'y' });
    expect(resources.map((each: { resource: string }) => each.resource)).toEqual(['y/fine.txt']);
  });

  it('count towards the size of an item with data, and towards the quota', async () => {
    await t.portal.db.updateTable('account').set({ storage_quota: 1000 }).where('username', '=', 'other1').execute();
    const small = await t.as('other1').post('content/users/other1/addItem', { title: 'small', type: 'CSV', text: 'a,b' });
    const mine = `content/users/other1/items/${small.id}`;
    await t.as('other1').post(`${mine}/addResources`, { fileName: 'a.txt', text: 'x'.repeat(500) });
    expect((await t.as('other1').get(`content/items/${small.id}`)).size).toBe(503);
    expect((await t.as('other1').post(`${mine}/addResources`, { fileName: 'b.txt', text: 'x'.repeat(500) })).error.message).toContain(
      'Not enough storage',
    );
    expect(
      (await t.as('other1').post('content/users/other1/addItem', { title: 'big', type: 'CSV', text: 'x'.repeat(600) })).error.code,
    ).toBe(400);
  });
});

describe('information files', () => {
  it('CO-265 are stored below a folder and read back as attachments', async () => {
    const reply = await t
      .as('owner1')
      .upload(`${path}/updateinfo`, { folderName: 'metadata' }, { file: { name: 'metadata.xml', bytes: '<metadata/>' } });
    expect(reply).toEqual({ success: true, itemId: id, owner: 'owner1', folder: null });
    const file = await t.stranger.raw('GET', `content/items/${id}/info/metadata/metadata.xml`, { f: '' });
    expect([file.statusCode, file.body]).toEqual([200, '<metadata/>']);
    expect(file.headers['content-disposition']).toMatch(/^attachment/);
    expect((await t.stranger.raw('GET', `content/items/${id}/info/publishParameters.json`, { f: '' })).statusCode).toBe(404);
    for (const outside of ['..%2f..%2fetc%2fpasswd', 'metadata/..%2f..%2fx', '%00']) {
      expect([400, 404]).toContain((await t.stranger.raw('GET', `content/items/${id}/info/${outside}`, { f: '' })).statusCode);
    }
    expect((await t.as('owner1').post(`${path}/deleteInfo`, { infoFile: 'metadata/metadata.xml' })).success).toBe(true);
  });

  it('SH-230 SH-231 include a description as XML and a descriptor for desktop software', async () => {
    const info = await t.stranger.raw('GET', `content/items/${id}/info/iteminfo.xml`, { f: '' });
    expect(info.body).toContain('<title>An item</title>');
    for (const name of ['item.pkinfo', 'item.pitem']) {
      const file = await t.stranger.raw('GET', `content/items/${id}/${name}`, { f: '' });
      expect(file.body).toContain(`<id>${id}</id>`);
      expect(file.headers['content-disposition']).toContain(name);
    }
  });
});

describe('comments and ratings', () => {
  it('CO-243 CO-246 CO-247 CO-279 are written, changed and deleted by those who may', async () => {
    const { commentId } = await t.as('other1').post(`content/items/${id}/addComment`, { comment: '<b>nice</b><script>x</script>' });
    expect(await t.stranger.get(`content/items/${id}/comments`)).toMatchObject({
      total: 1,
      num: 10,
      nextStart: -1,
      comments: [{ id: commentId, comment: '<b>nice</b>', owner: 'other1', ownerType: 'user' }],
    });
    expect((await t.as('owner1').post(`content/items/${id}/comments/${commentId}/update`, { comment: 'y' })).error.code).toBe(403);
    expect(await t.as('other1').post(`content/items/${id}/comments/${commentId}/update`, { comment: 'y' })).toEqual({
      success: true,
      commentId,
    });
    expect((await t.stranger.get(`content/items/${id}/comments/${commentId}`)).comment).toBe('y');
    expect((await t.stranger.get(`content/items/${id}`)).numComments).toBe(1);
    expect((await t.as('owner1').post(`content/items/${id}/comments/${commentId}/delete`)).success).toBe(true);
    expect((await t.stranger.get(`content/items/${id}`)).numComments).toBe(0);
    expect((await t.stranger.post(`content/items/${id}/addComment`, { comment: 'x' })).error.code).toBe(499);
    expect((await t.as('other1').post(`content/items/${id}/addComment`, { comment: ' ' })).error.code).toBe(400);
    expect((await t.as('other1').post(`content/items/${id}/addComment`, { comment: 'x'.repeat(1001) })).error.code).toBe(400);
    await t.as('owner1').post(`${path}/update`, { commentsEnabled: false });
    expect((await t.as('other1').post(`content/items/${id}/addComment`, { comment: 'x' })).error.code).toBe(403);
  });

  it('CO-248 CO-074 CO-280 rate from 1 to 5, not by the owner', async () => {
    expect(await t.as('other1').get(`content/items/${id}/rating`)).toEqual({});
    expect(await t.as('other1').post(`content/items/${id}/addRating`, { rating: 4 })).toEqual({ success: true, itemId: id });
    await t.as('admin1').post(`content/items/${id}/addRating`, { rating: 2 });
    await t.as('admin1').post(`content/items/${id}/addRating`, { rating: 5 });
    expect(await t.stranger.get(`content/items/${id}`)).toMatchObject({ numRatings: 2, avgRating: 4.5 });
    expect((await t.as('other1').get(`content/items/${id}/rating`)).rating).toBe(4);
    expect((await t.stranger.get(`content/items/${id}/ratings`)).ratings).toEqual([
      { value: 5, count: 1 },
      { value: 4, count: 1 },
    ]);
    expect((await t.as('owner1').post(`content/items/${id}/addRating`, { rating: 5 })).error.message).toBe(
      'Users cannot rate their own items.',
    );
    for (const rating of [0, 6, -1]) expect((await t.as('other1').post(`content/items/${id}/addRating`, { rating })).error.code).toBe(400);
    // halves count upwards, as stars are drawn
    await t.as('other1').post(`content/items/${id}/addRating`, { rating: 4.5 });
    expect((await t.stranger.get(`content/items/${id}/ratings`)).ratings).toEqual([{ value: 5, count: 2 }]);
    await t.as('other1').post(`content/items/${id}/deleteRating`);
    expect(await t.stranger.get(`content/items/${id}`)).toMatchObject({ numRatings: 1, avgRating: 5 });
  });
});

describe('relationships', () => {
  it('are told in the order that is asked for, and name what a layer was made from', async () => {
    const layer = await add('A layer', 'public');
    for (const title of ['Zebra file', 'Ant file']) {
      const destinationItemId = await add(title, 'public');
      const relation = { originItemId: layer, destinationItemId, relationshipType: 'Service2Data' };
      expect((await t.as('owner1').post('content/users/owner1/addRelationship', relation)).success).toBe(true);
    }
    const hidden = await add('Hidden file');
    await t.as('owner1').post('content/users/owner1/addRelationship', {
      originItemId: layer,
      destinationItemId: hidden,
      relationshipType: 'Service2Data',
    });
    const titles = (items: { title: string }[]): string[] => items.map((item) => item.title);
    const ask = { relationshipType: 'Service2Data', sortField: 'title', sortOrder: 'asc', num: 1 };
    const first = await t.stranger.get(`content/items/${layer}/relatedItems`, ask);
    expect([first.total, first.nextStart, titles(first.relatedItems)]).toEqual([2, 2, ['Ant file']]);
    const last = await t.stranger.get(`content/items/${layer}/relatedItems`, { ...ask, sortOrder: 'desc' });
    expect(titles(last.relatedItems)).toEqual(['Zebra file']);
    expect((await t.stranger.get(`content/items/${layer}/relatedItems`, { ...ask, sortField: 'colour' })).error.code).toBe(400);
    const sources = await t.stranger.get(`content/items/${layer}/sources`);
    expect([sources.total, titles(sources.items).sort()]).toEqual([2, ['Ant file', 'Zebra file']]);
    expect((await t.as('owner1').get(`content/items/${layer}/sources`)).total).toBe(3);
    expect(await t.stranger.get(`content/items/${layer}/packageinfo`)).toEqual({ packages: [] });
  });

  it('CO-239 CO-245 SH-232 are made, followed in both directions by visibility, and ended', async () => {
    const code = await add('Code', 'public');
    const secret = await add('Secret');
    const relation = { originItemId: id, relationshipType: 'WMA2Code' };
    for (const destinationItemId of [code, secret])
      expect(await t.as('owner1').post('content/users/owner1/addRelationship', { ...relation, destinationItemId })).toEqual({
        success: true,
      });
    expect((await t.as('owner1').post('content/users/owner1/addRelationship', { ...relation, destinationItemId: code })).error.code).toBe(
      400,
    );
    expect((await t.as('other1').post('content/users/other1/addRelationship', { ...relation, destinationItemId: code })).error.code).toBe(
      403,
    );
    expect(
      (await t.as('owner1').post('content/users/owner1/addRelationship', { ...relation, destinationItemId: code, relationshipType: 'X2Y' }))
        .error.message,
    ).toBe('Invalid relationship type.');
    const related = async (person: 'owner1' | undefined, of: string, direction: string): Promise<string[]> => {
      const reply = await (person === undefined ? t.stranger : t.as(person)).get(`content/items/${of}/relatedItems`, {
        relationshipTypes: 'Map2Service,WMA2Code',
        direction,
      });
      expect(reply.total).toBe(reply.relatedItems.length);
      return reply.relatedItems.map((item: { title: string }) => item.title).sort();
    };
    expect(await related(undefined, id, 'forward')).toEqual(['Code']);
    expect(await related('owner1', id, 'forward')).toEqual(['Code', 'Secret']);
    expect(await related(undefined, code, 'reverse')).toEqual(['An item']);
    expect((await t.as('owner1').post('content/users/owner1/deleteRelationship', { ...relation, destinationItemId: code })).success).toBe(
      true,
    );
    expect(
      (await t.as('owner1').post('content/users/owner1/deleteRelationship', { ...relation, destinationItemId: code })).error.code,
    ).toBe(400);
  });
});

it('SH-234 CO-282 counts the tags of a person that the caller may see', async () => {
  await add('Tagged', undefined, 'oak');
  expect((await t.as('owner1').get('community/users/owner1/tags')).tags[0]).toMatchObject({ tag: 'oak' });
  const forOthers = (await t.as('other1').get('community/users/owner1/tags')).tags.find((each: { tag: string }) => each.tag === 'oak');
  const forOwner = (await t.as('owner1').get('community/users/owner1/tags')).tags.find((each: { tag: string }) => each.tag === 'oak');
  expect(forOwner.count).toBeGreaterThan(forOthers.count);
});

it('leaves no bytes behind when an item goes', async () => {
  const item = await t.as('owner1').upload('content/users/owner1/addItem', {}, { file: { name: 'gone.csv', bytes: 'a\n' } });
  const row = await t.portal.db.selectFrom('item').select('data_key').where('id', '=', item.id).executeTakeFirstOrThrow();
  expect(await t.portal.files.sizeOf(row.data_key ?? '')).toBe(2);
  await t.as('owner1').post(`content/users/owner1/items/${item.id}/delete`, { permanentDelete: true });
  await expect(t.portal.files.sizeOf(row.data_key ?? '')).rejects.toThrow();
  expect(
    await t.portal.db
      .selectFrom('stored_file')
      .select('key')
      .where('key', '=', row.data_key ?? '')
      .execute(),
  ).toEqual([]);
});

function zipOf(files: Record<string, string>): Uint8Array {
  return zipArchive(Object.entries(files).map(([name, bytes]) => ({ name, bytes })));
}
