// SQL of hosted services and layers.
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { maySeeItem, mayUpdateThroughGroup, seesByName } from '../content/visibility.sql.ts';
import type { Caller, Rights } from '../platform/caller.ts';
import type { Condition } from '../platform/condition.rules.ts';
import type { Portal } from '../platform/context.ts';
import { writtenOnce } from '../platform/db/bind-message.ts';
import type { Db } from '../platform/db/database.ts';
import { KnownStatements } from '../platform/db/known-statements.ts';
import { lookUp } from '../platform/db/prepared.ts';
import type { FeatureLayerTable, FeatureServiceTable, ServiceSettings } from '../schema/features.ts';
import { readLayerEdits, withEdits } from './layer-edits.rules.ts';
import { sumOfEdits } from './layer-edits.sql.ts';
import type { HostedLayer, HostedService, NewService, ViewOf } from './layers.rules.ts';

/** A service as its rows say it, and what edits have changed since: by table, as JSON. */
export interface StoredService {
  service: HostedService;
  edits: string | null;
}

/** The same with the keys of those who may see its item. */
interface NamedService extends StoredService {
  scopes: readonly string[];
}

/** The service of a name, case ignored, with its layers by id. */
export async function serviceByName(db: Db, name: string): Promise<NamedService | undefined> {
  const row = await db
    .selectFrom('feature_service as s')
    .innerJoin('item', 'item.id', 's.item_id')
    .selectAll('s')
    .select('item.scopes')
    .where(sql`lower(s.name)`, '=', name.toLowerCase())
    .executeTakeFirst();
  return row === undefined ? undefined : { ...(await toService(db, row)), scopes: row.scopes };
}

/** The service with the edits that `StoredService` and `ServiceSight` tell. */
export function serviceWithEdits(service: HostedService, edits: string | null): HostedService {
  if (edits === null) return service;
  const byTable = JSON.parse(edits) as Record<string, string>;
  return { ...service, layers: service.layers.map((layer) => withEdits(layer, readLayerEdits(byTable[layer.table] ?? null))) };
}

/** The edits of the layers of a service by their tables; those of a view are those of its source. */
const editsOfService = (itemId: ReturnType<typeof sql>) => sql<string | null>`(
  select json_object_agg(l.table_name, t.edits)::text
  from feature_layer l, lateral (${sumOfEdits(sql`coalesce((
    select o.table_name from feature_view w join feature_layer o on o.item_id = w.source_item_id and o.layer_id = w.source_layer_id
    where w.item_id = l.item_id and w.layer_id = l.layer_id), l.table_name)`)}) t
  where l.item_id = ${itemId})`;

/** How a caller may see a service at this moment, and the mark of what there is to see. */
export interface ServiceSight {
  /** Changes with every change of the item, the service or a layer, whoever makes it: it is made of the places of their rows. */
  stamp: string;
  /** Edits since the rows were written, by table, as JSON. */
  edits: string | null;
  visible: boolean;
  group_update: boolean;
}

const sights = new KnownStatements(
  (rights, name) => sql`
    select item.id || ' ' || item.xmin || item.ctid || s.xmin || s.ctid || coalesce((
        select string_agg(l.table_name || l.xmin || l.ctid, ' ' order by l.table_name) from feature_layer l where l.item_id = s.item_id
      ), '') as stamp, ${editsOfService(sql`s.item_id`)} as edits, ${maySeeItem(rights)} as visible, ${mayUpdateThroughGroup(rights)} as group_update
    from feature_service s join item on item.id = s.item_id where lower(s.name) = ${name}`,
  { stands: true },
);

/** The caller's sight of a service, in one statement; undefined for an unknown name. */
export async function serviceSight(
  { db, database }: Pick<Portal, 'db' | 'database'>,
  caller: Caller,
  name: string,
): Promise<ServiceSight | undefined> {
  return (await lookUp<ServiceSight>(database, sights.for(db, caller, name.toLowerCase())))[0];
}

