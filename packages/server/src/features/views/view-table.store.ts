// The views of the database that stand for view layers, and the rows that say what they show.
import { sql } from 'kysely';
import { maySeeItem } from '../../content/visibility.sql.ts';
import type { Rights } from '../../platform/caller.ts';
import type { Db } from '../../platform/db/database.ts';
import type { LayerDefinition, ServiceSettings, StoredField, ViewArea } from '../../schema/features.ts';
import { inSavepoint } from '../edits/edits.store.ts';
import { dropTable, qualified, run, tableFacts } from '../hosted-table.store.ts';
import { type HostedLayer, STORED_SRID } from '../layers.rules.ts';
import type { SpatialFilter } from '../query/layer-query.rules.ts';
import { translateQueryError } from '../query/query-fault.rules.ts';
import { queryGeometry, spatialCondition } from '../query/record-filter.sql.ts';
import { type Bound, identifier, quoted, SqlText } from '../sql-text.rules.ts';
import { simplifiedColumns } from '../tile-columns.rules.ts';
import type { Checked } from '../where/tree.ts';
import { writeExpression } from '../where/write.rules.ts';
import { askingOf, comingBack } from '../without-drift.store.ts';

/** Stands for the moment at which a view is read. */
const NOW = new Date('1111-11-11T11:11:11.111Z');
/** Stands for who reads a view, which a view of the database cannot know. */
const WHO = '\u0001reader';

/** Thrown when a condition asks who reads. */
export class AsksForReader extends Error {}

/** Writes values into the text, because a view of the database cannot bind any. */
class LiteralSql extends SqlText {
  override bind(value: Bound, type: string): string {
    if (value === WHO) throw new AsksForReader();
    if (value === NOW.toISOString().slice(0, 23)) return `(now() at time zone 'UTC')::${type}`;
    if (value === NOW.toISOString().slice(0, 10)) return `(now() at time zone 'UTC')::${type}`;
    return `${literal(value)}::${type}`;
  }
}

function literal(value: Bound): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return `(${Number.isFinite(value) ? value : 'null'})`;
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return quoted(value);
  if (value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString('hex')}'`;
  return value.length === 0 ? "'{}'" : `array[${value.map(literal).join(', ')}]`;
}

/** What a view leaves of its source. */
export interface ViewFilter {
  condition: Checked | null;
  area: SpatialFilter | null;
}

/**
 * Makes the view of the database. Edits through it must leave features that it shows.
 * @throws AsksForReader
 */
export async function createViewTable(
  db: Db,
  view: Pick<HostedLayer, 'table' | 'fields'>,
  source: HostedLayer,
  filter: ViewFilter,
): Promise<void> {
  const text = new LiteralSql();
  const area = filter.area && (await inStoredSystem(db, filter.area));
  const conditions = [
    ...(filter.condition === null ? [] : [writeExpression(filter.condition, text, { now: NOW, username: WHO })]),
    ...(area === null ? [] : [spatialCondition(source, area, text)]),
  ];
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')} with local check option`;
  const columns = new Set([...view.fields, ...trackingFields(source)].map((field) => field.column));
  if (source.geometryType !== null) {
    columns.add('shape');
    if (source.geometryType === 'esriGeometryPoint') columns.add('draw_zoom');
    for (const { column } of simplifiedColumns(source.geometryType)) columns.add(column);
  }
  await run(db, {
    text: `create view ${qualified(view.table)} as select ${[...columns].map(identifier).join(', ')} from ${qualified(source.table)}${where}`,
    values: [],
  });
}

/**
 * The area where rows of the tables lie that were stored with its coordinates, valid: else each statement would mend it, and project it from another system.
 * @throws INVALID_QUERY when it cannot be projected
 */
async function inStoredSystem(db: Db, area: SpatialFilter): Promise<SpatialFilter> {
  const { place } = area;
  if (place === null || 'box' in place || place.boxes !== undefined) return area;
  // What cannot be projected must not end the transaction.
  const ask: ReturnType<typeof askingOf> = (statement) => inSavepoint(db, () => askingOf(db)(statement));
  const [given] = await comingBack(ask, [place.wkb], area.srid);
  const sql = new SqlText();
  const placed = queryGeometry(area, { ...place, wkb: given ?? place.wkb }, sql);
  const asked = ask<{ w: Uint8Array | null }>(sql.statement(`select ST_AsBinary(${placed}, 'NDR') as w`));
  const wkb = (await asked.catch(translateQueryError))[0]?.w;
  return wkb ? { ...area, place: { wkb, isValid: true }, srid: STORED_SRID } : area;
}

