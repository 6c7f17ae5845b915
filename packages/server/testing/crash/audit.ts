// Looks below the API after the last crash: tables, rows and files have to belong to one another.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { sql } from 'kysely';
import { readConfig } from '../../src/config/config.ts';
import { sweepHostedTables } from '../../src/features/index.ts';
import { usedKeys } from '../../src/platform/files/stored-files.store.ts';
import { openPortal } from '../../src/platform/open-portal.ts';
import type { Ledger } from './ledger.ts';

/** What the audit found; every list is empty when all is well. */
export interface AuditReport {
  unfinishedJobs: string[];
  orphanTables: string[];
  missingTables: string[];
  unfinishedItems: string[];
  rowsWithoutBytes: string[];
  bytesWithoutRows: string[];
  unreferencedFiles: string[];
  danglingReferences: string[];
  changedFiles: string[];
  /** Items that do not count what their services keep for them. */
  miscountedItems: string[];
}

/** What is found when all is well. */
export const NOTHING_WRONG: AuditReport = {
  unfinishedJobs: [],
  orphanTables: [],
  missingTables: [],
  unfinishedItems: [],
  rowsWithoutBytes: [],
  bytesWithoutRows: [],
  unreferencedFiles: [],
  danglingReferences: [],
  changedFiles: [],
  miscountedItems: [],
};

type Opened = Awaited<ReturnType<typeof openPortal>>['portal'];

interface AuditOptions {
  dataDir: string;
  databaseUrl: string | undefined;
  ledger: Ledger;
  /** First drops the tables that a portal drops once nobody reads them: what killed processes said of reading lasts three minutes longer than they. */
  sweepsTables?: boolean;
}

/** Opens database and files without the portal on top; the portal has to be stopped. */
export async function audit(options: AuditOptions): Promise<AuditReport> {
  const opened = await openPortal(
    readConfig({
      GRATICULE_DATA_DIR: options.dataDir,
      GRATICULE_LOG_LEVEL: 'error',
      ...(options.databaseUrl === undefined ? {} : { DATABASE_URL: options.databaseUrl }),
    }),
  );
  try {
    const { portal } = opened;
    // Uploads that were cut short leave bytes behind until the sweep, here without the usual delay.
    await portal.files.sweep(0, (keys) => usedKeys(portal.db, keys));
    if (options.sweepsTables) {
      await sql`update table_reading set until = now() - interval '1 second'`.execute(portal.db);
      await sweepHostedTables(portal);
    }
    return {
      // Jobs of people only: the portal's own, such as loading the places, go on at the next start.
      unfinishedJobs: await names(
        portal,
        sql`select name || ' ' || state as name from job where owner is not null and state in ('waiting', 'running')`,
      ),
      ...(await auditTables(portal)),
      unfinishedItems: await names(
        portal,
        sql`select title || ' ' || status as name from item where status not in ('completed', 'failed')`,
      ),
      ...(await auditFiles(portal)),
      changedFiles: await changedFiles(portal, options.ledger),
      miscountedItems: await miscountedItems(portal),
    };
  } finally {
    await opened.close();
  }
}

async function names(portal: Opened, query: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await (query as ReturnType<typeof sql<{ name: string }>>).execute(portal.db);
  return rows.map((row) => row.name);
}

async function auditTables(portal: Opened): Promise<Pick<AuditReport, 'orphanTables' | 'missingTables'>> {
  const present = new Set(await names(portal, sql`select table_name as name from information_schema.tables where table_schema = 'hosted'`));
  const known = new Set(await names(portal, sql`select table_name as name from feature_layer`));
  return {
    orphanTables: [...present].filter((name) => !known.has(name)),
    missingTables: [...known].filter((name) => !present.has(name)),
  };
}

async function auditFiles(
  portal: Opened,
): Promise<Pick<AuditReport, 'rowsWithoutBytes' | 'bytesWithoutRows' | 'unreferencedFiles' | 'danglingReferences'>> {
  const rows = new Set(await names(portal, sql`select key as name from stored_file`));
  const rowsWithoutBytes: string[] = [];
  for (const key of rows) {
    const size = await portal.files.sizeOf(key).catch(() => -1);
    if (size < 0) rowsWithoutBytes.push(key);
  }
  const bytesWithoutRows: string[] = [];
  await portal.files.sweep(0, async (keys) => {
    bytesWithoutRows.push(...keys.filter((key) => !rows.has(key)));
    return new Set(keys);
  });
  const referenced = await referencedKeys(portal);
  return {
    rowsWithoutBytes,
    bytesWithoutRows,
    unreferencedFiles: [...rows].filter((key) => !referenced.has(key)),
    danglingReferences: [...referenced].filter((key) => !rows.has(key)),
  };
}

/** Values of every column that holds keys of the file store: by the rule of their names, so that new tables take part. */
async function referencedKeys(portal: Opened): Promise<Set<string>> {
  const { rows: columns } = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and column_name ~ '(^|_)key$' and data_type = 'text' and table_name <> 'stored_file'`.execute(portal.db);
  const found = new Set<string>();
  for (const { table_name: table, column_name: column } of columns) {
    const keys = await names(
      portal,
      sql`select ${sql.ref(column)} as name from ${sql.table(table)} where ${sql.ref(column)} ~ '^[0-9a-f]{32}$'`,
    );
    for (const key of keys) found.add(key);
  }
  return found;
}

function miscountedItems(portal: Opened): Promise<string[]> {
  return names(
    portal,
    sql`select title || ' counts ' || hosted_bytes || ', not ' || kept as name from item i cross join lateral (
      select coalesce((select sum(bytes) from feature_bytes where item_id = i.id), 0)
        + coalesce((select sum(size_bytes) from feature_attachment where item_id = i.id), 0) as kept) k where hosted_bytes <> kept`,
  );
}

async function changedFiles(portal: Opened, ledger: Ledger): Promise<string[]> {
  const { rows } = await sql<{ id: string; data_key: string }>`select id, data_key from item where data_kind = 'file'`.execute(portal.db);
  const keys = new Map(rows.map((row) => [row.id, row.data_key]));
  const changed: string[] = [];
  for (const [id, item] of ledger.items) {
    if (item.sha256 === undefined) continue;
    const key = keys.get(id);
    const hash = createHash('sha256');
    if (key !== undefined) for await (const chunk of createReadStream(portal.files.pathOf(key))) hash.update(chunk as Buffer);
    if (key === undefined || hash.digest('hex') !== item.sha256) changed.push(id);
  }
  return changed;
}