/** Where the rows of a service, its item and one layer were, and who made them: nothing of them has changed while the same is there. */
interface Places {
  item: readonly [ctid: string, xmin: string];
  service: readonly [ctid: string, xmin: string];
  layer: readonly [ctid: string, xmin: string];
}

/** Reads the stamp of a sight. */
function placesIn(stamp: string, table: string): Places | undefined {
  const [, itemXmin, item, serviceXmin, service] = /^\S+ (\d+)(\(\d+,\d+\))(\d+)(\(\d+,\d+\))/.exec(stamp) ?? [];
  const layers = /(\d+)(\(\d+,\d+\))/.exec(stamp.split(table)[1] ?? '');
  if (item === undefined || service === undefined || layers === null) return undefined;
  return {
    item: [item, itemXmin as string],
    service: [service, serviceXmin as string],
    layer: [layers[2] as string, layers[1] as string],
  };
}

// Each row is read at its place, without an index: looking all of them up again would take the database as long as the edit.
// NOTE: place and maker are not enough. Rewriting a table (VACUUM FULL) puts other rows there, and layers made together have one maker.
const STANDS = `exists (select 1 from item where ctid = $2::tid and xmin = $3::xid and id = $1)
    and exists (select 1 from feature_service where ctid = $4::tid and xmin = $5::xid and item_id = $1)
    and exists (select 1 from feature_layer where ctid = $6::tid and xmin = $7::xid and item_id = $1 and table_name = $8)`;

/** Sight that hangs on groups, which are in other rows. */
const seenThroughGroups = new KnownStatements(
  (rights, itemId) => sql`exists (select 1 from item where id = ${itemId} and ${maySeeItem(rights)})`,
);

/** The conditions that layers stand, by the service that is remembered and their tables: they are the same for all who ask. */
const standing = new WeakMap<object, Map<string, Condition>>();

/**
 * What holds while a service and the layer of this table are what they were when the service had this stamp, and the caller may see it. Undefined for
 * a stamp that does not name the table.
 */
export function sightHolds(
  { db }: Pick<Portal, 'db'>,
  caller: Rights,
  known: { stamp: string; item: { id: string }; scopes: readonly string[] },
  table: string,
): readonly Condition[] | undefined {
  const stands = standsStill(known, table);
  if (stands === undefined) return undefined;
  // While the row of the item is the same its keys are, and what the caller is called is proven as well.
  return seesByName(caller, known.scopes) ? [stands] : [stands, seenThroughGroups.for(db, caller, known.item.id)];
}

function standsStill(
  { stamp, item, scopes }: { stamp: string; item: { id: string }; scopes: readonly string[] },
  table: string,
): Condition | undefined {
  let known = standing.get(scopes);
  if (known === undefined) {
    known = new Map();
    standing.set(scopes, known);
  }
  const stands = known.get(table);
  if (stands !== undefined) return stands;
  const places = placesIn(stamp, table);
  const values = places && writtenOnce([item.id, ...places.item, ...places.service, ...places.layer, table]);
  const made = values && { text: STANDS, values };
  if (made !== undefined) known.set(table, made);
  return made;
}

/** The service of an item. */
export async function serviceOfItem(db: Db, itemId: string): Promise<HostedService | undefined> {
  const row = await db.selectFrom('feature_service').selectAll().where('item_id', '=', itemId).executeTakeFirst();
  if (row === undefined) return undefined;
  const { service, edits } = await toService(db, row);
  return serviceWithEdits(service, edits);
}