/** Fields that the portal fills with each edit, whether the view shows them or not. */
function trackingFields(source: HostedLayer): StoredField[] {
  const names = Object.values(source.definition.editFields ?? {}) as string[];
  return source.fields.filter((field) => names.includes(field.name));
}

/** Drops the view of the database. */
export const dropViewTable = dropTable;

/** Says what a layer shows. */
export async function insertView(
  db: Db,
  row: {
    item_id: string;
    layer_id: number;
    source_item_id: string;
    source_layer_id: number;
    condition: string | null;
    area: ViewArea | null;
  },
): Promise<void> {
  await db
    .insertInto('feature_view')
    .values({ ...row, area: row.area === null ? null : JSON.stringify(row.area) })
    .execute();
}

/** Changes which features a view shows. */
export async function updateViewRows(
  db: Db,
  layer: HostedLayer,
  { condition, area }: { condition: string | null; area: ViewArea | null },
): Promise<void> {
  await db
    .updateTable('feature_view')
    .set({ condition, area: area === null ? null : JSON.stringify(area), measured: -1 })
    .where('item_id', '=', layer.itemId)
    .where('layer_id', '=', layer.id)
    .execute();
}

/** A view of a layer, with the name of its service. */
export interface DependentView {
  itemId: string;
  layerId: number;
  table: string;
  name: string;
  fields: StoredField[];
  definition: LayerDefinition;
  condition: string | null;
  area: ViewArea | null;
  serviceName: string;
  /** Those of its service. */
  settings: ServiceSettings;
}

/** The views of layers of a service; of one layer when `layerId` is given. `inUse` leaves out those in the recycle bin. */
export async function viewsOf(
  db: Db,
  sourceItemId: string,
  { layerId, inUse = false }: { layerId?: number; inUse?: boolean } = {},
): Promise<DependentView[]> {
  let query = db
    .selectFrom('feature_view as v')
    .innerJoin('feature_layer as l', (join) => join.onRef('l.item_id', '=', 'v.item_id').onRef('l.layer_id', '=', 'v.layer_id'))
    .innerJoin('feature_service as s', 's.item_id', 'v.item_id')
    .select([
      'v.item_id as itemId',
      'v.layer_id as layerId',
      'l.table_name as table',
      'l.name',
      'l.fields',
      'l.definition',
      'v.condition',
      'v.area',
      's.name as serviceName',
      's.settings',
    ])
    .where('v.source_item_id', '=', sourceItemId)
    .orderBy('v.item_id')
    .orderBy('v.layer_id');
  if (layerId !== undefined) query = query.where('v.source_layer_id', '=', layerId);
  if (inUse) query = query.where(sql<boolean>`exists (select 1 from item where item.id = v.item_id and item.binned is null)`);
  return query.execute();
}

/** A service in use that shows a layer of another one. */
export interface ViewInUse {
  name: string;
  /** Whether the caller may know of it. */
  isSeen: boolean;
}

/** The services in use that show the layers of a service, or one of them; nobody sees any where no caller is known. */
export async function viewsInUse(
  db: Db,
  caller: Rights | undefined,
  source: { itemId: string; layerId?: number | undefined },
): Promise<ViewInUse[]> {
  const isSeen = caller === undefined ? sql<boolean>`false` : maySeeItem(caller);
  const ofLayer = source.layerId === undefined ? sql`true` : sql`v.source_layer_id = ${source.layerId}`;
  const { rows } = await sql<ViewInUse>`
    select distinct s.name, ${isSeen} as "isSeen"
    from feature_view v join feature_service s on s.item_id = v.item_id join item on item.id = v.item_id
    where v.source_item_id = ${source.itemId} and ${ofLayer} and item.binned is null order by s.name`.execute(db);
  return rows;
}

/** Measures a view whose source changed; gives what it found. */
export async function measureView(db: Db, layer: HostedLayer): Promise<{ extent: number[] | null; rowCount: number }> {
  const facts = await tableFacts(db, layer);
  // Whoever has measured a newer version meanwhile knows better.
  await sql`
    with told as (
      update feature_view set measured = ${layer.version} where item_id = ${layer.itemId} and layer_id = ${layer.id} and measured <= ${layer.version}
      returning 1)
    update feature_layer set extent = ${facts.extent}::float8[], row_count = ${facts.rowCount}
    where table_name = ${layer.table} and exists (select from told)`.execute(db);
  return facts;
}

/** Services that the layers of a view service read. */
export async function sourceServices(db: Db, itemId: string): Promise<{ itemId: string; name: string }[]> {
  return db
    .selectFrom('feature_view as v')
    .innerJoin('feature_service as s', 's.item_id', 'v.source_item_id')
    .select(['s.item_id as itemId', 's.name'])
    .distinct()
    .where('v.item_id', '=', itemId)
    .orderBy('s.name')
    .execute();
}
