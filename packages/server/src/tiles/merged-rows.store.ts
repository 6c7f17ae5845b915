// Rows of a tile that would show too many polygons: the small ones of a cell as one square, which covers as much as they do together.
import { MERGED_SIDE, MERGED_SPREAD } from '@graticule/contract/services/merged-squares';
import { WEB_MERCATOR_LIMIT } from '@graticule/geo/project/web-mercator';
import { receiveRows } from '../platform/db/binary-rows.ts';
import type { DatabaseHandle } from '../platform/db/database.ts';
import { translateDatabaseError } from '../platform/db/errors.ts';
import { runOnce } from '../platform/db/prepared.ts';
import type { RowReceiver } from '../platform/db/rows-query.ts';
import { ANSWER_TIMEOUT_MS, boxValues, type TileSource } from './tiles.store.ts';

/** How a layer's table is read where small polygons are merged. */
export interface MergedSource extends TileSource {
  merged: { cell: number; units: number };
  keptAs?: { table: string; version: number };
}

/** What tiles tell of squares that stand for several polygons. */
export const MERGED_FIELDS = [MERGED_SIDE, MERGED_SPREAD];

/** Whether it is read so. */
export const isMerged = <T extends object>(source: T): source is T & MergedSource => 'merged' in source && source.merged !== undefined;

/** What covers this share of a cell is drawn as the whole of it: else rows of cells that are covered all over would show the gaps between them. */
const WHOLE = 0.7;

/** Width of the outlines that are counted: a pixel where a tile is drawn 512 to 1,024 pixels wide, as maps do before they take the next level. @units units of a tile */
const OUTLINE = 6;

/**
 * The features that a tile shows, as `far_id`, `far_square`, `far_side` and `far_spread`: those that are larger than half a cell and those that are alone in their cell
 * as they are, without a square; of the others the first of each cell. A feature belongs to the cell of its middle. In lengths of a cell, until the squares are made.
 *
 * How much of a cell polygons hide with their outlines: as much as each by itself, but no more than the 64ths of the cell in which they lie.
 */
function pickedRows({ table, shape, merged: { cell, units }, onlyOf, limit }: MergedSource): string {
  const own = onlyOf === undefined ? '' : ` and ${onlyOf.column} = $5::text`;
  const middle = (sum: string, between: string): string =>
    `greatest(reach / 2, least(1 - reach / 2, coalesce(${sum} / nullif(area, 0), ${between})))`;
  // Polygons of a cell that is covered all over may leave room at its edge for those whose middles lie in the next cell.
  const full = `area >= ${WHOLE} * (dx + each) * (dy + each) and dx + 2 * size >= 1 and dy + 2 * size >= 1`;
  const metres = (length: string): string => `round(greatest(1, round((${length}) * ${units})) * ${cell / units})::int`;
  const at = (index: string, along: string): string => `(${index} + ${along}) * ${cell}::float8 - ${WEB_MERCATOR_LIMIT}`;
  const [low, high] = ['-', '+'].map((sign) => `${at('i', `x ${sign} side / 2`)}, ${at('j', `y ${sign} side / 2`)}`);
  // What follows reads each number several times: `offset 0` has it computed once.
  return `select far_id, case when is_square then ST_MakeEnvelope(${low}, ${high}, 3857) end as far_square,
      case when is_square then ${metres('each')} end as far_side,
      case when is_square and reach > side then ${metres('reach - side')} end as far_spread
    from (
      select *, case when is_square then ${middle('sx', 'mx')} end as x, case when is_square then ${middle('sy', 'my')} end as y
      from (
        select *, case when not is_square then 0 when ink >= ${WHOLE} then 1 else greatest(side, sqrt(ink)) end as reach
        from (
          select *, case when is_square then greatest(${1 / units}, case when area >= ${WHOLE} or ${full} then 1 else sqrt(area) end) end as side,
            case when is_square then least(n * (each + ${OUTLINE / units}) ^ 2, bit_count(places::bit(64)) * (each + 0.125) ^ 2) end as ink
          from (
            select min(objectid) as far_id, count(*) as n, i, j, sum(area) as area, sum(area * x) as sx, sum(area * y) as sy, max(size) as size,
              sqrt(sum(area) / count(*)) as each, max(x) - min(x) as dx, max(y) - min(y) as dy, (max(x) + min(x)) / 2 as mx, (max(y) + min(y)) / 2 as my,
              bit_or(1::bigint << (8 * floor(8 * x) + floor(8 * y))::int) as places, count(*) > 1 or max(size) < ${1 / units} as is_square
            from (
              select objectid, x - floor(x) as x, y - floor(y) as y, size, area, floor(x)::int as i, floor(y)::int as j,
                case when size > 0.5 then objectid end as alone
              from (
                select "objectid" as objectid, ((ST_XMin(box) + ST_XMax(box)) / 2 + ${WEB_MERCATOR_LIMIT}) / ${cell} as x,
                  ((ST_YMin(box) + ST_YMax(box)) / 2 + ${WEB_MERCATOR_LIMIT}) / ${cell} as y,
                  greatest(ST_XMax(box) - ST_XMin(box), ST_YMax(box) - ST_YMin(box)) / ${cell} as size, area / ${cell * cell} as area
                from ${table}, lateral (select Box3D(${shape}) as box, ST_Area(${shape}) as area offset 0) measured
                where "shape" && ST_MakeEnvelope($1::float8, $2::float8, $3::float8, $4::float8, 3857)${own} and box is not null offset 0
              ) features
            ) placed
            group by i, j, alone order by size desc limit ${limit}
          ) cells offset 0
        ) sized offset 0
      ) reaching offset 0
    ) largest`;
}

/** Hands over the rows of a tile: object id, WKB, values, then what `MERGED_FIELDS` names; null for what is drawn as it is. */
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

const KEPT = `select k.* from merged_tile m, unnest(m.ids, m.squares, m.sides, m.spreads) k (far_id, far_square, far_side, far_spread)
  where m.table_name = $1::text and m.z = $2::int and m.x = $3::int and m.y = $4::int and m.version = $5::bigint`;

/** The statement that gives the rows of the features that were picked, in the order in which they lie in the table. Each is looked up by its id. */
function drawn({ table, shape, values }: TileSource, picked: string): string {
  const drawnAs = `coalesce(ST_AsBinary(far_square, 'NDR'), ST_AsBinary(${shape}, 'NDR'))`;
  const columns = [`"objectid"`, drawnAs, ...values, 'far.far_side', 'far.far_spread'];
  return `with far as materialized (${picked}) select ${columns.map((column, index) => `${column} as c${index}`).join(', ')}
    from (select * from far order by far_id) far, lateral (select * from ${table} where "objectid" = far_id offset 0) feature`;
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
  const make = `insert into merged_tile (table_name, z, x, y, version, ids, squares, sides, spreads)
    select $5::text, $6::int, $7::int, $8::int, $9::bigint, array_agg(far_id), array_agg(far_square), array_agg(far_side), array_agg(far_spread)
    from (${pickedRows(source)}) picked having count(*) > 0
    on conflict (table_name, z, x, y) do update set version = excluded.version, ids = excluded.ids, squares = excluded.squares, sides = excluded.sides,
      spreads = excluded.spreads where merged_tile.version < excluded.version
    returning 1`;
  return (await runOnce(database, { text: make, values: [...box, ...key] })).length > 0;
}