async function toService(
  db: Db,
  row: Pick<Selectable<FeatureServiceTable>, 'item_id' | 'org_id' | 'name' | 'settings' | 'modified'>,
): Promise<StoredService> {
  // In the statement that reads the rows: what is taken over into a row is no edit any more.
  const layers = await db
    .selectFrom('feature_layer')
    .selectAll()
    .select(editsOfService(sql`${row.item_id}`).as('edits'))
    .where('item_id', '=', row.item_id)
    .orderBy('layer_id')
    .execute();
  const views = row.settings.isView ? await viewsOfService(db, row.item_id) : new Map<number, Omit<ViewOf, 'stale'>>();
  const service: HostedService = {
    itemId: row.item_id,
    orgId: row.org_id,
    name: row.name,
    settings: row.settings,
    settingsEdited: row.modified,
    layers: layers.map((layer) => {
      const view = views.get(layer.layer_id);
      return view === undefined ? toLayer(layer) : { ...toLayer(layer), view: { ...view, stale: view.measured !== layer.version } };
    }),
  };
  return { service, edits: layers[0]?.edits ?? null };
}

/** What the layers of a view show, by layer id. */
async function viewsOfService(db: Db, itemId: string): Promise<Map<number, Omit<ViewOf, 'stale'>>> {
  const rows = await db
    .selectFrom('feature_view as v')
    .innerJoin('feature_layer as s', (join) =>
      join.onRef('s.item_id', '=', 'v.source_item_id').onRef('s.layer_id', '=', 'v.source_layer_id'),
    )
    .select(['v.layer_id', 's.item_id', 's.layer_id as source_layer_id', 's.table_name', 's.fields', 'v.condition', 'v.area', 'v.measured'])
    .where('v.item_id', '=', itemId)
    .execute();
  return new Map(
    rows.map((row) => [
      row.layer_id,
      {
        itemId: row.item_id,
        layerId: row.source_layer_id,
        table: row.table_name,
        fields: row.fields,
        condition: row.condition,
        area: row.area,
        measured: row.measured,
      },
    ]),
  );
}

function toLayer(row: Selectable<FeatureLayerTable>): HostedLayer {
  const [xmin, ymin, xmax, ymax] = row.extent ?? [];
  const known = xmin !== undefined && ymin !== undefined && xmax !== undefined && ymax !== undefined;
  return {
    itemId: row.item_id,
    id: row.layer_id,
    table: row.table_name,
    name: row.name,
    geometryType: row.geometry_type,
    hasZ: row.has_z,
    hasM: row.has_m,
    fields: row.fields,
    definition: row.definition,
    extent: known ? [xmin, ymin, xmax, ymax] : null,
    rowCount: row.row_count,
    version: row.version,
    ready: row.ready,
    dataEdited: row.data_edited,
    schemaEdited: row.schema_edited,
    ...(row.loaded_by === null ? {} : { loadedBy: row.loaded_by }),
  };
}

/** Names of the services whose items the caller may see, by name. */
export async function serviceNames(db: Db, caller: Caller, limit: number): Promise<string[]> {
  const result = await sql<{ name: string }>`
    select s.name from feature_service s join item on item.id = s.item_id
    where ${maySeeItem(caller)} order by lower(s.name) limit ${limit}`.execute(db);
  return result.rows.map((row) => row.name);
}

/** Whether no service has the name yet; tile services share the addresses below it. */
export async function isNameFree(db: Db, name: string): Promise<boolean> {
  const key = name.toLowerCase();
  const taken = await sql`select 1 from feature_service where lower(name) = ${key}
    union all select 1 from tile_service where lower(name) = ${key} limit 1`.execute(db);
  return taken.rows.length === 0;
}

/** Adds a service. The unique name is checked by the database. */
export async function insertService(db: Db, service: NewService): Promise<void> {
  await db
    .insertInto('feature_service')
    .values({ item_id: service.itemId, org_id: service.orgId, name: service.name, settings: JSON.stringify(service.settings) })
    .execute();
}

/** Changes settings of a service. */
export async function updateServiceSettings(db: Db, itemId: string, settings: ServiceSettings): Promise<void> {
  await db
    .updateTable('feature_service')
    // two changes within a millisecond are two all the same
    .set({ settings: JSON.stringify(settings), modified: sql`greatest(${new Date()}, modified + interval '1 millisecond')` })
    .where('item_id', '=', itemId)
    .execute();
}

