// Versions of features: another one after every change, so that an edit can be refused where somebody else was quicker.
import type { Db } from '../../platform/db/database.ts';
import { qualified, run } from '../hosted-table.store.ts';
import { baseTable, type HostedLayer } from '../layers.rules.ts';
import { SqlText } from '../sql-text.rules.ts';

/** The transaction that wrote the row last: the database keeps it for every row, so that edits that ask for nothing pay nothing. */
const VERSION = 'xmin::text';

/** The version of a feature; undefined where there is none. Who may see the feature is not asked here. */
export async function versionOf(db: Db, layer: HostedLayer, objectId: number): Promise<string | undefined> {
  const sql = new SqlText();
  const text = `select ${VERSION} as version from ${qualified(baseTable(layer))} where "objectid" = ${sql.bind(objectId, 'bigint')}`;
  return (await run<{ version: string }>(db, sql.statement(text))).rows[0]?.version;
}

/** Whether a feature still has the version; until the transaction ends nobody else can change it then. Others that are changing it are waited for. */
export async function holdVersion(db: Db, layer: HostedLayer, objectId: number, version: string): Promise<boolean> {
  const sql = new SqlText();
  const key = `"objectid" = ${sql.bind(objectId, 'bigint')} and ${VERSION} = ${sql.bind(version, 'text')}`;
  const text = `select 1 from ${qualified(baseTable(layer))} where ${key} for update`;
  return (await run(db, sql.statement(text))).rows.length > 0;
}
