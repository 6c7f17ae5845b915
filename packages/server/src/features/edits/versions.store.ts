// Versions of features: another one after every change, so that an edit can be refused where somebody else was quicker.
import type { Db } from '../../platform/db/database.ts';
import { qualified, run } from '../hosted-table.store.ts';
import { baseTable, type HostedLayer } from '../layers.rules.ts';
import { identifier, SqlText } from '../sql-text.rules.ts';

/**
 * SQL of the version of a row: a number made of what people wrote into it. What the portal keeps beside that, such as when a point is drawn, is
 * no part of it, nor are fields without a value, so that a field that is added leaves the versions as they are. Fields that a view hides count
 * too; the secret keeps its readers from finding them out.
 */
function versionSql(sql: SqlText, layer: HostedLayer): string {
  const fields = (layer.view?.fields ?? layer.fields).filter((field) => field.type !== 'esriFieldTypeOID');
  const parts = fields.map(({ column }) => `${sql.bind(column, 'text')} || md5(${identifier(column)}::text)`);
  if (layer.geometryType !== null) parts.push(`'shape' || md5("shape"::bytea)`);
  const secret = "(select value from secret where name = 'feature-version')";
  // An array, since functions take a hundred values at most; empty ones are left out.
  const written = `md5(${secret} || array_to_string(array[${parts.join(', ')}]::text[], ' '))`;
  return `('x' || left(${written}, 15))::bit(60)::bigint::text`;
}

/** The version of a feature; undefined where there is none. Who may see the feature is not asked here. */
export async function versionOf(db: Db, layer: HostedLayer, objectId: number): Promise<string | undefined> {
  const sql = new SqlText();
  const version = versionSql(sql, layer);
  const text = `select ${version} as version from ${qualified(baseTable(layer))} where "objectid" = ${sql.bind(objectId, 'bigint')}`;
  return (await run<{ version: string }>(db, sql.statement(text))).rows[0]?.version;
}

/** Whether a feature still has the version; until the transaction ends nobody else can change it then. Others that are changing it are waited for. */
export async function holdVersion(db: Db, layer: HostedLayer, objectId: number, version: string): Promise<boolean> {
  const sql = new SqlText();
  const key = `"objectid" = ${sql.bind(objectId, 'bigint')} and ${versionSql(sql, layer)} = ${sql.bind(version, 'text')}`;
  const text = `select 1 from ${qualified(baseTable(layer))} where ${key} for update`;
  return (await run(db, sql.statement(text))).rows.length > 0;
}