/** Removes a service with its layers; gives the names of the tables, which are dropped afterwards. */
export async function deleteService(db: Db, itemId: string): Promise<string[]> {
  const tables = await db.deleteFrom('feature_layer').where('item_id', '=', itemId).returning('table_name').execute();
  await db.deleteFrom('feature_service').where('item_id', '=', itemId).execute();
  return tables.map((row) => row.table_name);
}

/** Adds a layer whose table exists. */
export async function insertLayer(db: Db, layer: HostedLayer): Promise<void> {
  await db
    .insertInto('feature_layer')
    .values({
      item_id: layer.itemId,
      layer_id: layer.id,
      table_name: layer.table,
      name: layer.name,
      geometry_type: layer.geometryType,
      has_z: layer.hasZ,
      has_m: layer.hasM,
      fields: JSON.stringify(layer.fields),
      definition: JSON.stringify(layer.definition),
      extent: layer.extent,
      row_count: layer.rowCount,
      ready: layer.ready,
    })
    .execute();
}

/** Removes one layer; gives the name of its table. */
export async function deleteLayer(db: Db, itemId: string, layerId: number): Promise<string | undefined> {
  const row = await db
    .deleteFrom('feature_layer')
    .where('item_id', '=', itemId)
    .where('layer_id', '=', layerId)
    .returning('table_name')
    .executeTakeFirst();
  return row?.table_name;
}

/** Stores extent and count after a change of features, as they were found in the table: edits before are part of them. */
export async function updateLayerFacts(
  db: Db,
  table: string,
  facts: { extent: number[] | null; rowCount: number; ready?: boolean },
): Promise<void> {
  await db
    .updateTable('feature_layer')
    .set({
      extent: facts.extent,
      row_count: facts.rowCount,
      version: sql`version + 1`,
      data_edited: new Date(),
      ...(facts.ready === undefined ? {} : { ready: facts.ready }),
    })
    .where('table_name', '=', table)
    .execute();
  await forgetEdits(db, table);
}

/** Has all that was drawn of a service drawn anew: versions rise, and the time of the last edit, by which browsers ask for tiles, moves. */
export async function renewDrawings(db: Db, itemId: string): Promise<void> {
  await db.updateTable('feature_layer').set({ version: sql`version + 1`, data_edited: new Date() }).where('item_id', '=', itemId).execute();
}

/** Edits so far are part of the row of the layer; their number goes on counting. */
export async function forgetEdits(db: Db, table: string): Promise<void> {
  await db
    .updateTable('feature_edits')
    .set({ features: 0, west: null, south: null, east: null, north: null })
    .where('table_name', '=', table)
    .execute();
}

/** Tables and views in schema `hosted` that no layer names: left by a process that was killed. Views first: they hold tables. */
export async function orphanTables(db: Db): Promise<string[]> {
  const result = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'hosted' and c.relkind in ('r', 'v') and c.relname like 'l\\_%'
      and not exists (select 1 from feature_layer f where f.table_name = c.relname)
      and not exists (select 1 from feature_load l where l.table_name = c.relname)
      and not exists (select 1 from table_reading r where r.table_name = c.relname and r.until > now())
    order by c.relkind desc`.execute(db);
  return result.rows.map((row) => row.name);
}

/** Whether a table is that of a layer; not any more once another has taken its place. */
export async function isTableOfLayer(db: Db, table: string): Promise<boolean> {
  return (await db.selectFrom('feature_layer').select('layer_id').where('table_name', '=', table).executeTakeFirst()) !== undefined;
}

/** Opens a finished layer for queries under its number. */
export async function openLayer(db: Db, table: string, layerId: number, loadedBy: string): Promise<void> {
  await db
    .updateTable('feature_layer')
    .set({ layer_id: layerId, ready: true, loaded_by: loadedBy })
    .where('table_name', '=', table)
    .execute();
}
