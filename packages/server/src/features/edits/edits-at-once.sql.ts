// SQL of calls with a single edit: several such edits of one form in one statement, which also notes them.
import { randomUUID } from 'node:crypto';
import { BoundedMap } from '../../platform/bounded-map.ts';
import type { Condition } from '../../platform/condition.rules.ts';
import { noteEdits } from '../layer-edits.sql.ts';
import { baseTable, type HostedLayer } from '../layers.rules.ts';
import { noteGoneSql } from '../points-gone.store.ts';
import { type Bound, SqlText, type Statement } from '../sql-text.rules.ts';
import {
  amongMany,
  deleteSql,
  type EditSql,
  type GivenValues,
  ifStill,
  insertSql,
  type OneEdit,
  type OwnedBy,
  turnSql,
  updateSql,
} from './edit.sql.ts';

/** A single edit of a layer, and whose features it may touch. */
export interface SingleEdit {
  layer: HostedLayer;
  edit: OneEdit;
  owned: OwnedBy | null;
  /** Where nobody has checked yet whether the caller may make it. */
  proof?: Proof;
}

/** What all has to hold for an edit to be made. */
export class Proof {
  readonly conditions: readonly Condition[];
  /** Whether edits of the layer may have to take turns; not where the conditions hold only while it keeps no changes. */
  readonly turns: boolean;
  #key: string | undefined;

  constructor(conditions: readonly Condition[], { turns = true } = {}) {
    this.conditions = conditions;
    this.turns = turns;
  }

  /** Equal for equal values of the same texts; written when edits come together. */
  get key(): string {
    this.#key ??= JSON.stringify(this.conditions.map(({ values }) => values));
    return this.#key;
  }
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
  single: SingleEdit;
}

/** The edit as one of many; undefined when it needs the ordinary way. */
export function alikeEdit(single: SingleEdit): AlikeEdit | undefined {
  const { layer, edit, owned, proof } = single;
  if (isPlainChange(single)) return plainChange(single);
  const globalId = edit.kind === 'add' ? (edit.globalId ?? randomUUID()) : undefined;
  const written = writtenAmongMany(layer, edit, { owned, globalId });
  if (written === undefined) return undefined;
  const { text, gives, sql } = written;
  const { values, types } = sql;
  const table = baseTable(layer);
  return {
    table,
    kind: edit.kind,
    form: `${table} ${types.join()} ${formOf(proof)}${text}`,
    feature: featureOf(edit, globalId),
    text,
    gives,
    values,
    types,
    proof,
    single,
  };
}

/** Whether the edit changes nothing but values, of a feature that may be anybody's. */
function isPlainChange({ layer, edit, owned }: SingleEdit): boolean {
  return edit.kind === 'update' && edit.geometry === undefined && edit.values.length > 0 && owned === null && !layer.onlyOf;
}

/** Changes as they were written for a layer, by what they change: writing one costs as much as finding out who calls. */
const plain = new WeakMap<HostedLayer, BoundedMap<string, Pick<AlikeEdit, 'form' | 'text' | 'types' | 'gives'>>>();

/** The same as above, for the most frequent of all edits. Its values are those of the fields, then the key. */
function plainChange(single: SingleEdit): AlikeEdit | undefined {
  const { layer, edit, proof } = single;
  if (edit.kind !== 'update') return undefined;
  const byId = 'objectId' in edit.key;
  const about = `${formOf(proof)}${byId} ${edit.values.map(({ field }) => field.column).join()}`;
  const known = plain.get(layer) ?? new BoundedMap(50);
  plain.set(layer, known);
  const table = baseTable(layer);
  let written = known.get(about);
  if (written === undefined) {
    const { text, gives, sql } = writtenAmongMany(layer, edit, { owned: null, globalId: undefined }) as EditSql<GivenValues>;
    written = { form: `${table} ${sql.types.join()} ${formOf(proof)}${text}`, text, gives, types: sql.types };
    known.set(about, written);
  }
  const key = 'objectId' in edit.key ? edit.key.objectId : edit.key.globalId;
  return {
    ...written,
    table,
    kind: edit.kind,
    feature: String(key),
    values: [...edit.values.map(({ value }) => value), key],
    proof,
    single,
  };
}

