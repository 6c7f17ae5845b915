// The extent and the number of what a query chooses, as protocol buffers.
import { PbfReader } from 'pbf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadScene, type TestLayer } from '../../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../../testing/test-portal.ts';

let t: TestPortal;
let layer: TestLayer;
const { layerOf } = loadScene(() => t);
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
  layer = await layerOf();
});
afterAll(() => t.close());

interface Message {
  [tag: number]: number | Message;
}

/** A message by its tags; `inner` are those of messages within, the others are numbers. */
function decoded(bytes: Uint8Array, inner: Readonly<Record<string, true>>, path = ''): Message {
  const reader = new PbfReader(bytes);
  const found: Message = {};
  while (reader.pos < reader.length) {
    const key = reader.readVarint();
    const [tag, wire] = [key >> 3, key & 7];
    const at = `${path}${tag}`;
    if (wire === 2 && inner[at]) found[tag] = decoded(reader.readBytes(), inner, `${at}.`);
    else if (wire === 1) found[tag] = reader.readDouble();
    else if (wire === 0) found[tag] = reader.readVarint();
    else reader.skip(key);
  }
  return found;
}

/** The ExtentCountResult: 1 its extent with the corners and the reference, 2 the count. */
async function told(params: Record<string, string | number | boolean>): Promise<Message | undefined> {
  const reply = await t.as('petra').raw('GET', `${layer.path}/query`, { f: 'pbf', returnExtentOnly: true, ...params });
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/x-protobuf']);
  const whole = decoded(reply.rawPayload, { 2: true, '2.4': true, '2.4.1': true, '2.4.1.5': true });
  const result = whole[2] as Message;
  expect(Object.keys(result)).toEqual(['4']);
  return result[4] as Message;
}

describe('an extent in protocol buffers', () => {
  it.each([
    [{ where: '1=1', outSR: 4326 }, [2, 1, 4, 3], [4326, 4326], 2],
    [{ where: "species = 'oak'", outSR: 4326 }, [2, 1, 2, 1], [4326, 4326], 1],
    [{ where: '1=1' }, [222_638.98, 111_325.14, 445_277.96, 334_111.17], [102100, 3857], 2],
  ])('is that of the features that are chosen, with their number: %j', async (params, box, [wkid, latest], count) => {
    const json = await t.as('petra').get(`${layer.path}/query`, { returnExtentOnly: true, returnCountOnly: true, ...params } as never);
    expect(await told({ ...params, returnCountOnly: true } as never)).toEqual({
      1: {
        ...Object.fromEntries(box.map((value, at) => [at + 1, expect.closeTo(value, 1)])),
        5: expect.objectContaining({ 1: wkid, 2: latest }),
      },
      2: count,
    });
    expect([json.extent.xmin, json.extent.ymin, json.extent.xmax, json.extent.ymax]).toEqual(box.map((value) => expect.closeTo(value, 1)));
    expect(json.count).toBe(count);
  });

  it('is refused in JSON where its condition cannot be read', async () => {
    const reply = await t.as('petra').raw('GET', `${layer.path}/query`, { f: 'pbf', returnExtentOnly: true, where: 'x' });
    expect(reply.headers['content-type']).toMatch(/^application\/json/);
    expect(reply.json().error.code).toBe(400);
  });
});
