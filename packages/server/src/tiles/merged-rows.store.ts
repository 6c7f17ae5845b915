// Rows of a tile that would show too many polygons: the small ones of a cell as one square, which covers as much as they do together.
import { WEB_MERCATOR_LIMIT } from '@graticule/geo/project/web-mercator';
import { receiveRows } from '../platform/db/binary-rows.ts';
import type { DatabaseHandle } from '../platform/db/database.ts';
import { translateDatabaseError } from '../platform/db/errors.ts';
import { runOnce } from '../platform/db/prepared.ts';
import type { RowReceiver } from '../platform/db/rows-query.ts';
import { ANSWER_TIMEOUT_MS, boxValues, type TileSource } from './tiles.store.ts';

/** How a layer's table is read where small polygons are merged. */
export interface MergedSource extends TileSource {
  merged: { cell: number };
  keptAs?: { table: string; version: number };
}

/** Whether it is read so. */
export const isMerged = <T extends object>(source: T): source is T & MergedSource => 'merged' in source && source.merged !== undefined;

/** What covers this share of a cell is drawn as the whole of it: else rows of cells that are covered all over would show the gaps between them. */
const WHOLE = 0.7;

/**
 * The features that a tile shows, as `far_id` and `far_square`: those that are larger than half a cell and those that are alone in their cell as they are,
 * without a square; of the others the first of each cell. A feature belongs to the cell of its middle.
 */
function pickedRows({ table, shape, merged: { cell }, onlyOf, limit }: MergedSource): string {
  const own = onlyOf === undefined ? '' : ` and ${onlyOf.column} = $5::text`;
  const side = `${cell}::float8 * case when area >= ${WHOLE * cell * cell} then 1 else sqrt(area / ${cell * cell}) end`;
  const low = (index: string): string => `${index} * ${cell}::float8 - ${WEB_MERCATOR_LIMIT}`;
  const middle = (sum: string, index: string): string =>
    `greatest(${low(index)} + side / 2, least(${low(`(${index} + 1)`)} - side / 2, ${sum} / nullif(area, 0)))`;
  return `select far_id, case when n > 1 then ST_MakeEnvelope(x - side / 2, y - side / 2, x + side / 2, y + side / 2, 3857) end as far_square
    from (
      select far_id, n, side, size, ${middle('sx', 'i')} as x, ${middle('sy', 'j')} as y
      from (
        select far_id, n, i, j, sx, sy, area, size, ${side} as side
        from (
          select min(objectid) as far_id, count(*) as n, i, j, sum(area) as area, sum(area * x) as sx, sum(area * y) as sy, max(size) as size
          from (
            select objectid, x, y, size, area, floor((x + ${WEB_MERCATOR_LIMIT}) / ${cell})::int as i, floor((y + ${WEB_MERCATOR_LIMIT}) / ${cell})::int as j,
              case when size > ${cell / 2} then objectid end as alone
            from (
              select "objectid" as objectid, (ST_XMin(box) + ST_XMax(box)) / 2 as x, (ST_YMin(box) + ST_YMax(box)) / 2 as y,
                greatest(ST_XMax(box) - ST_XMin(box), ST_YMax(box) - ST_YMin(box)) as size, area
              from ${table}, lateral (select Box3D(${shape}) as box, ST_Area(${shape}) as area offset 0) measured
              where "shape" && ST_MakeEnvelope($1::float8, $2::float8, $3::float8, $4::float8, 3857)${own} and box is not null
            ) features
          ) placed
          group by i, j, alone
        ) cells
      ) sized
      order by size desc limit ${limit}
    ) largest`;
}

/** Hands over the rows of a tile: object id, WKB, values. */
export async function receiveMergedRows(
  database: DatabaseHandle,
  source: MergedSource,
  address: { z: number; x: number; y: number },
  receiver: RowReceiver,
): Promise<void> {
  const box = boxValues(source, address);
  const receive = async (picked: string, values: readonly unknown[]): Promise<number> => {
    let count = 0;
    const counting: RowReceiver = {
      ...receiver,
      row: (row) => {
        count++;
        return receiver.row(row);
      },
    };
    await receiveRows(database, { text: drawn(source, picked), values, timeoutMs: ANSWER_TIMEOUT_MS }, counting).catch(
      translateDatabaseError,
    );
    return count;
  };
  if (isKeeping(source)) {
    const isKept = await keepMergedTile(database, source, address);
    // Another version may have taken its place meanwhile.
    if (isKept && (await receive(KEPT, keyOf(source, address))) > 0) return;
  }
  await receive(pickedRows(source), box);
}

const KEPT = `select k.far_id, k.far_square from merged_tile m, unnest(m.ids, m.squares) k (far_id, far_square)
  where m.table_name = $1::text and m.z = $2::int and m.x = $3::int and m.y = $4::int and m.version = $5::bigint`;

/** The statement that gives the rows of the features that were picked, in the order in which they lie in the table. Each is looked up by its id. */
function drawn({ table, shape, values }: TileSource, picked: string): string {
  const columns = [`"objectid"`, `coalesce(ST_AsBinary(far_square, 'NDR'), ST_AsBinary(${shape}, 'NDR'))`, ...values];
  return `with far as materialized (${picked}) select ${columns.map((column, index) => `${column} as c${index}`).join(', ')}
    from (select far_id, far_square from far order by far_id) far, lateral (select * from ${table} where "objectid" = far_id offset 0) feature`;
}

type KeepingSource = MergedSource & { keptAs: NonNullable<MergedSource['keptAs']> };

const isKeeping = (source: MergedSource): source is KeepingSource => source.keptAs !== undefined;

function keyOf({ keptAs }: KeepingSource, { z, x, y }: { z: number; x: number; y: number }): (string | number)[] {
  return [keptAs.table, z, x, y, keptAs.version];
}

/** Keeps what the tile shows, unless it is kept already; false where it shows nothing: of empty tiles, which anybody may ask for, none is kept. */
export async function keepMergedTile(
  database: DatabaseHandle,
  source: KeepingSource,
  address: { z: number; x: number; y: number },
): Promise<boolean> {
  const key = keyOf(source, address);
  const box = boxValues(source, address);
  const text = `select 1 from merged_tile where table_name = $1::text and z = $2::int and x = $3::int and y = $4::int and version = $5::bigint`;
  if ((await runOnce(database, { text, values: key })).length > 0) return true;
  const make = `insert into merged_tile (table_name, z, x, y, version, ids, squares)
    select $5::text, $6::int, $7::int, $8::int, $9::bigint, coalesce(array_agg(far_id), '{}'), coalesce(array_agg(far_square), '{}') from (${pickedRows(source)}) picked
    having count(*) > 0
    on conflict (table_name, z, x, y) do update set version = excluded.version, ids = excluded.ids, squares = excluded.squares where merged_tile.version < excluded.version
    returning 1`;
  return (await runOnce(database, { text: make, values: [...box, ...key] })).length > 0;
}
