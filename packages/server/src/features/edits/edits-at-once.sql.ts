// SQL of calls with a single edit: several such edits of one form in one statement, which also notes them.
import { BoundedMap } from '../../platform/bounded-map.ts';
import type { Condition } from '../../platform/condition.rules.ts';
import type { StoredField } from '../../schema/features.ts';
import { type NotedEdit, noteEdits } from '../layer-edits.sql.ts';
import { baseTable, type HostedLayer } from '../layers.rules.ts';
import { noteGoneSql } from '../points-gone.store.ts';
import { type Bound, SqlText, type Statement, textSql } from '../sql-text.rules.ts';
import {
  amongMany,
  deleteSql,
  type EditSql,
  type GivenValues,
  ifStill,
  insertSql,
  type OneEdit,
  type OwnedBy,
  sideColumns,
  turnSql,
  updateSql,
  valuesOfAddition,
  valuesOfChange,
} from './edit.sql.ts';
import { newGlobalId } from './new-global-id.ts';

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
export function alikeEdit(given: SingleEdit): AlikeEdit | undefined {
  const single = withKnownId(given);
  const frequent = frequentEdit(single);
  if (frequent !== undefined) return frequent;
  const made = writtenAmongMany(single);
  return made && { ...formOf(single, made), values: made.sql.values, ...whatOf(single) };
}

/** A new feature is known again by its global id. */
function withKnownId(given: SingleEdit): SingleEdit {
  const { layer, edit, owned, proof } = given;
  if (edit.kind !== 'add' || edit.globalId !== null) return given;
  const { values, geometry } = edit;
  return { layer, edit: { kind: 'add', values, geometry, globalId: newGlobalId(Date.now()), isOwnId: true }, owned, proof };
}

type Written = EditSql<GivenValues>;
type Form = Pick<AlikeEdit, 'form' | 'text' | 'types' | 'gives'>;

function formOf({ layer, proof }: SingleEdit, { text, gives, sql: { types } }: Written): Form {
  return { form: `${baseTable(layer)} ${types.join()} ${proofForm(proof)}${text}`, text, gives, types };
}

function whatOf(single: SingleEdit): Pick<AlikeEdit, 'table' | 'kind' | 'feature' | 'proof' | 'single'> {
  const { layer, edit, proof } = single;
  return { table: baseTable(layer), kind: edit.kind, feature: featureOf(edit), proof, single };
}

/** What an edit gives, but for its values: those that are alike in it are written alike. */
interface Given {
  what: 'add' | 'add its own id' | 'of an object id' | 'of a global id';
  place: '' | ' nowhere' | ' there';
  proof: ReturnType<typeof proofForm>;
  fields: readonly StoredField[];
}

/** Edits as they were written for a layer, by what they give: writing one costs as much as finding out who calls, and so does the text that would name it. */
const written = new WeakMap<HostedLayer, (Given & { form: Form })[]>();
const MOST_WRITTEN = 50;

function formWritten(single: SingleEdit, values: readonly { field: StoredField }[], given: Omit<Given, 'fields'>): Form {
  const { layer } = single;
  const { what, place, proof } = given;
  const all = written.get(layer) ?? [];
  const known = all.find(
    (one) =>
      one.what === what &&
      one.place === place &&
      one.proof === proof &&
      one.fields.length === values.length &&
      values.every(({ field }, at) => field === one.fields[at]),
  );
  if (known !== undefined) return known.form;
  const form = formOf(single, writtenAmongMany(single) as Written);
  all.push({ what, place, proof, fields: values.map(({ field }) => field), form });
  if (all.length > MOST_WRITTEN) all.shift();
  written.set(layer, all);
  return form;
}

function whatOfEdit(edit: Exclude<OneEdit, { kind: 'delete' }>): Given['what'] {
  if (edit.kind === 'add') return edit.isOwnId === true ? 'add its own id' : 'add';
  return 'objectId' in edit.key ? 'of an object id' : 'of a global id';
}

/** The same for the most frequent of all edits: additions, changes of values and points that move, of features that may be anybody's; undefined for others. */
function frequentEdit(single: SingleEdit): AlikeEdit | undefined {
  const { layer, edit, owned, proof } = single;
  if (edit.kind === 'delete' || owned !== null || layer.onlyOf) return undefined;
  const isPlain = edit.geometry === undefined;
  if (isPlain && edit.values.length === 0) return undefined;
  const values = edit.kind === 'add' ? valuesOfAddition(layer, edit) : edit.geometry === null ? undefined : valuesOfChange(layer, edit);
  if (values === undefined) return undefined;
  const place = isPlain ? '' : edit.geometry === null ? ' nowhere' : ' there';
  // Member by member: gathering them costs more than all that is looked up above.
  const { form, text, types, gives } = formWritten(single, edit.values, { what: whatOfEdit(edit), place, proof: proofForm(proof) });
  return { form, text, types, gives, values, table: baseTable(layer), kind: edit.kind, feature: featureOf(edit), proof, single };
}

/** What sets edits with and without a proof apart. */
function proofForm(proof: Proof | undefined): '' | 'proven ' | 'proven, without turns ' {
  return proof === undefined ? '' : proof.turns ? 'proven ' : 'proven, without turns ';
}

function writtenAmongMany({ layer, edit, owned }: SingleEdit): Written | undefined {
  if (edit.kind === 'add') return insertSql(amongMany(), layer, edit);
  if (edit.kind === 'update') return updateSql(amongMany(), layer, edit, { owned, inside: true });
  return deleteSql(amongMany(), layer, edit.key, { owned, inside: true });
}

