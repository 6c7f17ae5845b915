// Calls with a single edit, in the database.
import type { DatabaseHandle } from '../../platform/db/database.ts';
import { runOnce } from '../../platform/db/prepared.ts';
import { noteEdits } from '../layer-edits.sql.ts';
import { baseTable } from '../layers.rules.ts';
import { textSql } from '../sql-text.rules.ts';
import { byItself, deleteSql, insertSql, updateSql } from './edit.sql.ts';
import { type EditedRow, edited, type RawRow } from './edits.store.ts';
import { type AlikeEdit, backOfOne, boxNoted, goneSql, MORE, type SingleEdit, statementOf } from './edits-at-once.sql.ts';

export { type AlikeEdit, alikeEdit, Proof, type SingleEdit } from './edits-at-once.sql.ts';

/**
 * Applies edits of one form in one statement, which commits by itself and notes them. Rows are in the order of the edits; there is none for an
 * edit that met no feature, one at the edge of the extent, or one that somebody else is changing at this moment.
 */
export async function applyAlike(
  database: DatabaseHandle,
  edits: readonly [AlikeEdit, ...AlikeEdit[]],
): Promise<(EditedRow | undefined)[]> {
  const [{ kind }] = edits;
  const rows = await runOnce<RawRow & { n?: number }>(database, statementOf(edits), { byKey: true });
  if (edits.length === 1) return rows.map(edited);
  const byFeature = new Map(rows.map((row) => [kind === 'add' ? row.globalid : (edits[Number(row.n) - 1]?.feature ?? ''), edited(row)]));
  return edits.map(({ feature }) => byFeature.get(feature));
}

/**
 * Applies an edit by itself in one statement, which waits for those who change the feature. Undefined when it met no row, or one at the edge of
 * the extent: the ordinary way says why, or looks for the new edge.
 */
export async function applyAlone(database: DatabaseHandle, { layer, edit, owned }: SingleEdit): Promise<EditedRow | undefined> {
  const inner =
    edit.kind === 'add'
      ? insertSql(byItself(), layer, edit)
      : edit.kind === 'update'
        ? updateSql(byItself(), layer, edit, { owned, inside: true })
        : deleteSql(byItself(), layer, edit.key, { owned, inside: true });
  if (inner === undefined) return undefined;
  const { sql, text, gives } = inner;
  const gone = goneSql(baseTable(layer), gives);
  const note = noteEdits(textSql(baseTable(layer)), { edits: '1', features: MORE[edit.kind], ...boxNoted(gives) }, ' from edit');
  const whole = `with edit as (${text}), ${gone}noted as (${note}) select ${backOfOne(gives)} from edit`;
  const [row] = await runOnce<RawRow>(database, sql.statement(whole));
  return row === undefined ? undefined : edited(row);
}
