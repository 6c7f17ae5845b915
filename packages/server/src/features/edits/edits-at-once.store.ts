// The statements of calls with a single edit: several such edits of one form in one statement, which also notes them.
import { randomUUID } from 'node:crypto';
import type { Condition } from '../../platform/condition.rules.ts';
import type { DatabaseHandle } from '../../platform/db/database.ts';
import { runOnce } from '../../platform/db/prepared.ts';
import { noteEdits } from '../layer-edits.sql.ts';
import { baseTable, type HostedLayer } from '../layers.rules.ts';
import { type Bound, SqlText } from '../sql-text.rules.ts';
import {
  amongMany,
  byItself,
  deleteSql,
  type EditSql,
  type GivenValues,
  insertSql,
  type OneEdit,
  type OwnedBy,
  turnSql,
  updateSql,
} from './edit.sql.ts';
import { type EditedRow, edited, type RawRow } from './edits.store.ts';

/** A single edit of a layer, and whose features it may touch. */
export interface SingleEdit {
  layer: HostedLayer;
  edit: OneEdit;
  owned: OwnedBy | null;
  /** Where nobody has checked yet whether the caller may make it. */
  proof?: Proof;
}

/** What all has to hold for an edit to be made. */
export interface Proof {
  conditions: readonly Condition[];
  /** Equal for equal values of the same texts. */
  key: string;
}

/** The proof that conditions make together. */
export function proofOf(conditions: readonly Condition[]): Proof {
  return { conditions, key: JSON.stringify(conditions.map(({ values }) => values)) };
}

/** An edit that may go with others of the same form. */
export interface AlikeEdit {
  table: string;
  kind: OneEdit['kind'];
  /** Equal for those that can go together. */
  form: string;
  /** Two edits of one feature cannot: one statement changes a feature once. */
  feature: string;
  text: string;
  gives: EditSql['gives'];
  values: readonly Bound[];
  types: readonly string[];
  /** What the statement has to find true for this edit; those of one form all have one, or none has. */
  proof?: Proof | undefined;
}

/** The edit as one of many; undefined when it needs the ordinary way. */
export function alikeEdit({ layer, edit, owned, proof }: SingleEdit): AlikeEdit | undefined {
  const globalId = edit.kind === 'add' ? (edit.globalId ?? randomUUID()) : undefined;
  const written = writtenAmongMany(layer, edit, { owned, globalId });
  if (written === undefined || takesPointAway(layer, written)) return undefined;
  const { text, gives, sql } = written;
  const { values, types } = sql;
  const table = baseTable(layer);
  return {
    table,
    kind: edit.kind,
    form: `${table} ${types.join()} ${text} ${proof?.conditions.map((one) => one.text).join() ?? ''}`,
    feature: featureOf(edit, globalId),
    text,
    gives,
    values,
    types,
    proof,
  };
}

function writtenAmongMany(
  layer: HostedLayer,
  edit: OneEdit,
  { owned, globalId }: { owned: OwnedBy | null; globalId: string | undefined },
): EditSql<GivenValues> | undefined {
  if (edit.kind === 'add') return insertSql(amongMany(), layer, { ...edit, globalId: globalId ?? null });
  if (edit.kind === 'update') return updateSql(amongMany(), layer, edit, { owned, inside: true });
  return deleteSql(amongMany(), layer, edit.key, { owned, inside: true });
}

/** Where a point goes from its place another may have to be drawn, which is looked for in the same transaction. */
function takesPointAway({ geometryType }: HostedLayer, { gives }: Pick<EditSql, 'gives'>): boolean {
  return geometryType === 'esriGeometryPoint' && gives.was === true;
}

function featureOf(edit: OneEdit, globalId: string | undefined): string {
  if (edit.kind === 'add') return globalId ?? '';
  return 'objectId' in edit.key ? String(edit.key.objectId) : edit.key.globalId;
}

/** How many features more there are after each edit. */
const MORE = { add: '1', update: '0', delete: '-1' } as const;

