// A call that looks a layer up while one of its fields is being deleted, and goes on once it is gone.
import { sql } from 'kysely';
import type { TestLayer } from './load-scene.ts';
import type { TestPortal } from './test-portal.ts';
import { untilWaiting } from './waiting.ts';

/** What comes of a call that is sent while the field `height` is deleted by the owner, who is told of success. */
export async function whileFieldGoes<R>(t: TestPortal, layer: TestLayer, call: () => Promise<R>): Promise<{ deleted: unknown; came: R }> {
  const { db } = t.portal;
  const layers = db.selectFrom('feature_layer').select('table_name').where('item_id', '=', layer.itemId);
  const { table_name } = await layers.executeTakeFirstOrThrow();
  let deletion: Promise<unknown> = Promise.resolve();
  let sent: Promise<R> | undefined;
  await db.transaction().execute(async (held) => {
    await sql`lock table ${sql.table(`hosted.${table_name}`)} in access share mode`.execute(held);
    const fields = [{ name: 'height' }];
    deletion = t.as('petra').post(`${layer.admin}/deleteFromDefinition`, { deleteFromDefinition: { fields } });
    await untilWaiting(t);
    sent = call();
    await untilWaiting(t, { count: 2 });
  });
  return { deleted: await deletion, came: await (sent as Promise<R>) };
}
