// Layers of trees, and files that are sent to them and loaded, for tests of loading.
import { sql } from 'kysely';
import type { AnyReply } from './agent.ts';
import type { TestPortal } from './test-portal.ts';

export const TREES = 'code,species,height,planted,lat,lon\na,oak,12,2020-01-01,1,2\nb,ash,7,2020-01-02,3,4\n';

/** A layer made for a test, with its addresses. */
export interface TestLayer {
  itemId: string;
  service: string;
  path: string;
  admin: string;
}

/** What the tests do; the portal is asked for when it is needed. */
export function loadScene(t: () => TestPortal) {
  let count = 0;

  async function layerOf(text = TREES, more: object = {}): Promise<TestLayer> {
    const petra = t().as('petra');
    const reply = await petra.post(`content/users/${petra.username}/publish`, {
      text,
      fileType: 'csv',
      publishParameters: { name: `trees_${++count}`, capabilities: 'Query,Editing', ...more },
    });
    await t().runJobs();
    const service = new URL(reply.services[0].serviceurl).pathname;
    return {
      itemId: reply.services[0].serviceItemId,
      service,
      path: `${service}/0`,
      admin: `${service.replace('/rest/services', '/rest/admin/services')}/0`,
    };
  }

  /** Sends the file, starts the load, runs it, and gives its state. */
  async function load(
    layer: TestLayer,
    file: { name: string; bytes: string | Buffer },
    params: Record<string, string | boolean | object> = {},
    who = 'petra',
  ): Promise<AnyReply> {
    const person = t().as(who);
    const { item } = await person.upload(`${layer.service}/uploads/upload`, {}, { file });
    const { replace, ...rest } = params;
    const address = replace ? `${layer.admin}/replaceFeatures` : `${layer.path}/append`;
    return run(await person.post(address, { appendUploadId: item?.itemID ?? '', appendUploadFormat: 'csv', ...rest }), who);
  }

  async function run(started: AnyReply, who = 'petra'): Promise<AnyReply> {
    if (started.error) return started;
    await t().runJobs();
    return t().as(who).get(new URL(started.statusUrl).pathname);
  }

  const csv = (text: string): { name: string; bytes: string } => ({ name: 'more.csv', bytes: text });
  const features = async (layer: TestLayer): Promise<AnyReply[]> =>
    (await t().as('petra').get(`${layer.path}/query`, { where: '1=1', outFields: '*', outSR: 4326 })).features;
  const values = async (layer: TestLayer, name: string): Promise<unknown[]> => (await features(layer)).map((one) => one.attributes[name]);

  async function hostedTables(): Promise<string[]> {
    const found = await sql<{ tablename: string }>`select tablename from pg_tables where schemaname = 'hosted' order by 1`.execute(
      t().portal.db,
    );
    return found.rows.map((row) => row.tablename);
  }

  return { layerOf, load, run, csv, features, values, hostedTables };
}