/** Numbers those of the proofs that hold, each looked at once; empty for none. */
function provenSql(sql: SqlText, proofs: readonly Proof[]): string {
  if (proofs.length === 0) return '';
  const each = proofs.map(
    (proof, at) => `select ${at + 1} as proof where ${proof.conditions.map((one) => sql.condition(one)).join(' and ')}`,
  );
  return `proven as materialized (${each.join(' union all ')}), `;
}

/**
 * Applies edits of one form in one statement, which commits by itself and notes them. Rows are in the order of the edits; there is none for an
 * edit that met no feature, one at the edge of the extent, or one that somebody else is changing at this moment.
 */
export async function applyAlike(
  database: DatabaseHandle,
  edits: readonly [AlikeEdit, ...AlikeEdit[]],
): Promise<(EditedRow | undefined)[]> {
  const [{ table, kind, text, gives, types }] = edits;
  const sql = new SqlText();
  const lists = types.map((type, at) => sql.bind(edits.map(({ values }) => values[at] ?? null) as Bound, `${type}[]`));
  const columns = types.map((_type, at) => `v${at + 1}`).join(', ');
  const proofs = new Map(edits.flatMap(({ proof }) => (proof === undefined ? [] : [[proof.key, proof]])));
  const allowed = provenSql(sql, [...proofs.values()]);
  const number = new Map([...proofs.keys()].map((key, at) => [key, at + 1]));
  const numbers =
    allowed &&
    sql.bind(
      edits.map(({ proof }) => number.get(proof?.key ?? '') ?? 0),
      'integer[]',
    );
  const turn = turnSql(sql, table, allowed && 'exists (select from proven)');
  const given = allowed
    ? `select g.* from unnest(${lists.join(', ')}, ${numbers}) with ordinality as g(${columns}, proof, n), ${turn} as turn where g.proof = any(array(select proof from proven))`
    : `select g.* from unnest(${lists.join(', ')}) with ordinality as g(${columns}, n), ${turn} as turn`;
  const side = (of: 'min' | 'max', at: number): string => `${of}(edit.box[${at}])`;
  const box = gives.box ? { box: [side('min', 1), side('min', 2), side('max', 3), side('max', 4)] as const } : {};
  const note = noteEdits(sql, table, { edits: 'count(*)', features: `${MORE[kind]} * count(*)`, ...box }, ' from edit having count(*) > 0');
  const back = [...(kind === 'add' ? [] : ['n']), '"objectid"', '"globalid"', ...(gives.was ? ['was'] : [])].join(', ');
  const whole = `with ${allowed}given as materialized (${given}), edit as (${text}), noted as (${note}) select ${back} from edit`;
  const rows = await runOnce<RawRow & { n?: number }>(database, sql.statement(whole), { byKey: true });
  const byFeature = new Map(rows.map((row) => [kind === 'add' ? row.globalid : (edits[Number(row.n) - 1]?.feature ?? ''), edited(row)]));
  return edits.map(({ feature }) => byFeature.get(feature));
}

/**
 * Applies an edit by itself in one statement, which waits for those who change the feature. Undefined when it met no row, or one at the edge of
 * the extent, or would take a point from its place: the ordinary way says why, or looks for the new edge or the point to draw.
 */
export async function applyAlone(database: DatabaseHandle, { layer, edit, owned }: SingleEdit): Promise<EditedRow | undefined> {
  const inner =
    edit.kind === 'add'
      ? insertSql(byItself(), layer, edit)
      : edit.kind === 'update'
        ? updateSql(byItself(), layer, edit, { owned, inside: true })
        : deleteSql(byItself(), layer, edit.key, { owned, inside: true });
  if (inner === undefined || takesPointAway(layer, inner)) return undefined;
  const { sql, text, gives } = inner;
  const box = gives.box ? { box: ['edit.box[1]', 'edit.box[2]', 'edit.box[3]', 'edit.box[4]'] as const } : {};
  const note = noteEdits(sql, baseTable(layer), { edits: '1', features: MORE[edit.kind], ...box }, ' from edit');
  const whole = `with edit as (${text}), noted as (${note}) select "objectid", "globalid"${gives.was ? ', was' : ''} from edit`;
  const [row] = await runOnce<RawRow>(database, sql.statement(whole));
  return row === undefined ? undefined : edited(row);
}