/** What sets edits with and without a proof apart. */
function formOf(proof: Proof | undefined): string {
  return proof === undefined ? '' : proof.turns ? 'proven ' : 'proven, without turns ';
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

function featureOf(edit: OneEdit, globalId: string | undefined): string {
  if (edit.kind === 'add') return globalId ?? '';
  return 'objectId' in edit.key ? String(edit.key.objectId) : edit.key.globalId;
}

/** How many features more there are after each edit. */
export const MORE = { add: '1', update: '0', delete: '-1' } as const;

/** Whether the statement has to take the turn of the layer, should it keep its changes: only a proof can tell that it keeps none. */
const takesTurns = ({ proof }: AlikeEdit): boolean => proof?.turns !== false;

/** Numbers those of the proofs that hold, each looked at once; empty for none. */
function provenSql(sql: SqlText, proofs: readonly Proof[]): string {
  if (proofs.length === 0) return '';
  const each = proofs.map(
    (proof, at) => `select ${at + 1} as proof where ${proof.conditions.map((one) => sql.condition(one)).join(' and ')}`,
  );
  return `proven as materialized (${each.join(' union all ')}), `;
}

/** The statement that applies edits of one form and notes them; of those of many it gives the number back as `n`, from 1. */
export function statementOf(edits: readonly [AlikeEdit, ...AlikeEdit[]]): Statement {
  const [first, ...others] = edits;
  return others.length === 0 ? statementOfOne(first) : statementOfMany(edits);
}

function statementOfMany(edits: readonly [AlikeEdit, ...AlikeEdit[]]): Statement {
  const [{ table, kind, gives, types }] = edits;
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
  const turn = takesTurns(edits[0]) ? `, ${turnSql(sql, table, allowed && 'exists (select from proven)')} as turn` : '';
  const given = allowed
    ? `select g.* from unnest(${lists.join(', ')}, ${numbers}) with ordinality as g(${columns}, proof, n)${turn} where g.proof = any(array(select proof from proven))`
    : `select g.* from unnest(${lists.join(', ')}) with ordinality as g(${columns}, n)${turn}`;
  const side = (of: 'min' | 'max', at: number): string => `${of}(edit.box[${at}])`;
  const box = gives.box ? { box: [side('min', 1), side('min', 2), side('max', 3), side('max', 4)] as const } : {};
  const gone = goneSql(sql, table, gives);
  const note = noteEdits(sql, table, { edits: 'count(*)', features: `${MORE[kind]} * count(*)`, ...box }, ' from edit having count(*) > 0');
  return sql.statement(`with ${allowed}${madeAndNoted(edits[0], given, { gone, note })}`);
}

/** Notes points that edits take from their places; empty where there are none. */
export function goneSql(sql: SqlText, table: string, gives: EditSql['gives']): string {
  return gives.stood ? `gone as (${noteGoneSql(sql, table)}), ` : '';
}

/** The edits of the rows of `given`, and their notes. */
function madeAndNoted({ kind, text, gives }: AlikeEdit, given: string, { gone, note }: { gone: string; note: string }): string {
  const back = [...(kind === 'add' ? [] : ['n']), '"objectid"', '"globalid"', ...(gives.was ? ['was'] : [])].join(', ');
  return `given as materialized (${given}), edit as (${text}), ${gone}noted as (${note}) select ${back} from edit`;
}

/** The box of the only edit. */
export const BOX_OF_EDIT = ['edit.box[1]', 'edit.box[2]', 'edit.box[3]', 'edit.box[4]'] as const;

/** Texts for edits that came alone, by their forms. Their values are those of the edit, of the conditions, and the table for its turn and its notes. */
const lone = new BoundedMap<string, { conditions: readonly Condition[]; text: string }>(200);

/** The same for one edit: without lists, of which reading and adding up costs the database more than the change itself. */
function statementOfOne(edit: AlikeEdit): Statement {
  const { form, table, values } = edit;
  const conditions = edit.proof?.conditions ?? [];
  const known = lone.get(form);
  if (
    known !== undefined &&
    known.conditions.length === conditions.length &&
    conditions.every(({ text }, at) => text === known.conditions[at]?.text)
  ) {
    const turn = takesTurns(edit) ? [table] : [];
    const gone = edit.gives.stood ? [table] : [];
    return { text: known.text, values: [...values, ...conditions.flatMap((one) => one.values as Bound[]), ...turn, ...gone, table] };
  }
  const sql = new SqlText();
  const statement = sql.statement(changesValues(edit) ? changedAndNoted(sql, edit) : givenAndNoted(sql, edit));
  lone.set(form, { conditions, text: statement.text });
  return statement;
}

/** What has to hold before an edit that comes alone. In this order: nobody waits for a turn without having the right. */
function holdsSql(sql: SqlText, edit: AlikeEdit): string {
  const { table, proof } = edit;
  const proven = (proof?.conditions ?? []).map((one) => sql.condition(one)).join(' and ');
  if (!takesTurns(edit)) return proven;
  const turn = `${turnSql(sql, table)} >= 0`;
  return proven === '' ? turn : `case when (select true where ${proven}) then ${turn} end`;
}

function givenAndNoted(sql: SqlText, edit: AlikeEdit): string {
  const { table, types, values, gives, kind } = edit;
  const columns = types.map((type, at) => `${sql.bind(values[at] ?? null, type)} as v${at + 1}, `).join('');
  const given = `select ${columns}1 as n where ${holdsSql(sql, edit)}`;
  const box = gives.box ? { box: BOX_OF_EDIT } : {};
  const gone = goneSql(sql, table, gives);
  const note = noteEdits(sql, table, { features: MORE[kind], ...box }, ' from edit');
  return `with ${madeAndNoted(edit, given, { gone, note })}`;
}

/** Whether nothing is asked of what was there before. */
function changesValues({ kind, gives }: AlikeEdit): boolean {
  return kind === 'update' && gives.box !== true;
}

/** The most frequent of all edits, without a relation of given values. */
function changedAndNoted(sql: SqlText, edit: AlikeEdit): string {
  const { layer, edit: change, owned } = edit.single;
  const written =
    change.kind === 'update'
      ? updateSql(
          ifStill(sql, () => holdsSql(sql, edit)),
          layer,
          change,
          { owned },
        )
      : undefined;
  if (written === undefined) throw new Error('an edit that changes values has a statement');
  return `with edit as (${written.text}), noted as (${noteEdits(sql, edit.table, { features: MORE.update }, ' from edit')}) select 1 as n, "objectid", "globalid" from edit`;
}