function featureOf(edit: OneEdit): string {
  if (edit.kind === 'add') return edit.globalId ?? '';
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

/** A statement with the values of `more` after its own. */
interface EditsStatement {
  text: string;
  values: readonly Bound[];
  more?: readonly (readonly unknown[])[];
}

/** The statement that applies edits of one form and notes them; of those of many it gives the number back as `n`, from 1. */
export function statementOf(edits: readonly [AlikeEdit, ...AlikeEdit[]]): EditsStatement {
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
  const turn = takesTurns(edits[0]) ? `, ${turnSql(table, allowed && 'exists (select from proven)')} as turn` : '';
  const given = allowed
    ? `select g.* from unnest(${lists.join(', ')}, ${numbers}) with ordinality as g(${columns}, proof, n)${turn} where g.proof = any(array(select proof from proven))`
    : `select g.* from unnest(${lists.join(', ')}) with ordinality as g(${columns}, n)${turn}`;
  const box = boxNoted(gives, (side, at) => `${at < 2 ? 'min' : 'max'}(${side})`);
  const gone = goneSql(table, gives);
  const note = noteEdits(
    textSql(table),
    { edits: 'count(*)', features: `${MORE[kind]} * count(*)`, ...box },
    ' from edit having count(*) > 0',
  );
  return sql.statement(`with ${allowed}${madeAndNoted(edits[0], given, { gone, note })}`);
}

/** What a call is told of an edited feature. */
export const backOfOne = ({ was }: EditSql['gives']): string => ['"objectid"', '"globalid"', ...sideColumns('was', was)].join(', ');

/** Notes points that edits take from their places; empty where there are none. */
export function goneSql(table: string, gives: EditSql['gives']): string {
  return gives.stood ? `gone as (${noteGoneSql(textSql(table))}), ` : '';
}

/** The edits of the rows of `given`, and their notes. */
function madeAndNoted({ kind, text, gives }: AlikeEdit, given: string, { gone, note }: { gone: string; note: string }): string {
  const back = [...(kind === 'add' ? [] : ['n']), backOfOne(gives)].join(', ');
  return `given as materialized (${given}), edit as (${text}), ${gone}noted as (${note}) select ${back} from edit`;
}

/** What is noted of the boxes of edits: that of the only one, or what `of` makes of each of its sides. */
export function boxNoted(gives: EditSql['gives'], of = (side: string, _at: number): string => side): Pick<NotedEdit, 'box'> {
  if (gives.box === undefined) return {};
  const [west, south, east, north] = gives.box === 2 ? [1, 2, 1, 2] : [1, 2, 3, 4];
  const [xmin, ymin, xmax, ymax] = [west, south, east, north].map((side, at) => of(`edit.box${side}`, at)) as [
    string,
    string,
    string,
    string,
  ];
  return { box: [xmin, ymin, xmax, ymax] };
}

/** Texts for edits that came alone, by their forms. Their values are those of the edit and of the conditions. */
const lone = new BoundedMap<string, { conditions: readonly Condition[]; text: string }>(200);

/** The same for one edit: without lists, of which reading and adding up costs the database more than the change itself. */
function statementOfOne(edit: AlikeEdit): EditsStatement {
  const { form, values } = edit;
  const conditions = edit.proof?.conditions ?? [];
  const known = lone.get(form);
  if (
    known !== undefined &&
    known.conditions.length === conditions.length &&
    conditions.every(({ text }, at) => text === known.conditions[at]?.text)
  ) {
    return { text: known.text, values, more: conditions.map((one) => one.values) };
  }
  const sql = new SqlText();
  const statement = sql.statement(edit.kind === 'delete' ? givenAndNoted(sql, edit) : writtenAndNoted(sql, edit));
  lone.set(form, { conditions, text: statement.text });
  return statement;
}

/** What has to hold before an edit that comes alone. In this order: nobody waits for a turn without having the right. */
function holdsSql(sql: SqlText, edit: AlikeEdit): string {
  const { table, proof } = edit;
  const proven = (proof?.conditions ?? []).map((one) => sql.condition(one)).join(' and ');
  if (!takesTurns(edit)) return proven;
  const turn = `${turnSql(table)} >= 0`;
  return proven === '' ? turn : `case when (select true where ${proven}) then ${turn} end`;
}

function givenAndNoted(sql: SqlText, edit: AlikeEdit): string {
  const { table, types, values, gives, kind } = edit;
  const columns = types.map((type, at) => `${sql.bind(values[at] ?? null, type)} as v${at + 1}, `).join('');
  const given = `select ${columns}1 as n where ${holdsSql(sql, edit)}`;
  const gone = goneSql(table, gives);
  const note = noteEdits(textSql(table), { features: MORE[kind], ...boxNoted(gives) }, ' from edit');
  return `with ${madeAndNoted(edit, given, { gone, note })}`;
}

/** Additions and changes are the most frequent of all edits: without a relation of given values, which would take the database a tenth of the time of a move. */
function writtenAndNoted(sql: SqlText, edit: AlikeEdit): string {
  const { table, kind } = edit;
  const { layer, edit: one, owned } = edit.single;
  const still = ifStill(sql, () => holdsSql(sql, edit));
  const written =
    one.kind === 'add'
      ? insertSql(still, layer, one)
      : one.kind === 'update'
        ? updateSql(still, layer, one, { owned, inside: true })
        : undefined;
  if (written === undefined) throw new Error('an edit that goes with others has a statement of its own');
  const { text, gives } = written;
  const gone = goneSql(table, gives);
  const note = noteEdits(textSql(table), { features: MORE[kind], ...boxNoted(gives) }, ' from edit');
  return `with edit as (${text}), ${gone}noted as (${note}) select ${backOfOne(gives)} from edit`;
}
