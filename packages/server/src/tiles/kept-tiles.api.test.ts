// What is kept of the tiles of a service, and making them anew.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyReply } from '../../testing/agent.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';

let t: TestPortal;
let service: string;
let admin: string;
let itemId: string;

beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher', una: 'user' } });
  const petra = t.as('petra');
  const createParameters = { name: 'Places', capabilities: 'Query,Editing' };
  const made = await petra.post(`content/users/${petra.username}/createService`, { createParameters });
  itemId = made.itemId;
  service = new URL(made.serviceurl).pathname;
  admin = service.replace('/rest/services/', '/rest/admin/services/');
  const definition = {
    layers: [
      { name: 'towns', geometryType: 'esriGeometryPoint', fields: [] },
      { name: 'wells', geometryType: 'esriGeometryPoint', fields: [] },
    ],
    tables: [{ name: 'notes', fields: [] }],
  };
  await petra.post(`${admin}/addToDefinition`, { addToDefinition: definition });
  const features = [1, 2].map((n) => ({ attributes: {}, geometry: { x: n * 1e5, y: n * 1e5 } }));
  for (const layer of [0, 1]) await petra.post(`${service}/${layer}/addFeatures`, { features });
});
afterAll(() => t.close());

const tile = (layer: number, at: string) => t.as('petra').raw('GET', `${service}/${layer}/tiles/${at}.pbf`, { f: '' });
const kept = async (): Promise<AnyReply[]> => (await t.as('petra').get(`${admin}/tiles`)).layers;
const lastEdit = async (): Promise<number> => (await t.as('petra').get(`${service}/0`)).editingInfo.lastEditDate;
/** Of the layers, in the order of their ids. */
const versions = async (): Promise<number[]> => {
  const layers = t.portal.db.selectFrom('feature_layer').select('version').where('item_id', '=', itemId).orderBy('layer_id');
  return (await layers.execute()).map(({ version }) => version);
};

describe('the tiles that are kept of a service', () => {
  it('are told by layer as they are asked for; tables have none', async () => {
    const none = { tiles: 0, sizeBytes: 0, farTiles: 0 };
    expect(await kept()).toEqual([
      { id: 0, ...none },
      { id: 1, ...none },
    ]);
    for (const at of ['0/0/0', '1/1/0', '1/1/0']) expect((await tile(0, at)).statusCode).toBe(200);
    const [towns, wells] = await kept();
    expect(towns).toEqual({ id: 0, tiles: 2, sizeBytes: expect.any(Number), farTiles: 0 });
    expect(towns.sizeBytes).toBeGreaterThan(0);
    expect(wells).toEqual({ id: 1, ...none });
  });

  it('are forgotten, and asked for by another address then, of this service alone', async () => {
    const tables = await t.portal.db
      .selectFrom('feature_layer')
      .select('table_name')
      .where('item_id', '=', itemId)
      .orderBy('layer_id')
      .execute();
    await t.portal.database.pool.query(
      `insert into merged_tile (table_name, z, x, y, version, ids, squares, sides, spreads) values ($1, 0, 0, 0, 1, '{1}', '{null}', '{null}', '{null}')`,
      [tables[0]?.table_name],
    );
    expect((await kept())[0]).toMatchObject({ tiles: 2, farTiles: 1 });
    const before = await lastEdit();
    const had = await versions();
    expect(await t.as('petra').post(`${admin}/tiles/renew`)).toEqual({ success: true });
    expect(await kept()).toMatchObject([{ tiles: 0, sizeBytes: 0, farTiles: 0 }, { tiles: 0 }]);
    expect(await versions()).toEqual(had.map((version) => version + 1));
    expect(await lastEdit()).toBeGreaterThan(before);
    expect((await tile(0, '0/0/0')).statusCode).toBe(200);
    expect((await kept())[0].tiles).toBe(1);
  });

  it('are forgotten also where the database ends the change in favour of another', async () => {
    const { pool } = t.portal.database;
    const had = await versions();
    await pool.query(`create sequence attempt;
      create function lose_once() returns trigger language plpgsql as
        $$ begin if nextval('attempt') = 1 then raise 'deadlock detected' using errcode = '40P01'; end if; return null; end $$;
      create trigger lose_once after update on feature_layer for each statement execute function lose_once()`);
    try {
      expect(await t.as('petra').post(`${admin}/tiles/renew`)).toEqual({ success: true });
      // It did lose, and the change is there once.
      expect(Number((await pool.query('select last_value from attempt')).rows[0].last_value)).toBeGreaterThan(1);
      expect(await versions()).toEqual(had.map((version) => version + 1));
    } finally {
      await pool.query('drop trigger lose_once on feature_layer; drop function lose_once; drop sequence attempt');
    }
    expect((await tile(0, '0/0/0')).statusCode).toBe(200);
  });

  it('are the business of whoever administers the service', async () => {
    await t.as('petra').post(`content/items/${itemId}/share`, { everyone: true });
    for (const ask of [() => t.as('una').get(`${admin}/tiles`), () => t.as('una').post(`${admin}/tiles/renew`)])
      expect((await ask()).error).toMatchObject({ code: 403 });
    expect((await t.stranger.post(`${admin}/tiles/renew`)).error).toMatchObject({ code: 499 });
    expect((await kept())[0].tiles).toBe(1);
  });
});
