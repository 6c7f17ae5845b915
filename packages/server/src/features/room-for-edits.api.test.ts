// Edits ask for the room of their owner together, and are made where nobody can tell how much there is.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadScene, type TestLayer } from '../../testing/load-scene.ts';
import { type TestPortal, testPortal } from '../../testing/test-portal.ts';
import { anonymous } from '../platform/caller.ts';
import type { Portal } from '../platform/context.ts';
import { requireRoomForEdits } from './row-bytes.ts';
import { serviceOfItem } from './services.store.ts';

let t: TestPortal;
let layer: TestLayer;
const { layerOf, features } = loadScene(() => t);
beforeAll(async () => {
  t = await testPortal({ people: { petra: 'publisher' } });
});
beforeEach(async () => {
  await leave(null);
  layer = await layerOf();
});
afterAll(() => t.close());

/** Leaves the owner so many bytes; null for as many as everybody has. */
async function leave(bytes: number | null): Promise<void> {
  const { storageUsage } = await t.as('petra').get('community/self');
  await t.portal.db
    .updateTable('account')
    .set({ storage_quota: bytes === null ? null : storageUsage + bytes })
    .where('username', '=', t.as('petra').username)
    .execute();
}

const add = (text: string) => t.as('petra').post(`${layer.path}/applyEdits`, { adds: [{ attributes: { species: text } }] });

type Kind = 'measure' | 'quota' | '';

/** The portal, which has asked nobody yet, and tells of its statements before they are answered. */
function watched(before: (kind: Kind) => Promise<void>): Portal {
  const db = t.portal.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      const [row] = result.rows;
      await before(row === undefined ? '' : 'measured' in row ? 'measure' : 'storage_quota' in row ? 'quota' : '');
      return result;
    },
  });
  return { ...t.portal, db };
}

async function editing(): Promise<(portal: Portal, bytes: number) => Promise<void>> {
  const [hosted] = (await serviceOfItem(t.portal.db, layer.itemId))?.layers ?? [];
  if (hosted === undefined) throw new Error('There is no layer.');
  return async (portal, bytes) => {
    const value = { field: hosted.fields[0], value: 'x'.repeat(bytes) };
    await requireRoomForEdits(portal, anonymous('', ''), hosted, [[{ kind: 'add', geometry: null, values: [value] } as never]]);
  };
}

const touch = () => sql`update feature_layer set version = version + 1 where item_id = ${layer.itemId}`.execute(t.portal.db);

it('many edits at once ask together, and share the room that there is', async () => {
  await leave(100_000);
  await touch();
  const [edit, asked] = [await editing(), { measure: 0, quota: 0, '': 0 }];
  const portal = watched(async (kind) => void asked[kind]++);
  await Promise.all(Array.from({ length: 20 }, () => edit(portal, 1_900)));
  expect(asked).toMatchObject({ measure: 1, quota: 1 });
  const more = await Promise.allSettled(Array.from({ length: 60 }, () => edit(portal, 5_000)));
  expect(more.filter((one) => one.status === 'rejected').length).toBeGreaterThan(0);
  // Those that found no room ask once more, together, whether some was made meanwhile.
  expect(asked.quota).toBeLessThan(4);
});

it('edits are made while nobody can tell how much room there is, and it is not asked again for each of them', async () => {
  await leave(10);
  let asked = 0;
  const edit = await editing();
  const portal = watched(async (kind) => {
    if (kind !== 'quota') return;
    asked++;
    throw new Error('nobody knows');
  });
  for (let n = 0; n < 3; n++) await edit(portal, 1_000);
  expect(asked).toBe(1);
});

it('edits do not wait for long until somebody knows', async () => {
  await leave(10);
  await touch();
  const edit = await editing();
  let go: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const portal = watched((kind) => (kind === 'measure' ? held : Promise.resolve()));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const made = edit(portal, 1_000);
    vi.advanceTimersByTime(2_000);
    await made;
  } finally {
    vi.useRealTimers();
  }
  // Others do not wait at all, until it is known.
  await edit(portal, 1_000);
  go();
  await expect.poll(() => edit(portal, 1_000).then(() => 'made', String), { timeout: 10_000 }).toContain('no room');
});

it('rows that cannot be measured hold no edits up, and count as they did before where there is no room', async () => {
  await touch();
  await leave(100);
  await sql`alter function bytes_of_rows(text, bigint) rename to bytes_of_no_rows`.execute(t.portal.db);
  try {
    expect((await add('y'.repeat(200))).error.message).toContain('Not enough storage');
    await leave(null);
    expect((await add('y')).addResults[0].success).toBe(true);
  } finally {
    await sql`alter function bytes_of_no_rows(text, bigint) rename to bytes_of_rows`.execute(t.portal.db);
  }
  expect(await features(layer)).toHaveLength(3);
});
